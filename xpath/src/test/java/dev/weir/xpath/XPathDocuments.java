package dev.weir.xpath;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlComment;
import dev.weir.xml.tree.XmlDocument;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlInstruction;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xml.tree.XmlParent;
import dev.weir.xml.tree.XmlText;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/** The same documents as JDK's DOM and as trees, and scopes to evaluate in. */
final class XPathDocuments {
    private XPathDocuments() {}

    static Document dom(String xml) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
            factory.setNamespaceAware(true);
            factory.setCoalescing(true);
            return factory.newDocumentBuilder().parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
        } catch (Exception e) {
            throw new IllegalArgumentException(xml, e);
        }
    }

    static XmlDocument tree(String xml) {
        return tree(dom(xml));
    }

    static XmlDocument tree(Document dom) {
        XmlDocument document = new XmlDocument();
        append(dom, document);
        return document;
    }

    private static void append(Node from, XmlParent to) {
        for (Node node = from.getFirstChild(); node != null; node = node.getNextSibling()) {
            switch (node.getNodeType()) {
                case Node.TEXT_NODE -> to.append(new XmlText(node.getNodeValue()));
                case Node.COMMENT_NODE -> to.append(new XmlComment(node.getNodeValue()));
                case Node.PROCESSING_INSTRUCTION_NODE ->
                    to.append(new XmlInstruction(node.getNodeName(), node.getNodeValue()));
                default -> {
                    XmlElement element = element((Element) node);
                    to.append(element);
                    append(node, element);
                }
            }
        }
    }

    private static XmlElement element(Element dom) {
        XmlElement element = new XmlElement(orEmpty(dom.getPrefix()), name(dom));
        NamedNodeMap attributes = dom.getAttributes();
        for (int i = 0; i < attributes.getLength(); i++) {
            Attr attribute = (Attr) attributes.item(i);
            if (XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(attribute.getNamespaceURI())) {
                String prefix = attribute.getPrefix() == null ? "" : attribute.getLocalName();
                element.declareNamespace(prefix, attribute.getValue());
            } else {
                element.attribute(
                        new XmlAttribute(orEmpty(attribute.getPrefix()), name(attribute), attribute.getValue()));
            }
        }
        return element;
    }

    private static XmlName name(Node node) {
        return XmlName.of(orEmpty(node.getNamespaceURI()), node.getLocalName());
    }

    private static String orEmpty(String text) {
        return text == null ? "" : text;
    }

    /** A scope with a context node and variables. */
    record Scope(XmlNode contextNode, Map<String, Object> variables) implements XPathScope {
        Scope(XmlNode contextNode) {
            this(contextNode, new HashMap<>());
        }

        Scope with(String name, Object value) {
            variables.put(name, value);
            return this;
        }

        @Override
        public Object variable(String name) {
            Object value = variables.get(name);
            if (value == null) {
                throw new XPathException("there is no variable $" + name);
            }
            return value;
        }
    }

    static String prefixes(String prefix) {
        return Map.of("p", "urn:p", "q", "urn:q").get(prefix);
    }

    static XPathExpression compile(String text) {
        return XPathExpression.compile(text, XPathDocuments::prefixes, XPathFunctions.NONE);
    }

    /** A value as a word that both sides can be brought to. */
    static String told(Object value) {
        if (value instanceof List<?> nodes) {
            return nodes.stream().map(node -> shown(place((XmlNode) node))).collect(Collectors.joining(" ", "[", "]"));
        }
        return value instanceof String text ? "'" + text + "'" : value.toString();
    }

    /** The document node's place is the empty word. */
    static String shown(String place) {
        return place.isEmpty() ? "/" : place;
    }

    /** Where a node stands: /1/3/@name is an attribute of the third child of the first. */
    static String place(XmlNode node) {
        if (node instanceof XmlAttribute attribute) {
            return (attribute.parent() == null ? "" : place(attribute.parent())) + "/@" + attribute.name();
        }
        if (node.parent() == null) {
            return node instanceof XmlDocument ? "" : "top";
        }
        int index = 1;
        for (XmlNode before = node.previousSibling(); before != null; before = before.previousSibling()) {
            index++;
        }
        return place(node.parent()) + "/" + index;
    }

    static String place(Node node) {
        if (node instanceof Attr attribute) {
            return place(attribute.getOwnerElement()) + "/@" + name(attribute);
        }
        if (node.getParentNode() == null) {
            return "";
        }
        int index = 1;
        for (Node before = node.getPreviousSibling(); before != null; before = before.getPreviousSibling()) {
            index++;
        }
        return place(node.getParentNode()) + "/" + index;
    }
}
