package dev.weir.soap.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.io.StringReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.SAXException;

/** Samples are valid by the schemas that they are made from, whatever is in them. */
class SampleEnvelopeTest {
    private static final String SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/";

    /** A service with one operation, {@code ask}, whose request is the element {@code a:ask} of the schema. */
    static Wsdl wsdl(String schema, Map<String, String> others) {
        return read("""
                <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:a="urn:a" targetNamespace="urn:a"
                    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
                  <types>%s</types>
                  <message name="ask"><part name="body" element="a:ask"/></message>
                  <portType name="Asking"><operation name="ask"><input message="a:ask"/></operation></portType>
                  <binding name="Asking" type="a:Asking">
                    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
                    <operation name="ask"><input><soap:body use="literal"/></input></operation>
                  </binding>
                </definitions>""".formatted(schema), others);
    }

    private static Wsdl read(String wsdl, Map<String, String> others) {
        return Wsdl.read(URI.create("http://localhost/a.wsdl"), uri -> {
            String name = uri.getPath().substring(1);
            String text = name.equals("a.wsdl") ? wsdl : others.get(name);
            assertNotNull(text, name);
            return text.getBytes(StandardCharsets.UTF_8);
        });
    }

    private static String request(Wsdl wsdl) {
        Binding binding = wsdl.binding(XmlName.of("urn:a", "Asking"));
        return new SampleEnvelope(wsdl.schemas()).request(binding.operations().get("ask"), SoapVersion.SOAP_11);
    }

    private static String schema(String content) {
        return """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:a="urn:a" targetNamespace="urn:a"
                    elementFormDefault="qualified">%s</xs:schema>""".formatted(content);
    }

    /** The sample of a schema of one document, seen to be valid. */
    private static XmlElement valid(String content) {
        String schema = schema(content);
        String sample = request(wsdl(schema, Map.of()));
        XmlElement body = XmlElement.parse(sample.getBytes(StandardCharsets.UTF_8))
                .element(XmlName.of(SOAP_11, "Body"))
                .elements()
                .get(0);
        try {
            SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                    .newSchema(new StreamSource(new StringReader(schema)))
                    .newValidator()
                    .validate(new StreamSource(new StringReader(body.toString())));
        } catch (SAXException e) {
            throw new AssertionError(e.getMessage() + "\n" + schema + "\n" + sample, e);
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
        return body;
    }

    private static XmlElement validOf(String type) {
        return valid("<xs:element name='ask'>" + type + "</xs:element>");
    }

    private static String value(String facets) {
        return validOf("<xs:simpleType>" + facets + "</xs:simpleType>").stringValue();
    }

    @Test
    void aRequestHasAllThatItMayHaveAndCommentsSayWhatCanBeLeftOut() {
        Wsdl wsdl = wsdl(schema("""
                        <xs:element name="ask"><xs:complexType><xs:sequence>
                          <xs:element name="who" type="xs:string"/>
                          <xs:element name="times" type="xs:int" minOccurs="0"/>
                          <xs:element name="word" type="xs:string" maxOccurs="unbounded"/>
                          <xs:choice><xs:element name="early" type="xs:date"/><xs:element name="late" type="xs:date"/></xs:choice>
                        </xs:sequence><xs:attribute name="lang" type="xs:language"/></xs:complexType></xs:element>"""), Map.of());
        assertEquals("""
                <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="urn:a">
                  <soap:Body>
                    <ns1:ask lang="en">
                      <ns1:who>text</ns1:who>
                      <!-- optional -->
                      <ns1:times>1</ns1:times>
                      <!-- 1 or more -->
                      <ns1:word>text</ns1:word>
                      <!-- one of: early, late -->
                      <ns1:early>2026-01-31</ns1:early>
                    </ns1:ask>
                  </soap:Body>
                </soap:Envelope>
                """, request(wsdl));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "anyURI base64Binary boolean byte date dateTime decimal double duration ENTITY float gDay gMonth",
                "gMonthDay gYear gYearMonth hexBinary ID int integer language long Name NCName negativeInteger NMTOKEN",
                "NMTOKENS nonNegativeInteger nonPositiveInteger normalizedString positiveInteger QName short string",
                "time token unsignedByte unsignedInt unsignedLong unsignedShort anySimpleType anyType"
            })
    void everyBuiltInTypeHasAValue(String types) {
        for (String type : types.split(" ")) {
            if (!type.equals("ENTITY")) {
                valid("<xs:element name='ask' type='xs:" + type + "'/>");
            }
        }
    }

