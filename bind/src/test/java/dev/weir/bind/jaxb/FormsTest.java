package dev.weir.bind.jaxb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.UnmarshallerHandler;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlTransient;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.Result;
import javax.xml.transform.Source;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.sax.SAXResult;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stax.StAXResult;
import javax.xml.transform.stax.StAXSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;

/** Every form in which a document comes and goes. */
class FormsTest {
    @XmlRootElement(name = "note", namespace = "urn:n")
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Note {
        @XmlAttribute
        int id;

        @XmlElement(namespace = "urn:n")
        String text;

        @XmlElement(namespace = "urn:n")
        @XmlJavaTypeAdapter(Prefixing.class)
        String adapted;

        @XmlTransient
        private final List<String> calls = new ArrayList<>();

        void beforeUnmarshal(Unmarshaller unmarshaller, Object parent) {
            calls.add("before " + parent);
        }

        void afterUnmarshal(Unmarshaller unmarshaller, Object parent) {
            calls.add("after " + text);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Note note && note.id == id && note.text.equals(text);
        }

        @Override
        public int hashCode() {
            return id;
        }
    }

    public static class Prefixing extends XmlAdapter<String, String> {
        private final String prefix;

        public Prefixing() {
            this("");
        }

        Prefixing(String prefix) {
            this.prefix = prefix;
        }

        @Override
        public String unmarshal(String value) {
            return prefix + value;
        }

        @Override
        public String marshal(String value) {
            return value;
        }
    }

    private static final String XML =
            "<?xml version=\"1.0\"?><!-- c --><n:note xmlns:n=\"urn:n\" id=\"7\"><n:text>a &amp; é</n:text></n:note>";
    private static final JAXBContext CONTEXT = context();
    private static final Note NOTE = note();

    @TempDir
    Path directory;

    private static JAXBContext context() {
        try {
            return new WeirContextFactory().createContext(new Class<?>[] {Note.class}, Map.of());
        } catch (JAXBException wrong) {
            throw new AssertionError(wrong);
        }
    }

    private static Note note() {
        Note note = new Note();
        note.id = 7;
        note.text = "a & é";
        return note;
    }

