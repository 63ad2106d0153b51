package dev.weir.bind.jaxb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import jakarta.activation.DataHandler;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.ValidationEvent;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.attachment.AttachmentUnmarshaller;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.transform.dom.DOMSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;

/** Whether a text is base64 does not depend on where it stands or on what the document is read from. */
class Base64Test {
    @XmlRootElement
    public static class Holder {
        @XmlElement
        byte @Nullable [] element;

        @XmlAttribute
        byte @Nullable [] attribute;
    }

    private static final String LONG = Base64.getEncoder().encodeToString(new byte[1_000]);

    private interface Source {
        Object read(Unmarshaller unmarshaller, String document) throws Exception;
    }

    private static final List<Source> SOURCES = List.of(
            (unmarshaller, document) -> unmarshaller.unmarshal(new StringReader(document)),
            (unmarshaller, document) -> unmarshaller.unmarshal(new DOMSource(DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(document))))),
            (unmarshaller, document) -> unmarshaller.unmarshal(
                    XMLInputFactory.newInstance().createXMLStreamReader(new StringReader(document))),
            (unmarshaller, document) -> {
                unmarshaller.setAttachmentUnmarshaller(new NoAttachments());
                return unmarshaller.unmarshal(new StringReader(document));
            });

    /** A package by XOP, whose values may also be in the document. */
    private static final class NoAttachments extends AttachmentUnmarshaller {
        @Override
        public boolean isXOPPackage() {
            return true;
        }

        @Override
        public byte[] getAttachmentAsByteArray(String id) {
            throw new IllegalArgumentException(id);
        }

        @Override
        public DataHandler getAttachmentAsDataHandler(String id) {
            throw new IllegalArgumentException(id);
        }
    }

    private static void assertRead(String text, byte @Nullable [] expected) throws Exception {
        for (Source source : SOURCES) {
            Holder element = read(source, "<holder><element>" + text + "</element></holder>", expected == null);
            assertArrayEquals(expected, element.element);
            Holder attribute = read(source, "<holder attribute='" + text + "'/>", expected == null);
            assertArrayEquals(expected, attribute.attribute);
            assertNull(attribute.element);
        }
    }

    private static Holder read(Source source, String document, boolean isReported) throws Exception {
        Unmarshaller unmarshaller = unmarshaller();
        List<ValidationEvent> events = new ArrayList<>();
        unmarshaller.setEventHandler(events::add);
        Holder holder = (Holder) source.read(unmarshaller, document);
        assertEquals(isReported ? 1 : 0, events.size(), document);
        return holder;
    }

    private static Unmarshaller unmarshaller() throws JAXBException {
        return JAXBContext.newInstance(Holder.class).createUnmarshaller();
    }

    @ParameterizedTest
    @ValueSource(strings = {"AAE=", " AA\tE =\n", "AQ==", "A&#xA;Q&#xD;==", "AAEC"})
    void base64IsTakenEverywhere(String text) throws Exception {
        String digits = text.replaceAll("&#x[AD];|\\s", "");
        assertRead(text, Base64.getDecoder().decode(digits));
        assertRead(LONG.substring(0, 400) + text, Base64.getDecoder().decode(LONG.substring(0, 400) + digits));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"A", "AA", "AAA", "AA=", "AB==", "AAB=", "AA==AA==", "====", "A*AA", "AA\u00e9=", "\u6f22AAA"})
    void whatIsNoBase64IsReportedEverywhere(String text) throws Exception {
        assertRead(text, null);
        assertRead(LONG.substring(0, 400) + text, null);
    }
}
