package dev.weir.xml.transform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.writer.XmlWriters;
import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.stream.XMLEventReader;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.Source;
import javax.xml.transform.stax.StAXSource;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program gives as a source arrives whole. */
class SourceCopyTest {
    private static final String CONTENT =
            "<p:r xmlns:p=\"urn:p\" xmlns=\"urn:d\" p:a=\"1\"><!--c--><?i d?>a<![CDATA[<x>]]>b<q xmlns=\"\"/>c</p:r>";

    private static XMLInputFactory woodstox() {
        return XMLInputFactory.newFactory();
    }

    private static String copied(Source source) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (XmlWriter writer = XmlWriters.open(out)) {
            SourceCopy.copy(source, writer);
            writer.endDocument();
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    /** The JDK's own readers report CDATA sections as text, Woodstox as what they are. */
    @Test
    void readersOfStaxKeepTheirCdataSections() throws Exception {
        assertEquals(CONTENT, copied(new StAXSource(woodstox().createXMLStreamReader(new StringReader(CONTENT)))));
        assertEquals(CONTENT, copied(new StAXSource(woodstox().createXMLEventReader(new StringReader(CONTENT)))));
        XMLInputFactory jdk = XMLInputFactory.newDefaultFactory();
        assertEquals(
                CONTENT.replace("<![CDATA[<x>]]>", "&lt;x&gt;"),
                copied(new StAXSource(jdk.createXMLStreamReader(new StringReader(CONTENT)))));
    }

    @Test
    void aReaderMayStandOnAnElementWithinItsDocument() throws Exception {
        String document = "<all>before" + CONTENT + "<after/></all>";
        XMLStreamReader reader = woodstox().createXMLStreamReader(new StringReader(document));
        reader.nextTag();
        reader.next();
        reader.nextTag();
        assertEquals(CONTENT, copied(new StAXSource(reader)));
        XMLEventReader events = woodstox().createXMLEventReader(new StringReader(document));
        while (!events.peek().isStartElement()
                || !events.peek().asStartElement().getName().getLocalPart().equals("r")) {
            events.nextEvent();
        }
        assertEquals(CONTENT, copied(new StAXSource(events)));
        assertEquals("after", events.nextEvent().asStartElement().getName().getLocalPart());
    }

    @Test
    void whatIsNotExpandedOrNotToBeReadIsAnError(@TempDir Path folder) throws Exception {
        XMLInputFactory factory = woodstox();
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        XMLStreamReader reader =
                factory.createXMLStreamReader(new StringReader("<!DOCTYPE r [<!ENTITY e 'x'>]><r>&e;</r>"));
        String lost = String.valueOf(assertThrows(XmlException.class, () -> copied(new StAXSource(reader)))
                .getMessage());
        assertTrue(lost.contains("entity e "), lost);

        Path secret = Files.writeString(folder.resolve("secret"), "secret");
        String external = "<!DOCTYPE r [<!ENTITY e SYSTEM '" + secret.toUri() + "'>]><r>&e;</r>";
        assertThrows(XmlException.class, () -> copied(new StreamSource(new StringReader(external))));
    }
}
