package dev.weir.xml.stax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.XmlLimits;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stax.StAXSource;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.codehaus.stax2.XMLStreamReader2;
import org.codehaus.stax2.validation.XMLValidationException;
import org.codehaus.stax2.validation.XMLValidationSchema;
import org.codehaus.stax2.validation.XMLValidationSchemaFactory;
import org.codehaus.stax2.validation.XMLValidator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

class StaxValidationTest {
    private static final String XSD = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='u'"
            + " elementFormDefault='qualified' xmlns:u='u'><xs:element name='order'><xs:complexType><xs:sequence>"
            + "<xs:element name='item' type='xs:int' maxOccurs='2'/></xs:sequence>"
            + "<xs:attribute name='kind' type='xs:QName'/></xs:complexType></xs:element></xs:schema>";

    private static final String RNG = "<element name='order' ns='u' xmlns='http://relaxng.org/ns/structure/1.0'"
            + " datatypeLibrary='http://www.w3.org/2001/XMLSchema-datatypes'><optional><attribute name='kind' ns=''>"
            + "<data type='QName'/></attribute></optional><oneOrMore><element name='item'><data type='int'/></element>"
            + "</oneOrMore></element>";

    private static final String DTD = "<!ELEMENT o:order (o:item+)><!ELEMENT o:item (#PCDATA)>"
            + "<!ATTLIST o:order xmlns:o CDATA #FIXED 'u' xmlns CDATA #IMPLIED kind NMTOKEN #IMPLIED>";

    private static final String VALID =
            "<o:order xmlns:o='u' kind='o:k'>\n <o:item>1</o:item><!--c--><o:item> <![CDATA[2]]> </o:item>\n</o:order>";

    @Test
    void aDtdIsBoundedHoweverItComes() {
        String endless = "<!-- -->".repeat(XmlLimits.DEFAULT.maxDtdLength() / 8 + 1);
        DtdSchemaFactory factory = new DtdSchemaFactory();
        for (Executable source : List.<Executable>of(
                () -> factory.createSchema(new StringReader(endless)),
                () -> factory.createSchema(
                        new ByteArrayInputStream(endless.getBytes(StandardCharsets.UTF_8)), null, null, null))) {
            assertTrue(String.valueOf(
                            assertThrows(XMLStreamException.class, source).getMessage())
                    .contains("maxDtdLength="));
        }
    }

    private static XMLValidationSchema schema(String id, String text) throws XMLStreamException {
        return XMLValidationSchemaFactory.newInstance(id).createSchema(new StringReader(text));
    }

    static Stream<XMLValidationSchema> schemas() throws XMLStreamException {
        return Stream.of(
                schema(XMLValidationSchema.SCHEMA_ID_W3C_SCHEMA, XSD),
                schema(XMLValidationSchema.SCHEMA_ID_RELAXNG, RNG),
                schema(XMLValidationSchema.SCHEMA_ID_DTD, DTD));
    }

    private static void readAll(XMLStreamReader cursor) throws XMLStreamException {
        while (cursor.hasNext()) {
            cursor.next();
        }
    }

    private static XMLStreamReader2 validating(XMLValidationSchema schema, String document) throws XMLStreamException {
        XMLStreamReader2 cursor = CursorTest.read(new WeirInputFactory(), document);
        cursor.validateAgainst(schema);
        return cursor;
    }

    @Test
    void theFactoriesAreWeirs() throws Exception {
        assertInstanceOf(
                W3cSchemaFactory.class,
                XMLValidationSchemaFactory.newInstance(XMLValidationSchema.SCHEMA_ID_W3C_SCHEMA));
        assertInstanceOf(
                RelaxNgSchemaFactory.class,
                XMLValidationSchemaFactory.newInstance(XMLValidationSchema.SCHEMA_ID_RELAXNG));
        assertInstanceOf(
                DtdSchemaFactory.class, XMLValidationSchemaFactory.newInstance(XMLValidationSchema.SCHEMA_ID_DTD));
    }

