package dev.weir.xml.dom;

import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.lexical.LexicalReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.DocumentType;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/** Names and prefixes are cached, and bindings are on a stack: the cost of an element does not depend on its depth. */
final class DomReader implements NodeReader, LexicalReader {
    /** The size of the cache of names: a power of two, enough for most documents. */
    private static final int KNOWN = 256;

    private final Node root;
    private final boolean coalescing;
    private final boolean interning;

    private Node node;
    private XmlEvent event = XmlEvent.START_DOCUMENT;
    private int depth;
    private String text = "";

    /** Prefix, namespace name, ... of all open elements, and where those of each element start. */
    private final List<String> bindings = new ArrayList<>();

    private int[] starts = new int[16];

    /** Recent names, by the hash of their local part. */
    private final @Nullable XmlName[] known = new XmlName[KNOWN];

    private String lastPrefix = "";
    private final List<Attr> attributes = new ArrayList<>();
    private final List<XmlName> attributeNames = new ArrayList<>();
    private final List<String> attributePrefixes = new ArrayList<>();

    DomReader(Node root, boolean coalescing, boolean interning) {
        if (root.getNodeType() != Node.DOCUMENT_NODE
                && root.getNodeType() != Node.DOCUMENT_FRAGMENT_NODE
                && root.getNodeType() != Node.ELEMENT_NODE) {
            throw new IllegalArgumentException("expected a document, a fragment or an element: " + root.getNodeName());
        }
        this.root = root;
        this.node = root;
        this.coalescing = coalescing;
        this.interning = interning;
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public XmlEvent next() {
        switch (event) {
            case START_DOCUMENT -> {
                if (root.getNodeType() == Node.ELEMENT_NODE) {
                    visit(root);
                } else {
                    descend();
                }
            }
            case START_ELEMENT -> descend();
            case END_ELEMENT -> {
                if (bindings.size() > starts[depth]) {
                    bindings.subList(starts[depth], bindings.size()).clear();
                }
                depth--;
                if (node == root) {
                    event = XmlEvent.END_DOCUMENT;
                } else {
                    after(node);
                }
            }
            case END_DOCUMENT -> throw new IllegalStateException("the document has ended");
            default -> after(node);
        }
        return event;
    }

    private void descend() {
        Node child = node.getFirstChild();
        if (child != null) {
            visit(child);
        } else {
            leave(node);
        }
    }

    /** The first item at a node or after it. */
    private void visit(Node first) {
        Node at = first;
        while (!enter(at)) {
            Node inside = at.getNodeType() == Node.ENTITY_REFERENCE_NODE ? at.getFirstChild() : null;
            if (inside == null) {
                after(at);
                return;
            }
            at = inside;
        }
    }

    /** The first item after a node and its content. */
    private void after(Node last) {
        Node at = last;
        while (true) {
            Node sibling = at.getNextSibling();
            while (sibling != null) {
                if (enter(sibling)) {
                    return;
                }
                Node inside = sibling.getNodeType() == Node.ENTITY_REFERENCE_NODE ? sibling.getFirstChild() : null;
                if (inside != null && enter(inside)) {
                    return;
                }
                at = inside == null ? sibling : inside;
                sibling = at.getNextSibling();
            }
            Node above = at.getParentNode();
            if (above == null) {
                throw new IllegalStateException("the tree was changed under its reader");
            }
            if (above.getNodeType() != Node.ENTITY_REFERENCE_NODE) {
                leave(above);
                return;
            }
            at = above;
        }
    }

    private void leave(Node parent) {
        node = parent;
        if (parent.getNodeType() == Node.ELEMENT_NODE) {
            event = XmlEvent.END_ELEMENT;
        } else {
            event = XmlEvent.END_DOCUMENT;
        }
    }

    /** False for a node that is no item. */
    private boolean enter(Node next) {
        switch (next.getNodeType()) {
            case Node.ELEMENT_NODE -> {
                event = XmlEvent.START_ELEMENT;
                open(next);
            }
            case Node.TEXT_NODE, Node.CDATA_SECTION_NODE -> {
                return enterText(next);
            }
            case Node.COMMENT_NODE -> event = XmlEvent.COMMENT;
            case Node.PROCESSING_INSTRUCTION_NODE -> event = XmlEvent.PROCESSING_INSTRUCTION;
            case Node.DOCUMENT_TYPE_NODE -> event = XmlEvent.DOCTYPE;
            default -> {
                return false;
            }
        }
        node = next;
        text = valueOf(next);
        return true;
    }

    private boolean enterText(Node first) {
        Node last = first;
        String value = valueOf(first);
        if (coalescing) {
            StringBuilder all = new StringBuilder(value);
            for (Node at = first.getNextSibling(); isText(at); at = at.getNextSibling()) {
                all.append(valueOf(at));
                last = at;
            }
            value = all.toString();
        }
        if (value.isEmpty() && (last == first || coalescing)) {
            return false;
        }
        event = XmlEvent.TEXT;
        node = last;
        text = value;
        return true;
    }

    private static boolean isText(@Nullable Node at) {
        return at != null && (at.getNodeType() == Node.TEXT_NODE || at.getNodeType() == Node.CDATA_SECTION_NODE);
    }

    private static String valueOf(Node node) {
        String value = node.getNodeValue();
        return value == null ? "" : value;
    }

    // ---------------------------------------------------------------- elements

    private void open(Node element) {
        if (++depth == starts.length) {
            starts = Arrays.copyOf(starts, depth * 2);
        }
        starts[depth] = bindings.size();
        if (!attributes.isEmpty()) {
            attributes.clear();
            attributeNames.clear();
            attributePrefixes.clear();
        }
        if (element == root) {
            declareInherited();
        }
        if (!element.hasAttributes()) { // asked for none, some trees would make a map for them
            bind(prefixOf(element), namespaceOf(element));
            return;
        }
        declareOn(element);
        bind(prefixOf(element), namespaceOf(element));
        NamedNodeMap all = element.getAttributes();
        for (int i = 0; i < all.getLength(); i++) {
            Attr attribute = (Attr) all.item(i);
            if (declaredPrefix(attribute) == null) {
                add(attribute);
            }
        }
    }

    private String prefixOf(Node node) {
        String given = node.getPrefix();
        if (given == null || node.getLocalName() == null) {
            return "";
        }
        if (!given.equals(lastPrefix)) {
            lastPrefix = kept(given);
        }
        return lastPrefix;
    }

    private static String namespaceOf(Node node) {
        String uri = node.getNamespaceURI();
        return uri == null ? "" : uri;
    }

    /** Nodes of DOM level 1 have no local names. */
    private XmlName nameOf(Node node) {
        String local = node.getLocalName();
        return nameOf(namespaceOf(node), local == null ? node.getNodeName() : local);
    }

    private XmlName nameOf(String uri, String local) {
        int place = local.hashCode() & KNOWN - 1;
        XmlName last = known[place];
        if (last == null || !last.local().equals(local) || !last.namespace().equals(uri)) {
            last = XmlName.of(kept(uri), kept(local));
            known[place] = last;
        }
        return last;
    }

    private String kept(String text) {
        return interning ? text.intern() : text;
    }

    private void add(Attr attribute) {
        XmlName named = nameOf(attribute);
        String given = prefixOf(attribute);
        String uri = named.namespace();
        if (!uri.isEmpty() && !uri.equals(XMLConstants.XML_NS_URI)) {
            if (given.isEmpty() || !uri.equals(lookupNamespace(given)) && isDeclaredHere(given)) {
                given = prefixFor(uri);
            }
            bind(given, uri);
        }
        attributes.add(attribute);
        attributeNames.add(named);
        attributePrefixes.add(given);
    }

    private boolean isDeclaredHere(String given) {
        for (int i = starts[depth]; i < bindings.size(); i += 2) {
            if (bindings.get(i).equals(given)) {
                return true;
            }
        }
        return false;
    }

    private String prefixFor(String uri) {
        for (String known : prefixesInScope()) {
            if (!known.isEmpty() && uri.equals(lookupNamespace(known))) {
                return known;
            }
        }
        int number = 1;
        while (lookupNamespace("ns" + number) != null) {
            number++;
        }
        return "ns" + number;
    }

    /** The declared prefix; null for an attribute that is not a namespace declaration. */
    private static @Nullable String declaredPrefix(Attr attribute) {
        String written = attribute.getNodeName();
        if (written.equals(XMLConstants.XMLNS_ATTRIBUTE)) {
            return "";
        }
        return written.startsWith("xmlns:") ? written.substring(6) : null;
    }

    private void declareOn(Node element) {
        NamedNodeMap all = element.getAttributes();
        for (int i = 0; i < all.getLength(); i++) {
            Attr attribute = (Attr) all.item(i);
            String declared = declaredPrefix(attribute);
            if (declared != null && !isDeclaredHere(declared)) {
                bindings.add(kept(declared));
                bindings.add(kept(attribute.getValue()));
            }
        }
    }

    /** The element's own declarations come first, then those of its ancestors, the nearest first. */
    private void declareInherited() {
        declareOn(root);
        for (Node above = root.getParentNode(); above != null; above = above.getParentNode()) {
            if (above.getNodeType() == Node.ELEMENT_NODE) {
                declareOn(above);
                declareImplied(above);
            }
        }
    }

    private void declareImplied(Node above) {
        String uri = above.getNamespaceURI();
        String used = prefixOf(above);
        if (uri != null && !isDeclaredHere(used)) {
            bindings.add(used);
            bindings.add(kept(uri));
        }
    }

    private void bind(String used, String uri) {
        String bound = lookupNamespace(used);
        if (used.equals(XMLConstants.XML_NS_PREFIX) || uri.equals(bound == null ? "" : bound)) {
            return;
        }
        bindings.add(used);
        bindings.add(uri);
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
    public @Nullable XmlDeclaration declaration() {
        return root instanceof Document document
                ? new XmlDeclaration(
                        document.getXmlVersion() == null ? "1.0" : document.getXmlVersion(),
                        document.getXmlEncoding(),
                        document.getXmlStandalone() ? true : null)
                : null;
    }

    @Override
    public @Nullable XmlDoctype doctype() {
        DocumentType type = root instanceof Document document ? document.getDoctype() : null;
        return type == null
                ? null
                : new XmlDoctype(type.getName(), type.getPublicId(), type.getSystemId(), type.getInternalSubset());
    }

    private void requireStart() {
        if (event != XmlEvent.START_ELEMENT) {
            throw new IllegalStateException("expected START_ELEMENT but the cursor is on " + event);
        }
    }

    private void requireElement() {
        if (event != XmlEvent.START_ELEMENT && event != XmlEvent.END_ELEMENT) {
            throw new IllegalStateException("expected START_ELEMENT or END_ELEMENT but the cursor is on " + event);
        }
    }

    @Override
    public XmlName name() {
        requireElement();
        return nameOf(node);
    }

    @Override
    public String prefix() {
        requireElement();
        return prefixOf(node);
    }

    @Override
    public int attributeCount() {
        requireStart();
        return attributes.size();
    }

    @Override
    public XmlName attributeName(int index) {
        requireStart();
        return attributeNames.get(index);
    }

    @Override
    public String attributePrefix(int index) {
        requireStart();
        return attributePrefixes.get(index);
    }

    @Override
    public String attributeValue(int index) {
        requireStart();
        return attributes.get(index).getValue();
    }

    @Override
    public boolean isAttributeDefaulted(int index) {
        requireStart();
        return !attributes.get(index).getSpecified();
    }

    @Override
    public String attributeType(int index) {
        requireStart();
        return attributes.get(index).isId() ? "ID" : "CDATA";
    }

    @Override
    public int attributeIndex(XmlName wanted) {
        requireStart();
        return attributeNames.indexOf(wanted);
    }

    @Override
    public int namespaceCount() {
        requireElement();
        return (bindings.size() - starts[depth]) / 2;
    }

    private int declared(int index) {
        return starts[depth] + 2 * Objects.checkIndex(index, namespaceCount());
    }

    @Override
    public String namespacePrefix(int index) {
        return bindings.get(declared(index));
    }

    @Override
    public String namespaceUri(int index) {
        return bindings.get(declared(index) + 1);
    }

    @Override
    public @Nullable String lookupNamespace(String wanted) {
        for (int i = bindings.size() - 2; i >= 0; i -= 2) {
            if (bindings.get(i).equals(wanted)) {
                String uri = bindings.get(i + 1);
                return uri.isEmpty() ? null : uri;
            }
        }
        return wanted.equals(XMLConstants.XML_NS_PREFIX) ? XMLConstants.XML_NS_URI : null;
    }

    @Override
    public List<String> prefixesInScope() {
        List<String> inScope = new ArrayList<>();
        for (int i = bindings.size() - 2; i >= 0; i -= 2) {
            String declared = bindings.get(i);
            if (!inScope.contains(declared) && lookupNamespace(declared) != null) {
                inScope.add(declared);
            }
        }
        return inScope;
    }

    // ---------------------------------------------------------------- text

    @Override
    public String text() {
        return switch (event) {
            case TEXT, COMMENT, PROCESSING_INSTRUCTION -> text;
            default ->
                throw new IllegalStateException(
                        "expected TEXT, COMMENT or PROCESSING_INSTRUCTION but the cursor is on " + event);
        };
    }

    @Override
    public boolean isCData() {
        return event == XmlEvent.TEXT && !coalescing && node.getNodeType() == Node.CDATA_SECTION_NODE;
    }

    @Override
    public String target() {
        if (event != XmlEvent.PROCESSING_INSTRUCTION) {
            throw new IllegalStateException("expected PROCESSING_INSTRUCTION but the cursor is on " + event);
        }
        return node.getNodeName();
    }

    @Override
    public String elementText() {
        requireStart();
        XmlName element = name();
        String first = "";
        StringBuilder all = null;
        while (next() != XmlEvent.END_ELEMENT) {
            if (event == XmlEvent.START_ELEMENT) {
                throw new XmlException(
                        "the element " + element + " must hold text only, but holds the element " + name(),
                        XmlLocation.NONE);
            }
            if (event == XmlEvent.TEXT && first.isEmpty()) {
                first = text;
            } else if (event == XmlEvent.TEXT) {
                all = all == null ? new StringBuilder(first) : all;
                all.append(text);
            }
        }
        return all == null ? first : all.toString();
    }

    @Override
    public void skipElement() {
        requireStart();
        event = XmlEvent.END_ELEMENT;
    }

    @Override
    public void close() {
        event = XmlEvent.END_DOCUMENT;
    }
}