    @Test
    void valuesKeepToTheirFacets() {
        assertEquals(
                "GOLD",
                value("<xs:restriction base='xs:string'><xs:enumeration value='GOLD'/>"
                        + "<xs:enumeration value='RED'/></xs:restriction>"));
        assertEquals(
                12,
                value("<xs:restriction base='xs:string'><xs:length value='12'/></xs:restriction>")
                        .length());
        assertEquals("te", value("<xs:restriction base='xs:string'><xs:maxLength value='2'/></xs:restriction>"));
        assertEquals("100", value("<xs:restriction base='xs:int'><xs:minInclusive value='100'/></xs:restriction>"));
        assertEquals("-6", value("<xs:restriction base='xs:int'><xs:maxExclusive value='-5'/></xs:restriction>"));
        value("<xs:restriction base='xs:decimal'><xs:minExclusive value='0'/><xs:maxExclusive value='0.5'/>"
                + "<xs:fractionDigits value='2'/></xs:restriction>");
        value("<xs:restriction base='xs:decimal'><xs:totalDigits value='1'/></xs:restriction>");
        value("<xs:restriction base='xs:date'><xs:minInclusive value='2030-01-01'/></xs:restriction>");
        value("<xs:restriction base='xs:date'><xs:maxInclusive value='2020-01-01'/></xs:restriction>");
        value("<xs:restriction base='xs:dateTime'><xs:maxExclusive value='2020-01-01T00:00:00'/></xs:restriction>");
        value("<xs:restriction base='xs:hexBinary'><xs:length value='20'/></xs:restriction>");
        value("<xs:restriction base='xs:base64Binary'><xs:minLength value='20'/></xs:restriction>");
        value("<xs:restriction base='xs:base64Binary'><xs:maxLength value='1'/></xs:restriction>");
        value("<xs:restriction base='xs:anyURI'><xs:maxLength value='5'/></xs:restriction>");
        value("<xs:restriction base='xs:duration'><xs:minInclusive value='P2D'/></xs:restriction>");
        value("<xs:restriction><xs:simpleType><xs:list itemType='xs:int'/></xs:simpleType><xs:length value='3'/>"
                + "</xs:restriction>");
        value("<xs:union memberTypes='xs:int xs:date'/>");
        value("<xs:union><xs:simpleType><xs:restriction base='xs:int'><xs:minInclusive value='7'/></xs:restriction>"
                + "</xs:simpleType></xs:union>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[A-Z]{3}-\\d{4}",
                "\\d{5}(-\\d{4})?",
                "[^@]+@[^\\.]+\\..+",
                "([01]\\d|2[0-3]):[0-5]\\d",
                "\\+?[0-9 ]{7,15}",
                "[\\p{L}\\p{N}\\-\\. ]{1,20}",
                "[\\i-[:]][\\c-[:]]*",
                "(a|b)+c{0}d*",
                "[A-Z-[AEIOU]]{2}",
                "\\p{Lu}\\p{Ll}*",
                "\\S+",
                "[a-zA-Z0-9_.\\-]+",
                "(AT|DE|FR)\\d{2}[A-Z0-9]{1,30}",
                ".{3,8}",
                "\\$\\{[a-z]+\\}",
                "-?[1-9]\\d*|0",
                "\\w{8}-\\w{4}-[1-5]\\w{3}-[89abAB]\\w{3}-\\w{12}",
                "[a-f0-9]{32}",
                "(\\s|\\S)*",
                "[\\s\\S]{0,5}",
                "\\n?x"
            })
    void textsMatchTheirPatterns(String pattern) {
        value("<xs:restriction base='xs:string'><xs:pattern value='" + pattern + "'/></xs:restriction>");
        value("<xs:restriction base='xs:string'><xs:pattern value='" + pattern
                + "'/><xs:minLength value='1'/></xs:restriction>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "string: pattern [A-Z]{1,10}, length 7",
                "string: pattern [a-z]+, maxLength 2",
                "string: pattern a.*, enumeration b, enumeration ab",
                "token: pattern \\S+( \\S+)*, minLength 20, maxLength 22",
                "int: pattern [1-9]\\d*, minInclusive 500, maxInclusive 900",
                "int: pattern \\d{3}",
                "int: maxInclusive 900, enumeration 1000, enumeration 7",
                "byte: minExclusive 126",
                "nonPositiveInteger: minInclusive 0",
                "integer: totalDigits 3, minExclusive 998",
                "decimal: pattern \\d+\\.\\d{2}, minInclusive 20",
                "decimal: totalDigits 3, minExclusive 9.98",
                "decimal: totalDigits 3, fractionDigits 2, minExclusive 9.98",
                "decimal: minExclusive 1.5, maxExclusive 1.50001",
                "decimal: minExclusive 0, maxExclusive 0.001",
                "decimal: fractionDigits 0, minExclusive 0.5, maxExclusive 1.5",
                "double: minInclusive INF",
                "double: maxInclusive -INF",
                "double: minExclusive 1.5, maxExclusive 1.50001",
                "double: minExclusive 1E300",
                "float: minExclusive 1, maxExclusive 1.0000003",
                "date: pattern \\d{4}-\\d{2}-\\d{2}",
                "date: pattern 19\\d\\d-.*",
                "date: pattern .*Z",
                "dateTime: pattern [^Z]*",
                "dateTime: minExclusive 2020-01-01T12:00:00, maxExclusive 2020-01-01T12:00:01",
                "duration: minExclusive P2D",
                "anyURI: pattern https://.+",
                "anyURI: pattern urn:uuid:[0-9a-f]{8}",
                "language: length 5",
                "NMTOKENS: length 5",
                "NMTOKENS: pattern [a-z]+ [a-z]+",
                "ID: pattern [A-Z]{2}\\d",
                "NCName: length 9",
                "boolean: pattern 0|1",
                "hexBinary: pattern [0-9]{4}",
                "string: pattern \\p{IsBasicLatin}{3}",
                "string: pattern \\p{Sc}\\d+",
                "string: pattern .{0,4000}"
            })
    void allFacetsOfATypeHold(String type) {
        String[] parts = type.split(": ", 2);
        StringBuilder facets = new StringBuilder();
        for (String facet : parts[1].split(", ")) {
            String[] named = facet.split(" ", 2);
            facets.append("<xs:")
                    .append(named[0])
                    .append(" value='")
                    .append(named[1])
                    .append("'/>");
        }
        value("<xs:restriction base='xs:" + parts[0] + "'>" + facets + "</xs:restriction>");
    }