    @ParameterizedTest
    @MethodSource("schemas")
    void aValidDocumentIsReadAsEver(XMLValidationSchema schema) throws Exception {
        readAll(validating(schema, VALID));
        XMLStreamReader2 cursor = validating(schema, VALID);
        cursor.nextTag();
        cursor.nextTag();
        assertEquals(1, cursor.getElementAsInt());
        cursor.nextTag();
        assertEquals(2, cursor.getElementAsInt());
        cursor.nextTag();
        cursor = validating(schema, VALID);
        cursor.nextTag();
        cursor.skipElement();
        cursor.next();
    }

    @ParameterizedTest
    @MethodSource("schemas")
    void aProblemIsAnExceptionWithItsPlace(XMLValidationSchema schema) throws Exception {
        for (String wrong : List.of(
                "<o:order xmlns:o='u'>\n<o:other/></o:order>",
                "<o:order xmlns:o='u'>\n</o:order>",
                "<o:order xmlns:o='u'>\n<o:item>1<o:item>2</o:item></o:item></o:order>",
                "<o:order xmlns:o='u'\n>text<o:item>1</o:item></o:order>",
                "\n<o:order xmlns:o='u' other='1'><o:item>1</o:item></o:order>")) {
            XMLValidationException problem =
                    assertThrows(XMLValidationException.class, () -> readAll(validating(schema, wrong)), wrong);
            assertEquals(2, problem.getLocation().getLineNumber(), wrong);
            assertNotNull(problem.getValidationProblem().getMessage());
        }
    }

    @ParameterizedTest
    @MethodSource("schemas")
    void aHandlerHearsOfAllProblemsAndReadingGoesOn(XMLValidationSchema schema) throws Exception {
        List<String> heard = new ArrayList<>();
        XMLStreamReader2 cursor =
                validating(schema, "<o:order xmlns:o='u' other='1'><o:item>1</o:item><o:other/></o:order>");
        assertNull(cursor.setValidationProblemHandler(problem -> heard.add(problem.getMessage())));
        readAll(cursor);
        assertTrue(heard.size() >= 2, heard::toString);
        assertNotNull(cursor.setValidationProblemHandler(null));
    }

    @ParameterizedTest
    @MethodSource("schemas")
    void validationCanStop(XMLValidationSchema schema) throws Exception {
        XMLStreamReader2 cursor =
                CursorTest.read(new WeirInputFactory(), "<o:order xmlns:o='u'><o:item>1</o:item><o:other/></o:order>");
        XMLValidator validator = cursor.validateAgainst(schema);
        cursor.nextTag();
        assertEquals(validator, cursor.stopValidatingAgainst(schema));
        assertNull(cursor.stopValidatingAgainst(schema));
        assertNull(cursor.stopValidatingAgainst(validator));
        readAll(cursor);
    }

    @ParameterizedTest
    @MethodSource("schemas")
    void aPartOfADocumentCanBeValidated(XMLValidationSchema schema) throws Exception {
        if (schema.getSchemaType().equals(XMLValidationSchema.SCHEMA_ID_DTD)) {
            return;
        }
        for (boolean valid : new boolean[] {true, false}) {
            XMLStreamReader2 cursor = CursorTest.read(
                    new WeirInputFactory(),
                    "<envelope xmlns:o='u'><o:order kind='o:k'><o:item>" + (valid ? "1" : "x")
                            + "</o:item></o:order><other/></envelope>");
            cursor.nextTag();
            cursor.nextTag();
            XMLValidator validator = cursor.validateAgainst(schema);
            if (valid) {
                cursor.skipElement();
                cursor.stopValidatingAgainst(validator);
                readAll(cursor);
            } else {
                assertThrows(XMLValidationException.class, cursor::skipElement);
            }
        }
    }

    @Test
    void theReporterHearsOfProblemsWhereThereIsNoHandler() throws Exception {
        List<String> heard = new ArrayList<>();
        WeirInputFactory factory = new WeirInputFactory();
        factory.setXMLReporter(
                (message, type, information, location) -> heard.add(type + " " + location.getLineNumber()));
        XMLStreamReader2 cursor = CursorTest.read(factory, "<o:order xmlns:o='u'><o:other/></o:order>");
        cursor.validateAgainst(schema(XMLValidationSchema.SCHEMA_ID_W3C_SCHEMA, XSD));
        readAll(cursor);
        assertEquals("validation 1", heard.get(0));
    }

