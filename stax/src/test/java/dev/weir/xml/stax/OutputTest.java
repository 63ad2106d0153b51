package dev.weir.xml.stax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.lang.reflect.Field;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.stream.XMLEventFactory;
import javax.xml.stream.XMLEventReader;
import javax.xml.stream.XMLEventWriter;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import javax.xml.stream.events.XMLEvent;
import javax.xml.transform.Result;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.sax.SAXResult;
import javax.xml.transform.stream.StreamResult;
import org.codehaus.stax2.XMLOutputFactory2;
import org.codehaus.stax2.XMLStreamReader2;
import org.codehaus.stax2.XMLStreamWriter2;
import org.codehaus.stax2.evt.XMLEventFactory2;
import org.codehaus.stax2.io.EscapingWriterFactory;
import org.codehaus.stax2.io.Stax2FileResult;
import org.codehaus.stax2.validation.XMLValidationException;
import org.codehaus.stax2.validation.XMLValidationProblem;
import org.codehaus.stax2.validation.XMLValidationSchema;
import org.codehaus.stax2.validation.XMLValidationSchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.Attributes;
import org.xml.sax.ext.DefaultHandler2;

/** Where StAX writers write to, what their properties change, and the events they take. */
class OutputTest {
    private final WeirOutputFactory factory = new WeirOutputFactory();

    private interface Calls {
        void on(XMLStreamWriter2 writer) throws XMLStreamException;
    }

    private String written(Calls calls) throws XMLStreamException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        XMLStreamWriter2 writer = (XMLStreamWriter2) factory.createXMLStreamWriter(bytes, "UTF-8");
        calls.on(writer);
        writer.close();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private String inA(Calls calls) throws XMLStreamException {
        return written(writer -> {
            writer.writeStartElement("a");
            calls.on(writer);
            writer.writeEndElement();
        });
    }

    private static void order(XMLStreamWriter writer) throws XMLStreamException {
        writer.writeStartDocument();
        writer.writeComment("c");
        writer.writeStartElement("p", "order", "urn:o");
        writer.writeNamespace("p", "urn:o");
        writer.writeDefaultNamespace("urn:d");
        writer.writeAttribute("p", "urn:o", "id", "1");
        writer.writeAttribute("plain", "<2>");
        writer.writeEmptyElement("urn:d", "item");
        writer.writeCharacters("text & more");
        writer.writeCData("<cdata>");
        writer.writeProcessingInstruction("target", "data");
        writer.writeEndElement();
        writer.writeEndDocument();
        writer.close();
    }

    private static final String ORDER =
            "<!--c--><p:order xmlns:p=\"urn:o\" xmlns=\"urn:d\" p:id=\"1\" plain=\"&lt;2>\">"
                    + "<item/>text &amp; more<![CDATA[<cdata>]]><?target data?></p:order>";

    // Targets

    @Test
    void theServiceLoaderFindsTheFactories() {
        assertTrue(ServiceLoader.load(XMLOutputFactory.class).stream()
                .anyMatch(provider -> provider.type() == WeirOutputFactory.class));
        assertTrue(ServiceLoader.load(XMLEventFactory.class).stream()
                .anyMatch(provider -> provider.type() == WeirEventFactory.class));
    }

    @Test
    void streamsWritersAndFilesGetTheSame(@TempDir Path folder) throws Exception {
        String expected = "<?xml version='1.0' encoding='UTF-8'?>" + ORDER;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        order(factory.createXMLStreamWriter(bytes));
        assertEquals(expected, bytes.toString(StandardCharsets.UTF_8));
        StringWriter text = new StringWriter();
        order(factory.createXMLStreamWriter(text));
        assertEquals(expected, text.toString());
        text = new StringWriter();
        order(factory.createXMLStreamWriter(new StreamResult(text)));
        assertEquals(expected, text.toString());
        bytes.reset();
        order(factory.createXMLStreamWriter(new StreamResult(bytes)));
        assertEquals(expected, bytes.toString(StandardCharsets.UTF_8));

        Path file = folder.resolve("order \u00e4.xml");
        List<Result> results = List.of(
                new StreamResult(file.toUri().toString()),
                new StreamResult(file.toFile()),
                new Stax2FileResult(file.toFile()));
        for (Result result : results) {
            order(factory.createXMLStreamWriter(result));
            assertEquals(expected, Files.readString(file));
            Files.delete(file);
        }
        StreamResult plain = new StreamResult();
        plain.setSystemId(file.toString());
        order(factory.createXMLStreamWriter(plain));
        assertEquals(expected, Files.readString(file));
    }

