package dev.weir.xml.tree;

import dev.weir.xml.BinaryContent;
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
    private final List<String> attributePrefixes = new ArrayList<>();

    /** The attributes of the element that started last. */
    private Object[] attributes = AttributeTable.EMPTY;

    /** Where the cursor is; on a text that has no node its element. */
    private XmlNode node;

    /** The text that the cursor is on, where it has no node. */
    private @Nullable String soleText;

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
                XmlElement element = element();
                XmlNode child = element.firstNode();
                soleText = element.soleText();
                if (child != null) {
                    enter(child);
                } else {
                    event = soleText != null ? XmlEvent.TEXT : XmlEvent.END_ELEMENT;
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
        while (event == XmlEvent.TEXT && node instanceof XmlText text && text.isEmpty()) {
            advance();
        }
        return event;
    }

    private void advance() {
        if (soleText != null) {
            soleText = null;
            event = XmlEvent.END_ELEMENT;
            return;
        }
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
        attributes = element.attributeTable();
        for (int row = 0; row < attributes.length; row += AttributeTable.ROW) {
            attributePrefixes.add(prefixOfRow(row));
        }
    }

    private String prefixOfRow(int row) {
        String uri = AttributeTable.name(attributes, row).namespace();
        if (uri.isEmpty()) {
            return "";
        }
        String prefix = AttributeTable.prefix(attributes, row);
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
        if ((event == XmlEvent.START_ELEMENT || event == XmlEvent.END_ELEMENT) && node instanceof XmlElement element) {
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
        return attributePrefixes.size();
    }

    private int row(int index) {
        requireStart();
        return AttributeTable.ROW * index;
    }

    @Override
    public XmlName attributeName(int index) {
        return AttributeTable.name(attributes, row(index));
    }

    @Override
    public String attributePrefix(int index) {
        requireStart();
        return attributePrefixes.get(index);
    }

    @Override
    public String attributeValue(int index) {
        return AttributeTable.value(attributes, row(index));
    }

    @Override
    public int attributeIndex(XmlName name) {
        requireStart();
        int row = AttributeTable.row(attributes, name);
        return row < 0 ? -1 : row / AttributeTable.ROW;
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
            case TEXT, COMMENT, PROCESSING_INSTRUCTION -> soleText != null ? soleText : node.stringValue();
            default ->
                throw new IllegalStateException(
                        "expected TEXT, COMMENT or PROCESSING_INSTRUCTION but the cursor is on " + event);
        };
    }

    @Override
    public @Nullable BinaryContent binary() {
        boolean whole = event == XmlEvent.TEXT && node.previous == node && node.next == null;
        return whole && node instanceof XmlText text ? text.binary() : null;
    }

    @Override
    public byte[] elementBase64() {
        requireStart();
        if (element().firstNode() instanceof XmlText only && only.next == null) {
            BinaryContent content = only.binary();
            if (content != null) {
                event = XmlEvent.END_ELEMENT;
                return content.bytes().clone();
            }
        }
        return LexicalReader.super.elementBase64();
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
        String sole = element.soleText();
        if (sole != null) {
            event = XmlEvent.END_ELEMENT;
            return sole;
        }
        StringBuilder pieces = null;
        String text = "";
        for (XmlNode at = element.firstNode(); at != null; at = at.next) {
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
