package dev.weir.xml.stax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stax.StAXSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.codehaus.stax2.XMLInputFactory2;
import org.codehaus.stax2.XMLStreamReader2;
import org.codehaus.stax2.io.Stax2ByteArraySource;
import org.codehaus.stax2.io.Stax2CharArraySource;
import org.codehaus.stax2.io.Stax2FileSource;
import org.codehaus.stax2.io.Stax2StringSource;
import org.codehaus.stax2.io.Stax2URLSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class SourceTest {
    private static final byte[] DOCUMENT = "<a>t</a>".getBytes(StandardCharsets.UTF_8);

    private static String text(XMLStreamReader reader) throws XMLStreamException {
        reader.nextTag();
        return reader.getElementText();
    }

    /** Counts how often it is closed. */
    private static final class Watched extends ByteArrayInputStream {
        final AtomicInteger closed = new AtomicInteger();

        Watched() {
            super(DOCUMENT);
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }

    @Test
    void everySourceOfBytes(@TempDir Path folder) throws Exception {
        Path file = Files.write(folder.resolve("a b.xml"), DOCUMENT);
        String systemId = file.toUri().toString();
        WeirInputFactory factory = new WeirInputFactory();
        assertEquals("t", text(factory.createXMLStreamReader(new ByteArrayInputStream(DOCUMENT))));
        assertEquals("t", text(factory.createXMLStreamReader(systemId, new ByteArrayInputStream(DOCUMENT))));
        assertEquals("t", text(factory.createXMLStreamReader(new ByteArrayInputStream(DOCUMENT), null)));
        assertEquals("t", text(factory.createXMLStreamReader(new ByteArrayInputStream(DOCUMENT), "UTF-8")));
        assertEquals("t", text(factory.createXMLStreamReader(file.toFile())));
        assertEquals("t", text(factory.createXMLStreamReader(file.toUri().toURL())));
        InputSource input = new InputSource(new ByteArrayInputStream(DOCUMENT));
        Source[] sources = {
            new StreamSource(new ByteArrayInputStream(DOCUMENT)),
            new StreamSource(systemId),
            new StreamSource(file.toFile()),
            new SAXSource(input),
            new SAXSource(new InputSource(systemId)),
            new Stax2ByteArraySource(("?" + "<a>t</a>" + "?").getBytes(StandardCharsets.UTF_8), 1, DOCUMENT.length),
            new Stax2FileSource(file.toFile()),
            new Stax2URLSource(file.toUri().toURL()),
            new StAXSource(factory.createXMLStreamReader(new ByteArrayInputStream(DOCUMENT)))
        };
        for (Source source : sources) {
            assertEquals(
                    "t",
                    text(factory.createXMLStreamReader(source)),
                    source.getClass().getName());
        }
        assertTrue(factory.createXMLEventReader(file.toFile()).nextTag().isStartElement());
        assertTrue(factory.createXMLEventReader(file.toUri().toURL()).nextTag().isStartElement());
        assertTrue(factory.createXMLEventReader((Source) new StreamSource(systemId))
                .nextTag()
                .isStartElement());
    }

    @Test
    void everySourceOfCharacters() throws Exception {
        WeirInputFactory factory = new WeirInputFactory();
        // What a document of characters says of its encoding means nothing.
        String document = "<?xml version='1.0' encoding='UTF-16'?><a>\u20ac\ud83d\ude00</a>";
        InputSource input = new InputSource(new StringReader(document));
        XMLStreamReader[] readers = {
            factory.createXMLStreamReader(new StringReader(document)),
            factory.createXMLStreamReader("urn:s", new StringReader(document)),
            factory.createXMLStreamReader(new StreamSource(new StringReader(document))),
            factory.createXMLStreamReader(new SAXSource(input)),
            factory.createXMLStreamReader(new Stax2StringSource(document)),
            factory.createXMLStreamReader(
                    new Stax2CharArraySource(("?" + document).toCharArray(), 1, document.length()))
        };
        for (XMLStreamReader reader : readers) {
            assertEquals("UTF-16", reader.getCharacterEncodingScheme());
            assertEquals("\u20ac\ud83d\ude00", text(reader));
        }
        assertEquals("urn:s", readers[1].getLocation().getSystemId());
        assertTrue(factory.createXMLEventReader(new StringReader(document))
                .nextTag()
                .isStartElement());
        assertTrue(factory.createXMLEventReader("urn:s", new StringReader(document))
                .nextTag()
                .isStartElement());
    }

    @ParameterizedTest
    @CsvSource({
        "UTF-8, , UTF-8",
        "UTF-16, UTF-16, UTF-16",
        "UTF-16LE, UTF-16, UTF-16LE",
        "UTF-16BE, , UTF-16BE",
        "ISO-8859-1, ISO-8859-1, ISO-8859-1",
        "US-ASCII, US-ASCII, US-ASCII",
        "windows-1252, windows-1252, windows-1252",
    })
    void theEncodingIsFoundAndTold(String encoding, String declared, String told) throws Exception {
        String declaration = declared == null ? "" : "<?xml version='1.0' encoding='" + declared + "'?>";
        String value = encoding.equals("US-ASCII") ? "a" : "\u00e4";
        String mark = encoding.endsWith("E") ? "\ufeff" : "";
        byte[] bytes = (mark + declaration + "<a>" + value + "</a>").getBytes(encoding);
        XMLStreamReader reader = new WeirInputFactory().createXMLStreamReader(new ByteArrayInputStream(bytes));
        assertEquals(declared, reader.getCharacterEncodingScheme());
        assertTrue(reader.getEncoding().startsWith(told), reader::getEncoding);
        assertEquals(value, text(reader));
    }

    @Test
    void theEncodingThatTheCallerKnowsWins() throws Exception {
        byte[] bytes = "<?xml version='1.0' encoding='UTF-8'?><a>\u00e4</a>".getBytes(StandardCharsets.ISO_8859_1);
        WeirInputFactory factory = new WeirInputFactory();
        assertEquals("\u00e4", text(factory.createXMLStreamReader(new ByteArrayInputStream(bytes), "ISO-8859-1")));
        InputSource input = new InputSource(new ByteArrayInputStream(bytes));
        input.setEncoding("ISO-8859-1");
        assertEquals("\u00e4", text(factory.createXMLStreamReader(new SAXSource(input))));
        Stax2ByteArraySource array = new Stax2ByteArraySource(bytes, 0, bytes.length);
        array.setEncoding("ISO-8859-1");
        assertEquals("\u00e4", text(factory.createXMLStreamReader(array)));
        assertThrows(
                XMLStreamException.class, () -> text(factory.createXMLStreamReader(new ByteArrayInputStream(bytes))));
        assertThrows(
                XMLStreamException.class,
                () -> text(factory.createXMLStreamReader(new ByteArrayInputStream(bytes), "no-such-encoding")));
    }

    @Test
    void aPlaceKnowsItsSystemIdentifier(@TempDir Path folder) throws Exception {
        Path file = Files.write(folder.resolve("a.xml"), DOCUMENT);
        XMLStreamReader reader = new WeirInputFactory().createXMLStreamReader(file.toFile());
        reader.next();
        assertEquals(file.toUri().toURL().toExternalForm(), reader.getLocation().getSystemId());
        StreamSource named = new StreamSource(new ByteArrayInputStream(DOCUMENT), "urn:s");
        named.setPublicId("p");
        reader = new WeirInputFactory().createXMLStreamReader(named);
        assertEquals("urn:s", reader.getLocation().getSystemId());
        assertEquals("p", reader.getLocation().getPublicId());
    }

    @Test
    void whatIsNoSourceIsRefused() {
        WeirInputFactory factory = new WeirInputFactory();
        assertThrows(XMLStreamException.class, () -> factory.createXMLStreamReader(new StreamSource()));
        assertThrows(XMLStreamException.class, () -> factory.createXMLStreamReader(new DOMSource()));
        assertThrows(XMLStreamException.class, () -> factory.createXMLStreamReader(new SAXSource()));
        assertThrows(
                XMLStreamException.class,
                () -> factory.createXMLStreamReader(new StreamSource("file:///there/is/no/such/file")));
        assertThrows(IllegalArgumentException.class, () -> factory.createXMLStreamReader((InputStream) null));
    }

    @Test
    void aStreamThatFailsIsTheNestedException() throws Exception {
        IOException failure = new IOException("the line is dead");
        InputStream in = new InputStream() {
            @Override
            public int read() throws IOException {
                throw failure;
            }
        };
        XMLStreamReader reader = new WeirInputFactory().createXMLStreamReader(in);
        XMLStreamException told = assertThrows(XMLStreamException.class, reader::next);
        assertSame(failure, told.getNestedException());
    }

    @Test
    void whatWasGivenIsClosedByItsGiver() throws Exception {
        WeirInputFactory factory = new WeirInputFactory();
        Watched in = new Watched();
        XMLStreamReader2 reader = (XMLStreamReader2) factory.createXMLStreamReader(in);
        text(reader);
        reader.next();
        reader.close();
        assertEquals(0, in.closed.get());
        reader.closeCompletely();
        assertEquals(1, in.closed.get());
        assertFalse(reader.hasNext());

        factory.setProperty(XMLInputFactory2.P_AUTO_CLOSE_INPUT, true);
        Watched other = new Watched();
        reader = (XMLStreamReader2) factory.createXMLStreamReader(other);
        text(reader);
        assertEquals(0, other.closed.get());
        reader.next();
        assertEquals(1, other.closed.get());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a/>",
                "<!-- c --><a p:x='2' x='1' xmlns='d' xmlns:p='u'><b xmlns='' xmlns:q='u'><p:c/></b></a><?p d?>",
                "<a xml:lang='de'> t <![CDATA[<>]]> <b/><?p?></a>"
            })
    void aDomTreeTellsWhatItsDocumentTells(String document) throws Exception {
        DocumentBuilderFactory builders = DocumentBuilderFactory.newInstance();
        builders.setNamespaceAware(true);
        Document tree = builders.newDocumentBuilder().parse(new InputSource(new StringReader(document)));
        XMLStreamReader2 cursor =
                (XMLStreamReader2) new WeirInputFactory().createXMLStreamReader(new DOMSource(tree, "urn:s"));
        assertIterableEquals(facts(CursorTest.read(new WeirInputFactory(), document)), facts(cursor));
        assertEquals("urn:s", cursor.getLocation().getSystemId());
    }

    /** All but what a tree does not keep. */
    private static List<String> facts(XMLStreamReader2 cursor) {
        List<String> facts = CursorTranscript.withoutPlaces(cursor);
        facts.removeIf(fact -> fact.contains(": empty="));
        return facts;
    }

    @Test
    void anElementOfATreeIsADocumentWithTheNamespacesAroundIt() throws Exception {
        DocumentBuilderFactory builders = DocumentBuilderFactory.newInstance();
        builders.setNamespaceAware(true);
        Document tree = builders.newDocumentBuilder()
                .parse(new InputSource(new StringReader("<a xmlns:p='u' xmlns='d'><b p:x='1'>p:t</b><c/></a>")));
        Element inner = (Element) tree.getDocumentElement().getFirstChild();
        inner.appendChild(tree.createElementNS("new", "n:e")).appendChild(tree.createTextNode("2"));
        ((Element) inner.getLastChild()).setAttributeNS("other", "x", "y");
        XMLStreamReader2 cursor = (XMLStreamReader2) new WeirInputFactory().createXMLStreamReader(new DOMSource(inner));
        cursor.nextTag();
        assertEquals("d", cursor.getNamespaceURI());
        assertEquals("u", cursor.getNamespaceURI("p"));
        assertEquals(2, cursor.getNamespaceCount());
        assertEquals("1", cursor.getAttributeValue("u", "x"));
        cursor.next();
        cursor.nextTag();
        assertEquals("new", cursor.getNamespaceURI("n"));
        assertEquals("other", cursor.getNamespaceURI(cursor.getAttributePrefix(0)));
        assertEquals(2, cursor.getElementAsInt());
        assertEquals(XMLStreamReader.END_ELEMENT, cursor.next());
        assertEquals(XMLStreamReader.END_DOCUMENT, cursor.next());
    }

    @Test
    void aTreeWithEntitiesAndAdjacentTextsIsReadInOrder() throws Exception {
        Document tree =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument();
        Element root = tree.createElement("a");
        tree.appendChild(root);
        root.appendChild(tree.createTextNode("1"));
        root.appendChild(tree.createTextNode(""));
        root.appendChild(tree.createEntityReference("none"));
        root.appendChild(tree.createCDATASection("2"));
        root.appendChild(tree.createElement("b"));
        root.appendChild(tree.createTextNode("3"));
        for (boolean coalescing : new boolean[] {false, true}) {
            WeirInputFactory factory = new WeirInputFactory();
            factory.setProperty(WeirInputFactory.IS_COALESCING, coalescing);
            XMLStreamReader cursor = factory.createXMLStreamReader(new DOMSource(tree));
            StringBuilder all = new StringBuilder();
            while (cursor.hasNext()) {
                all.append(cursor.next());
                all.append(cursor.hasText() ? "(" + cursor.getText() + ")" : "").append(' ');
            }
            assertEquals("1 4(1) 12(2) 1 2 4(3) 2 8 ".replace("12", coalescing ? "4" : "12"), all.toString());
        }
    }

    @Test
    void aTransformerTakesACursor() throws Exception {
        XMLStreamReader cursor = CursorTest.read(
                new WeirInputFactory(), "<?xml version='1.0'?><a xmlns='d' p:x='1' xmlns:p='u'>t<!--c--><p:b/></a>");
        StringWriter out = new StringWriter();
        TransformerFactory.newDefaultInstance()
                .newTransformer()
                .transform(new StAXSource(cursor), new StreamResult(out));
        // The JDK's bridge from StAX to SAX drops comments.
        assertTrue(out.toString().endsWith("<a xmlns=\"d\" p:x=\"1\" xmlns:p=\"u\">t<p:b/></a>"), out::toString);

        StringWriter events = new StringWriter();
        TransformerFactory.newDefaultInstance()
                .newTransformer()
                .transform(
                        new StAXSource(new WeirInputFactory().createXMLEventReader(new ByteArrayInputStream(DOCUMENT))),
                        new StreamResult(events));
        assertTrue(events.toString().endsWith("<a>t</a>"), events::toString);
    }
}
