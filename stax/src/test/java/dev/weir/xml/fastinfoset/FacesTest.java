package dev.weir.xml.fastinfoset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.XmlReader;
import dev.weir.xml.reader.ReadOptions;
import dev.weir.xml.reader.Recording;
import dev.weir.xml.sax.WeirSaxParserFactory;
import dev.weir.xml.sax.WeirSaxReader;
import dev.weir.xml.stax.WeirInputFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.SAXParser;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stax.StAXSource;
import javax.xml.transform.stream.StreamResult;
import org.codehaus.stax2.XMLStreamReader2;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.DefaultHandler;

/** StAX, SAX and JAXP over a document that is a fast infoset, or text: nobody sees the difference. */
class FacesTest {
    private static final String TEXT =
            "<?pi d?><a xmlns='urn:a' x='1' y='2'><p:b xmlns:p='urn:p' p:z='é'>text &lt; é<![CDATA[<>]]></p:b><!--c--><n>12</n>"
                    + "</a>";

    private static byte[] text() {
        return TEXT.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] binary() throws Exception {
        return ReferenceImplementation.ofXml(text());
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = new WeirInputFactory();
        factory.setProperty(WeirInputFactory.FAST_INFOSET, true);
        return factory;
    }

    private static String copiedByStax(XMLInputFactory factory, byte[] document) throws Exception {
        StringWriter out = new StringWriter();
        TransformerFactory.newDefaultInstance()
                .newTransformer()
                .transform(
                        new StAXSource(factory.createXMLStreamReader(new ByteArrayInputStream(document))),
                        new StreamResult(out));
        return out.toString();
    }

    @Test
    void aStaxFactoryReadsEither() throws Exception {
        String expected = copiedByStax(new WeirInputFactory(), text());
        assertEquals(expected, copiedByStax(factory(), text()));
        assertEquals(expected, copiedByStax(factory(), binary()));
    }

    @Test
    void aStaxFactoryReadsFastInfosetOnlyWhereItMay() {
        assertThrows(XMLStreamException.class, () -> copiedOrThrown(new WeirInputFactory()));
        assertFalse(
                new WeirInputFactory().getProperty(WeirInputFactory.FAST_INFOSET) instanceof FastInfosetReadOptions);
    }

    private static void copiedOrThrown(XMLInputFactory factory) throws Exception {
        var reader = factory.createXMLStreamReader(new ByteArrayInputStream(binary()));
        while (reader.hasNext()) {
            reader.next();
        }
    }

    @Test
    void typedAccessAndPlacesComeThroughStax() throws Exception {
        XMLStreamReader2 reader =
                (XMLStreamReader2) factory().createXMLStreamReader(new ByteArrayInputStream(binary()));
        while (reader.next() != XMLStreamConstants.START_ELEMENT
                || !reader.getLocalName().equals("n")) {
            if (reader.getEventType() == XMLStreamConstants.START_ELEMENT
                    && reader.getLocalName().equals("a")) {
                assertEquals(2, reader.getAttributeAsInt(1));
            }
        }
        assertTrue(reader.getLocation().getCharacterOffset() > 4);
        assertEquals(12, reader.getElementAsInt());
    }

    private static List<String> told(XMLReader parser, byte[] document) throws Exception {
        List<String> told = new ArrayList<>();
        parser.setContentHandler(new DefaultHandler() {
            @Override
            public void startPrefixMapping(String prefix, String uri) {
                told.add("map " + prefix + "=" + uri);
            }

            @Override
            public void startElement(String uri, String local, String name, Attributes attributes) {
                told.add("start " + uri + " " + local + " " + name);
                for (int i = 0; i < attributes.getLength(); i++) {
                    told.add(attributes.getURI(i) + " " + attributes.getQName(i) + "=" + attributes.getValue(i));
                }
            }

            @Override
            public void characters(char[] text, int start, int length) {
                String more = new String(text, start, length);
                int last = told.size() - 1;
                if (told.get(last).startsWith("text ")) {
                    told.set(last, told.get(last) + more);
                } else {
                    told.add("text " + more);
                }
            }

            @Override
            public void endElement(String uri, String local, String name) {
                told.add("end " + name);
            }

            @Override
            public void processingInstruction(String target, String data) {
                told.add("pi " + target + " " + data);
            }
        });
        parser.parse(new InputSource(new ByteArrayInputStream(document)));
        return told;
    }

