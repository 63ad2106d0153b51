package dev.weir.xml.stax;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import org.jspecify.annotations.Nullable;

/**
 * The prefixes that are bound while a document is written, as its writer was told; nothing here was necessarily written.
 * Bindings, the default namespace with the empty prefix among them, are a stack with two hash chains through it, by prefix
 * and by namespace, so that a lookup does not depend on how many there are.
 */
final class OutputScope implements NamespaceContext {
    /** How many bindings of one namespace are looked at: keeps hostile nesting cheap. */
    private static final int LONGEST_SEARCH = 16;

    private static final int BUILT_IN = 2;

    private String[] prefixes = new String[8];
    private String[] uris = new String[8];
    private int[] depths = new int[8];
    private long[] users = new long[8];
    private int[] olderPrefix = new int[8];
    private int[] olderUri = new int[8];
    private int[] newestPrefix = new int[16];
    private int[] newestUri = new int[16];
    private int count;

    private String defaultUri = "";
    private int depth;

    /** The depth of the innermost binding. */
    private int bound;

    /** Which element is open, or was last; distinguishes siblings. */
    private long element;

    /** The element on which the default namespace was declared last. */
    private long defaultDeclared = -1;

    private @Nullable NamespaceContext root;

    OutputScope() {
        Arrays.fill(newestPrefix, -1);
        Arrays.fill(newestUri, -1);
        push("xml", XMLConstants.XML_NS_URI);
        push("xmlns", XMLConstants.XMLNS_ATTRIBUTE_NS_URI);
    }

    /** Bindings that hold around the document's element. */
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
        while (depths[count - 1] == depth) {
            count--;
            ofDefault |= prefixes[count].isEmpty();
            newestPrefix[slot(prefixes[count])] = olderPrefix[count];
            newestUri[slot(uris[count])] = olderUri[count];
        }
        bound = depths[count - 1];
        if (ofDefault) {
            int i = find("");
            defaultUri = i < 0 ? "" : uris[i];
        }
    }

    private int slot(String text) {
        int hash = text.hashCode() * 0x9E3779B9;
        return hash >>> Integer.numberOfLeadingZeros(newestPrefix.length - 1);
    }

    void bind(String prefix, String uri) {
        int at = find(prefix);
        if (at >= BUILT_IN && depths[at] == depth) {
            if (uris[at].equals(uri)) {
                return;
            }
        }
        push(prefix, uri);
    }

    private void push(String prefix, String uri) {
        if (count == prefixes.length) {
            int size = count * 2;
            prefixes = Arrays.copyOf(prefixes, size);
            uris = Arrays.copyOf(uris, size);
            depths = Arrays.copyOf(depths, size);
            users = Arrays.copyOf(users, size);
            olderPrefix = Arrays.copyOf(olderPrefix, size);
            olderUri = Arrays.copyOf(olderUri, size);
            newestPrefix = new int[size * 2];
            newestUri = new int[size * 2];
            Arrays.fill(newestPrefix, -1);
            Arrays.fill(newestUri, -1);
            for (int i = 0; i < count; i++) {
                link(i);
            }
        }
        prefixes[count] = prefix;
        uris[count] = uri;
        depths[count] = depth;
        bound = depth;
        users[count] = -1;
        link(count++);
    }

    private void link(int index) {
        int slot = slot(prefixes[index]);
        olderPrefix[index] = newestPrefix[slot];
        newestPrefix[slot] = index;
        slot = slot(uris[index]);
        olderUri[index] = newestUri[slot];
        newestUri[slot] = index;
    }

    private int find(String prefix) {
        int i = newestPrefix[slot(prefix)];
        while (i >= 0 && !prefixes[i].equals(prefix)) {
            i = olderPrefix[i];
        }
        return i;
    }

    /** The open element's names rely on a prefix. */
    void use(String prefix) {
        int i = find(prefix);
        if (i >= 0) {
            users[i] = element;
        }
    }

    /** True where a prefix could be bound anew on the open element: it is not bound there, nor used. */
    boolean isFree(String prefix) {
        int i = find(prefix);
        return i < 0 || i >= BUILT_IN && depths[i] < depth && users[i] != element;
    }

    /** True where a prefix was bound on the open element. */
    boolean isBoundHere(String prefix) {
        int i = find(prefix);
        return i >= BUILT_IN && depths[i] == depth;
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

    /** Notes that the default namespace is declared on the open element; false where it is already. */
    boolean declareDefault() {
        boolean first = defaultDeclared != element;
        defaultDeclared = element;
        return first;
    }

    /** The namespace of a prefix that is not empty, or null. */
    @Nullable String uriOf(String prefix) {
        int i = find(prefix);
        if (i >= 0) {
            return uris[i];
        }
        return root == null ? null : root.getNamespaceURI(prefix);
    }

    /** A prefix, not empty, that stands for a namespace, or null. */
    @Nullable String explicitPrefix(String uri) {
        int steps = 0;
        for (int i = newestUri[slot(uri)]; i >= 0 && steps < LONGEST_SEARCH; i = olderUri[i], steps++) {
            if (uris[i].equals(uri) && !prefixes[i].isEmpty() && find(prefixes[i]) == i) {
                return prefixes[i];
            }
        }
        String outer = root == null ? null : root.getPrefix(uri);
        return outer == null || outer.isEmpty() ? null : outer;
    }

    /** A prefix, perhaps the empty one, that stands for a namespace, or null. */
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
        for (int i = newestUri[slot(uri)]; i >= 0; i = olderUri[i]) {
            if (uris[i].equals(uri) && !prefixes[i].isEmpty() && find(prefixes[i]) == i) {
                found.add(prefixes[i]);
            }
        }
        if (root != null) {
            Iterator<String> outer = root.getPrefixes(uri);
            while (outer.hasNext()) {
                String prefix = outer.next();
                if (!prefix.isEmpty() && find(prefix) < 0) {
                    found.add(prefix);
                }
            }
        }
        return found.iterator();
    }
}
