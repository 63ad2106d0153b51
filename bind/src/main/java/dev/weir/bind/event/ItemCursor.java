package dev.weir.bind.event;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.lexical.LexicalReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over one element of another source, presented as a document of its own. It stores only the open element
 * names and namespace bindings; the current item stays in the source.
 */
public abstract class ItemCursor implements LexicalReader {
    /** One instance per name: codecs compare names by identity. */
    private final Map<String, XmlName> names = new HashMap<>();

    /** The names of the open elements, by depth. */
    private XmlName[] open = new XmlName[16];

    private String[] openPrefixes = new String[16];

    /** Prefix, namespace name, ... of the open elements, and the index at which those of each element start. */
    private final List<String> bindings = new ArrayList<>();

    private int[] starts = new int[16];

    private XmlEvent event = XmlEvent.START_DOCUMENT;
    private int depth;

    ItemCursor() {}

    // ---------------------------------------------------------------- what the source provides

    /** Advances to the next START_ELEMENT, END_ELEMENT or TEXT; the first call moves to the element itself. */
    abstract XmlEvent advance();

    // Of the current start tag

    XmlName elementName() {
        return nameOf(elementUri(), elementLocal());
    }

    abstract String elementUri();

    abstract String elementLocal();

    abstract String elementPrefix();

    abstract int declarations();

    abstract String declaredPrefix(int index);

    abstract String declaredUri(int index);

    /** The number of attributes of the start tag. */
    abstract int attributes();

    XmlName nameAt(int attribute) {
        return nameOf(uriAt(attribute), localAt(attribute));
    }

    abstract String uriAt(int attribute);

    abstract String localAt(int attribute);

    abstract String prefixAt(int attribute);

    abstract String valueAt(int attribute);

    /** The namespace bound to a prefix outside the element; null if there is none. */
    abstract @Nullable String outer(String prefix);

    // ---------------------------------------------------------------- moving

    @Override
    public final XmlEvent next() {
        if (event == XmlEvent.END_ELEMENT) {
            trim(starts[depth]);
            if (--depth == 0) {
                event = XmlEvent.END_DOCUMENT;
                return event;
            }
        } else if (event == XmlEvent.END_DOCUMENT) {
            throw new IllegalStateException("the document has ended");
        }
        event = advance();
        if (event == XmlEvent.START_ELEMENT) {
            enter();
        }
        return event;
    }

    private void trim(int size) {
        for (int i = bindings.size() - 1; i >= size; i--) {
            bindings.remove(i);
        }
    }

    private void enter() {
        if (++depth == open.length) {
            open = Arrays.copyOf(open, depth * 2);
            openPrefixes = Arrays.copyOf(openPrefixes, depth * 2);
            starts = Arrays.copyOf(starts, depth * 2);
        }
        starts[depth] = bindings.size();
        for (int i = 0, count = declarations(); i < count; i++) {
            bind(declaredPrefix(i), declaredUri(i));
        }
        String prefix = elementPrefix();
        String uri = elementUri();
        open[depth] = elementName();
        openPrefixes[depth] = prefix;
        if (!uri.equals(bound(prefix)) && !(uri.isEmpty() && prefix.isEmpty() && bound("") == null)) {
            // Declared outside the element, or not at all.
            bind(prefix, uri);
        }
    }

    private void bind(String prefix, String uri) {
        bindings.add(prefix);
        bindings.add(uri);
    }

    private XmlName nameOf(String uri, String local) {
        XmlName known = names.get(local);
        if (known == null || !known.namespace().equals(uri)) {
            known = XmlName.of(uri, local);
            names.put(local, known);
        }
        return known;
    }

    @Override
    public final XmlEvent event() {
        return event;
    }

    @Override
    public final int depth() {
        return depth;
    }

    @Override
    public final void skipElement() {
        requireStart();
        int outer = depth;
        while (next() != XmlEvent.END_ELEMENT || depth > outer) {
            // Advances to the end.
        }
    }

