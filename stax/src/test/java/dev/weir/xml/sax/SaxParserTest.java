package dev.weir.xml.sax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.XmlLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.Attributes;
import org.xml.sax.ContentHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXNotRecognizedException;
import org.xml.sax.SAXNotSupportedException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.ext.DefaultHandler2;
import org.xml.sax.ext.Locator2;
import org.xml.sax.helpers.DefaultHandler;

/** The SAX parser as its users know SAX. */
class SaxParserTest {
    private static final String FEATURES = "http://xml.org/sax/features/";
    private static final String PROPERTIES = "http://xml.org/sax/properties/";
    private static final String LOAD_EXTERNAL_DTD = "http://apache.org/xml/features/nonvalidating/load-external-dtd";

    @TempDir
    Path folder;

    private static InputSource source(String document) {
        return new InputSource(new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> record(XMLReader parser, String document) throws Exception {
        SaxRecording recording = new SaxRecording().on(parser);
        parser.parse(source(document));
        return recording.lines;
    }

    // ---------------------------------------------------------------- how it is found

    @Test
    void jaxpFindsTheFactoryAndSaxTheReader() throws Exception {
        assertInstanceOf(WeirSaxParserFactory.class, SAXParserFactory.newInstance());
        assertInstanceOf(
                WeirSaxParserFactory.class,
                SAXParserFactory.newInstance("dev.weir.xml.sax.WeirSaxParserFactory", null));
        @SuppressWarnings("deprecation")
        XMLReader found = org.xml.sax.helpers.XMLReaderFactory.createXMLReader();
        assertInstanceOf(WeirSaxReader.class, found);
    }

    @Test
    void aJaxpParserKnowsNamespacesOnlyWhenAskedTo() throws Exception {
        List<String> names = new ArrayList<>();
        DefaultHandler handler = new DefaultHandler() {
            @Override
            public void startElement(String uri, String local, String qualified, Attributes attributes) {
                names.add(uri + "|" + local + "|" + qualified + "|" + attributes.getLength());
            }
        };
        String document = "<p:a xmlns:p='u'/>";
        SAXParserFactory factory = new WeirSaxParserFactory();
        factory.newSAXParser().parse(source(document), handler);
        factory.setNamespaceAware(true);
        SAXParser aware = factory.newSAXParser();
        aware.parse(source(document), handler);
        assertEquals(List.of("||p:a|1", "u|a|p:a|0"), names);
        assertTrue(aware.isNamespaceAware());
    }

    // ---------------------------------------------------------------- what is told

    @Test
    void theTextOfAnEntityStandsBetweenItsBoundaries() throws Exception {
        assertEquals(
                List.of(
                        "startDocument",
                        "startDTD a null null",
                        "internalEntityDecl e x<b/>y",
                        "processingInstruction in dtd",
                        "endDTD",
                        "startElement |a|a",
                        "characters 1",
                        "startEntity e",
                        "characters x",
                        "startElement |b|b",
                        "endElement |b|b",
                        "characters y",
                        "endEntity e",
                        "characters 2",
                        "endElement |a|a",
                        "endDocument"),
                record(new WeirSaxReader(), "<!DOCTYPE a [<!ENTITY e 'x<b/>y'><?in dtd?>]><a>1&e;2</a>"));
    }

    @Test
    void aLongCDataSectionBeginsAndEndsOnce() throws Exception {
        String text = "0123456789".repeat(50_000);
        List<String> lines = record(new WeirSaxReader(), "<a><![CDATA[" + text + "]]></a>");
        assertEquals(
                List.of(
                        "startDocument",
                        "startElement |a|a",
                        "startCDATA",
                        "characters " + text,
                        "endCDATA",
                        "endElement |a|a",
                        "endDocument"),
                lines);
    }

    @Test
    void theLocatorTellsVersionEncodingAndThePlaceBehindAnEvent() throws Exception {
        WeirSaxReader parser = new WeirSaxReader();
        List<String> places = new ArrayList<>();
        parser.setContentHandler(new DefaultHandler() {
            private Locator2 locator;

            @Override
            public void setDocumentLocator(org.xml.sax.Locator given) {
                locator = (Locator2) given;
            }

            @Override
            public void startElement(String uri, String local, String qualified, Attributes attributes) {
                places.add(local + " " + locator.getLineNumber() + ":" + locator.getColumnNumber() + " "
                        + locator.getXMLVersion() + " " + locator.getEncoding() + " " + locator.getSystemId());
            }
        });
        InputSource input = source("<?xml version='1.1' encoding='UTF-8'?>\n<a>\n  <b/></a>");
        input.setSystemId("http://e.x/doc");
        parser.parse(input);
        assertEquals(List.of("a 2:4 1.1 UTF-8 http://e.x/doc", "b 3:7 1.1 UTF-8 http://e.x/doc"), places);
    }

    @Test
    void attributesAreFoundByIndexByNameAndByQualifiedName() throws Exception {
        WeirSaxReader parser = new WeirSaxReader();
        List<String> seen = new ArrayList<>();
        parser.setContentHandler(new DefaultHandler() {
            @Override
            public void startElement(String uri, String local, String qualified, Attributes attributes) {
                seen.add(attributes.getValue("u", "x")
                        + attributes.getValue("p:x")
                        + attributes.getIndex("y")
                        + attributes.getIndex("", "y")
                        + attributes.getIndex("u", "y")
                        + attributes.getIndex("z")
                        + attributes.getValue(7)
                        + attributes.getValue(-1)
                        + attributes.getType("y")
                        + attributes.getType("none")
                        + attributes.getLocalName(2)
                        + attributes.getLength());
            }
        });
        parser.parse(source("<a xmlns:p='u' p:x='1' y='2'/>"));
        assertEquals(
                List.of("1" + "1" + "1" + "1" + "-1" + "-1" + "null" + "null" + "CDATA" + "null" + "null" + "2"), seen);
    }

    @Test
    void namesAreInternedStrings() throws Exception {
        WeirSaxReader parser = new WeirSaxReader();
        parser.setFeature(FEATURES + "namespace-prefixes", true);
        List<String> names = new ArrayList<>();
        parser.setContentHandler(new DefaultHandler() {
            @Override
            public void startElement(String uri, String local, String qualified, Attributes attributes) {
                names.addAll(List.of(uri, local, qualified));
                for (int i = 0; i < attributes.getLength(); i++) {
                    names.addAll(List.of(attributes.getURI(i), attributes.getLocalName(i), attributes.getQName(i)));
                }
            }
        });
        parser.parse(source("<p:element xmlns:p='urn:some:namespace' xmlns='urn:other' p:attribute='1' x='2'/>"));
        assertEquals(15, names.size());
        for (String name : names) {
            assertSame(name.intern(), name, name);
        }
    }

    @Test
    void namespaceDeclarationsMayHaveANamespaceThemselves() throws Exception {
        WeirSaxReader parser = new WeirSaxReader();
        parser.setFeature(FEATURES + "namespace-prefixes", true);
        parser.setFeature(FEATURES + "xmlns-uris", true);
        assertTrue(record(parser, "<a xmlns:p='u'/>")
                .contains("startElement |a|a xmlns:p|http://www.w3.org/2000/xmlns/|p|CDATA='u'"));
    }

    // ---------------------------------------------------------------- external entities

    private Path dtd() throws IOException {
        return Files.writeString(folder.resolve("a.dtd"), "<!ENTITY far 'from afar'>");
    }

    private String withExternalSubset() throws IOException {
        return "<!DOCTYPE a SYSTEM '" + dtd().toUri() + "'><a>&far;</a>";
    }

    @Test
    void anExternalSubsetIsRefusedWithThePlaceAndWhatToDo() throws Exception {
        String document = withExternalSubset();
        SAXParseException refused = assertThrows(SAXParseException.class, () -> record(new WeirSaxReader(), document));
        assertTrue(refused.getMessage().contains("load-external-dtd"), refused::toString);
    }

    @Test
    void anExternalSubsetIsLeftOutWhereItsFeatureIsFalse() throws Exception {
        WeirSaxReader parser = new WeirSaxReader();
        parser.setFeature(LOAD_EXTERNAL_DTD, false);
        List<String> lines = record(parser, withExternalSubset());
        assertTrue(lines.contains("skippedEntity [dtd]"), lines::toString);
        assertTrue(lines.contains("skippedEntity far"), lines::toString);
    }

    @Test
    void entitiesThatAreLeftOutAreToldByTheirNames() throws Exception {
        WeirSaxReader parser = new WeirSaxReader();
        parser.setFeature(FEATURES + "external-parameter-entities", false);
        parser.setFeature(FEATURES + "external-general-entities", false);
        List<String> lines = record(
                parser,
                "<!DOCTYPE a [<!ENTITY % p SYSTEM 'http://e.x/p'>%p;<!ENTITY e SYSTEM 'http://e.x/e'>]><a>1&e;2&f;</a>");
        assertEquals(
                List.of("skippedEntity %p", "skippedEntity e", "skippedEntity f"),
                lines.stream().filter(line -> line.startsWith("skipped")).toList());
        assertTrue(lines.contains("characters 1"), lines::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"feature", "property", "insecure"})
    void anExternalSubsetIsReadWhereTheUserSaysSo(String how) throws Exception {
        WeirSaxReader parser = new WeirSaxReader();
        switch (how) {
            case "feature" -> parser.setFeature(LOAD_EXTERNAL_DTD, true);
            case "property" -> parser.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "http, file");
            default -> parser.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, false);
        }
        List<String> lines = record(parser, withExternalSubset());
        assertTrue(lines.contains("characters from afar"), lines::toString);
        assertTrue(lines.contains("startEntity [dtd]"), lines::toString);
    }

