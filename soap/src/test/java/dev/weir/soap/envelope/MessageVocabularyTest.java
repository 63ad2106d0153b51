package dev.weir.soap.envelope;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.mtom.PlainRoot;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.encoding.InfosetEncoding;
import dev.weir.xml.encoding.PreparedEncoding;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Both ends of a service derive the same vocabulary from its WSDL, wherever they have it from. */
class MessageVocabularyTest {
    private static final InfosetEncoding PLAIN = InfosetEncoding.fastInfoset();

    private static Wsdl wsdl(Map<String, String> documents) {
        return Wsdl.read(URI.create("test:/root.wsdl"), uri -> {
            String document = documents.get(uri.getPath().substring(1));
            if (document == null) {
                throw new WsdlException("there is no " + uri);
            }
            return document.getBytes(StandardCharsets.UTF_8);
        });
    }

    private static String root(String schemas) {
        return "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/' targetNamespace='urn:w'><types>" + schemas
                + "</types></definitions>";
    }

    private static String schema(String namespace, String content) {
        return "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' elementFormDefault='qualified' targetNamespace='"
                + namespace + "'>" + content + "</xs:schema>";
    }

    private static PreparedEncoding vocabulary(Map<String, String> documents) {
        PreparedEncoding encoding = MessageVocabulary.of(wsdl(documents)).encoding();
        assertNotNull(encoding);
        return encoding;
    }

    private static byte[] message(String body, InfosetEncoding encoding) {
        String text = "<soap:Envelope xmlns:soap='http://schemas.xmlsoap.org/soap/envelope/'><soap:Body>" + body
                + "</soap:Body></soap:Envelope>";
        return FastInfosetType.encode(text.getBytes(StandardCharsets.UTF_8), null, encoding);
    }

    private static String text(byte[] message, InfosetEncoding encoding) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        PlainRoot.copy(EnvelopeReader.reader(message, null, encoding, XmlLimits.DEFAULT), null, text);
        return text.toString(StandardCharsets.UTF_8);
    }

    @Test
    void theDivisionIntoDocumentsDoesNotMatter() {
        String one = schema("urn:one", "<xs:element name='first'/><xs:element name='second'/>");
        String two = schema("urn:two", "<xs:element name='third'/><xs:attribute name='fourth'/>");
        String moved = schema("urn:one", "<xs:element name='second'/><xs:element name='first'/>");
        String importing = schema("urn:none", "<xs:import namespace='urn:one' schemaLocation='deeper/moved.xsd'/>");
        String inline = vocabulary(Map.of("root.wsdl", root(one + two))).vocabularyUri();
        assertEquals(
                inline,
                vocabulary(Map.of("root.wsdl", root(two + importing), "deeper/moved.xsd", moved))
                        .vocabularyUri());
        assertNotEquals(inline, vocabulary(Map.of("root.wsdl", root(one))).vocabularyUri());
    }

    @Test
    void documentsRoundTripAndAreToldFromOthers() {
        PreparedEncoding own =
                vocabulary(Map.of("root.wsdl", root(schema("urn:one", "<xs:element name='first' type='xs:string'/>"))));
        PreparedEncoding other =
                vocabulary(Map.of("root.wsdl", root(schema("urn:one", "<xs:element name='second'/>"))));
        String body = "<first xmlns='urn:one'>text</first><p:unforeseen xmlns:p='urn:p' p:a='b'/>";
        byte[] prepared = message(body, own);
        byte[] plain = message(body, PLAIN);
        assertTrue(prepared.length < plain.length, prepared.length + " " + plain.length);
        assertEquals(text(plain, PLAIN), text(prepared, own));
        assertTrue(own.isUsedBy(prepared));
        assertTrue(PLAIN.refersToVocabulary(prepared));
        for (PreparedEncoding any : new PreparedEncoding[] {own, other}) {
            assertEquals(any == own, any.isUsedBy(prepared));
            assertEquals(false, any.isUsedBy(plain));
            for (int length = 0; length < 12; length++) {
                assertEquals(false, any.isUsedBy(java.util.Arrays.copyOf(prepared, length)));
            }
        }
    }

    @Test
    void aWsdlOfTooManyNamesHasNone() {
        StringBuilder elements = new StringBuilder();
        for (int i = 0; i < MessageNames.MOST; i++) {
            elements.append("<xs:element name='e").append(i).append("'/>");
        }
        assertNotNull(vocabulary(Map.of("root.wsdl", root(schema("urn:one", elements.toString())))));
        elements.append("<xs:attribute name='more'/>");
        MessageVocabulary none =
                MessageVocabulary.of(wsdl(Map.of("root.wsdl", root(schema("urn:one", elements.toString())))));
        assertNull(none.encoding());
        assertSame(PLAIN, none.ofAnswer("urn:weir:fi:whatever", PLAIN));
    }

    @Test
    void whatIsNoNameIsLeftOut() {
        String strange =
                schema("urn:one", "<xs:element name='no name'/><xs:element name='first'/><xs:element ref='a'/>");
        String usual = schema("urn:one", "<xs:element name='first'/>");
        assertEquals(
                vocabulary(Map.of("root.wsdl", root(usual))).vocabularyUri(),
                vocabulary(Map.of("root.wsdl", root(strange))).vocabularyUri());
    }

    @Test
    void aWsdlThatCannotBeReadIsNoneAndDoesNotFail() {
        MessageVocabulary none = MessageVocabulary.of(() -> wsdl(Map.of()));
        assertNull(none.encoding());
        assertNull(none.encoding());
    }

    @Test
    void theWsdlIsReadWhenItIsAskedForAndOnce() {
        int[] read = {0};
        MessageVocabulary lazy = MessageVocabulary.of(() -> {
            read[0]++;
            return wsdl(Map.of("root.wsdl", root("")));
        });
        assertSame(PLAIN, lazy.ofAnswer(null, PLAIN));
        assertSame(PLAIN, lazy.ofDocument(message("<a/>", PLAIN), PLAIN));
        assertEquals(0, read[0]);
        PreparedEncoding made = lazy.encoding();
        assertNotNull(made);
        assertSame(made, lazy.ofAnswer(made.vocabularyUri(), PLAIN));
        assertSame(PLAIN, lazy.ofAnswer("urn:weir:fi:another", PLAIN));
        assertSame(made, lazy.ofDocument(message("<a/>", made), PLAIN));
        assertEquals(1, read[0]);
    }
}