    /** Does nothing: the source belongs to its opener, who closes it. */
    @Override
    public final void close() {}

    // ---------------------------------------------------------------- elements

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
    public final XmlName name() {
        requireElement();
        return open[depth];
    }

    @Override
    public final String prefix() {
        requireElement();
        return openPrefixes[depth];
    }

    @Override
    public final int attributeCount() {
        requireStart();
        return attributes();
    }

    private int attribute(int index) {
        return Objects.checkIndex(index, attributeCount());
    }

    @Override
    public final XmlName attributeName(int index) {
        return nameAt(attribute(index));
    }

    @Override
    public final int attributeIndex(XmlName name) {
        return attributeIndex(name.namespace(), name.local());
    }

    @Override
    public final String attributeLocalName(int index) {
        return localAt(attribute(index));
    }

    @Override
    public final String attributePrefix(int index) {
        return prefixAt(attribute(index));
    }

    @Override
    public final String attributeValue(int index) {
        return valueAt(attribute(index));
    }

    @Override
    public final int attributeIndex(String namespace, String local) {
        for (int i = 0, count = attributeCount(); i < count; i++) {
            if (localAt(i).equals(local) && uriAt(i).equals(namespace)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public final int namespaceCount() {
        requireElement();
        return (bindings.size() - starts[depth]) / 2;
    }

    private int declared(int index) {
        return starts[depth] + 2 * Objects.checkIndex(index, namespaceCount());
    }

    @Override
    public final String namespacePrefix(int index) {
        return bindings.get(declared(index));
    }

    @Override
    public final String namespaceUri(int index) {
        return bindings.get(declared(index) + 1);
    }

    /** The innermost binding of a prefix inside the element; empty if it was undeclared. */
    private @Nullable String bound(String prefix) {
        for (int i = bindings.size() - 2; i >= 0; i -= 2) {
            if (bindings.get(i).equals(prefix)) {
                return bindings.get(i + 1);
            }
        }
        return null;
    }

    @Override
    public final @Nullable String lookupNamespace(String prefix) {
        if (prefix.equals(XMLConstants.XML_NS_PREFIX)) {
            return XMLConstants.XML_NS_URI;
        }
        if (depth == 0) {
            return null; // the source may already have entered the element, or not yet have left it
        }
        String inside = bound(prefix);
        String uri = inside != null ? inside : outer(prefix);
        return uri == null || uri.isEmpty() ? null : uri;
    }

    /** Excludes prefixes declared outside the element: sources look up single prefixes but do not list them. */
    @Override
    public final List<String> prefixesInScope() {
        Set<String> inScope = new LinkedHashSet<>();
        for (int i = bindings.size() - 2; i >= 0; i -= 2) {
            if (lookupNamespace(bindings.get(i)) != null) {
                inScope.add(bindings.get(i));
            }
        }
        return List.copyOf(inScope);
    }

    // ---------------------------------------------------------------- text

    final void requireText() {
        if (event != XmlEvent.TEXT) {
            throw new IllegalStateException("expected TEXT but the cursor is on " + event);
        }
    }

    @Override
    public final boolean isCData() {
        return false;
    }

    @Override
    public final String target() {
        throw new IllegalStateException("expected PROCESSING_INSTRUCTION but the cursor is on " + event);
    }

    @Override
    public final String elementText() {
        requireStart();
        XmlName element = name();
        String text = "";
        StringBuilder pieces = null;
        while (next() != XmlEvent.END_ELEMENT) {
            if (event == XmlEvent.START_ELEMENT) {
                throw new XmlException(
                        "the element " + element + " must hold text only, but holds the element " + name(), location());
            } else if (text.isEmpty()) {
                text = text();
            } else {
                pieces = pieces == null ? new StringBuilder(text) : pieces;
                pieces.append(text());
            }
        }
        return pieces == null ? text : pieces.toString();
    }

    static String text(@Nullable String value) {
        return value == null ? "" : value;
    }
}