    @Test
    void facetsOfTheTypesThatAreRestrictedHoldToo() {
        XmlElement ask = valid("""
                <xs:simpleType name="Code"><xs:restriction base="xs:string"><xs:pattern value="[A-Z]{3}[0-9]"/></xs:restriction>
                  </xs:simpleType>
                <xs:simpleType name="Even"><xs:restriction base="a:Code"><xs:pattern value=".*[02468]"/></xs:restriction>
                  </xs:simpleType>
                <xs:simpleType name="Price"><xs:restriction base="xs:decimal"><xs:minInclusive value="5"/></xs:restriction>
                  </xs:simpleType>
                <xs:simpleType name="Whole"><xs:restriction base="a:Price"><xs:pattern value="[0-9]+"/></xs:restriction>
                  </xs:simpleType>
                <xs:element name="ask"><xs:complexType><xs:sequence><xs:element name="code" type="a:Even"/></xs:sequence>
                  <xs:attribute name="price" type="a:Whole"/></xs:complexType></xs:element>""");
        assertFalse(ask.toString().contains("no value"), ask.toString());
    }

    @Test
    void listsAndUnionsHavePatterns() {
        value(
                "<xs:restriction><xs:simpleType><xs:list itemType='xs:int'/></xs:simpleType><xs:pattern value='\\d+ \\d+ \\d+'/>"
                        + "</xs:restriction>");
        value("<xs:restriction><xs:simpleType><xs:union memberTypes='xs:date xs:int'/></xs:simpleType>"
                + "<xs:pattern value='[0-9]{2}'/></xs:restriction>");
        value("<xs:restriction><xs:simpleType><xs:union memberTypes='xs:int xs:NCName'/></xs:simpleType>"
                + "<xs:enumeration value='none'/></xs:restriction>");
    }

