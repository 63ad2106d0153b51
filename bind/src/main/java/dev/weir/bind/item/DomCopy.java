package dev.weir.bind.item;

import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.dom.DomBuilder;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/** Copies elements from readers to DOM, and from DOM to writers, without recursion. */
public final class DomCopy {
    private static final DomBuilder BUILDER =
            DomBuilder.DEFAULT.withComments(false).withCData(false);

    private DomCopy() {}

    /** Reads the current element into a new document, with the namespaces declared on its ancestors. */
    static Element read(XmlReader reader) {
        Document document = newDocument();
        String[][] scope = reader.prefixesInScope().stream()
                .map(prefix -> new String[] {prefix, Objects.requireNonNullElse(reader.lookupNamespace(prefix), "")})
                .toArray(String[][]::new);
        BUILDER.build(reader, document);
        Element element = document.getDocumentElement();
        for (String[] binding : scope) {
            String qualified = binding[0].isEmpty() ? "xmlns" : "xmlns:" + binding[0];
            if (!binding[1].isEmpty() && !element.hasAttribute(qualified)) {
                element.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, qualified, binding[1]);
            }
        }
        return element;
    }

    /** An empty document of the JDK's DOM implementation. */
    public static Document newDocument() {
        try {
            return DocumentBuilderFactory.newDefaultNSInstance()
                    .newDocumentBuilder()
                    .newDocument();
        } catch (ParserConfigurationException never) {
            throw new IllegalStateException("the JDK must be able to make an empty document", never);
        }
    }

    /** Writes an element with its content, or the content of a document or fragment. */
    public static void write(Node root, XmlWriter writer) {
        Node node = root;
        while (true) {
            start(node, writer);
            Node next = node.getFirstChild();
            while (next == null) {
                end(node, writer);
                if (node == root) {
                    return;
                }
                next = node.getNextSibling();
                if (next == null) {
                    node = Objects.requireNonNull(node.getParentNode());
                }
            }
            node = next;
        }
    }

    /** Writes the attributes and children of an element to an open element. */
    static void writeContent(Element element, XmlWriter writer) {
        attributes(element, writer);
        for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
            write(child, writer);
        }
    }

    private static void start(Node node, XmlWriter writer) {
        switch (node.getNodeType()) {
            case Node.ELEMENT_NODE -> {
                writer.startElement(text(node.getPrefix()), name(node));
                attributes((Element) node, writer);
            }
            case Node.TEXT_NODE -> writer.text(text(node.getNodeValue()));
            case Node.CDATA_SECTION_NODE -> writer.cdata(text(node.getNodeValue()));
            case Node.COMMENT_NODE -> writer.comment(text(node.getNodeValue()));
            case Node.PROCESSING_INSTRUCTION_NODE ->
                writer.processingInstruction(node.getNodeName(), text(node.getNodeValue()));
            default -> {
                // Of documents and fragments only the content is written; doctypes and the like are not content.
            }
        }
    }

    private static void attributes(Element element, XmlWriter writer) {
        NamedNodeMap attributes = element.getAttributes();
        for (int i = 0; i < attributes.getLength(); i++) {
            Attr attribute = (Attr) attributes.item(i);
            String qualified = attribute.getName();
            if (qualified.equals("xmlns")) {
                if (!text(element.getPrefix()).isEmpty()
                        || attribute.getValue().equals(text(element.getNamespaceURI()))) {
                    writer.namespace("", attribute.getValue());
                }
            } else if (qualified.startsWith("xmlns:")) {
                writer.namespace(qualified.substring(6), attribute.getValue());
            }
        }
        for (int i = 0; i < attributes.getLength(); i++) {
            Attr attribute = (Attr) attributes.item(i);
            if (!attribute.getName().equals("xmlns") && !attribute.getName().startsWith("xmlns:")) {
                writer.attribute(text(attribute.getPrefix()), name(attribute), attribute.getValue());
            }
        }
    }

    private static void end(Node node, XmlWriter writer) {
        if (node.getNodeType() == Node.ELEMENT_NODE) {
            writer.endElement();
        }
    }

    private static XmlName name(Node node) {
        String local = node.getLocalName();
        return XmlName.of(text(node.getNamespaceURI()), local == null ? node.getNodeName() : local);
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }
}
