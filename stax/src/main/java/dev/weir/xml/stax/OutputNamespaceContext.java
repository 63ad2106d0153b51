package dev.weir.xml.stax;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import org.jspecify.annotations.Nullable;

/**
 * The prefixes that the caller of a stream writer has bound so far; their declarations need not have been written.
 * Bindings, the default namespace with the empty prefix among them, are a stack. Each binding links to the one that it
 * shadows and to the previous one of the same namespace, so that the cost of a lookup does not depend on their number.
 */
final class OutputNamespaceContext implements NamespaceContext {
    /** The most bindings of one namespace that a lookup visits, which bounds the cost of hostile nesting. */
    private static final int LONGEST_SEARCH = 16;

    private static final class Binding {
        final String prefix;
        final String uri;
        final int depth;
        final @Nullable Binding shadowed;
        final @Nullable Binding olderOfUri;

        /** The element whose names use this binding; -1 for none. */
        long user = -1;

        Binding(String prefix, String uri, int depth, @Nullable Binding shadowed, @Nullable Binding olderOfUri) {
            this.prefix = prefix;
            this.uri = uri;
            this.depth = depth;
            this.shadowed = shadowed;
            this.olderOfUri = olderOfUri;
        }
    }

    private static final Binding XML = new Binding("xml", XMLConstants.XML_NS_URI, -1, null, null);
    private static final Binding XMLNS = new Binding("xmlns", XMLConstants.XMLNS_ATTRIBUTE_NS_URI, -1, null, null);

    private final Map<String, Binding> byPrefix = new HashMap<>();
    private final Map<String, Binding> byUri = new HashMap<>();
    private Binding[] bindings = new Binding[8];
    private int count;

    private String defaultUri = "";
    private int depth;

    /** The depth of the innermost binding. */
    private int bound;

    /** The number of the element that is open, or was opened last; distinguishes siblings. */
    private long element;

    /** The element on which the default namespace was declared last. */
    private long defaultDeclared = -1;

    private @Nullable NamespaceContext root;

    /** Sets the bindings in scope outside the document element. */
    void setRoot(@Nullable NamespaceContext context) {
        root = context;
        if (context != null) {
            String uri = context.getNamespaceURI("");
            if (uri != null && !uri.isEmpty()) {
                setDefaultUri(uri);
            }
        }
    }

    void open() {
        element++;
        depth++;
    }

    void close() {
        if (bound == depth && bound > 0) {
            unbind();
        }
        depth--;
    }

    private void unbind() {
        boolean ofDefault = false;
        while (count > 0 && bindings[count - 1].depth == depth) {
            Binding gone = bindings[--count];
            ofDefault |= gone.prefix.isEmpty();
            restore(byPrefix, gone.prefix, gone.shadowed);
            restore(byUri, gone.uri, gone.olderOfUri);
        }
        bound = count == 0 ? 0 : bindings[count - 1].depth;
        if (ofDefault) {
            Binding outer = byPrefix.get("");
            defaultUri = outer == null ? "" : outer.uri;
        }
    }

    private static void restore(Map<String, Binding> map, String key, @Nullable Binding before) {
        if (before == null) {
            map.remove(key);
        } else {
            map.put(key, before);
        }
    }

    void bind(String prefix, String uri) {
        Binding current = find(prefix);
        if (current != null && current.uri.equals(uri) && (current.depth == depth || current.depth < 0)) {
            return;
        }
        Binding binding = new Binding(prefix, uri, depth, current, byUri.get(uri));
        byPrefix.put(prefix, binding);
        byUri.put(uri, binding);
        if (count == bindings.length) {
            bindings = Arrays.copyOf(bindings, count * 2);
        }
        bindings[count++] = binding;
        bound = depth;
    }

    private @Nullable Binding find(String prefix) {
        Binding binding = byPrefix.get(prefix);
        if (binding == null) {
            return prefix.equals("xml") ? XML : prefix.equals("xmlns") ? XMLNS : null;
        }
        return binding;
    }

    private boolean isCurrent(Binding binding) {
        return !binding.prefix.isEmpty() && byPrefix.get(binding.prefix) == binding;
    }

    /** Records that the open element's names use a prefix. */
    void use(String prefix) {
        Binding binding = byPrefix.get(prefix);
        if (binding != null) {
            binding.user = element;
        }
    }

    /** True when a prefix can be rebound on the open element: it is neither declared nor used there. */
    boolean isFree(String prefix) {
        Binding binding = find(prefix);
        return binding == null || binding.depth >= 0 && binding.depth < depth && binding.user != element;
    }

    String defaultUri() {
        return defaultUri;
    }

    void setDefaultUri(String uri) {
        if (!defaultUri.equals(uri)) {
            bind("", uri);
            defaultUri = uri;
        }
    }

    /** Records that the default namespace is declared on the open element; false if it already was. */
    boolean declareDefault() {
        boolean first = defaultDeclared != element;
        defaultDeclared = element;
        return first;
    }

    /** The namespace of a prefix that is not empty, or null. */
    @Nullable String uriOf(String prefix) {
        Binding binding = find(prefix);
        if (binding != null) {
            return binding.uri;
        }
        return root == null ? null : root.getNamespaceURI(prefix);
    }

    /** A non-empty prefix bound to a namespace, or null. */
    @Nullable String explicitPrefix(String uri) {
        if (uri.equals(XMLConstants.XML_NS_URI)) {
            return "xml";
        }
        int steps = 0;
        for (Binding b = byUri.get(uri); b != null && steps < LONGEST_SEARCH; b = b.olderOfUri, steps++) {
            if (isCurrent(b)) {
                return b.prefix;
            }
        }
        String outer = root == null ? null : root.getPrefix(uri);
        return outer == null || outer.isEmpty() ? null : outer;
    }

    /** A prefix bound to a namespace, possibly the empty one, or null. */
    @Override
    public @Nullable String getPrefix(String uri) {
        return defaultUri.equals(uri) ? "" : explicitPrefix(uri);
    }

    @Override
    public @Nullable String getNamespaceURI(String prefix) {
        return prefix.isEmpty() ? defaultUri : uriOf(prefix);
    }

    @Override
    public Iterator<String> getPrefixes(String uri) {
        List<String> found = new ArrayList<>();
        if (defaultUri.equals(uri)) {
            found.add("");
        }
        if (uri.equals(XMLConstants.XML_NS_URI)) {
            found.add("xml");
        }
        for (Binding b = byUri.get(uri); b != null; b = b.olderOfUri) {
            if (isCurrent(b)) {
                found.add(b.prefix);
            }
        }
        if (root != null) {
            Iterator<String> outer = root.getPrefixes(uri);
            while (outer.hasNext()) {
                String prefix = outer.next();
                if (!prefix.isEmpty() && find(prefix) == null) {
                    found.add(prefix);
                }
            }
        }
        return found.iterator();
    }
}
