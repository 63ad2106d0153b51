package dev.weir.xml.tree;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.lexical.LexicalReader;
import dev.weir.xml.lexical.WriterNamespaces;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over an element of a tree, as if it were a document of its own. Bindings that the tree only implies (an
 * element whose prefix is declared nowhere) are reported as namespace declarations.
 */
final class TreeReader implements LexicalReader {
    private final XmlElement root;
    private final Map<String, String> inherited;
    private final WriterNamespaces scopes = new WriterNamespaces();
    private final List<XmlAttribute> attributes = new ArrayList<>();
    private final List<String> attributePrefixes = new ArrayList<>();

    private XmlNode node;
    private XmlEvent event = XmlEvent.START_DOCUMENT;
    private int depth;

    TreeReader(XmlElement root, Map<String, String> inherited) {
        this.root = root;
        this.inherited = inherited;
        this.node = root;
    }

    @Override
    public XmlEvent next() {
        switch (event) {
            case START_DOCUMENT -> enter(root);
            case START_ELEMENT -> {
                XmlNode child = element().first;
                if (child == null) {
                    event = XmlEvent.END_ELEMENT;
                } else {
                    enter(child);
                }
            }
            case END_ELEMENT -> {
                scopes.close();
                depth--;
                if (node == root) {
                    event = XmlEvent.END_DOCUMENT;
                } else {
                    advance();
                }
            }
            case END_DOCUMENT -> throw new IllegalStateException("the document has ended");
            default -> advance();
        }
        while (event == XmlEvent.TEXT && ((XmlText) node).value().isEmpty()) {
            advance();
        }
        return event;
    }

    private void advance() {
        XmlNode sibling = node.next;
        if (sibling != null) {
            enter(sibling);
            return;
        }
        XmlParent above = node.parent;
        if (above == null) {
            throw new IllegalStateException("the tree was changed under its reader");
        }
        node = above;
        event = XmlEvent.END_ELEMENT;
    }

    private void enter(XmlNode next) {
        node = next;
        if (next instanceof XmlElement element) {
            event = XmlEvent.START_ELEMENT;
            depth++;
            open(element);
        } else if (next instanceof XmlText) {
            event = XmlEvent.TEXT;
        } else if (next instanceof XmlComment) {
            event = XmlEvent.COMMENT;
        } else {
            event = XmlEvent.PROCESSING_INSTRUCTION;
        }
    }

    private void open(XmlElement element) {
        scopes.open();
        attributes.clear();
        attributePrefixes.clear();
        scopes.use(element.prefix(), element.name().namespace());
        if (element == root) {
            inherited.forEach(scopes::declare);
        } else {
            String[] declared = element.declarations;
            for (int i = 0; i < declared.length; i += 2) {
                scopes.declare(declared[i], declared[i + 1]);
            }
        }
        for (XmlNode at = element.firstAttribute(); at != null; at = at.nextSibling()) {
            XmlAttribute attribute = (XmlAttribute) at;
            attributes.add(attribute);
            attributePrefixes.add(prefixOf(attribute));
        }
    }

    private String prefixOf(XmlAttribute attribute) {
        String uri = attribute.name().namespace();
        if (uri.isEmpty()) {
            return "";
        }
        String prefix = attribute.prefix();
        if (prefix.isEmpty()) {
            prefix = scopes.attributePrefix(uri);
        }
        scopes.use(prefix, uri);
        return prefix;
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
        for (XmlNode at = node; at != null; at = at.parent) {
            if (at instanceof XmlElement element && element.line() > 0) {
                return new XmlLocation(element.line(), 0, -1);
            }
        }
        return XmlLocation.NONE;
    }

    private XmlElement element() {
        if (node instanceof XmlElement element && event != XmlEvent.START_DOCUMENT && event != XmlEvent.END_DOCUMENT) {
            return element;
        }
        throw new IllegalStateException("expected START_ELEMENT or END_ELEMENT but the cursor is on " + event);
    }

    private void requireStart() {
        if (event != XmlEvent.START_ELEMENT) {
            throw new IllegalStateException("expected START_ELEMENT but the cursor is on " + event);
        }
    }

    @Override
    public XmlName name() {
        return element().name();
    }

    @Override
    public String prefix() {
        return element().prefix();
    }

    @Override
    public int attributeCount() {
        requireStart();
        return attributes.size();
    }

    private XmlAttribute attribute(int index) {
        requireStart();
        return attributes.get(index);
    }

    @Override
    public XmlName attributeName(int index) {
        return attribute(index).name();
    }

    @Override
    public String attributePrefix(int index) {
        requireStart();
        return attributePrefixes.get(index);
    }

    @Override
    public String attributeValue(int index) {
        return attribute(index).value();
    }

    @Override
    public int attributeIndex(XmlName name) {
        requireStart();
        for (int i = 0; i < attributes.size(); i++) {
            if (attributes.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int namespaceCount() {
        element();
        return scopes.declared();
    }

    @Override
    public String namespacePrefix(int index) {
        element();
        return scopes.declaredPrefix(index);
    }

    @Override
    public String namespaceUri(int index) {
        element();
        return scopes.declaredUri(index);
    }

    @Override
    public @Nullable String lookupNamespace(String prefix) {
        return scopes.lookup(prefix);
    }

    @Override
    public List<String> prefixesInScope() {
        return scopes.prefixes();
    }

    @Override
    public String text() {
        return switch (event) {
            case TEXT, COMMENT, PROCESSING_INSTRUCTION -> node.stringValue();
            default ->
                throw new IllegalStateException(
                        "expected TEXT, COMMENT or PROCESSING_INSTRUCTION but the cursor is on " + event);
        };
    }

    @Override
    public boolean isCData() {
        return false;
    }

    @Override
    public String target() {
        if (event == XmlEvent.PROCESSING_INSTRUCTION && node instanceof XmlInstruction instruction) {
            return instruction.target();
        }
        throw new IllegalStateException("expected PROCESSING_INSTRUCTION but the cursor is on " + event);
    }

    @Override
    public String elementText() {
        requireStart();
        XmlElement element = element();
        StringBuilder pieces = null;
        String text = "";
        for (XmlNode at = element.first; at != null; at = at.next) {
            if (at instanceof XmlElement child) {
                enter(child);
                throw new XmlException(
                        "the element " + element.name() + " must hold text only, but holds the element " + child.name(),
                        location());
            }
            if (at instanceof XmlText piece) {
                if (text.isEmpty()) {
                    text = piece.value();
                } else {
                    pieces = pieces == null ? new StringBuilder(text) : pieces;
                    pieces.append(piece.value());
                }
            }
        }
        event = XmlEvent.END_ELEMENT;
        return pieces == null ? text : pieces.toString();
    }

    @Override
    public void skipElement() {
        requireStart();
        event = XmlEvent.END_ELEMENT;
    }

    @Override
    public void close() {}
}
