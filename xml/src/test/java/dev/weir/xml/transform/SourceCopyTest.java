package dev.weir.xml.transform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.writer.XmlWriters;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.stream.XMLEventReader;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.Source;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stax.StAXSource;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.DocumentFragment;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

/** What a program gives as a source arrives whole. */
class SourceCopyTest {
    private static final String CONTENT =
            "<p:r xmlns:p=\"urn:p\" xmlns=\"urn:d\" p:a=\"1\"><!--c--><?i d?>a<![CDATA[<x>]]>b<q xmlns=\"\"/>c</p:r>";

    private static XMLInputFactory woodstox() {
        return XMLInputFactory.newFactory();
    }

    private static String copied(Source source) {
        return written(writer -> SourceCopy.copy(source, writer));
    }

    private static String written(Consumer<XmlWriter> content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (XmlWriter writer = XmlWriters.open(out)) {
            content.accept(writer);
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

    /** Streams of bytes and of characters, and nodes. */
    private static List<Source> sources(String document) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setNamespaceAware(true);
        Document nodes = factory.newDocumentBuilder().parse(new InputSource(new StringReader(document)));
        DocumentFragment fragment = nodes.createDocumentFragment();
        for (Node child = nodes.getFirstChild(); child != null; child = child.getNextSibling()) {
            fragment.appendChild(child.cloneNode(true));
        }
        return List.of(
                new StreamSource(new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_16))),
                new StreamSource(new StringReader(document)),
                new DOMSource(nodes),
                new DOMSource(fragment));
    }

    @Test
    void streamsAndNodesAreCopiedAsTheyAre() throws Exception {
        for (Source source : sources("<?before it?><!--1-->" + CONTENT + "<!--2-->")) {
            assertEquals("<?before it?><!--1-->" + CONTENT + "<!--2-->", copied(source));
        }
    }

    @Test
    void theElementIsCopiedAlone() throws Exception {
        String document = "<?before it?><!--1-->" + CONTENT + "<!--2-->";
        for (Source source : sources(document)) {
            assertEquals(CONTENT, element(source));
        }
        // By way of a tree, in which CDATA sections are text.
        String text = CONTENT.replace("<![CDATA[<x>]]>", "&lt;x&gt;");
        assertEquals(text, element(new SAXSource(new InputSource(new StringReader(document)))));
        assertEquals(text, element(new StAXSource(woodstox().createXMLStreamReader(new StringReader(document)))));
        assertThrows(XmlException.class, () -> element(new DOMSource(empty())));
    }

    private static DocumentFragment empty() throws Exception {
        return DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .newDocument()
                .createDocumentFragment();
    }

    private static String element(Source source) {
        return written(writer -> SourceCopy.copyElement(source, writer));
    }

    @Test
    void streamsAreClosedAlsoAfterAnError() {
        AtomicInteger closed = new AtomicInteger();
        for (String document : List.of("<a/>", "<a>")) {
            Source source = new StreamSource(new StringReader(document) {
                @Override
                public void close() {
                    closed.incrementAndGet();
                }
            });
            try {
                copied(source);
            } catch (XmlException e) {
                assertEquals("<a>", document);
            }
        }
        assertEquals(2, closed.get());
    }

    @Test
    void entitiesOfTheDocumentItselfAreExpanded() {
        assertEquals(
                "<r>x</r>", copied(new StreamSource(new StringReader("<!DOCTYPE r [<!ENTITY e 'x'>]><r>&e;</r>"))));
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
