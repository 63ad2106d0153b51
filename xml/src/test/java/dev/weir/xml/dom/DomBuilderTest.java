package dev.weir.xml.dom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import dev.weir.xml.reader.ReadOptions;
import dev.weir.xml.reader.XmlReaders;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

class DomBuilderTest {
    private static final ReadOptions OPTIONS =
            ReadOptions.DEFAULT.withDtdPolicy(DtdPolicy.INTERNAL).withDoctypeEvents(true);

    private static XmlReader reader(String document) {
        byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
        return XmlReaders.open(bytes, 0, bytes.length, OPTIONS);
    }

    private static Document byTheJdk(String document) throws Exception {
        return DocumentBuilderFactory.newDefaultNSInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)));
    }

    /** A tree as lines, with all that the DOM says of each node. */
    private static List<String> lines(Node node) {
        List<String> lines = new ArrayList<>();
        describe(node, "", lines);
        return lines;
    }

    private static void describe(Node node, String indent, List<String> lines) {
        lines.add(indent + node.getNodeType() + " " + node.getNodeName() + " " + node.getNamespaceURI() + " "
                + node.getPrefix() + " " + node.getLocalName() + " " + node.getNodeValue());
        NamedNodeMap attributes = node.getNodeType() == Node.ELEMENT_NODE ? node.getAttributes() : null;
        if (attributes != null) {
            List<String> all = new ArrayList<>();
            for (int i = 0; i < attributes.getLength(); i++) {
                describe(attributes.item(i), indent + " @", all);
            }
            all.removeIf(line -> line.startsWith(indent + " @ "));
            all.sort(null);
            lines.addAll(all);
        }
        if (node.getNodeType() != Node.DOCUMENT_TYPE_NODE) {
            for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
                describe(child, indent + " ", lines);
            }
        }
    }

    static Stream<String> documents() {
        return Stream.of(
                "<a/>",
                "<?xml version='1.0' standalone='yes'?><!--c--><a x='1'>t<b/>u&amp;v&#10;w</a><?pi data?>",
                "<a xmlns='u' xmlns:p='v' p:x='1' x='2'><p:b xmlns=''><c xml:lang='en'/></p:b></a>",
                "<a>1<![CDATA[<2>]]>3<![CDATA[4]]><![CDATA[5]]><!--6--></a>",
                "<!DOCTYPE a [<!ENTITY e 'in <b/> out'><!ATTLIST a d CDATA 'v' xmlns:q CDATA 'w'>]><a>x&e;y</a>");
    }

    @ParameterizedTest
    @MethodSource("documents")
    void theTreeIsThatOfTheJdk(String document) throws Exception {
        Document expected = byTheJdk(document);
        Document built = DomBuilder.DEFAULT.build(reader(document));
        assertEquals(String.join("\n", lines(expected)), String.join("\n", lines(built)));
        assertEquals(expected.getXmlStandalone(), built.getXmlStandalone());
        assertEquals(expected.getXmlVersion(), built.getXmlVersion());
    }

    @Test
    void commentsAndCDataAreKeptOnlyWhereTheyAreWanted() {
        String document = "<a>1<![CDATA[2]]><!--c-->3</a>";
        Document built = DomBuilder.DEFAULT.withCData(false).withComments(false).build(reader(document));
        Node text = built.getDocumentElement().getFirstChild();
        assertEquals("123", text.getNodeValue());
        assertEquals(Node.TEXT_NODE, text.getNodeType());
        assertEquals(null, text.getNextSibling());
    }

    @Test
    void whiteSpaceThatSaysNothingIsLeftOutWhereThatIsWanted() {
        String document = "<!DOCTYPE a [<!ELEMENT a (b)><!ELEMENT b (#PCDATA)>]><a> <b> </b> </a>";
        Document built = DomBuilder.DEFAULT.withIgnorableWhitespace(false).build(reader(document));
        assertEquals(1, built.getDocumentElement().getChildNodes().getLength());
        assertEquals(" ", built.getDocumentElement().getTextContent());
    }

    @Test
    void anAttributeOfTypeIdFindsItsElement() {
        Document built = DomBuilder.DEFAULT.build(
                reader("<!DOCTYPE a [<!ATTLIST b k ID #IMPLIED>]><a><b k='x'/><b k='y' m='z'/></a>"));
        assertEquals("z", built.getElementById("y").getAttribute("m"));
    }

    @Test
    void referencesThatAreNotExpandedAreNodes() {
        byte[] bytes = "<!DOCTYPE a [<!ENTITY e 'x'>]><a>1&e;2</a>".getBytes(StandardCharsets.UTF_8);
        Document built =
                DomBuilder.DEFAULT.build(XmlReaders.open(bytes, 0, bytes.length, OPTIONS.withExpandingEntities(false)));
        Node reference = built.getDocumentElement().getFirstChild().getNextSibling();
        assertEquals(Node.ENTITY_REFERENCE_NODE, reference.getNodeType());
        assertEquals("e", reference.getNodeName());
    }

    @Test
    void anElementIsAddedToAnyNodeOfAnyDocument() throws Exception {
        Document target = byTheJdk("<root><here/></root>");
        Element here = (Element) target.getDocumentElement().getFirstChild();
        XmlReader reader = reader("<a><skip/><take n='1'>t<take/></take><rest/></a>");
        reader.next();
        reader.next();
        reader.next();
        reader.next();
        assertEquals("take", reader.name().local());
        DomBuilder.DEFAULT.build(reader, here);
        assertEquals(XmlEvent.END_ELEMENT, reader.event());
        assertEquals("take", reader.name().local());
        assertEquals(XmlEvent.START_ELEMENT, reader.next());
        assertSame(target, here.getFirstChild().getOwnerDocument());
        assertEquals("1", ((Element) here.getFirstChild()).getAttribute("n"));
        assertEquals("t", here.getTextContent());
        assertThrows(IllegalStateException.class, () -> {
            reader.next();
            DomBuilder.DEFAULT.build(reader, here);
        });
    }

    @Test
    void depthIsBoundedByTheReaderOnly() {
        int depth = 20_000;
        byte[] bytes = ("<a>".repeat(depth) + "</a>".repeat(depth)).getBytes(StandardCharsets.UTF_8);
        Document built = DomBuilder.DEFAULT.build(
                XmlReaders.open(bytes, 0, bytes.length, XmlLimits.DEFAULT.withMaxDepth(depth)));
        int seen = 0;
        for (Node node = built.getDocumentElement(); node != null; node = node.getFirstChild()) {
            seen++;
        }
        assertEquals(depth, seen);
        assertTrue(built.getDoctype() == null);
    }
}
