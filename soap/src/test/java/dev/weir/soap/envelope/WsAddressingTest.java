package dev.weir.soap.envelope;

import static dev.weir.soap.envelope.WsAddressing.VERSION_10;
import static dev.weir.soap.envelope.WsAddressing.VERSION_2004;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.weir.xml.XmlLimits;
import dev.weir.xml.tree.XmlElement;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What header blocks of either version say, of both in one message, and of a third one. */
class WsAddressingTest {
    private static final String MARCH_2003 = "http://schemas.xmlsoap.org/ws/2003/03/addressing";

    private static final String NEW_ID = "<n:MessageID>urn:new</n:MessageID>";
    private static final String OLD_ID = "<o:MessageID>urn:old</o:MessageID>";
    private static final String NEW_REPLY_TO = replyTo("n", "http://new.example/");
    private static final String OLD_REPLY_TO = replyTo("o", "http://old.example/");

    private static String replyTo(String prefix, String address) {
        return "<p:ReplyTo><p:Address>".replace("p:", prefix + ":")
                + address
                + "</p:Address></p:ReplyTo>".replace("p:", prefix + ":");
    }

    /** Of an envelope that declares the prefixes n, o and x of the three versions. */
    private static List<XmlElement> headers(String blocks) {
        String envelope = "<e:Envelope xmlns:e='" + EnvelopeFormat.SOAP_11.namespace + "' xmlns:n='" + VERSION_10
                + "' xmlns:o='" + VERSION_2004 + "' xmlns:x='" + MARCH_2003 + "'><e:Header>" + blocks
                + "</e:Header><e:Body/></e:Envelope>";
        try (EnvelopeReader reader =
                EnvelopeReader.open(envelope.getBytes(StandardCharsets.UTF_8), null, XmlLimits.DEFAULT)) {
            return reader.headers();
        }
    }

    private static void assertRead(String version, String messageId, String replyTo, String blocks) {
        WsAddressing read = WsAddressing.read(headers(blocks));
        assertEquals(version, read.namespace(), blocks);
        assertEquals(messageId, read.properties().messageId(), blocks);
        assertEquals(replyTo, read.properties().replyTo(), blocks);
    }

    @Test
    void ofTwoVersionsTheOneWithTheReplyAddressCountsAloneWhicheverIsFirst() {
        assertRead(VERSION_10, "urn:new", "http://new.example/", OLD_ID + NEW_REPLY_TO + NEW_ID);
        assertRead(VERSION_2004, "urn:old", "http://old.example/", NEW_ID + OLD_REPLY_TO + OLD_ID);
        assertRead(VERSION_10, null, "http://new.example/", OLD_ID + NEW_REPLY_TO);
    }

    @Test
    void withoutAReplyAddressItIsTheOneWithAMessageIdThenWithAnAction() {
        String oldAction = "<o:Action>urn:act</o:Action>";
        assertRead(VERSION_10, "urn:new", null, oldAction + NEW_ID);
        assertRead(VERSION_2004, null, null, "<n:To>urn:to</n:To>" + oldAction);
    }

    @Test
    void ofTwoThatAreCompleteAndOfTwoThatSayNothingTheFirstCounts() {
        assertRead(VERSION_2004, "urn:old", "http://old.example/", OLD_ID + OLD_REPLY_TO + NEW_ID + NEW_REPLY_TO);
        assertRead(VERSION_10, "urn:new", "http://new.example/", NEW_ID + NEW_REPLY_TO + OLD_ID + OLD_REPLY_TO);
        assertRead(VERSION_2004, null, null, "<o:To>urn:to</o:To><n:To>urn:to</n:To>");
    }

    @Test
    void aThirdVersionIsNoAddressing() {
        assertNull(
                WsAddressing.read(headers("<x:MessageID>urn:1</x:MessageID>")).namespace());
        assertRead(VERSION_10, "urn:new", null, replyTo("x", "http://old.example/") + NEW_ID);
    }

    @Test
    void repliesRelateByAnyVersionAndOnlyByTheirType() {
        assertEquals(
                List.of("urn:1", "urn:2", "urn:3", "urn:4"),
                WsAddressing.replyRelations(headers("<n:RelatesTo RelationshipType='urn:before'>urn:0</n:RelatesTo>"
                        + "<n:RelatesTo> urn:1 </n:RelatesTo>"
                        + "<o:RelatesTo RelationshipType='o:Reply'>urn:2</o:RelatesTo>"
                        + "<o:RelatesTo RelationshipType='n:Reply'>urn:0</o:RelatesTo>"
                        + "<o:RelatesTo RelationshipType='q:Reply'>urn:0</o:RelatesTo>"
                        + "<o:RelatesTo RelationshipType='" + VERSION_2004 + "/reply'>urn:3</o:RelatesTo>"
                        + "<n:RelatesTo RelationshipType=' " + VERSION_10 + "/reply'>urn:4</n:RelatesTo>"
                        + "<n:RelatesTo RelationshipType='" + VERSION_10 + "/Reply'>urn:0</n:RelatesTo>"
                        + "<n:RelatesTo/><x:RelatesTo>urn:0</x:RelatesTo>")));
        assertEquals(
                "urn:1",
                WsAddressing.read(headers(NEW_ID + "<o:RelatesTo>urn:1</o:RelatesTo>"))
                        .properties()
                        .relatesTo());
    }
}
