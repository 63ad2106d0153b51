package dev.weir.xml.fastinfoset;

import com.sun.xml.fastinfoset.dom.DOMDocumentParser;
import com.sun.xml.fastinfoset.sax.SAXDocumentParser;
import com.sun.xml.fastinfoset.stax.StAXDocumentParser;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.stream.XMLStreamConstants;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.xml.sax.Attributes;
import org.xml.sax.ext.DefaultHandler2;

/**
 * What a document holds, an item a line, told by Weir's readers and by each of the reference implementation's parsers: runs
 * of text in one piece, attributes and declarations in alphabetical order.
 */
final class ItemListing {
    private final List<String> lines = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private final Map<String, String> declared = new TreeMap<>();
    private final Map<String, String> attributes = new TreeMap<>();

    private ItemListing() {}

    private void start(@Nullable String prefix, @Nullable String uri, String local) {
        endText();
        lines.add("<" + (prefix == null ? "" : prefix) + " {" + (uri == null ? "" : uri) + "}" + local + " " + declared
                + " " + attributes);
        declared.clear();
        attributes.clear();
    }

    private void declare(@Nullable String prefix, @Nullable String uri) {
        // That of xml says nothing and is not written.
        if (!"xml".equals(prefix)) {
            declared.put(prefix == null ? "" : prefix, uri == null ? "" : uri);
        }
    }

    private void attribute(@Nullable String uri, String local, String value) {
        attributes.put("{" + (uri == null ? "" : uri) + "}" + local, value);
    }

    private void other(String line) {
        endText();
        lines.add(line);
    }

    private void endText() {
        if (text.length() > 0) {
            lines.add("\"" + text);
            text.setLength(0);
        }
    }

    private List<String> end() {
        endText();
        return lines;
    }

    /** By any of Weir's readers. */
    static List<String> by(XmlReader reader) {
        ItemListing items = new ItemListing();
        while (reader.next() != XmlEvent.END_DOCUMENT) {
            switch (reader.event()) {
                case START_ELEMENT -> {
                    for (int i = 0; i < reader.namespaceCount(); i++) {
                        items.declare(reader.namespacePrefix(i), reader.namespaceUri(i));
                    }
                    for (int i = 0; i < reader.attributeCount(); i++) {
                        items.attribute(
                                reader.attributeName(i).namespace(),
                                reader.attributeName(i).local(),
                                reader.attributeValue(i));
                    }
                    items.start(
                            reader.prefix(),
                            reader.name().namespace(),
                            reader.name().local());
                }
                case END_ELEMENT -> items.other("/");
                case TEXT -> items.text.append(reader.text());
                case COMMENT -> items.other("!" + reader.text());
                case PROCESSING_INSTRUCTION -> items.other("?" + reader.target() + " " + reader.text());
                default -> {}
            }
        }
        return items.end();
    }

    static List<String> byReferenceStax(byte[] document) throws Exception {
        return byStax(new StAXDocumentParser(new ByteArrayInputStream(document)));
    }

    static List<String> byStax(StAXDocumentParser reader) throws Exception {
        ItemListing items = new ItemListing();
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    for (int i = 0; i < reader.getNamespaceCount(); i++) {
                        items.declare(reader.getNamespacePrefix(i), reader.getNamespaceURI(i));
                    }
                    for (int i = 0; i < reader.getAttributeCount(); i++) {
                        items.attribute(
                                reader.getAttributeNamespace(i),
                                reader.getAttributeLocalName(i),
                                reader.getAttributeValue(i));
                    }
                    items.start(reader.getPrefix(), reader.getNamespaceURI(), reader.getLocalName());
                }
                case XMLStreamConstants.END_ELEMENT -> items.other("/");
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> items.text.append(reader.getText());
                case XMLStreamConstants.COMMENT -> items.other("!" + reader.getText());
                case XMLStreamConstants.PROCESSING_INSTRUCTION ->
                    items.other(
                            "?" + reader.getPITarget() + " " + (reader.getPIData() == null ? "" : reader.getPIData()));
                default -> {}
            }
        }
        return items.end();
    }

    static List<String> byReferenceSax(byte[] document) throws Exception {
        return bySax(new SAXDocumentParser(), document);
    }

    static List<String> bySax(SAXDocumentParser parser, byte[] document) throws Exception {
        ItemListing items = new ItemListing();
        DefaultHandler2 handler = new DefaultHandler2() {
            @Override
            public void startPrefixMapping(String prefix, String uri) {
                items.declare(prefix, uri);
            }

            @Override
            public void startElement(String uri, String local, String name, Attributes all) {
                for (int i = 0; i < all.getLength(); i++) {
                    items.attribute(all.getURI(i), all.getLocalName(i), all.getValue(i));
                }
                int colon = name.indexOf(':');
                items.start(colon < 0 ? "" : name.substring(0, colon), uri, local);
            }

            @Override
            public void endElement(String uri, String local, String name) {
                items.other("/");
            }

            @Override
            public void characters(char[] characters, int start, int length) {
                items.text.append(characters, start, length);
            }

            @Override
            public void comment(char[] characters, int start, int length) {
                items.other("!" + new String(characters, start, length));
            }

            @Override
            public void processingInstruction(String target, @Nullable String data) {
                items.other("?" + target + " " + (data == null ? "" : data));
            }
        };
        parser.setContentHandler(handler);
        parser.setProperty("http://xml.org/sax/properties/lexical-handler", handler);
        parser.parse((InputStream) new ByteArrayInputStream(document));
        return items.end();
    }

    static List<String> byReferenceDom(byte[] document) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setNamespaceAware(true);
        Document tree = factory.newDocumentBuilder().newDocument();
        new DOMDocumentParser().parse(tree, new ByteArrayInputStream(document));
        ItemListing items = new ItemListing();
        Node node = tree.getFirstChild();
        while (node != null) {
            items.visit(node);
            Node next = node.getFirstChild();
            while (next == null && node != tree) {
                if (node.getNodeType() == Node.ELEMENT_NODE) {
                    items.other("/");
                }
                next = node.getNextSibling();
                node = next == null ? node.getParentNode() : node;
                if (next == null && node == tree) {
                    return items.end();
                }
            }
            node = next;
        }
        return items.end();
    }

    private void visit(Node node) {
        switch (node.getNodeType()) {
            case Node.ELEMENT_NODE -> {
                Element element = (Element) node;
                NamedNodeMap all = element.getAttributes();
                for (int i = 0; i < all.getLength(); i++) {
                    Node attribute = all.item(i);
                    if ("http://www.w3.org/2000/xmlns/".equals(attribute.getNamespaceURI())) {
                        declare(
                                attribute.getPrefix() == null ? "" : attribute.getLocalName(),
                                attribute.getNodeValue());
                    } else {
                        attribute(attribute.getNamespaceURI(), attribute.getLocalName(), attribute.getNodeValue());
                    }
                }
                start(element.getPrefix(), element.getNamespaceURI(), element.getLocalName());
            }
            case Node.TEXT_NODE, Node.CDATA_SECTION_NODE -> text.append(node.getNodeValue());
            case Node.COMMENT_NODE -> other("!" + node.getNodeValue());
            case Node.PROCESSING_INSTRUCTION_NODE ->
                other("?" + node.getNodeName() + " " + (node.getNodeValue() == null ? "" : node.getNodeValue()));
            default -> {}
        }
    }
}