    @Test
    void idsDifferWhateverTheirPattern() {
        XmlElement ask = valid("""
                <xs:simpleType name="Mark"><xs:restriction base="xs:ID"><xs:pattern value="[a-c][a-c]"/></xs:restriction>
                  </xs:simpleType>
                <xs:element name="ask"><xs:complexType><xs:sequence>
                  <xs:element name="mark" type="a:Mark" minOccurs="7" maxOccurs="7"/></xs:sequence></xs:complexType>
                </xs:element>""");
        assertEquals(7, ask.elements().size());
    }

    @Test
    void namesAmongValuesHaveAPrefixOfTheSample() {
        XmlElement ask = valid("""
                <xs:element name="ask"><xs:complexType><xs:sequence><xs:element name="kind"><xs:simpleType>
                  <xs:restriction base="xs:QName"><xs:enumeration value="a:first"/><xs:enumeration value="a:second"/>
                  </xs:restriction></xs:simpleType></xs:element></xs:sequence></xs:complexType></xs:element>""");
        XmlElement kind = ask.elements().get(0);
        assertEquals(XmlName.of("urn:a", "first"), kind.resolveQName(kind.stringValue()));
    }

    @Test
    void whatHasNoValueSaysSo() {
        String sample = request(wsdl(schema("""
                <xs:simpleType name="A"><xs:restriction base="xs:string"><xs:pattern value="a"/></xs:restriction></xs:simpleType>
                <xs:simpleType name="B"><xs:restriction base="a:A"><xs:pattern value="b"/></xs:restriction></xs:simpleType>
                <xs:simpleType name="C"><xs:restriction base="xs:string"><xs:pattern value="\\p{IsNowhere}"/></xs:restriction>
                  </xs:simpleType>
                <xs:simpleType name="D"><xs:restriction base="xs:string"><xs:pattern value="((a{1000}){1000}){1000}"/>
                  </xs:restriction></xs:simpleType>
                <xs:simpleType name="E"><xs:restriction base="xs:string"><xs:pattern value="((a*)*)*(b|bb)*c"/>
                  <xs:minLength value="900"/></xs:restriction></xs:simpleType>
                <xs:element name="ask"><xs:complexType><xs:sequence><xs:element name="b" type="a:B"/>
                  <xs:element name="c" type="a:C"/><xs:element name="d" type="a:D"/><xs:element name="e" type="a:E"/>
                  </xs:sequence><xs:attribute name="x" type="a:B"/></xs:complexType></xs:element>"""), Map.of()));
        String doubt = "<!-- no value was found that its type takes -->";
        assertTrue(sample.contains("<ns1:b>" + doubt + "text<"), sample);
        assertTrue(sample.contains("<ns1:c><!-- a pattern of its type is not understood here -->text<"), sample);
        assertTrue(sample.contains("<ns1:d>" + doubt), sample);
        assertTrue(sample.contains("<!-- attribute x: no value was found that its type takes -->"), sample);
    }