    @Test
    void otherResultsAreRefused() {
        StreamResult http = new StreamResult("http://example.org/x");
        assertThrows(XMLStreamException.class, () -> factory.createXMLStreamWriter(http));
        assertThrows(XMLStreamException.class, () -> factory.createXMLStreamWriter(new StreamResult()));
        assertThrows(XMLStreamException.class, () -> factory.createXMLStreamWriter(new SAXResult()));
        Result unknown = new Result() {
            @Override
            public void setSystemId(String systemId) {}

            @Override
            public String getSystemId() {
                return "x";
            }
        };
        assertThrows(IllegalArgumentException.class, () -> factory.createXMLStreamWriter(unknown));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aTreeGetsWhatTextWouldHold(boolean repairing) throws Exception {
        factory.setProperty(XMLOutputFactory.IS_REPAIRING_NAMESPACES, repairing);
        DOMResult result = new DOMResult();
        order(factory.createXMLStreamWriter(result));
        Document document = assertInstanceOf(Document.class, result.getNode());
        DocumentBuilderFactory builders = DocumentBuilderFactory.newInstance();
        builders.setNamespaceAware(true);
        Document expected =
                builders.newDocumentBuilder().parse(new ByteArrayInputStream(ORDER.getBytes(StandardCharsets.UTF_8)));
        document.normalizeDocument();
        assertTrue(expected.isEqualNode(document));

        Element parent = document.createElement("parent");
        Node sibling = parent.appendChild(document.createElement("last"));
        XMLStreamWriter writer = factory.createXMLStreamWriter(new DOMResult(parent, sibling));
        writer.writeEmptyElement("first");
        writer.writeEmptyElement("second");
        writer.close();
        assertEquals("first", parent.getFirstChild().getNodeName());
        assertEquals("second", parent.getFirstChild().getNextSibling().getNodeName());
        assertSame(sibling, parent.getLastChild());
    }

    @Test
    void handlersGetEventsInOrder() throws Exception {
        List<String> events = new ArrayList<>();
        DefaultHandler2 handler = new DefaultHandler2() {
            @Override
            public void startDocument() {
                events.add("startDocument");
            }

            @Override
            public void endDocument() {
                events.add("endDocument");
            }

            @Override
            public void startPrefixMapping(String prefix, String uri) {
                events.add("map " + prefix + "=" + uri);
            }

            @Override
            public void endPrefixMapping(String prefix) {
                events.add("unmap " + prefix);
            }

            @Override
            public void startElement(String uri, String local, String qualified, Attributes attributes) {
                events.add("<" + uri + " " + local + " " + qualified + " " + attributes.getLength());
            }

            @Override
            public void endElement(String uri, String local, String qualified) {
                events.add("</" + qualified);
            }

            @Override
            public void characters(char[] text, int start, int length) {
                events.add("text " + new String(text, start, length));
            }

            @Override
            public void comment(char[] text, int start, int length) {
                events.add("comment " + new String(text, start, length));
            }

            @Override
            public void startCDATA() {
                events.add("cdata");
            }

            @Override
            public void processingInstruction(String target, String data) {
                events.add("?" + target + " " + data);
            }
        };
        SAXResult result = new SAXResult(handler);
        result.setLexicalHandler(handler);
        order(factory.createXMLStreamWriter(result));
        assertEquals(
                List.of(
                        "startDocument",
                        "comment c",
                        "map p=urn:o",
                        "map =urn:d",
                        "<urn:o order p:order 2",
                        "<urn:d item item 0",
                        "</item",
                        "text text & more",
                        "cdata",
                        "text <cdata>",
                        "?target data",
                        "</p:order",
                        "unmap ",
                        "unmap p",
                        "endDocument"),
                events);
    }

    @Test
    void treesAndHandlersRefuseWhatTextDoes() throws Exception {
        List<Calls> refused = List.of(
                w -> w.writeStartElement("a b"),
                w -> w.writeCharacters("\u0001"),
                w -> w.writeComment("--"),
                w -> w.writeProcessingInstruction("xml", ""),
                w -> w.writeAttribute("x", "\uffff"),
                w -> {
                    w.writeAttribute("x", "");
                    w.writeAttribute("x", "");
                });
        for (Calls calls : refused) {
            for (Result result : List.of(new DOMResult(), new SAXResult(new DefaultHandler2()))) {
                XMLStreamWriter2 writer = (XMLStreamWriter2) factory.createXMLStreamWriter(result);
                writer.writeStartElement("a");
                assertThrows(XMLStreamException.class, () -> calls.on(writer));
            }
            assertThrows(XMLStreamException.class, () -> inA(calls));
        }
    }

    @ParameterizedTest
    @CsvSource({"ISO-8859-1", "UTF-16", "US-ASCII"})
    void theEncodingIsTheWritersOrTheDeclarations(String encoding) throws Exception {
        for (boolean declared : new boolean[] {false, true}) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            XMLStreamWriter2 writer = (XMLStreamWriter2)
                    (declared ? factory.createXMLStreamWriter(bytes) : factory.createXMLStreamWriter(bytes, encoding));
            writer.writeStartDocument(encoding, "1.0");
            writer.writeStartElement("a");
            writer.writeCharacters("\u00e4\u20ac");
            writer.close();
            assertEquals(encoding, writer.getEncoding());
            assertEquals(
                    "<?xml version='1.0' encoding='" + encoding + "'?><a>"
                            + (encoding.equals("US-ASCII") ? "&#xE4;" : "\u00e4")
                            + (encoding.equals("UTF-16") ? "\u20ac" : "&#x20AC;") + "</a>",
                    bytes.toString(Charset.forName(encoding)));
        }
        XMLStreamWriter writer = factory.createXMLStreamWriter(OutputStream.nullOutputStream(), "UTF-8");
        assertThrows(XMLStreamException.class, () -> writer.writeStartDocument(encoding, "1.0"));
        assertThrows(
                XMLStreamException.class, () -> factory.createXMLStreamWriter(OutputStream.nullOutputStream(), "no"));
    }