    @Test
    void woodstoxsReaderTakesWeirsSchemas() throws Exception {
        for (String id : List.of(XMLValidationSchema.SCHEMA_ID_W3C_SCHEMA, XMLValidationSchema.SCHEMA_ID_DTD)) {
            XMLValidationSchema schema = schema(
                    id, id.equals(XMLValidationSchema.SCHEMA_ID_DTD) ? DTD.replace("#FIXED 'u'", "#IMPLIED") : XSD);
            XMLStreamReader2 cursor = CursorTest.read(Peers.woodstox(), VALID);
            cursor.validateAgainst(schema);
            readAll(cursor);
            XMLStreamReader2 wrong = CursorTest.read(Peers.woodstox(), VALID.replace("item", "other"));
            wrong.validateAgainst(schema);
            assertThrows(XMLValidationException.class, () -> readAll(wrong));
        }
    }

    @Test
    void aSchemaFetchesNothingUnlessItIsAllowed(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("order.xsd");
        Files.writeString(file, XSD);
        String including = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='u'>"
                + "<xs:include schemaLocation='" + file.toUri() + "'/></xs:schema>";
        XMLValidationSchemaFactory factory =
                XMLValidationSchemaFactory.newInstance(XMLValidationSchema.SCHEMA_ID_W3C_SCHEMA);
        XMLStreamException refused =
                assertThrows(XMLStreamException.class, () -> factory.createSchema(new StringReader(including)));
        assertTrue(refused.getMessage().contains("accessExternalSchema"), refused::getMessage);
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "file");
        readAll(validating(factory.createSchema(new StringReader(including)), VALID));
        readAll(validating(factory.createSchema(file.toFile()), VALID));
        readAll(validating(factory.createSchema(file.toUri().toURL()), VALID));
        readAll(validating(factory.createSchema(Files.newInputStream(file)), VALID));
        assertThrows(IllegalArgumentException.class, () -> factory.setProperty("urn:unknown", 1));
        assertThrows(XMLStreamException.class, () -> factory.createSchema(new StringReader("<x/>")));
    }

    @Test
    void theJdksValidatorTakesACursor() throws Exception {
        var validator = SchemaFactory.newDefaultInstance()
                .newSchema(new StreamSource(new StringReader(XSD)))
                .newValidator();
        // The JDK's bridge from StAX to SAX drops CDATA sections.
        String plain = VALID.replace("<![CDATA[2]]>", "2");
        validator.validate(new StAXSource(CursorTest.read(new WeirInputFactory(), plain)));
        assertThrows(
                SAXException.class,
                () -> validator.validate(
                        new StAXSource(CursorTest.read(new WeirInputFactory(), plain.replace("1</", "x</")))));
    }

    @Test
    void aTreeCanBeValidatedByItsCursor() throws Exception {
        XMLStreamReader2 cursor = overTree(VALID);
        cursor.validateAgainst(schema(XMLValidationSchema.SCHEMA_ID_W3C_SCHEMA, XSD));
        readAll(cursor);
    }

    @Test
    void anInvalidTreeIsRefusedByItsCursor() throws Exception {
        for (String invalid : List.of(
                VALID.replace(">1<", ">one<"),
                VALID.replace("<o:item>1</o:item>", "<o:other/>"),
                VALID.replace("kind=", "sort="))) {
            XMLStreamReader2 cursor = overTree(invalid);
            cursor.validateAgainst(schema(XMLValidationSchema.SCHEMA_ID_W3C_SCHEMA, XSD));
            assertThrows(XMLValidationException.class, () -> readAll(cursor), invalid);
        }
    }

    private static XMLStreamReader2 overTree(String document) throws Exception {
        DocumentBuilderFactory builders = DocumentBuilderFactory.newDefaultNSInstance();
        Document tree = builders.newDocumentBuilder().parse(new InputSource(new StringReader(document)));
        return (XMLStreamReader2) new WeirInputFactory().createXMLStreamReader(new DOMSource(tree));
    }
}