    @Test
    void whatIsNoPatternIsNotUnderstood() {
        for (String pattern : new String[] {"[", "(", "a{", "\\p{Unknown}", "a{99999}", "*", "((((a", "\\", "a{3,2}"}) {
            assertNull(SchemaPattern.of(pattern), pattern);
        }
        assertNull(SchemaPattern.of("(".repeat(100_000)));
        assertNotNull(SchemaPattern.of("[" + "a".repeat(100_000) + "]"));
    }

    @ParameterizedTest
    @CsvSource({
        "a*, aaa, true",
        "a{2}, aaa, false",
        "(ab|a)(c|bcd), abcd, true",
        "(a*)*b, aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac, false",
        "(a|b){2;3}, aba, true",
        "(a|b){2;3}, abab, false",
        "[^a-z-[aeiou]], A, true",
        "[a-z-[aeiou]], e, false",
        "[\\i-[:]][\\c-[:]]*, a:b, false",
        "\\w+, a_b, false"
    })
    void aPatternKnowsItsTexts(String pattern, String text, boolean matches) {
        SchemaPattern read = SchemaPattern.of(pattern.replace(';', ','));
        assertNotNull(read);
        assertEquals(matches, read.matches(text));
    }

    @Test
    void typesThatExtendOthersHaveTheirContentFirst() {
        XmlElement ask = valid("""
                <xs:complexType name="Base" abstract="true"><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence>
                  <xs:attribute name="at" type="xs:dateTime" use="required"/></xs:complexType>
                <xs:complexType name="Order"><xs:complexContent><xs:extension base="a:Base"><xs:sequence>
                  <xs:element name="item" type="xs:string"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
                <xs:complexType name="Small"><xs:complexContent><xs:restriction base="a:Order"><xs:sequence>
                  <xs:element name="id" type="xs:int"/><xs:element name="item" type="xs:string" fixed="pin"/></xs:sequence>
                  </xs:restriction></xs:complexContent></xs:complexType>
                <xs:element name="ask"><xs:complexType><xs:sequence><xs:element name="any" type="a:Base"/>
                  <xs:element name="small" type="a:Small"/></xs:sequence></xs:complexType></xs:element>""");
        XmlElement any = ask.elements().get(0);
        assertEquals(2, any.elements().size());
        assertTrue(any.attribute(XmlName.of(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI, "type"))
                .value()
                .endsWith("Order"));
        assertEquals("pin", ask.elements().get(1).elements().get(1).stringValue());
    }

    @Test
    void abstractElementsAreThoseThatStandForThem() {
        XmlElement ask = valid("""
                <xs:element name="shape" abstract="true"/>
                <xs:element name="circle" substitutionGroup="a:shape" type="xs:double"/>
                <xs:element name="ask"><xs:complexType><xs:sequence><xs:element ref="a:shape"/></xs:sequence></xs:complexType>
                </xs:element>""");
        assertEquals("circle", ask.elements().get(0).name().local());
    }

    @Test
    void groupsAttributesAndFormsAreFollowed() {
        XmlElement ask = valid("""
                <xs:group name="Place"><xs:sequence><xs:element name="street" type="xs:string" form="unqualified"/>
                  <xs:element name="town" type="xs:string"/></xs:sequence></xs:group>
                <xs:attributeGroup name="Marks"><xs:attribute name="id" type="xs:ID" use="required"/>
                  <xs:attribute ref="a:mark" use="required"/></xs:attributeGroup>
                <xs:attribute name="mark" type="xs:int"/>
                <xs:element name="ask"><xs:complexType><xs:sequence><xs:group ref="a:Place" minOccurs="2" maxOccurs="2"/>
                  <xs:any namespace="##other" processContents="lax" minOccurs="0"/></xs:sequence>
                  <xs:attributeGroup ref="a:Marks"/></xs:complexType></xs:element>""");
        assertEquals(4, ask.elements().size());
        assertEquals("", ask.elements().get(0).name().namespace());
    }

