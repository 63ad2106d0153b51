package dev.weir.bind.jaxb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.sax.WeirSaxReader;
import dev.weir.xml.stax.WeirInputFactory;
import dev.weir.xml.stax.WeirOutputFactory;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.MarshalException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.UnmarshalException;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.UnmarshallerHandler;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlMixed;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.AttributesImpl;
import org.xml.sax.helpers.DefaultHandler;
import org.xml.sax.helpers.XMLFilterImpl;

/** SAX and StAX, in and out: the same objects and documents as by bytes, in the memory of streaming. */
class StreamingFormsTest {
    @XmlRootElement(namespace = "urn:s")
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Log {
        @XmlAttribute
        Integer version;

        @XmlElement(namespace = "urn:s")
        List<Entry> entry = new ArrayList<>();

        @XmlElement(namespace = "urn:s")
        QName kind;

        @XmlElement(namespace = "urn:s")
        Object anything;

        @XmlElement(namespace = "urn:s")
        Text text;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Entry {
        @XmlAttribute
        int number;

        @XmlElement(namespace = "urn:s")
        String message;

        @XmlElement(namespace = "urn:s")
        double[] value;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Text {
        @XmlMixed
        @XmlAnyElement(lax = true)
        List<Object> content = new ArrayList<>();
    }

    private static final ReferenceComparison BESIDE = beside();

    private static ReferenceComparison beside() {
        try {
            return new ReferenceComparison(Log.class);
        } catch (JAXBException wrong) {
            throw new AssertionError(wrong);
        }
    }

    private static final String XML = """
            <?xml version="1.0"?>
            <!-- before --><?before it?><s:log xmlns:s="urn:s" xmlns:q="urn:q" xmlns:xs="http://www.w3.org/2001/XMLSchema"
                xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version=" 3 ">
              <s:entry number="1"><s:message>a &amp; <![CDATA[<b>]]> &#xe9;</s:message>
                <s:value>1.5</s:value><s:value> -0 </s:value></s:entry>
              <entry xmlns="urn:s" number="2"><message/><unknown><q:x/>y</unknown></entry>
              <s:kind>q:fast</s:kind>
              <s:anything xsi:type="xs:int">7</s:anything>
              <s:text>some <q:b q:c="d">bold<inner/></q:b> and <s:log version="4"/> more</s:text>
            </s:log><!-- after -->""";

    /** What reads by SAX or StAX. */
    enum Source {
        STREAM_READER {
            @Override
            Object read(Unmarshaller unmarshaller, InputStream in) throws Exception {
                return unmarshaller.unmarshal(
                        XMLInputFactory.newDefaultFactory().createXMLStreamReader(in));
            }
        },
        WEIR_STREAM_READER {
            @Override
            Object read(Unmarshaller unmarshaller, InputStream in) throws Exception {
                return unmarshaller.unmarshal(new WeirInputFactory().createXMLStreamReader(in));
            }
        },
        EVENT_READER {
            @Override
            Object read(Unmarshaller unmarshaller, InputStream in) throws Exception {
                return unmarshaller.unmarshal(
                        XMLInputFactory.newDefaultFactory().createXMLEventReader(in));
            }
        },
        WEIR_EVENT_READER {
            @Override
            Object read(Unmarshaller unmarshaller, InputStream in) throws Exception {
                return unmarshaller.unmarshal(new WeirInputFactory().createXMLEventReader(in));
            }
        },
        WEIR_SAX {
            @Override
            Object read(Unmarshaller unmarshaller, InputStream in) throws Exception {
                return unmarshaller.unmarshal(new SAXSource(new WeirSaxReader(), new InputSource(in)));
            }
        },
        SCHEMA {
            @Override
            Object read(Unmarshaller unmarshaller, InputStream in) throws Exception {
                unmarshaller.setSchema(schema("<xs:element name='log'/>"));
                unmarshaller.setEventHandler(event -> true);
                return unmarshaller.unmarshal(in);
            }
        },
        SAX {
            @Override
            Object read(Unmarshaller unmarshaller, InputStream in) throws Exception {
                return unmarshaller.unmarshal(new SAXSource(parser(), new InputSource(in)));
            }
        },
        SAX_WITH_NAMESPACE_PREFIXES {
            @Override
            Object read(Unmarshaller unmarshaller, InputStream in) throws Exception {
                XMLReader parser = parser();
                parser.setFeature("http://xml.org/sax/features/namespace-prefixes", true);
                return unmarshaller.unmarshal(new SAXSource(parser, new InputSource(in)));
            }
        },
        HANDLER {
            @Override
            Object read(Unmarshaller unmarshaller, InputStream in) throws Exception {
                UnmarshallerHandler handler = unmarshaller.getUnmarshallerHandler();
                XMLReader parser = parser();
                parser.setContentHandler(handler);
                parser.parse(new InputSource(in));
                return handler.getResult();
            }
        };

        abstract Object read(Unmarshaller unmarshaller, InputStream in) throws Exception;

        /** SAX pushes, and what is pushed waits until the document has ended. */
        boolean isStreaming() {
            return ordinal() < SAX.ordinal();
        }
    }

    private static XMLReader parser() throws Exception {
        return SAXParserFactory.newDefaultNSInstance().newSAXParser().getXMLReader();
    }

    private static Schema schema(String declarations) throws SAXException {
        return SchemaFactory.newDefaultInstance()
                .newSchema(new StreamSource(new StringReader("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'"
                        + " targetNamespace='urn:s' xmlns='urn:s' elementFormDefault='qualified'>" + declarations
                        + "</xs:schema>")));
    }

    private static InputStream bytes(String xml) {
        return new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8));
    }

