package dev.weir.bind.compile;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.rule.ValuesFromText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/**
 * A cursor over an element of any DOM, as if it were a document of its own; what is declared around it is in scope. Names
 * whose prefix nobody declared are taken as their nodes have them. The nodes must not change meanwhile.
 */
public final class DomCursor implements ValuesFromText {
    private final Element root;
    private final List<Attr> attributes = new ArrayList<>();

    /** Prefix, namespace name, ... of the declarations on the current element. */
    private final List<String> namespaces = new ArrayList<>();

    private Node node;
    private XmlEvent event = XmlEvent.START_DOCUMENT;
    private int depth;

    private DomCursor(Element root) {
        this.root = root;
        this.node = root;
    }

    /** Over an element, or the first element of a document or fragment. */
    public static DomCursor over(Node node) {
        if (node instanceof Element element) {
            return new DomCursor(element);
        }
        Node first = node instanceof Document document ? document.getDocumentElement() : node.getFirstChild();
        while (first != null && !(first instanceof Element)) {
            first = first.getNextSibling();
        }
        if (first == null) {
            throw new IllegalArgumentException("the node must be or hold an element: " + node);
        }
        return new DomCursor((Element) first);
    }

    /** The node at hand; the element itself at its end. */
    public Node node() {
        return node;
    }

    // ---------------------------------------------------------------- moving

    @Override
    public XmlEvent next() {
        switch (event) {
            case START_DOCUMENT -> enter(root);
            case START_ELEMENT -> advance(node.getFirstChild(), node);
            case END_ELEMENT -> {
                depth--;
                if (node == root) {
                    event = XmlEvent.END_DOCUMENT;
                } else {
                    advance(node.getNextSibling(), node.getParentNode());
                }
            }
            case END_DOCUMENT -> throw new IllegalStateException("the document has ended");
            default -> advance(node.getNextSibling(), node.getParentNode());
        }
        return event;
    }

    /** To the first of some siblings that is content, or to the end of the element around them. */
    private void advance(@Nullable Node first, @Nullable Node around) {
        Node next = first;
        Node parent = around;
        while (true) {
            if (next == null) {
                if (parent == null) {
                    throw new IllegalStateException("the nodes were changed under their reader");
                }
                if (parent.getNodeType() != Node.ENTITY_REFERENCE_NODE) {
                    node = parent;
                    event = XmlEvent.END_ELEMENT;
                    return;
                }
                next = parent.getNextSibling();
                parent = parent.getParentNode();
                continue;
            }
            switch (next.getNodeType()) {
                case Node.ELEMENT_NODE -> {
                    enter((Element) next);
                    return;
                }
                case Node.TEXT_NODE, Node.CDATA_SECTION_NODE -> {
                    if (!text(next.getNodeValue()).isEmpty()) {
                        node = next;
                        event = XmlEvent.TEXT;
                        return;
                    }
                    next = next.getNextSibling();
                }
                case Node.COMMENT_NODE, Node.PROCESSING_INSTRUCTION_NODE -> {
                    node = next;
                    event = next.getNodeType() == Node.COMMENT_NODE
                            ? XmlEvent.COMMENT
                            : XmlEvent.PROCESSING_INSTRUCTION;
                    return;
                }
                case Node.ENTITY_REFERENCE_NODE -> {
                    parent = next;
                    next = next.getFirstChild();
                }
                default -> next = next.getNextSibling();
            }
        }
    }

    private void enter(Element element) {
        node = element;
        event = XmlEvent.START_ELEMENT;
        depth++;
        attributes.clear();
        namespaces.clear();
        NamedNodeMap all = element.getAttributes();
        for (int i = 0; i < all.getLength(); i++) {
            Attr attribute = (Attr) all.item(i);
            String name = attribute.getName();
            if (name.equals("xmlns")) {
                declare("", attribute.getValue());
            } else if (name.startsWith("xmlns:")) {
                declare(name.substring(6), attribute.getValue());
            } else {
                attributes.add(attribute);
            }
        }
        String prefix = prefix();
        String uri = text(element.getNamespaceURI());
        if (!uri.equals(text(lookupNamespace(prefix)))) {
            declare(prefix, uri);
        }
    }

    private void declare(String prefix, String uri) {
        namespaces.add(prefix);
        namespaces.add(uri);
    }

    @Override
    public XmlEvent event() {
        return event;
    }

    @Override
    public int depth() {
        return depth;
    }