    @Test
    void whereAnyElementMustStandOneDoes() {
        XmlElement ask = valid("""
                <xs:element name="ask"><xs:complexType><xs:sequence><xs:any processContents="skip"/>
                  <xs:any namespace="##other" processContents="lax"/><xs:any namespace="##local" processContents="lax"/>
                  <xs:any namespace="urn:c urn:d" processContents="lax"/></xs:sequence></xs:complexType></xs:element>""");
        assertEquals("urn:c", ask.elements().get(3).name().namespace());
    }

    @Test
    void allThatIsRequiredIsThere() {
        assertEquals(1_999, valid("""
                        <xs:element name="ask"><xs:complexType><xs:sequence>
                          <xs:element name="x" type="xs:int" minOccurs="1999" maxOccurs="unbounded"/></xs:sequence>
                        </xs:complexType></xs:element>""").elements().size());
        assertEquals(2, valid("""
                        <xs:element name="ask"><xs:complexType><xs:sequence>
                          <xs:any processContents="skip" minOccurs="2" maxOccurs="2"/></xs:sequence></xs:complexType>
                        </xs:element>""").elements().size());
        String sample = request(wsdl(schema("""
                <xs:element name="ask"><xs:complexType><xs:sequence>
                  <xs:sequence minOccurs="2000000000" maxOccurs="unbounded"/>
                  <xs:element name="x" type="xs:int" minOccurs="2001" maxOccurs="99999999999"/></xs:sequence>
                </xs:complexType></xs:element>"""), Map.of()));
        assertTrue(sample.contains("and so on: more is required than is shown"), sample);
    }

    @Test
    void aRequiredTypeWithinItselfEndsInNilWhereItMay() {
        XmlElement ask = valid("""
                <xs:complexType name="Node"><xs:sequence><xs:element name="name" type="xs:string"/>
                  <xs:element name="next" type="a:Node" nillable="true"/></xs:sequence>
                  <xs:attribute name="id" type="xs:int" use="required"/></xs:complexType>
                <xs:element name="ask" type="a:Node"/>""");
        XmlElement next = ask.elements().get(1);
        assertEquals(
                "true",
                next.attribute(XmlName.of(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI, "nil"))
                        .value());
        assertEquals(0, next.elements().size());
    }

    @Test
    void whatNoDocumentCanHaveIsLeftOut() {
        XmlElement ask = valid("""
                <xs:complexType name="Nothing" abstract="true"/>
                <xs:element name="none" abstract="true"/>
                <xs:element name="never" abstract="true"/>
                <xs:element name="nowhere" abstract="true" type="a:Nothing"/>
                <xs:element name="here" substitutionGroup="a:nowhere"/>
                <xs:complexType name="Base" abstract="true"><xs:sequence/></xs:complexType>
                <xs:complexType name="Dead" abstract="true"><xs:complexContent><xs:extension base="a:Base"/></xs:complexContent>
                  </xs:complexType>
                <xs:complexType name="Live"><xs:complexContent><xs:extension base="a:Base"/></xs:complexContent></xs:complexType>
                <xs:element name="ask"><xs:complexType><xs:sequence>
                  <xs:element name="a" type="a:Nothing" minOccurs="0"/>
                  <xs:element ref="a:none" minOccurs="0"/>
                  <xs:sequence minOccurs="0"><xs:element ref="a:never"/></xs:sequence>
                  <xs:choice><xs:element ref="a:nowhere"/><xs:sequence><xs:element name="b" type="a:Nothing"/></xs:sequence>
                    <xs:element name="c" type="a:Base"/></xs:choice>
                  </xs:sequence></xs:complexType></xs:element>""");
        assertEquals(1, ask.elements().size());
        assertEquals("c", ask.elements().get(0).name().local());
    }