    // ---------------------------------------------------------------- in

    @ParameterizedTest
    @EnumSource
    void everySourceGivesWhatBytesGive(Source source) throws Exception {
        Object expected = BESIDE.weir.createUnmarshaller().unmarshal(bytes(XML));
        ReferenceComparison.assertSameGraph(
                expected, source.read(BESIDE.weir.createUnmarshaller(), bytes(XML)), source.name());
        Object theirs = BESIDE.reference.createUnmarshaller().unmarshal(bytes(XML.replaceAll(">\\s+<", "><")));
        ReferenceComparison.assertSameGraph(
                theirs,
                source.read(BESIDE.weir.createUnmarshaller(), bytes(XML.replaceAll(">\\s+<", "><"))),
                source.name());
    }

    /** A document of entries without end, nearly; counts what was taken of it. */
    private static final class Entries extends InputStream {
        private static final int COUNT = 20_000;
        private final Iterator<String> pieces = Stream.concat(
                        Stream.of("<log xmlns='urn:s'>"),
                        Stream.concat(
                                IntStream.range(0, COUNT)
                                        .mapToObj(i -> "<entry number='" + i + "'><message>m</message></entry>"),
                                Stream.of("</log>")))
                .iterator();
        private InputStream piece = bytes("");
        int entries;

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] to, int offset, int length) {
            try {
                int count = piece.read(to, offset, length);
                while (count < 0 && pieces.hasNext()) {
                    piece = bytes(pieces.next());
                    entries++;
                    count = piece.read(to, offset, length);
                }
                return count;
            } catch (IOException never) {
                throw new AssertionError(never);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void objectsAreMadeWhileTheDocumentComes(Source source) throws Exception {
        Entries document = new Entries();
        Unmarshaller unmarshaller = BESIDE.weir.createUnmarshaller();
        List<Integer> ahead = new ArrayList<>();
        unmarshaller.setListener(new Unmarshaller.Listener() {
            @Override
            public void afterUnmarshal(Object target, Object parent) {
                if (target instanceof Entry entry) {
                    ahead.add(document.entries - entry.number);
                }
            }
        });
        Log log = (Log) source.read(unmarshaller, document);
        assertEquals(Entries.COUNT, log.entry.size());
        if (source.isStreaming()) {
            assertTrue(Collections.max(ahead) < 3_000, () -> "read ahead: " + Collections.max(ahead));
        }
    }

    @Test
    void partsOfADocumentAreReadOneAfterTheOther() throws Exception {
        String all = "<all xmlns='urn:s' xmlns:q='urn:q'><!-- c --><log><kind>q:one</kind></log>"
                + "<log><kind>q:two</kind><text><q:b/></text></log> tail</all>";
        for (XMLInputFactory factory : List.of(XMLInputFactory.newDefaultFactory(), new WeirInputFactory())) {
            XMLStreamReader reader = factory.createXMLStreamReader(bytes(all));
            reader.nextTag();
            reader.nextTag();
            Unmarshaller unmarshaller = BESIDE.weir.createUnmarshaller();
            assertEquals(new QName("urn:q", "one"), ((Log) unmarshaller.unmarshal(reader)).kind);
            assertTrue(reader.isStartElement(), factory.toString());
            JAXBElement<Log> two = unmarshaller.unmarshal(reader, Log.class);
            assertEquals(new QName("urn:q", "two"), two.getValue().kind);
            assertEquals(new QName("urn:s", "log"), two.getName());
            assertTrue(reader.isCharacters(), factory.toString());
            assertEquals(" tail", reader.getText());
            reader.nextTag();
            assertEquals("all", reader.getLocalName());
            assertThrows(IllegalStateException.class, () -> reader.getAttributeCount());
        }
    }

    @Test
    void aStaxReaderGoesOnAfterAValueThatIsWrong() throws Exception {
        String all = "<log xmlns='urn:s'><entry number='x'><value>1,5</value><message>m</message></entry></log>";
        for (XMLInputFactory factory : List.of(XMLInputFactory.newDefaultFactory(), new WeirInputFactory())) {
            List<String> told = new ArrayList<>();
            Unmarshaller unmarshaller = BESIDE.weir.createUnmarshaller();
            unmarshaller.setEventHandler(event -> {
                told.add(event.getLocator().getLineNumber() + ": " + event.getMessage());
                return true;
            });
            Log log = (Log) unmarshaller.unmarshal(factory.createXMLStreamReader(bytes(all)));
            assertEquals("m", log.entry.get(0).message);
            assertEquals(2, told.size(), told::toString);
            assertTrue(told.stream().allMatch(message -> message.startsWith("1: ")), told::toString);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDocumentThatIsNotWellFormedIsRefused(Source source) {
        Exception refused = assertThrows(
                Exception.class,
                () -> source.read(BESIDE.weir.createUnmarshaller(), bytes("<log xmlns='urn:s'><a></log>")));
        if (source == Source.HANDLER) {
            assertInstanceOf(SAXException.class, refused);
        } else {
            assertInstanceOf(UnmarshalException.class, refused);
        }
    }

    @Test
    void anEntityThatIsNotExpandedIsNotLost() throws Exception {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        String xml =
                "<!DOCTYPE log [<!ENTITY e 'text'>]><log xmlns='urn:s'><entry><message>a&e;</message></entry></log>";
        XMLStreamReader reader = factory.createXMLStreamReader(bytes(xml));
        UnmarshalException refused = assertThrows(
                UnmarshalException.class, () -> BESIDE.weir.createUnmarshaller().unmarshal(reader));
        assertTrue(String.valueOf(refused.getMessage()).contains("the entity e"), refused::getMessage);
    }

    @Test
    void aFilterBetweenParserAndUnmarshallerIsHeard() throws Exception {
        XMLFilterImpl filter = new XMLFilterImpl(parser()) {
            @Override
            public void startElement(String uri, String local, String qualified, Attributes attributes)
                    throws SAXException {
                super.startElement("urn:s", local, qualified, attributes);
            }
        };
        SAXSource source = new SAXSource(filter, new InputSource(new StringReader("<log><entry number='5'/></log>")));
        Log log = (Log) BESIDE.weir.createUnmarshaller().unmarshal(source);
        assertEquals(5, log.entry.get(0).number);
    }

    @Test
    void settingsOfWeirsOwnParserHold() throws Exception {
        WeirSaxReader parser = new WeirSaxReader();
        parser.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        SAXSource source =
                new SAXSource(parser, new InputSource(new StringReader("<!DOCTYPE log><log xmlns='urn:s'/>")));
        assertThrows(
                UnmarshalException.class, () -> BESIDE.weir.createUnmarshaller().unmarshal(source));
    }

    @Test
    void manyElementsMayBePushedCharacterByCharacter() throws Exception {
        int count = 50_000;
        UnmarshallerHandler handler = BESIDE.weir.createUnmarshaller().getUnmarshallerHandler();
        AttributesImpl number = new AttributesImpl();
        number.addAttribute("", "number", "number", "CDATA", "");
        handler.startDocument();
        handler.startElement("urn:s", "log", "log", new AttributesImpl());
        for (int i = 0; i < count; i++) {
            number.setValue(0, Integer.toString(i));
            handler.startElement("urn:s", "entry", "entry", number);
            handler.startElement("urn:s", "message", "message", new AttributesImpl());
            char[] message = ("message \u0142 " + i).toCharArray();
            for (int at = 0; at < message.length; at++) {
                handler.characters(message, at, 1);
            }
            handler.endElement("urn:s", "message", "message");
            handler.endElement("urn:s", "entry", "entry");
        }
        handler.endElement("urn:s", "log", "log");
        handler.endDocument();
        Log log = (Log) handler.getResult();
        assertEquals(count, log.entry.size());
        for (int i = 0; i < count; i++) {
            assertEquals(i, log.entry.get(i).number);
            assertEquals("message \u0142 " + i, log.entry.get(i).message);
        }
    }

    @Test
    void aNameThatChangesItsMeaningIsReadAsWhatItStandsFor() throws Exception {
        StringBuilder xml = new StringBuilder("<s:log xmlns:s='urn:s' xmlns:q='urn:0'>");
        for (int i = 0; i < 12_000; i++) {
            xml.append("<q:entry xmlns:q='urn:")
                    .append(i % 3 == 0 ? "s" : "x" + i)
                    .append("' number='")
                    .append(i)
                    .append("'/>");
        }
        xml.append("<s:kind>q:zero</s:kind></s:log>");
        for (Source source : List.of(Source.SAX, Source.SAX_WITH_NAMESPACE_PREFIXES, Source.HANDLER, Source.SCHEMA)) {
            Log log = (Log) source.read(BESIDE.weir.createUnmarshaller(), bytes(xml.toString()));
            assertEquals(4_000, log.entry.size(), source.toString());
            assertEquals(9, log.entry.get(3).number);
            assertEquals(new QName("urn:0", "zero"), log.kind);
        }
    }

    // ---------------------------------------------------------------- validated

    private static final String ENTRIES = "<xs:element name='log'><xs:complexType><xs:sequence>"
            + "<xs:element name='entry' maxOccurs='unbounded'><xs:complexType><xs:sequence>"
            + "<xs:element name='message' type='xs:string' default='none' minOccurs='0'/></xs:sequence>"
            + "<xs:attribute name='number' type='xs:int' default='42'/></xs:complexType></xs:element></xs:sequence>"
            + "<xs:attribute name='version' type='xs:int'/></xs:complexType></xs:element>";

    @Test
    void theDefaultsOfTheSchemaAreRead() throws Exception {
        Unmarshaller unmarshaller = BESIDE.weir.createUnmarshaller();
        unmarshaller.setSchema(schema(ENTRIES));
        Log log = (Log) unmarshaller.unmarshal(bytes("<log xmlns='urn:s'><entry><message/></entry></log>"));
        assertEquals(42, log.entry.get(0).number);
        assertEquals("none", log.entry.get(0).message);
    }

    @Test
    void whatIsNotValidIsToldWithItsPlaceWhereItIsRead() throws Exception {
        String xml = "<log xmlns='urn:s'>\n<entry number='1'/>\n<entry number='x'/>\n<other/></log>";
        List<String> ours = validated(BESIDE.weir.createUnmarshaller(), xml);
        assertTrue(ours.get(0).startsWith("entry 1"), ours::toString);
        assertTrue(ours.get(1).startsWith("3: "), ours::toString);
        assertTrue(ours.stream().anyMatch(told -> told.startsWith("4: ") && told.contains("other")), ours::toString);
        Unmarshaller strict = BESIDE.weir.createUnmarshaller();
        strict.setSchema(schema(ENTRIES));
        UnmarshalException refused = assertThrows(UnmarshalException.class, () -> strict.unmarshal(bytes(xml)));
        assertInstanceOf(SAXException.class, refused.getLinkedException());
    }

    private static List<String> validated(Unmarshaller unmarshaller, String xml) throws Exception {
        List<String> told = new ArrayList<>();
        unmarshaller.setSchema(schema(ENTRIES));
        unmarshaller.setEventHandler(event -> {
            told.add(event.getLocator().getLineNumber() + ": " + event.getMessage());
            return true;
        });
        unmarshaller.setListener(new Unmarshaller.Listener() {
            @Override
            public void afterUnmarshal(Object target, Object parent) {
                if (target instanceof Entry entry) {
                    told.add("entry " + entry.number);
                }
            }
        });
        unmarshaller.unmarshal(bytes(xml));
        return told;
    }

    // ---------------------------------------------------------------- out

    /** Where it is written; what says how much of it was. */
    enum Target {
        STREAM_WRITER {
            @Override
            void write(Marshaller marshaller, Object object, StringWriter out) throws Exception {
                marshaller.marshal(object, XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out));
            }
        },
        WEIR_STREAM_WRITER {
            @Override
            void write(Marshaller marshaller, Object object, StringWriter out) throws Exception {
                marshaller.marshal(object, new WeirOutputFactory().createXMLStreamWriter(out));
            }
        },
        EVENT_WRITER {
            @Override
            void write(Marshaller marshaller, Object object, StringWriter out) throws Exception {
                marshaller.marshal(object, XMLOutputFactory.newDefaultFactory().createXMLEventWriter(out));
            }
        },
        HANDLER {
            @Override
            void write(Marshaller marshaller, Object object, StringWriter out) throws Exception {
                marshaller.marshal(object, new DefaultHandler() {
                    private final StringBuilder mappings = new StringBuilder();

                    @Override
                    public void startPrefixMapping(String prefix, String uri) {
                        mappings.append(prefix.isEmpty() ? " xmlns='" : " xmlns:" + prefix + "='")
                                .append(uri)
                                .append('\'');
                    }

                    @Override
                    public void startElement(String uri, String local, String qualified, Attributes attributes) {
                        out.append('<').append(qualified).append(mappings);
                        mappings.setLength(0);
                        for (int i = 0; i < attributes.getLength(); i++) {
                            out.append(' ').append(attributes.getQName(i)).append("='");
                            out.append(attributes.getValue(i)).append('\'');
                        }
                        out.append('>');
                    }

                    @Override
                    public void endElement(String uri, String local, String qualified) {
                        out.append("</").append(qualified).append('>');
                    }

                    @Override
                    public void characters(char[] text, int start, int length) {
                        out.append(new String(text, start, length)
                                .replace("&", "&amp;")
                                .replace("<", "&lt;"));
                    }
                });
            }
        };

        abstract void write(Marshaller marshaller, Object object, StringWriter out) throws Exception;
    }

    @ParameterizedTest
    @EnumSource
    void everyTargetGetsWhatIsWrittenAsBytes(Target target) throws Exception {
        Object log = BESIDE.weir.createUnmarshaller().unmarshal(bytes(XML));
        StringWriter out = new StringWriter();
        target.write(BESIDE.weir.createMarshaller(), log, out);
        assertEquals(
                ReferenceComparison.canonical(ReferenceComparison.write(BESIDE.weir, log)),
                ReferenceComparison.canonical(out.toString()),
                out::toString);
    }

    @ParameterizedTest
    @EnumSource
    void targetsAreToldWhileObjectsAreMet(Target target) throws Exception {
        Log log = new Log();
        StringWriter out = new StringWriter();
        List<Integer> written = new ArrayList<>();
        log.entry = new AbstractList<>() {
            @Override
            public Entry get(int index) {
                written.add(out.getBuffer().length());
                Entry entry = new Entry();
                entry.message = "m".repeat(100);
                return entry;
            }

            @Override
            public int size() {
                return 1_000;
            }
        };
        target.write(BESIDE.weir.createMarshaller(), log, out);
        int half = written.get(500);
        assertTrue(half > 40_000, () -> half + " of " + out.getBuffer().length() + " were written by half of it");
    }

    @Test
    void anElementIsWrittenIntoADocumentThatIsOpen() throws Exception {
        for (XMLOutputFactory factory : List.of(XMLOutputFactory.newDefaultFactory(), new WeirOutputFactory())) {
            StringWriter out = new StringWriter();
            XMLStreamWriter writer = factory.createXMLStreamWriter(out);
            writer.writeStartDocument();
            writer.writeStartElement("", "all", "urn:other");
            writer.writeDefaultNamespace("urn:other");
            Marshaller marshaller = BESIDE.weir.createMarshaller();
            marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
            Log log = new Log();
            log.version = 5;
            marshaller.marshal(log, writer);
            marshaller.marshal(new JAXBElement<>(new QName("plain"), Log.class, log), writer);
            writer.writeEndDocument();
            writer.flush();
            assertEquals(
                    ReferenceComparison.canonical("<all xmlns='urn:other'><s:log xmlns:s='urn:s' version='5'/>"
                            + "<plain xmlns='' version='5'/></all>"),
                    ReferenceComparison.canonical(out.toString()),
                    out::toString);
        }
    }

    @Test
    void anElementInAnotherNamespaceThanThoseOfTheContextIsWritten() throws Exception {
        Log log = (Log) BESIDE.weir.createUnmarshaller().unmarshal(bytes(XML));
        BESIDE.agreeOnWriting(new JAXBElement<>(new QName("plain"), Log.class, log));
        BESIDE.agreeOnWriting(new JAXBElement<>(new QName("urn:another", "plain"), Log.class, log));
    }

    @Test
    void whatAHandlerThrowsIsTheCause() {
        SAXException full = new SAXException("full");
        MarshalException refused = assertThrows(
                MarshalException.class,
                () -> BESIDE.weir.createMarshaller().marshal(new Log(), new DefaultHandler() {
                    @Override
                    public void startElement(String uri, String local, String qualified, Attributes attributes)
                            throws SAXException {
                        throw full;
                    }
                }));
        assertEquals(full, refused.getLinkedException());
    }
}