    @Test
    void aSaxReaderReadsEither() throws Exception {
        List<String> expected = told(new WeirSaxReader(), text());
        XMLReader parser = new WeirSaxReader();
        assertEquals(false, parser.getProperty(WeirSaxReader.FAST_INFOSET));
        parser.setProperty(WeirSaxReader.FAST_INFOSET, true);
        assertEquals(expected, told(parser, text()));
        assertEquals(expected, told(parser, binary()));
        assertThrows(SAXException.class, () -> told(new WeirSaxReader(), binary()));
        StringWriter out = new StringWriter();
        TransformerFactory.newDefaultInstance()
                .newTransformer()
                .transform(
                        new SAXSource(parser, new InputSource(new ByteArrayInputStream(binary()))),
                        new StreamResult(out));
        assertTrue(out.toString().contains("<n>12</n>"), out.toString());
    }

    @Test
    void aJaxpParserReadsEither() throws Exception {
        WeirSaxParserFactory factory = new WeirSaxParserFactory();
        factory.setNamespaceAware(true);
        SAXParser parser = factory.newSAXParser();
        parser.setProperty(WeirSaxReader.FAST_INFOSET, FastInfosetReadOptions.DEFAULT);
        assertEquals(told(new WeirSaxReader(), text()), told(parser.getXMLReader(), binary()));
    }

    /** A document is told by its first octets, of which no more are taken than that needs. */
    @ParameterizedTest
    @ValueSource(strings = {"<a/>", "<?xml version=\"1.0\"?><a/>", "<?xml version='1.0' encoding='UTF-8'?><a/>"})
    void textIsToldByItsFirstOctets(String document) throws Exception {
        byte[] octets = document.getBytes(StandardCharsets.UTF_8);
        assertFalse(FastInfoset.isFastInfoset(octets, 0, octets.length));
        int[] taken = {0};
        InputStream in = new ByteArrayInputStream(octets) {
            @Override
            public synchronized int read() {
                taken[0]++;
                return super.read();
            }

            @Override
            public void close() throws IOException {
                throw new IOException("not opened by the reader");
            }
        };
        XmlReader reader = FastInfoset.readerOfEither(in, ReadOptions.DEFAULT, FastInfosetReadOptions.DEFAULT);
        int afterOpening = taken[0];
        assertTrue(afterOpening < document.indexOf("?>") + 2 || afterOpening <= 2, "octets taken: " + afterOpening);
        assertEquals(List.of("start a  []", "end a"), Recording.of(reader));
    }

    @Test
    void fastInfosetsAreToldByTheirFirstOctets() throws Exception {
        byte[] plain = binary();
        byte[] declared = Octets.of("'<?xml encoding=' 27 'finf' 27 '?>'" + Octets.DOCUMENT + "3C 00 'a' FF");
        for (byte[] document : List.of(plain, declared)) {
            assertTrue(FastInfoset.isFastInfoset(document, 0, document.length));
            assertFalse(FastInfoset.isFastInfoset(document, 0, 3));
            List<String> expected = Recording.of(FastInfoset.reader(document));
            assertEquals(
                    expected,
                    Recording.of(FastInfoset.readerOfEither(
                            new ByteArrayInputStream(document), ReadOptions.DEFAULT, FastInfosetReadOptions.DEFAULT)));
            assertEquals(
                    expected,
                    Recording.of(FastInfoset.readerOfEither(
                            document, 0, document.length, ReadOptions.DEFAULT, FastInfosetReadOptions.DEFAULT)));
        }
    }
}