    @Test
    void aTypeWithinItselfEndsWhereItMay() {
        XmlElement ask = valid("""
                <xs:complexType name="Node"><xs:sequence><xs:element name="name" type="xs:string"/>
                  <xs:element name="child" type="a:Node" minOccurs="0" maxOccurs="unbounded"/>
                  <xs:choice><xs:element name="same" type="a:Node"/><xs:element name="leaf" type="xs:int"/></xs:choice>
                  </xs:sequence></xs:complexType>
                <xs:element name="ask" type="a:Node"/>""");
        assertEquals(2, ask.elements().size());
    }

    @Test
    void whatIsRequiredWithoutEndIsCut() {
        String sample = request(wsdl(schema("""
                <xs:complexType name="Node"><xs:sequence><xs:element name="one" type="a:Node"/>
                  <xs:element name="two" type="a:Node"/></xs:sequence></xs:complexType>
                <xs:element name="ask" type="a:Node"/>"""), Map.of()));
        assertTrue(sample.contains("and so on"), sample);
        assertTrue(sample.length() < 500_000, () -> "length " + sample.length());
        XmlElement.parse(sample.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void schemasWithCirclesThatMeanNothingEnd() {
        request(wsdl(schema("""
                <xs:simpleType name="A"><xs:union memberTypes="a:B"/></xs:simpleType>
                <xs:simpleType name="B"><xs:list itemType="a:A"/></xs:simpleType>
                <xs:simpleType name="C"><xs:restriction base="a:C"/></xs:simpleType>
                <xs:complexType name="D"><xs:complexContent><xs:extension base="a:E"/></xs:complexContent></xs:complexType>
                <xs:complexType name="E"><xs:complexContent><xs:extension base="a:D"/></xs:complexContent></xs:complexType>
                <xs:group name="F"><xs:sequence><xs:group ref="a:F"/></xs:sequence></xs:group>
                <xs:attributeGroup name="G"><xs:attributeGroup ref="a:G"/><xs:attributeGroup ref="a:G"/></xs:attributeGroup>
                <xs:element name="h" abstract="true" substitutionGroup="a:h"/>
                <xs:element name="i" substitutionGroup="a:j"/>
                <xs:element name="j" substitutionGroup="a:i"/>
                <xs:element name="ask"><xs:complexType><xs:sequence>
                  <xs:element name="a" type="a:A"/><xs:element name="c" type="a:C"/><xs:element name="d" type="a:D"/>
                  <xs:group ref="a:F"/><xs:element ref="a:h"/><xs:element ref="a:i"/>
                  </xs:sequence><xs:attributeGroup ref="a:G"/></xs:complexType></xs:element>"""), Map.of()));
    }

    @Test
    void schemasOfSeveralDocumentsAreOne() {
        Wsdl wsdl = wsdl(
                schema("<xs:include schemaLocation='types.xsd'/><xs:import namespace='urn:b' schemaLocation='b.xsd'/>"
                        + "<xs:element name='ask' type='a:Ask'/>"),
                Map.of(
                        "types.xsd",
                        "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:b='urn:b' elementFormDefault='qualified'>"
                                + "<xs:complexType name='Ask'><xs:sequence><xs:element name='x' type='X'/>"
                                + "<xs:element ref='b:y'/></xs:sequence></xs:complexType>"
                                + "<xs:simpleType name='X'><xs:restriction base='xs:int'/></xs:simpleType></xs:schema>",
                        "b.xsd",
                        "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:b'>"
                                + "<xs:element name='y' type='xs:boolean'/></xs:schema>"));
        String sample = request(wsdl);
        assertTrue(sample.contains(":x>1<"), sample);
        assertTrue(sample.contains(":y>true<"), sample);
    }

    @Test
    void anElementThatNoSchemaDeclaresIsEmpty() {
        String sample = request(wsdl(schema(""), Map.of()));
        assertTrue(sample.contains("no schema declares this element"), sample);
        assertFalse(sample.contains("text"), sample);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void samplesOfSchemasDrawnByChanceAreValid(int part) {
        for (int seed = 500 * part; seed < 500 * (part + 1); seed++) {
            valid(new ChanceSchema(new Random(seed)).content());
        }
    }
}