    @Test
    void theProtocolMustBeAllowedEvenWhereTheFeatureIsTrue() throws Exception {
        WeirSaxReader parser = new WeirSaxReader();
        parser.setFeature(LOAD_EXTERNAL_DTD, true);
        parser.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "https");
        String document = withExternalSubset();
        SAXParseException refused = assertThrows(SAXParseException.class, () -> record(parser, document));
        assertTrue(refused.getMessage().contains("does not allow file"), refused::toString);
    }

    @Test
    void aResolverOfTheSecondKindIsToldNameAndBase() throws Exception {
        WeirSaxReader parser = new WeirSaxReader();
        List<String> asked = new ArrayList<>();
        DefaultHandler2 resolver = new DefaultHandler2() {
            @Override
            public InputSource resolveEntity(String name, String publicId, String baseUri, String systemId) {
                asked.add(name + " " + publicId + " " + baseUri);
                return new InputSource(new StringReader(name.equals("e") ? "<b/>" : ""));
            }
        };
        parser.setEntityResolver(resolver);
        InputSource input = source("<!DOCTYPE a PUBLIC 'P' 'sub/a.dtd' [<!ENTITY % p SYSTEM 'p'>%p;"
                + "<!ENTITY e PUBLIC 'Q' 'e.xml'>]><a>&e;</a>");
        input.setSystemId("http://e.x/dir/doc.xml");
        parser.parse(input);
        assertEquals(
                List.of(
                        "%p null http://e.x/dir/doc.xml",
                        "[dtd] P http://e.x/dir/doc.xml", "e Q http://e.x/dir/doc.xml"),
                asked);
    }

    @Test
    void whatAResolverThrowsReachesTheCaller() {
        WeirSaxReader parser = new WeirSaxReader();
        SAXException mine = new SAXException("mine");
        parser.setEntityResolver((publicId, systemId) -> {
            throw mine;
        });
        String document = "<!DOCTYPE a SYSTEM 'http://e.x/a'><a/>";
        assertSame(mine, assertThrows(SAXException.class, () -> parser.parse(source(document))));
        parser.setEntityResolver((publicId, systemId) -> {
            throw new IOException("gone");
        });
        assertEquals(
                "gone",
                assertThrows(IOException.class, () -> parser.parse(source(document)))
                        .getMessage());
    }

    @Test
    void aDoctypeIsRefusedWhereItIsDisallowed() throws Exception {
        WeirSaxReader parser = new WeirSaxReader();
        parser.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        assertThrows(SAXParseException.class, () -> record(parser, "<!DOCTYPE a><a/>"));
    }

    @Test
    void entitiesThatGrowWithoutEndAreRefused() {
        StringBuilder document = new StringBuilder("<!DOCTYPE a [<!ENTITY e0 'ha'>");
        for (int i = 1; i < 40; i++) {
            document.append("<!ENTITY e")
                    .append(i)
                    .append(" '&e")
                    .append(i - 1)
                    .append(";&e")
                    .append(i - 1)
                    .append(";'>");
        }
        document.append("]><a>&e39;</a>");
        assertThrows(SAXParseException.class, () -> new WeirSaxReader().parse(source(document.toString())));
    }

    // ---------------------------------------------------------------- errors, reuse

    @Test
    void aFatalErrorIsToldWithPlaceAndIdentifiersAndThenThrown() throws Exception {
        WeirSaxReader parser = new WeirSaxReader();
        List<SAXParseException> told = new ArrayList<>();
        parser.setErrorHandler(new DefaultHandler() {
            @Override
            public void fatalError(SAXParseException wrong) {
                told.add(wrong);
            }
        });
        InputSource input = source("<a>\n<b></a>");
        input.setSystemId("http://e.x/doc");
        input.setPublicId("P");
        SAXParseException thrown = assertThrows(SAXParseException.class, () -> parser.parse(input));
        assertEquals(List.of(thrown), told);
        assertEquals(
                "2:4 http://e.x/doc P",
                thrown.getLineNumber() + ":" + thrown.getColumnNumber() + " " + thrown.getSystemId() + " "
                        + thrown.getPublicId());
    }

    @Test
    void afterAnErrorTheParserReadsTheNextDocument() throws Exception {
        WeirSaxReader parser = new WeirSaxReader();
        assertThrows(
                SAXParseException.class,
                () -> record(parser, "<!DOCTYPE a [<!ATTLIST a x CDATA 'd'>]><a xmlns:p='u'><"));
        parser.setContentHandler(new DefaultHandler() {
            @Override
            public void startElement(String uri, String local, String qualified, Attributes attributes) {
                throw new IllegalStateException("the handler's own");
            }
        });
        assertThrows(IllegalStateException.class, () -> parser.parse(source("<a/>")));
        assertEquals(
                List.of("startDocument", "startElement |a|a", "characters  ", "endElement |a|a", "endDocument"),
                record(parser, "<a> </a>"));
    }

    @Test
    void aParserCannotBeUsedWhileItParses() {
        WeirSaxReader parser = new WeirSaxReader();
        List<String> refused = new ArrayList<>();
        parser.setContentHandler(new DefaultHandler() {
            @Override
            public void startElement(String uri, String local, String qualified, Attributes attributes)
                    throws SAXException {
                refused.add(assertThrows(SAXException.class, () -> parser.parse(source("<b/>")))
                        .getClass()
                        .getSimpleName());
                refused.add(assertThrows(
                                SAXNotSupportedException.class, () -> parser.setFeature(FEATURES + "namespaces", false))
                        .getClass()
                        .getSimpleName());
                assertEquals("1.0", parser.getProperty(PROPERTIES + "document-xml-version"));
                assertTrue(parser.getFeature(FEATURES + "is-standalone"));
            }
        });
        try {
            parser.parse(source("<?xml version='1.0' standalone='yes'?><a/>"));
        } catch (IOException | SAXException wrong) {
            throw new AssertionError(wrong);
        }
        assertEquals(List.of("SAXException", "SAXNotSupportedException"), refused);
        assertThrows(SAXNotSupportedException.class, () -> parser.getFeature(FEATURES + "is-standalone"));
        assertThrows(SAXNotSupportedException.class, () -> parser.getProperty(PROPERTIES + "document-xml-version"));
    }

    @Test
    void aHandlerMayHandOverToAnotherInTheMiddle() throws Exception {
        WeirSaxReader parser = new WeirSaxReader();
        SaxRecording second = new SaxRecording();
        parser.setContentHandler(new DefaultHandler() {
            @Override
            public void startElement(String uri, String local, String qualified, Attributes attributes) {
                parser.setContentHandler(second);
            }
        });
        parser.parse(source("<a>x<b/></a>"));
        assertEquals(
                List.of("characters x", "startElement |b|b", "endElement |b|b", "endElement |a|a", "endDocument"),
                second.lines);
    }

    @Test
    void resetBringsBackWhatTheFactorySaid() throws Exception {
        SAXParserFactory factory = new WeirSaxParserFactory();
        factory.setNamespaceAware(true);
        factory.setFeature(LOAD_EXTERNAL_DTD, false);
        SAXParser parser = factory.newSAXParser();
        XMLReader reader = parser.getXMLReader();
        reader.setFeature(FEATURES + "namespaces", false);
        reader.setFeature(LOAD_EXTERNAL_DTD, true);
        reader.setContentHandler(new DefaultHandler());
        parser.setProperty(PROPERTIES + "lexical-handler", new DefaultHandler2());
        parser.reset();
        assertTrue(reader.getFeature(FEATURES + "namespaces"));
        assertFalse(reader.getFeature(LOAD_EXTERNAL_DTD));
        assertNull(reader.getContentHandler());
        assertNull(parser.getProperty(PROPERTIES + "lexical-handler"));
        assertNotSame(parser, factory.newSAXParser());
    }

    @Test
    void streamsAreClosedAsTheJdkClosesThem() throws Exception {
        boolean[] closed = new boolean[1];
        InputStream in = new ByteArrayInputStream("<a/>".getBytes(StandardCharsets.UTF_8)) {
            @Override
            public void close() {
                closed[0] = true;
            }
        };
        new WeirSaxReader().parse(new InputSource(in));
        assertTrue(closed[0]);
    }

    @Test
    void anInputSourceMayBeCharactersBytesInAToldEncodingOrAFile() throws Exception {
        String document = "<?xml version='1.0' encoding='ISO-8859-1'?><a>é</a>";
        InputSource told = new InputSource(new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_16LE)));
        told.setEncoding("UTF-16LE");
        Path file = Files.write(folder.resolve("with space.xml"), document.getBytes(StandardCharsets.ISO_8859_1));
        for (InputSource input : List.of(
                new InputSource(new StringReader(document)),
                new InputSource(new ByteArrayInputStream(document.getBytes(StandardCharsets.ISO_8859_1))),
                told,
                new InputSource(file.toUri().toString()),
                new InputSource(file.toString()))) {
            WeirSaxReader parser = new WeirSaxReader();
            SaxRecording recording = new SaxRecording().on(parser);
            parser.parse(input);
            assertTrue(recording.lines.contains("characters é"), recording.lines::toString);
        }
        assertThrows(SAXException.class, () -> new WeirSaxReader().parse(new InputSource()));
    }

    /** What a program that sets allow-java-encodings, as Tomcat's configuration files make it do, relies on. */
    @ParameterizedTest
    @CsvSource({"UTF8, UTF-8", "ISO8859_1, ISO-8859-1", "Cp1252, windows-1252"})
    void encodingsMayHaveJavasNames(String java, String iana) throws Exception {
        SAXParserFactory factory = new WeirSaxParserFactory();
        factory.setFeature("http://apache.org/xml/features/allow-java-encodings", true);
        String document = "<?xml version='1.0' encoding='" + java + "'?><a>é</a>";
        XMLReader parser = factory.newSAXParser().getXMLReader();
        SaxRecording recording = new SaxRecording().on(parser);
        parser.parse(new InputSource(new ByteArrayInputStream(document.getBytes(iana))));
        assertTrue(recording.lines.contains("characters é"), recording.lines::toString);
    }

    // ---------------------------------------------------------------- features and properties

    @ParameterizedTest
    @CsvSource({
        "http://xml.org/sax/features/namespaces, true, both",
        "http://xml.org/sax/features/namespace-prefixes, false, both",
        "http://xml.org/sax/features/validation, false, both",
        "http://xml.org/sax/features/external-general-entities, false, both",
        "http://xml.org/sax/features/external-parameter-entities, false, both",
        "http://xml.org/sax/features/lexical-handler/parameter-entities, true, both",
        "http://xml.org/sax/features/resolve-dtd-uris, true, both",
        "http://xml.org/sax/features/use-entity-resolver2, true, both",
        "http://xml.org/sax/features/xmlns-uris, false, both",
        "http://xml.org/sax/features/use-attributes2, true, true",
        "http://xml.org/sax/features/use-locator2, true, true",
        "http://xml.org/sax/features/xml-1.1, true, true",
        "http://xml.org/sax/features/string-interning, true, both",
        "http://xml.org/sax/features/unicode-normalization-checking, false, false",
        "http://apache.org/xml/features/disallow-doctype-decl, false, both",
        "http://apache.org/xml/features/nonvalidating/load-external-dtd, false, both",
        "http://apache.org/xml/features/validation/dynamic, false, both",
        "http://apache.org/xml/features/nonvalidating/load-dtd-grammar, true, true",
        "http://apache.org/xml/features/allow-java-encodings, true, both",
        "http://apache.org/xml/features/continue-after-fatal-error, false, false",
        "http://apache.org/xml/features/validation/schema, false, false",
        "http://apache.org/xml/features/xinclude, false, false",
        "http://javax.xml.XMLConstants/feature/secure-processing, true, both"
    })
    void aFeatureHasItsDefaultAndTakesWhatItMay(String name, boolean initially, String may) throws Exception {
        WeirSaxReader parser = new WeirSaxReader();
        assertEquals(initially, parser.getFeature(name));
        for (boolean value : new boolean[] {true, false}) {
            if (may.equals("both") || may.equals(String.valueOf(value))) {
                parser.setFeature(name, value);
                assertEquals(value, parser.getFeature(name));
            } else {
                assertThrows(SAXNotSupportedException.class, () -> parser.setFeature(name, value));
            }
        }
    }

    @Test
    void whatIsNotKnownIsNotRecognizedAndWhatCannotBeIsNotSupported() {
        WeirSaxReader parser = new WeirSaxReader();
        assertThrows(SAXNotRecognizedException.class, () -> parser.getFeature(FEATURES + "flying"));
        assertThrows(SAXNotRecognizedException.class, () -> parser.setFeature(FEATURES + "flying", false));
        assertThrows(SAXNotRecognizedException.class, () -> parser.getProperty(PROPERTIES + "colour"));
        assertThrows(SAXNotRecognizedException.class, () -> parser.setProperty(PROPERTIES + "colour", "red"));
        assertThrows(SAXNotSupportedException.class, () -> parser.getProperty(PROPERTIES + "dom-node"));
        assertThrows(SAXNotSupportedException.class, () -> parser.setProperty(PROPERTIES + "dom-node", "x"));
        assertThrows(SAXNotSupportedException.class, () -> parser.setProperty(PROPERTIES + "lexical-handler", "x"));
        assertThrows(SAXNotSupportedException.class, () -> parser.setProperty(WeirSaxReader.LIMITS, 5));
        assertThrows(
                SAXNotSupportedException.class,
                () -> parser.setProperty("http://www.oracle.com/xml/jaxp/properties/maxElementDepth", "many"));
        assertThrows(SAXNotSupportedException.class, () -> parser.setFeature(FEATURES + "is-standalone", true));
    }

    @Test
    void limitsAreAPropertyAndTheJdksNamesOnlyTightenThem() throws Exception {
        String deep = "<a>".repeat(11) + "</a>".repeat(11);
        WeirSaxReader parser = new WeirSaxReader();
        parser.setProperty(WeirSaxReader.LIMITS, XmlLimits.DEFAULT.withMaxDepth(10));
        parser.setProperty("http://www.oracle.com/xml/jaxp/properties/maxElementDepth", "1000");
        assertThrows(SAXParseException.class, () -> parser.parse(source(deep)));
        WeirSaxReader other = new WeirSaxReader();
        other.setProperty("jdk.xml.maxElementDepth", 10);
        assertThrows(SAXParseException.class, () -> other.parse(source(deep)));
        new WeirSaxReader().parse(source(deep));
    }

    @Test
    void aFactoryTakesFeaturesForItsParsers() throws Exception {
        SAXParserFactory factory = new WeirSaxParserFactory();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        assertTrue(factory.getFeature("http://apache.org/xml/features/disallow-doctype-decl"));
        SAXParser parser = factory.newSAXParser();
        assertThrows(SAXParseException.class, () -> parser.parse(source("<!DOCTYPE a><a/>"), new DefaultHandler()));
        assertThrows(SAXNotRecognizedException.class, () -> factory.setFeature(FEATURES + "flying", true));
        assertThrows(UnsupportedOperationException.class, () -> factory.setXIncludeAware(true));
    }

    // ---------------------------------------------------------------- validation

    @Test
    void whatIsNotValidIsAnErrorAndParsingGoesOn() throws Exception {
        SAXParserFactory factory = new WeirSaxParserFactory();
        factory.setValidating(true);
        List<Integer> errors = new ArrayList<>();
        List<String> elements = new ArrayList<>();
        factory.newSAXParser()
                .parse(
                        source("<!DOCTYPE a [<!ELEMENT a (b)><!ELEMENT b EMPTY>]>\n<a><b/>\n<c/></a>"),
                        new DefaultHandler() {
                            @Override
                            public void error(SAXParseException wrong) {
                                errors.add(wrong.getLineNumber());
                            }

                            @Override
                            public void startElement(
                                    String uri, String local, String qualified, Attributes attributes) {
                                elements.add(qualified);
                            }
                        });
        assertEquals(List.of("a", "b", "c"), elements);
        assertTrue(errors.contains(3), errors::toString);
    }

    @Test
    void dynamicValidationAsksNothingOfADocumentWithoutDtd() throws Exception {
        WeirSaxReader parser = new WeirSaxReader();
        parser.setFeature(FEATURES + "validation", true);
        assertTrue(record(parser, "<a/>").contains("error"));
        parser.setFeature("http://apache.org/xml/features/validation/dynamic", true);
        assertFalse(record(parser, "<a/>").contains("error"));
        assertTrue(record(parser, "<!DOCTYPE a [<!ELEMENT a EMPTY>]><a>x</a>").contains("error"));
    }

    private static final String SCHEMA = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="u" elementFormDefault="qualified">
              <xs:element name="n"><xs:complexType><xs:simpleContent><xs:extension base="xs:int">
                <xs:attribute name="unit" default="EA"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
            </xs:schema>""";

    private static Schema schema() throws SAXException {
        return SchemaFactory.newDefaultInstance().newSchema(new StreamSource(new StringReader(SCHEMA)));
    }

    @Test
    void aFactorysSchemaValidatesAndSuppliesDefaults() throws Exception {
        SAXParserFactory factory = new WeirSaxParserFactory();
        factory.setNamespaceAware(true);
        factory.setSchema(schema());
        List<String> seen = new ArrayList<>();
        DefaultHandler handler = new DefaultHandler() {
            @Override
            public void startElement(String uri, String local, String qualified, Attributes attributes) {
                seen.add(local + attributes.getValue("unit"));
            }

            @Override
            public void error(SAXParseException wrong) {
                seen.add("error " + wrong.getLineNumber());
            }
        };
        factory.newSAXParser().parse(source("<n xmlns='u'>1</n>"), handler);
        factory.newSAXParser().parse(source("<n xmlns='u'>\none</n>"), handler);
        assertEquals("nEA", seen.get(0));
        assertTrue(seen.contains("error 2"), seen::toString);
    }

    @Test
    void theJdksValidatorReadsThroughThisParser() throws Exception {
        schema().newValidator().validate(new SAXSource(new WeirSaxReader(), source("<n xmlns='u'>1</n>")));
        SAXParseException invalid = assertThrows(
                SAXParseException.class,
                () -> schema().newValidator()
                        .validate(new SAXSource(new WeirSaxReader(), source("<n xmlns='u'>one</n>"))));
        assertEquals(1, invalid.getLineNumber());
    }

    @Test
    void theJdksIdentityTransformationReadsThroughThisParser() throws Exception {
        String document = "<a xmlns=\"u\" xmlns:p=\"v\" p:x=\"1\"><!--c--><?pi d?><p:b>t&amp;</p:b></a>";
        Transformer transformer = TransformerFactory.newDefaultInstance().newTransformer();
        transformer.setOutputProperty("omit-xml-declaration", "yes");
        StringWriter out = new StringWriter();
        transformer.transform(new SAXSource(new WeirSaxReader(), source(document)), new StreamResult(out));
        assertEquals(document, out.toString());
    }

    @Test
    @SuppressWarnings("deprecation")
    void saxOneIsServedToo() throws Exception {
        List<String> seen = new ArrayList<>();
        org.xml.sax.Parser parser = new WeirSaxParserFactory().newSAXParser().getParser();
        parser.setDocumentHandler(new org.xml.sax.HandlerBase() {
            @Override
            public void startElement(String name, org.xml.sax.AttributeList attributes) {
                seen.add(name + attributes.getLength());
            }
        });
        parser.parse(source("<p:a xmlns:p='u' x='1'/>"));
        assertEquals(List.of("p:a2"), seen);
    }

    @Test
    void nothingIsToldToNobody() throws Exception {
        WeirSaxReader parser = new WeirSaxReader();
        ContentHandler none = parser.getContentHandler();
        assertNull(none);
        parser.parse(source("<!DOCTYPE a [<!ENTITY e 'x'>]><a b='1'>&e;<!-- --><![CDATA[y]]></a>"));
    }
}