    @Test
    void aFailingTargetIsToldAsSuch() throws Exception {
        OutputStream failing = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("the line is dead");
            }
        };
        XMLStreamWriter writer = factory.createXMLStreamWriter(failing);
        writer.writeStartElement("a");
        XMLStreamException told = assertThrows(XMLStreamException.class, writer::flush);
        assertInstanceOf(IOException.class, told.getNestedException());
    }

    // Properties

    @Test
    void propertiesChangeWhatIsWritten() throws Exception {
        factory.setProperty("com.ctc.wstx.useDoubleQuotesInXmlDecl", true);
        factory.setProperty("com.ctc.wstx.addSpaceAfterEmptyElem", "true");
        factory.setProperty("com.ctc.wstx.outputCDataAsText", true);
        factory.setProperty("com.ctc.wstx.outputEscapeCr", false);
        factory.setProperty("com.ctc.wstx.outputFixContent", true);
        factory.setProperty("com.ctc.wstx.outputInvalidCharHandler", (IntUnaryOperator) c -> '?');
        assertEquals("<?xml version=\"1.0\" encoding=\"UTF-8\"?><a>&lt;<b />\r<!--a- - -->?</a>", written(writer -> {
            writer.writeStartDocument();
            writer.writeStartElement("a");
            writer.writeCData("<");
            writer.writeStartElement("b");
            writer.writeEndElement();
            writer.writeCharacters("\r");
            writer.writeComment("a--");
            writer.writeCharacters("\u0001");
            writer.writeEndElement();
        }));
        factory.setProperty(XMLOutputFactory2.P_AUTOMATIC_EMPTY_ELEMENTS, false);
        assertEquals("<a></a>", inA(writer -> {}));
        factory.setProperty("com.ctc.wstx.automaticEndElements", false);
        assertThrows(XMLStreamException.class, () -> written(writer -> writer.writeStartElement("a")));
        factory.setProperty("com.ctc.wstx.outputValidateStructure", false);
        assertEquals("<a>", written(writer -> writer.writeStartElement("a")));
    }

    /** What StAX and StAX2 name, and what Woodstox does. */
    @Test
    void allPropertiesOfTheStandardsAndOfWoodstoxAreKnown() throws Exception {
        Set<String> named = new TreeSet<>();
        for (Class<?> type : List.of(
                XMLOutputFactory.class,
                XMLOutputFactory2.class,
                Class.forName("com.ctc.wstx.api.WstxOutputProperties"))) {
            for (Field field : type.getFields()) {
                if (field.getType() == String.class
                        && Set.of("P_", "XSP_I", "XSP_S", "IS_").stream().anyMatch(field.getName()::startsWith)) {
                    named.add((String) field.get(null));
                }
            }
        }
        assertTrue(named.contains("com.ctc.wstx.outputEscapeCr"), named::toString);
        named.removeIf(factory::isPropertySupported);
        assertEquals(Set.of(), named);
    }

    @Test
    void checksCanBeSwitched() throws Exception {
        Calls colon = writer -> writer.writeEmptyElement("p:b");
        Calls twice = writer -> {
            writer.writeAttribute("x", "");
            writer.writeAttribute("x", "");
        };
        assertEquals("<a><p:b/></a>", inA(colon));
        assertThrows(XMLStreamException.class, () -> inA(twice));
        factory.configureForXmlConformance();
        assertThrows(XMLStreamException.class, () -> inA(colon));
        factory.configureForSpeed();
        assertEquals("<a x=\"\" x=\"\"/>", inA(twice));
        assertEquals("<a><!----></a>", inA(writer -> writer.writeComment("")));
        assertEquals("<a><1/></a>", inA(writer -> writer.writeEmptyElement("1")));
        factory.configureForRobustness();
        assertEquals("<a><![CDATA[]]]]><![CDATA[>]]></a>", inA(writer -> writer.writeCData("]]>")));
    }

    @Test
    void theTargetIsClosedWhereThatWasAskedFor() throws Exception {
        int[] closed = {0};
        OutputStream target = new ByteArrayOutputStream() {
            @Override
            public void close() {
                closed[0]++;
            }
        };
        XMLStreamWriter2 writer = (XMLStreamWriter2) factory.createXMLStreamWriter(target);
        writer.writeEmptyElement("a");
        assertSame(target, writer.getProperty("com.ctc.wstx.outputUnderlyingStream"));
        assertNull(writer.getProperty("com.ctc.wstx.outputUnderlyingWriter"));
        writer.close();
        assertEquals(0, closed[0]);
        factory.setProperty(XMLOutputFactory2.P_AUTO_CLOSE_OUTPUT, true);
        writer = (XMLStreamWriter2) factory.createXMLStreamWriter(target);
        writer.writeEmptyElement("a");
        writer.writeEndDocument();
        writer.close();
        assertEquals(1, closed[0]);
        factory.setProperty(XMLOutputFactory2.P_AUTO_CLOSE_OUTPUT, false);
        writer = (XMLStreamWriter2) factory.createXMLStreamWriter(target);
        writer.writeEmptyElement("a");
        writer.closeCompletely();
        assertEquals(2, closed[0]);
    }

    @Test
    void whatIsNotSupportedIsRefused() {
        for (String name : List.of("no.such.property", "com.ctc.wstx.outputUnderlyingStream")) {
            assertThrows(IllegalArgumentException.class, () -> factory.setProperty(name, true));
        }
        assertThrows(IllegalArgumentException.class, () -> factory.getProperty("no.such.property"));
        assertFalse(factory.isPropertySupported("no.such.property"));
        assertThrows(
                IllegalArgumentException.class,
                () -> factory.setProperty("com.ctc.wstx.outputEmptyElementHandler", new Object()));
        assertThrows(
                IllegalArgumentException.class,
                () -> factory.setProperty("com.ctc.wstx.outputInvalidCharHandler", "x"));
        assertThrows(
                IllegalArgumentException.class,
                () -> factory.setProperty(XMLOutputFactory.IS_REPAIRING_NAMESPACES, "maybe"));
        assertEquals("weir", factory.getProperty("org.codehaus.stax2.implName"));
        assertEquals(false, factory.getProperty(XMLOutputFactory.IS_REPAIRING_NAMESPACES));
    }

    @Test
    void escapersOfTheCallersOwnAreUsed() throws Exception {
        EscapingWriterFactory brackets = new EscapingWriterFactory() {
            @Override
            public Writer createEscapingWriterFor(Writer target, String encoding) {
                return new FilterWriter(target) {
                    @Override
                    public void write(String text, int offset, int length) throws IOException {
                        out.write("[" + text.substring(offset, offset + length).replace("<", "&lt;") + "]");
                    }
                };
            }

            @Override
            public Writer createEscapingWriterFor(OutputStream target, String encoding) {
                throw new UnsupportedOperationException();
            }
        };
        factory.setProperty(XMLOutputFactory2.P_TEXT_ESCAPER, brackets);
        assertEquals("<a x=\"&lt;\">[x&lt;>]</a>", inA(writer -> {
            writer.writeAttribute("x", "<");
            writer.writeCharacters("x<>");
        }));
        factory.setProperty(XMLOutputFactory2.P_ATTR_VALUE_ESCAPER, brackets);
        assertEquals("<a x=\"[&lt;]\" n=\"[7]\">[12]</a>", inA(writer -> {
            writer.writeAttribute("x", "<");
            writer.writeIntAttribute("", "", "n", 7);
            writer.writeInt(12);
        }));
    }

    @Test
    void numbersAreThoseOfSchema() throws Exception {
        assertEquals("<a d=\"1.0E-1\" f=\"1.0E-1\">1.5E0 1.0E-1 1.0E0 INF 2.0E0</a>", inA(writer -> {
            writer.writeDoubleAttribute("", "", "d", 0.1);
            writer.writeFloatAttribute("", "", "f", 0.1f);
            writer.writeDouble(1.5);
            writer.writeCharacters(" ");
            writer.writeFloat(0.1f);
            writer.writeDoubleArray(new double[] {1, Double.POSITIVE_INFINITY}, 0, 2);
            writer.writeFloatArray(new float[] {2}, 0, 1);
        }));
    }

    // Copying and events

    private static final String DOCUMENT = "<!DOCTYPE r [<!ENTITY e \"x\">]><?p d?>"
            + "<r xmlns=\"d\" xmlns:p=\"u\" a=\"1\" p:b=\"&amp;\">t &lt;&e;<![CDATA[c]]><!--k--><p:s><t xmlns=\"\"/></p:s></r>";

    private static XMLInputFactory woodstoxInput() throws ReflectiveOperationException {
        XMLInputFactory input = (XMLInputFactory) Class.forName("com.ctc.wstx.stax.WstxInputFactory")
                .getDeclaredConstructor()
                .newInstance();
        input.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        return input;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsReadElsewhereIsCopiedWhole(boolean repairing) throws Exception {
        factory.setProperty(XMLOutputFactory.IS_REPAIRING_NAMESPACES, repairing);
        XMLStreamReader2 reader = (XMLStreamReader2) woodstoxInput().createXMLStreamReader(new StringReader(DOCUMENT));
        assertEquals(DOCUMENT, written(writer -> {
            writer.copyEventFromReader(reader, false);
            while (reader.hasNext()) {
                reader.next();
                writer.copyEventFromReader(reader, false);
            }
        }));

        StringWriter text = new StringWriter();
        XMLEventReader events = woodstoxInput().createXMLEventReader(new StringReader(DOCUMENT));
        XMLEventWriter writer = factory.createXMLEventWriter(text);
        writer.add(events);
        writer.close();
        assertEquals(DOCUMENT, text.toString().replaceFirst("^<\\?xml[^>]*>", ""));
    }

    @Test
    void withoutNamespacesPrefixesAreCopiedAsWritten() throws Exception {
        factory.setProperty("javax.xml.stream.isNamespaceAware", false);
        XMLStreamReader2 reader = (XMLStreamReader2) woodstoxInput().createXMLStreamReader(new StringReader(DOCUMENT));
        assertEquals(DOCUMENT, written(writer -> {
            while (reader.hasNext()) {
                reader.next();
                writer.copyEventFromReader(reader, true);
            }
        }));
    }

    @Test
    void theEventFactoryMakesEventsOfEveryKind() throws Exception {
        XMLEventFactory2 events = new WeirEventFactory();
        StringWriter text = new StringWriter();
        XMLEventWriter writer = factory.createXMLEventWriter(text);
        List<XMLEvent> all = List.of(
                events.createStartDocument("UTF-8", "1.0", true),
                events.createDTD("<!DOCTYPE r>"),
                events.createComment("c"),
                events.createStartElement("p", "u", "r"),
                events.createNamespace("p", "u"),
                events.createNamespace("d"),
                events.createAttribute("x", "1"),
                events.createAttribute("p", "u", "y", "2"),
                events.createCharacters("t<"),
                events.createCData("<c>"),
                events.createSpace(" "),
                events.createIgnorableSpace("\n"),
                events.createEntityReference("e", null),
                events.createProcessingInstruction("t", "d"),
                events.createStartElement(
                        "",
                        "d",
                        "s",
                        List.of(events.createAttribute("z", "3")).iterator(),
                        List.of(events.createNamespace("q", "v")).iterator()),
                events.createEndElement("", "d", "s"),
                events.createEndElement("p", "u", "r"),
                events.createEndDocument());
        for (XMLEvent event : all) {
            writer.add(event);
        }
        writer.close();
        assertEquals(
                "<?xml version='1.0' encoding='UTF-8' standalone='yes'?><!DOCTYPE r><!--c-->"
                        + "<p:r xmlns:p=\"u\" xmlns=\"d\" x=\"1\" p:y=\"2\">t&lt;<![CDATA[<c>]]> \n&e;<?t d?>"
                        + "<s xmlns:q=\"v\" z=\"3\"/></p:r>",
                text.toString());
        assertEquals("r", events.createDTD("r", "s", null, null).getRootName());
    }

    // Validation

    private static final String GRAMMAR = """
            <!ELEMENT a (b*)>
            <!ATTLIST a id ID #REQUIRED>
            <!ELEMENT b (#PCDATA)>
            """;

    private XMLStreamWriter2 validating() throws Exception {
        XMLValidationSchema schema = ((XMLValidationSchemaFactory) Class.forName("com.ctc.wstx.dtd.DTDSchemaFactory")
                        .getDeclaredConstructor()
                        .newInstance())
                .createSchema(new StringReader(GRAMMAR));
        XMLStreamWriter2 writer = (XMLStreamWriter2) factory.createXMLStreamWriter(OutputStream.nullOutputStream());
        writer.validateAgainst(schema);
        return writer;
    }

    @Test
    void linesAreCountedWhereTheyAreAskedForInTime() throws Exception {
        StringWriter text = new StringWriter();
        XMLStreamWriter2 writer = factory.createXMLStreamWriter(text, null);
        assertEquals(1, writer.getLocation().getLineNumber());
        writer.writeStartElement("a");
        for (int line = 1; line < 3000; line++) {
            writer.writeCharacters("\u6f22\n");
            assertEquals(line + 1, writer.getLocation().getLineNumber());
            assertEquals(1, writer.getLocation().getColumnNumber());
        }
        writer.writeCharacters("\u6f22\ud83d\ude00");
        assertEquals(3, writer.getLocation().getColumnNumber());
        assertEquals(2 + 4 * 2999 + 8, writer.getLocation().getCharacterOffset());

        writer = factory.createXMLStreamWriter(new StringWriter(), null);
        writer.writeStartElement("a");
        writer.writeCharacters("\n".repeat(10_000));
        assertEquals(-1, writer.getLocation().getLineNumber(), "nobody asked before");
        assertEquals(10_003, writer.getLocation().getCharacterOffset());
    }

    @Test
    void aValidatorSeesWhatIsWritten() throws Exception {
        XMLStreamWriter2 writer = validating();
        writer.writeStartElement("a");
        writer.writeAttribute("id", "x");
        writer.writeStartElement("b");
        writer.writeCharacters("text");
        writer.writeInt(3);
        writer.writeEndElement();
        writer.writeEmptyElement("b");
        writer.writeEndElement();
        writer.writeEndDocument();

        List<Calls> invalid = List.of(
                w -> w.writeEmptyElement("b"),
                w -> w.writeCharacters("text"),
                w -> w.writeEndElement(),
                w -> {
                    w.writeAttribute("id", "x");
                    w.writeCharacters("text");
                },
                w -> {
                    w.writeAttribute("id", "x");
                    w.writeStartElement("c");
                    w.writeEndElement();
                });
        for (Calls calls : invalid) {
            XMLStreamWriter2 next = validating();
            next.writeStartElement("a");
            assertThrows(XMLValidationException.class, () -> calls.on(next));
        }

        List<XMLValidationProblem> problems = new ArrayList<>();
        XMLStreamWriter2 lenient = validating();
        lenient.setValidationProblemHandler(problems::add);
        lenient.writeStartElement("a");
        lenient.writeCharacters("text");
        lenient.close();
        assertEquals(2, problems.size(), problems::toString);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void declarationsOfAnEmptyElementDoNotCountForTheNext(boolean asEmpty) throws XMLStreamException {
        for (String prefix : List.of("q", "")) {
            XMLOutputFactory2 factory = new WeirOutputFactory();
            factory.setProperty(XMLOutputFactory.IS_REPAIRING_NAMESPACES, true);
            StringWriter text = new StringWriter();
            XMLStreamWriter writer = factory.createXMLStreamWriter(text);
            writer.writeStartElement("r");
            writer.writeEmptyElement(prefix, "c", "urn:b");
            if (asEmpty) {
                writer.writeEmptyElement(prefix, "d", "urn:b");
                writer.writeEmptyElement("urn:b", "e");
            } else {
                writer.writeStartElement(prefix, "d", "urn:b");
                writer.writeEndElement();
                writer.writeStartElement("urn:b", "e");
                writer.writeEndElement();
            }
            writer.writeEndDocument();
            writer.close();
            XMLStreamReader2 reader =
                    (XMLStreamReader2) new WeirInputFactory().createXMLStreamReader(new StringReader(text.toString()));
            reader.nextTag();
            for (String local : List.of("c", "d", "e")) {
                reader.nextTag();
                assertEquals("{urn:b}" + local, reader.getName().toString(), text::toString);
                reader.nextTag();
            }
        }
    }

    @Test
    void theEncodingOfAnOutputStreamWriterIsHeeded() throws XMLStreamException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        XMLStreamWriter writer = new WeirOutputFactory()
                .createXMLStreamWriter(new OutputStreamWriter(bytes, StandardCharsets.ISO_8859_1));
        writer.writeStartDocument();
        writer.writeStartElement("r");
        writer.writeCharacters("\u00e9\u20ac");
        writer.writeEndDocument();
        writer.close();
        String document = bytes.toString(StandardCharsets.ISO_8859_1);
        assertTrue(
                document.toUpperCase(Locale.ROOT).contains("ENCODING=\"ISO-8859-1\"")
                        || document.contains("'ISO-8859-1'"),
                document);
        XMLStreamReader2 reader = (XMLStreamReader2)
                new WeirInputFactory().createXMLStreamReader(new ByteArrayInputStream(bytes.toByteArray()));
        reader.nextTag();
        assertEquals("\u00e9\u20ac", reader.getElementText());
    }

    @Test
    void aWriterThatWasClosedStillClosesItsStreamCompletely() throws XMLStreamException {
        List<String> closed = new ArrayList<>();
        OutputStream stream = new ByteArrayOutputStream() {
            @Override
            public void close() {
                closed.add("closed");
            }
        };
        XMLStreamWriter2 writer = (XMLStreamWriter2) new WeirOutputFactory().createXMLStreamWriter(stream);
        writer.writeEmptyElement("r");
        writer.close();
        assertEquals(List.of(), closed);
        writer.closeCompletely();
        writer.closeCompletely();
        assertEquals(List.of("closed"), closed);
        assertEquals("<r/>", stream.toString());
    }
}
