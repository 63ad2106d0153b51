package dev.weir.xml.dom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.reader.HangGuard;
import dev.weir.xml.reader.XmlReaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

class NodeReaderTest {
    private static Document parsed(String text) {
        return DomBuilder.DEFAULT.build(XmlReaders.open(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static Document empty() throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument();
    }

    @Test
    void eachEventHasItsNode() {
        Element root = parsed("<a>one<b/><![CDATA[two]]>three</a>").getDocumentElement();
        NodeReader reader = NodeReader.over(root);
        List<Node> nodes = new ArrayList<>();
        while (reader.next() != XmlEvent.END_DOCUMENT) {
            nodes.add(reader.node());
        }

        Node b = root.getChildNodes().item(1);
        assertEquals(List.of(root, root.getFirstChild(), b, b, b.getNextSibling(), root.getLastChild(), root), nodes);
    }

    @Test
    void adjacentTextIsOneEventWhereThatIsWanted() {
        NodeReader reader = NodeReader.over(parsed("<a>one<![CDATA[two]]>three<b/></a>"), true, false);
        reader.next();
        assertEquals(XmlEvent.TEXT, reader.next());

        assertEquals("onetwothree", reader.text());
        assertEquals("three", reader.node().getNodeValue());
    }

    @Test
    void whatIsDeclaredAroundAnElementIsInScope() {
        Element inner = (Element) parsed("<p:a xmlns:p='u:p' xmlns='u'><b xmlns:q='u:q' xmlns=''/></p:a>")
                .getDocumentElement()
                .getFirstChild();
        NodeReader reader = NodeReader.over(inner);
        reader.next();

        assertEquals("u:p", reader.lookupNamespace("p"));
        assertEquals("u:q", reader.lookupNamespace("q"));
        assertNull(reader.lookupNamespace(""));
        assertNull(reader.lookupNamespace("r"));
    }

    @Test
    void whatNodesAroundAnElementImplyIsInScope() throws Exception {
        Document document = empty();
        Element outer = document.createElementNS("u:p", "p:outer");
        Element inner = document.createElementNS("u", "inner");
        document.appendChild(outer);
        outer.appendChild(inner);
        inner.setAttributeNS("u:q", "q:at", "1");
        NodeReader reader = NodeReader.over(inner);
        reader.next();

        assertEquals("u:p", reader.lookupNamespace("p"));
        assertEquals("u", reader.lookupNamespace(""));
        assertEquals("u:q", reader.lookupNamespace("q"));
    }

    @Test
    void aNameThatWasMetIsTheSameObjectAgain() {
        NodeReader reader = NodeReader.over(parsed("<a><b/><b/></a>"));
        reader.next();
        reader.next();
        XmlName first = reader.name();
        reader.next();
        reader.next();

        assertSame(first, reader.name());
    }

    @Test
    void elementsMayStandDeepInsideOneAnother() throws Exception {
        int depth = 100_000;
        Document document = empty();
        Node tree = document.createElementNS(null, "deep");
        for (int i = 1; i < depth; i++) {
            Node around = document.createElementNS(null, "deep");
            around.appendChild(tree);
            tree = around;
        }
        document.appendChild(tree);
        NodeReader reader = NodeReader.over(document);

        HangGuard.run(() -> {
            while (reader.next() == XmlEvent.START_ELEMENT) {
                assertNull(reader.lookupNamespace(""));
            }
            assertEquals(depth, reader.depth());
        });
    }

    @Test
    void onlyWhatHoldsElementsCanBeRead() {
        Node text = parsed("<a>text</a>").getDocumentElement().getFirstChild();

        assertThrows(IllegalArgumentException.class, () -> NodeReader.over(text));
    }
}
