package dev.weir.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.http.BodySource;
import dev.weir.soap.http.HttpReply;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What people see of a reply, however long it is. */
class ShownBodyTest {
    private static final String ENVELOPE =
            "<s:Envelope xmlns:s='urn:soap'><!-- <s:Fault/> --><s:Header><h:x xmlns:h='urn:h'><s:Fault/></h:x></s:Header>"
                    + "<s:Body>%s</s:Body></s:Envelope>";

    private static HttpReply reply(String body) {
        return HttpReply.of(200, "text/xml", body.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aLongBodyIsCutBetweenCharacters() throws Exception {
        ShownBody whole = ShownBody.of(reply("aé€"), 6);
        assertEquals("aé€", whole.text());
        assertFalse(whole.isCut());
        for (int most = 0; most < 6; most++) {
            ShownBody cut = ShownBody.of(reply("aé€"), most);
            assertTrue(cut.isCut());
            assertEquals(6, cut.length());
            assertEquals(most < 1 ? "" : most < 3 ? "a" : "aé", cut.text(), "of " + most + " bytes");
        }
    }

    @Test
    void aBodyThatIsSentPieceByPieceIsReadAsFarAsItIsShown() throws Exception {
        for (long length : new long[] {5, -1}) {
            AtomicInteger closed = new AtomicInteger();
            InputStream bytes = new ByteArrayInputStream("12345".getBytes(StandardCharsets.UTF_8));
            BodySource source = new BodySource() {
                @Override
                public long length() {
                    return length;
                }

                @Override
                public InputStream open() {
                    return bytes;
                }

                @Override
                public void close() {
                    closed.incrementAndGet();
                }
            };
            ShownBody shown = ShownBody.of(HttpReply.of(200, "text/plain", source), 3);
            assertEquals("123", shown.text());
            assertEquals(length, shown.length());
            assertTrue(shown.isCut());
            assertEquals(1, closed.get());
            assertEquals(1, bytes.available(), "one more says that there is more");
        }
    }

    @Test
    void onlyTheFaultOfSoapIsAFault() throws Exception {
        assertTrue(isFault(ENVELOPE.formatted(" <s:Fault><faultcode>s:Client</faultcode></s:Fault>")));
        assertFalse(isFault(ENVELOPE.formatted("<Fault xmlns='urn:trains'>late</Fault>")));
        assertFalse(isFault(ENVELOPE.formatted("<a:report xmlns:a='urn:a'><s:Fault/></a:report>")));
        assertFalse(isFault(ENVELOPE.formatted("")));
        assertFalse(isFault("<s:Fault>"));
        assertFalse(isFault(""));
        assertTrue(ShownBody.of(reply(ENVELOPE.formatted("<s:Fault>" + "x".repeat(1_000))), 300)
                .isFault());
    }

    private static boolean isFault(String body) throws Exception {
        return ShownBody.of(reply(body), 10_000).isFault();
    }
}
