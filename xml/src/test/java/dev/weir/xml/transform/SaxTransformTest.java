package dev.weir.xml.transform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.reader.XmlReaders;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlTreeWriter;
import dev.weir.xml.writer.XmlWriters;
import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.transform.Templates;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.junit.jupiter.api.Test;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.DefaultHandler;

class SaxTransformTest {
    private static final String STYLESHEET = """
            <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                            xmlns:o="urn:order" xmlns:r="urn:result" exclude-result-prefixes="o">
              <xsl:param name="rate" select="1"/>
              <xsl:template match="/o:order">
                <r:lines count="{count(o:line)}" currency="EUR">
                  <xsl:comment> made </xsl:comment>
                  <xsl:for-each select="o:line">
                    <r:line total="{@quantity * @price * $rate}"><xsl:value-of select="."/></r:line>
                  </xsl:for-each>
                </r:lines>
              </xsl:template>
            </xsl:stylesheet>
            """;

    private static final String SCHEMA = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:order" xmlns:o="urn:order"
                       elementFormDefault="qualified">
              <xs:element name="order">
                <xs:complexType>
                  <xs:sequence>
                    <xs:element name="line" maxOccurs="unbounded" type="xs:int"/>
                    <xs:element name="kind" minOccurs="0" type="xs:QName"/>
                  </xs:sequence>
                </xs:complexType>
              </xs:element>
            </xs:schema>
            """;

    private static XmlReader text(String document) {
        return XmlReaders.open(document.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void anXsltTransformationReadsACursorAndWritesATree() throws Exception {
        TransformerFactory factory = TransformerFactory.newDefaultInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        Templates templates = factory.newTemplates(new XmlSaxSource(text(STYLESHEET)));
        Transformer transformer = templates.newTransformer();
        transformer.setParameter("rate", 2);
        XmlElement order = XmlElement.parse(
                "<o:order xmlns:o='urn:order'><o:line quantity='2' price='1.5'>a&lt;b</o:line><o:line quantity='1' price='4'/></o:order>"
                        .getBytes(StandardCharsets.UTF_8));
        XmlTreeWriter result = new XmlTreeWriter();
        transformer.transform(new XmlSaxSource(order.reader()), new XmlSaxResult(result));
        result.endDocument();
        assertEquals(
                "<r:lines xmlns:r=\"urn:result\" count=\"2\" currency=\"EUR\"><!-- made --><r:line total=\"6\">a&lt;b</r:line>"
                        + "<r:line total=\"8\"/></r:lines>",
                result.document().documentElement().toString());
    }

    @Test
    void theIdentityTransformationChangesNothing() throws Exception {
        String document =
                "<a xmlns=\"u\" xmlns:p=\"v\" x=\"1\" p:y=\"&#xA;2\"><!--c--><?pi d?><p:b>t&#xD;</p:b><c xmlns=\"\"/></a>";
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        XmlWriter writer = XmlWriters.open(bytes);
        TransformerFactory.newDefaultInstance()
                .newTransformer()
                .transform(new XmlSaxSource(text(document)), new XmlSaxResult(writer));
        writer.endDocument();
        assertEquals(document, bytes.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aSchemaValidatesWhatACursorStandsOn() throws Exception {
        Schema schema = SchemaFactory.newDefaultInstance().newSchema(new StreamSource(new StringReader(SCHEMA)));
        String start = "<e xmlns:o='urn:order' xmlns:k='urn:kinds'><o:order><o:line>1</o:line>";
        XmlReader reader = text(start + "<o:kind>k:x</o:kind></o:order><rest/></e>");
        reader.next();
        reader.next();
        schema.newValidator().validate(new XmlSaxSource(reader));
        assertEquals("order", reader.name().local());

        XmlReader wrong = text(start + "\n<o:line>one</o:line></o:order></e>");
        wrong.next();
        wrong.next();
        Validator validator = schema.newValidator();
        SAXParseException refused =
                assertThrows(SAXParseException.class, () -> validator.validate(new XmlSaxSource(wrong)));
        assertEquals(2, refused.getLineNumber());
    }

    @Test
    void aDocumentThatIsNotWellFormedIsASaxParseExceptionWithItsPlace() {
        XMLReader parser = new XmlSaxSource(text("<a>\n  <b></a>")).getXMLReader();
        SAXParseException told = assertThrows(SAXParseException.class, () -> parser.parse(""));
        assertEquals(2, told.getLineNumber());
        assertEquals(6, told.getColumnNumber());
    }

    @Test
    void prefixMappingsOpenAndCloseAroundTheirElements() throws Exception {
        List<String> seen = new ArrayList<>();
        XMLReader parser = new XmlSaxSource(text("<a xmlns='u'><p:b xmlns:p='v' p:x='1'/></a>")).getXMLReader();
        parser.setFeature("http://xml.org/sax/features/namespace-prefixes", true);
        parser.setContentHandler(new DefaultHandler() {
            @Override
            public void startPrefixMapping(String prefix, String uri) {
                seen.add("+" + prefix + "=" + uri);
            }

            @Override
            public void endPrefixMapping(String prefix) {
                seen.add("-" + prefix);
            }

            @Override
            public void startElement(String uri, String local, String qualified, Attributes attributes) {
                StringBuilder all = new StringBuilder("<" + qualified);
                for (int i = 0; i < attributes.getLength(); i++) {
                    all.append(' ').append(attributes.getQName(i)).append('=').append(attributes.getValue(i));
                }
                seen.add(all.toString());
            }

            @Override
            public void endElement(String uri, String local, String qualified) {
                seen.add("</" + qualified);
            }
        });
        parser.parse("");
        assertEquals(List.of("+=u", "<a xmlns=u", "+p=v", "<p:b xmlns:p=v p:x=1", "</p:b", "-p", "</a", "-"), seen);
        assertThrows(SAXException.class, () -> parser.parse(""), "a cursor is read once");
    }

    @Test
    void limitsHoldBehindTheFaceToo() {
        byte[] deep = ("<a>".repeat(11) + "</a>".repeat(11)).getBytes(StandardCharsets.UTF_8);
        XmlReader reader = XmlReaders.open(deep, 0, deep.length, XmlLimits.DEFAULT.withMaxDepth(10));
        TransformerException refused = assertThrows(
                TransformerException.class,
                () -> TransformerFactory.newDefaultInstance()
                        .newTransformer()
                        .transform(new XmlSaxSource(reader), new XmlSaxResult(new XmlTreeWriter())));
        assertTrue(String.valueOf(refused.getMessage()).contains("maxDepth=10"), refused::toString);
    }
}