    private static Document document() throws Exception {
        return DocumentBuilderFactory.newDefaultNSInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(XML)));
    }

    private static XMLReader parser() throws Exception {
        SAXParserFactory factory = SAXParserFactory.newDefaultNSInstance();
        return factory.newSAXParser().getXMLReader();
    }

    private static XMLStreamReader stax() throws Exception {
        return XMLInputFactory.newDefaultFactory().createXMLStreamReader(new StringReader(XML));
    }

    @Test
    void everySource() throws Exception {
        Unmarshaller unmarshaller = CONTEXT.createUnmarshaller();
        byte[] bytes = XML.getBytes(StandardCharsets.UTF_8);
        File file = Files.write(directory.resolve("note.xml"), bytes).toFile();
        assertEquals(NOTE, unmarshaller.unmarshal(file));
        assertEquals(NOTE, unmarshaller.unmarshal(file.toURI().toURL()));
        assertEquals(NOTE, unmarshaller.unmarshal(new ByteArrayInputStream(bytes)));
        assertEquals(NOTE, unmarshaller.unmarshal(new StringReader(XML)));
        assertEquals(NOTE, unmarshaller.unmarshal(new InputSource(new StringReader(XML))));
        assertEquals(NOTE, unmarshaller.unmarshal(new InputSource(new ByteArrayInputStream(bytes))));
        assertEquals(NOTE, unmarshaller.unmarshal(new InputSource(file.toURI().toString())));
        assertEquals(NOTE, unmarshaller.unmarshal(document()));
        assertEquals(NOTE, unmarshaller.unmarshal(document().getDocumentElement()));
        assertEquals(NOTE, unmarshaller.unmarshal(stax()));
        assertEquals(
                NOTE,
                unmarshaller.unmarshal(
                        XMLInputFactory.newDefaultFactory().createXMLEventReader(new StringReader(XML))));
        for (Source source : sources(file)) {
            assertEquals(NOTE, unmarshaller.unmarshal(source), source.getClass().getName());
        }
        for (Source source : sources(file)) {
            JAXBElement<Note> element = unmarshaller.unmarshal(source, Note.class);
            assertEquals(NOTE, element.getValue(), source.getClass().getName());
            assertEquals("note", element.getName().getLocalPart());
        }
        UnmarshallerHandler handler = unmarshaller.getUnmarshallerHandler();
        XMLReader parser = parser();
        parser.setContentHandler(handler);
        parser.parse(new InputSource(new StringReader(XML)));
        assertEquals(NOTE, handler.getResult());
    }

    @Test
    void aHandlerIsUsedAgainWhateverCameOfTheDocumentBefore() throws Exception {
        UnmarshallerHandler handler = CONTEXT.createUnmarshaller().getUnmarshallerHandler();
        XMLReader parser = parser();
        parser.setContentHandler(handler);
        String broken = XML.substring(0, XML.lastIndexOf("</"));
        for (String before : List.of(XML, broken, XML.replace(NOTE.text, "another"), XML)) {
            try {
                parser.parse(new InputSource(new StringReader(before)));
                assertEquals(before.equals(XML), NOTE.equals(handler.getResult()));
            } catch (SAXParseException failed) {
                assertEquals(broken, before);
                assertThrows(IllegalStateException.class, handler::getResult);
            }
        }
    }

    private static List<Source> sources(File file) throws Exception {
        return List.of(
                new StreamSource(new StringReader(XML)),
                new StreamSource(new ByteArrayInputStream(XML.getBytes(StandardCharsets.UTF_8))),
                new StreamSource(file),
                new DOMSource(document()),
                new SAXSource(new InputSource(new StringReader(XML))),
                new SAXSource(parser(), new InputSource(new StringReader(XML))),
                new StAXSource(stax()),
                new StAXSource(XMLInputFactory.newDefaultFactory().createXMLEventReader(new StringReader(XML))));
    }

    @Test
    void partOfAStaxDocumentLeavesTheReaderBehindIt() throws Exception {
        XMLStreamReader reader = XMLInputFactory.newDefaultFactory()
                .createXMLStreamReader(new StringReader(
                        "<all xmlns=\"urn:n\"><note id=\"7\"><text>a &amp; é</text></note><end/></all>"));
        reader.nextTag();
        reader.nextTag();
        assertEquals(NOTE, CONTEXT.createUnmarshaller().unmarshal(reader));
        assertEquals("end", reader.getLocalName());
    }

    @Test
    void everyResult() throws Exception {
        Marshaller marshaller = CONTEXT.createMarshaller();
        String expected = ReferenceComparison.canonical(ReferenceComparison.write(CONTEXT, NOTE));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        marshaller.marshal(NOTE, bytes);
        assertEquals(expected, ReferenceComparison.canonical(bytes.toString(StandardCharsets.UTF_8)));
        File file = directory.resolve("out.xml").toFile();
        marshaller.marshal(NOTE, file);
        assertEquals(expected, ReferenceComparison.canonical(Files.readString(file.toPath())));
        StringWriter writer = new StringWriter();
        marshaller.marshal(NOTE, new StreamResult(writer));
        assertEquals(expected, ReferenceComparison.canonical(writer.toString()));
        DOMResult dom = new DOMResult();
        marshaller.marshal(NOTE, dom);
        assertEquals(NOTE, CONTEXT.createUnmarshaller().unmarshal(dom.getNode()));
        UnmarshallerHandler handler = CONTEXT.createUnmarshaller().getUnmarshallerHandler();
        marshaller.marshal(NOTE, new SAXResult(handler));
        assertEquals(NOTE, handler.getResult());
        XMLOutputFactory factory = XMLOutputFactory.newDefaultFactory();
        StringWriter stax = new StringWriter();
        marshaller.marshal(NOTE, factory.createXMLStreamWriter(stax));
        assertEquals(expected, ReferenceComparison.canonical(stax.toString()));
        StringWriter staxResult = new StringWriter();
        marshaller.marshal(NOTE, new StAXResult(factory.createXMLStreamWriter(staxResult)));
        assertEquals(expected, ReferenceComparison.canonical(staxResult.toString()));
        StringWriter events = new StringWriter();
        marshaller.marshal(NOTE, factory.createXMLEventWriter(events));
        assertEquals(expected, ReferenceComparison.canonical(events.toString()));
    }

    @Test
    void propertiesOfTheDocument() throws Exception {
        Marshaller marshaller = CONTEXT.createMarshaller();
        marshaller.setProperty(Marshaller.JAXB_ENCODING, "ISO-8859-1");
        marshaller.setProperty(Marshaller.JAXB_SCHEMA_LOCATION, "urn:n note.xsd");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        marshaller.marshal(NOTE, bytes);
        String written = bytes.toString(StandardCharsets.ISO_8859_1);
        assertTrue(written.startsWith("<?xml version=\"1.0\" encoding=\"ISO-8859-1\" standalone=\"yes\"?>"), written);
        assertTrue(written.contains("schemaLocation=\"urn:n note.xsd\"") && written.contains("é"), written);
        marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
        marshaller.setProperty(Marshaller.JAXB_FORMATTED_OUTPUT, true);
        StringWriter out = new StringWriter();
        marshaller.marshal(NOTE, out);
        assertTrue(out.toString().startsWith("<"), out.toString());
        assertTrue(out.toString().contains("\n    <"), out.toString());
    }

    @Test
    void aPrefixMapperIsAsked() throws Exception {
        Marshaller marshaller = CONTEXT.createMarshaller();
        marshaller.setProperty(
                "org.glassfish.jaxb.namespacePrefixMapper",
                new org.glassfish.jaxb.runtime.marshaller.NamespacePrefixMapper() {
                    @Override
                    public String getPreferredPrefix(String uri, String suggestion, boolean required) {
                        return uri.equals("urn:n") ? "mine" : suggestion;
                    }
                });
        StringWriter out = new StringWriter();
        marshaller.marshal(NOTE, out);
        assertTrue(out.toString().contains("<mine:note"), out.toString());
    }

    @Test
    void callbacksListenersAndAdaptersThatWereSet() throws Exception {
        List<String> heard = new ArrayList<>();
        Unmarshaller unmarshaller = CONTEXT.createUnmarshaller();
        unmarshaller.setListener(new Unmarshaller.Listener() {
            @Override
            public void beforeUnmarshal(Object target, Object parent) {
                heard.add("before");
            }

            @Override
            public void afterUnmarshal(Object target, Object parent) {
                heard.add("after");
            }
        });
        unmarshaller.setAdapter(new Prefixing("set: "));
        Note note = (Note) unmarshaller.unmarshal(
                new StringReader("<note xmlns=\"urn:n\"><text>t</text><adapted>v</adapted></note>"));
        assertEquals(List.of("before", "after"), heard);
        assertEquals(List.of("before null", "after t"), note.calls);
        assertEquals("set: v", note.adapted);
        assertNotNull(unmarshaller.getAdapter(Prefixing.class));
    }

    @Test
    void aSchemaIsHeldTo() throws Exception {
        Schema schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(new StreamSource(new StringReader("""
                        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:n"
                            elementFormDefault="qualified"><xs:element name="note"><xs:complexType><xs:sequence>
                          <xs:element name="text"><xs:simpleType><xs:restriction base="xs:string"><xs:maxLength value="3"/>
                          </xs:restriction></xs:simpleType></xs:element></xs:sequence><xs:attribute name="id" type="xs:int"/>
                        </xs:complexType></xs:element></xs:schema>""")));
        List<String> told = new ArrayList<>();
        Unmarshaller unmarshaller = CONTEXT.createUnmarshaller();
        unmarshaller.setSchema(schema);
        unmarshaller.setEventHandler(event -> told.add(event.getMessage()));
        assertEquals(NOTE, unmarshaller.unmarshal(new StringReader(XML)));
        assertTrue(told.get(0).contains("maxLength"), told::toString);
    }

    @Test
    void theProviderIsFoundAndContextsAreKept() throws Exception {
        assertTrue(ServiceLoader.load(jakarta.xml.bind.JAXBContextFactory.class).stream()
                .anyMatch(provider -> provider.type() == WeirContextFactory.class));
        assertSame(CONTEXT, context());
        JAXBContext byPath = new WeirContextFactory()
                .createContext("dev.weir.bind.jaxb.indexed", FormsTest.class.getClassLoader(), Map.of());
        assertInstanceOf(
                dev.weir.bind.jaxb.indexed.Thing.class,
                byPath.createUnmarshaller().unmarshal(new StringReader("<thing/>")));
    }

    @Test
    void nullIsAnIllegalArgument() throws Exception {
        JAXBContext context = new ReferenceComparison(Note.class).weir;
        Unmarshaller unmarshaller = context.createUnmarshaller();
        Marshaller marshaller = context.createMarshaller();
        StringWriter out = new StringWriter();
        Note note = new Note();
        for (Executable call : List.<Executable>of(
                () -> unmarshaller.unmarshal((File) null),
                () -> unmarshaller.unmarshal((InputStream) null),
                () -> unmarshaller.unmarshal((Reader) null),
                () -> unmarshaller.unmarshal((Node) null),
                () -> unmarshaller.unmarshal((Source) null),
                () -> unmarshaller.unmarshal((XMLStreamReader) null, Note.class),
                () -> unmarshaller.unmarshal(new StreamSource(new StringReader("<note/>")), null),
                () -> unmarshaller.setProperty(null, ""),
                () -> unmarshaller.getAdapter(null),
                () -> marshaller.marshal(null, out),
                () -> marshaller.marshal(note, (OutputStream) null),
                () -> marshaller.marshal(note, (Node) null),
                () -> marshaller.marshal(note, (Result) null),
                () -> marshaller.setProperty(null, ""),
                () -> marshaller.getProperty(null))) {
            assertThrows(IllegalArgumentException.class, call);
        }
        assertEquals("", out.toString());
        assertEquals("    ", marshaller.getProperty("org.glassfish.jaxb.indentString"));
    }
}