    @Override
    public XmlLocation location() {
        return XmlLocation.NONE;
    }

    @Override
    public void skipElement() {
        requireStart();
        event = XmlEvent.END_ELEMENT;
    }

    @Override
    public void close() {}

    // ---------------------------------------------------------------- elements

    private Element requireStart() {
        if (event != XmlEvent.START_ELEMENT) {
            throw new IllegalStateException("the reader must stand on START_ELEMENT: " + event);
        }
        return (Element) node;
    }

    @Override
    public XmlName name() {
        return name(node);
    }

    private static XmlName name(Node named) {
        String local = named.getLocalName();
        return XmlName.of(text(named.getNamespaceURI()), local == null ? named.getNodeName() : local);
    }

    @Override
    public String prefix() {
        return text(node.getPrefix());
    }

    @Override
    public int attributeCount() {
        requireStart();
        return attributes.size();
    }

    @Override
    public XmlName attributeName(int index) {
        return name(attributes.get(index));
    }

    @Override
    public String attributePrefix(int index) {
        return text(attributes.get(index).getPrefix());
    }

    @Override
    public String attributeValue(int index) {
        return text(attributes.get(index).getValue());
    }

    @Override
    public int attributeIndex(XmlName name) {
        for (int i = 0; i < attributes.size(); i++) {
            if (attributeName(i).equals(name)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int namespaceCount() {
        requireStart();
        return namespaces.size() / 2;
    }

    @Override
    public String namespacePrefix(int index) {
        return namespaces.get(2 * index);
    }

    @Override
    public String namespaceUri(int index) {
        return namespaces.get(2 * index + 1);
    }

    @Override
    public @Nullable String lookupNamespace(String prefix) {
        if (prefix.equals("xml")) {
            return XMLConstants.XML_NS_URI;
        }
        String attribute = prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix;
        for (Node around = node; around != null; around = around.getParentNode()) {
            if (around instanceof Element element) {
                if (element.hasAttribute(attribute)) {
                    String uri = element.getAttribute(attribute);
                    return uri.isEmpty() && !prefix.isEmpty() ? null : uri;
                }
                if (text(element.getPrefix()).equals(prefix) && element.getNamespaceURI() != null) {
                    return element.getNamespaceURI();
                }
            }
        }
        return prefix.isEmpty() ? "" : null;
    }

    @Override
    public List<String> prefixesInScope() {
        Set<String> prefixes = new LinkedHashSet<>();
        for (Node around = node; around != null; around = around.getParentNode()) {
            if (around instanceof Element element) {
                NamedNodeMap all = element.getAttributes();
                for (int i = 0; i < all.getLength(); i++) {
                    String name = all.item(i).getNodeName();
                    if (name.equals("xmlns") || name.startsWith("xmlns:")) {
                        prefixes.add(name.equals("xmlns") ? "" : name.substring(6));
                    }
                }
                if (element.getNamespaceURI() != null) {
                    prefixes.add(text(element.getPrefix()));
                }
            }
        }
        prefixes.remove("xml");
        return List.copyOf(prefixes);
    }

    // ---------------------------------------------------------------- text

    @Override
    public String text() {
        return switch (event) {
            case TEXT, COMMENT, PROCESSING_INSTRUCTION -> text(node.getNodeValue());
            default ->
                throw new IllegalStateException(
                        "the reader must stand on TEXT, COMMENT or PROCESSING_INSTRUCTION: " + event);
        };
    }

    @Override
    public boolean isCData() {
        return event == XmlEvent.TEXT && node.getNodeType() == Node.CDATA_SECTION_NODE;
    }

    @Override
    public String target() {
        if (event != XmlEvent.PROCESSING_INSTRUCTION) {
            throw new IllegalStateException("the reader must stand on PROCESSING_INSTRUCTION: " + event);
        }
        return node.getNodeName();
    }

    @Override
    public String elementText() {
        Element element = requireStart();
        String text = "";
        StringBuilder pieces = null;
        while (next() != XmlEvent.END_ELEMENT) {
            if (event == XmlEvent.START_ELEMENT) {
                throw new XmlException(
                        "the element " + name(element) + " must hold text only, but holds the element " + name(),
                        location());
            } else if (event == XmlEvent.TEXT) {
                if (text.isEmpty()) {
                    text = text();
                } else {
                    pieces = pieces == null ? new StringBuilder(text) : pieces;
                    pieces.append(text());
                }
            }
        }
        return pieces == null ? text : pieces.toString();
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }
}
