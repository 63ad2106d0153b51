package dev.weir.xml.lexical;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The namespace bindings in scope while a document is written, and which of them the open element already relies on.
 *
 * <p>A declaration may be added to an element as long as its start tag is open, even after a prefix has been used there;
 * what must not happen is that the addition changes the meaning of what was written. So each binding remembers the
 * element that last used it, and only a binding that the open element has not used can be shadowed on it.
 */
public final class WriterNamespaces {
    public static final String XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";
    public static final String XMLNS_NAMESPACE = "http://www.w3.org/2000/xmlns/";

    /** For {@link #useAgain} where no binding is relied on: that of {@code xml}, which cannot change. */
    public static final int NO_BINDING = 1;

    /** The most bindings of one namespace that are searched before a fresh prefix is made: keeps hostile nesting cheap. */
    private static final int LONGEST_SEARCH = 16;

    /** The most prefixes or namespaces without a current binding that are remembered. */
    private static final int MOST_KEPT = 256;

    /** The innermost binding of a prefix or of a namespace. It is kept without one, for the next declaration. */
    private static final class Top {
        @Nullable Binding binding;

        boolean kept = true;
    }

    /** A binding out of scope keeps its slot for reuse: similar documents and elements declare the same in the same order. */
    private static final class Binding {
        final String prefix;
        final String uri;
        final int position;
        final Top ofPrefix;
        final Top ofUri;
        int depth;

        @Nullable Binding shadowed;

        @Nullable Binding olderOfUri;

        boolean current;

        /** The innermost one of its namespace. */
        boolean newest;

        long usedBy;

        Binding(String prefix, String uri, int position, Top ofPrefix, Top ofUri) {
            this.prefix = prefix;
            this.uri = uri;
            this.position = position;
            this.ofPrefix = ofPrefix;
            this.ofUri = ofUri;
        }

        boolean is(String otherPrefix, String otherUri) {
            return ofPrefix.kept && ofUri.kept && prefix.equals(otherPrefix) && uri.equals(otherUri);
        }

        /** True where an attribute of a namespace can take this binding's prefix. */
        boolean isFor(String namespace) {
            return newest && current && !prefix.isEmpty() && uri.equals(namespace);
        }
    }

    private final Map<String, Top> byPrefix = new HashMap<>();
    private final Map<String, Top> byUri = new HashMap<>();

    private Binding[] bindings = new Binding[16];
    private int count;
    private int depth;

    /** The depth of the innermost element that has bindings; 0 for none. */
    private int innermost;

    private long element;
    private long changes;
    private int fresh;

    /** The binding that {@link #use} found last, and the one before: most elements and attributes use the same two. */
    private Binding recent;

    private Binding previous;

    public WriterNamespaces() {
        bind("", "");
        bind("xml", XML_NAMESPACE);
        recent = bindings[0];
        previous = bindings[0];
    }

    /** Opens an element. */
    public void open() {
        element++;
        depth++;
    }

    /** Closes the innermost element and removes its bindings; true where it had any. */
    public boolean close() {
        boolean bound = innermost == depth;
        if (bound) {
            unbind();
        }
        depth--;
        return bound;
    }

    private void unbind() {
        changes++;
        while (innermost == depth) {
            Binding gone = bindings[--count];
            innermost = bindings[count - 1].depth;
            gone.current = false;
            gone.ofPrefix.binding = gone.shadowed;
            if (gone.shadowed != null) {
                gone.shadowed.current = true;
            } else if (byPrefix.size() > MOST_KEPT) {
                byPrefix.remove(gone.prefix);
                gone.ofPrefix.kept = false;
            }
            gone.ofUri.binding = gone.olderOfUri;
            if (gone.olderOfUri != null) {
                gone.olderOfUri.newest = true;
            } else if (byUri.size() > MOST_KEPT) {
                byUri.remove(gone.uri);
                gone.ofUri.kept = false;
            }
            gone.shadowed = null;
            gone.olderOfUri = null;
            if (recent == gone) {
                recent = bindings[0];
            }
            if (previous == gone) {
                previous = bindings[0];
            }
        }
    }

    /** Resets it for another document; false where elements are open or it has grown too large to keep. */
    public boolean rewind() {
        if (depth != 0 || bindings.length > MOST_KEPT) {
            return false;
        }
        fresh = 0;
        return true;
    }

    public int depth() {
        return depth;
    }

    /** The number of changes to the bindings: while it stays the same, the bindings in scope do. */
    public long changes() {
        return changes;
    }

    /** The binding that {@link #use} relied on last, for {@link #useAgain}. */
    public int used() {
        return recent.position;
    }

    /** As {@link #use}, of a binding that is in scope for certain. */
    public void useAgain(int binding) {
        bindings[binding].usedBy = element;
    }

    /** True where a binding is in scope and was the last one used: a quick check that may miss others. */
    public boolean isRecent(String prefix, String uri) {
        Binding last = recent;
        return last.current && last.prefix.equals(prefix) && last.uri.equals(uri);
    }

    /** True where a binding is in scope and was one of the last two used: enough for callers that declare nothing. */
    public boolean isKnown(String prefix, String uri) {
        Binding second = previous;
        return isRecent(prefix, uri) || second.current && second.prefix.equals(prefix) && second.uri.equals(uri);
    }

    /** Relies on the binding that {@link #isRecent} found. */
    public void useRecent() {
        recent.usedBy = element;
    }

    /** Relies on a binding for the open element; true when its declaration must be written, once. */
    public boolean use(String prefix, String uri) {
        Binding last = recent;
        if (last.current && last.prefix.equals(prefix) && last.uri.equals(uri)) {
            last.usedBy = element;
            return false;
        }
        Binding second = previous;
        previous = last;
        if (second.current && second.prefix.equals(prefix) && second.uri.equals(uri)) {
            second.usedBy = element;
            recent = second;
            return false;
        }
        boolean declared = declare(prefix, uri);
        Binding binding = current(prefix);
        if (binding != null) {
            binding.usedBy = element;
            recent = binding;
        }
        return declared;
    }

    /** Declares a binding on the open element; true when the declaration must be written: it is not in scope yet. */
    public boolean declare(String prefix, String uri) {
        Binding known = before(prefix, uri);
        Binding current = known == null ? current(prefix) : known.ofPrefix.binding;
        if (current != null && current.uri.equals(uri)) {
            if (current.depth < depth) {
                current.usedBy = element;
            }
            return false;
        }
        if (known == null) {
            check(prefix, uri);
        }
        rebind(prefix, uri, current);
        return true;
    }

    /**
     * Undeclares a prefix on the open element (Namespaces in XML 1.1, section 5); true when that must be written, as the
     * prefix is bound.
     */
    public boolean undeclare(String prefix) {
        Binding current = current(prefix);
        if (current == null || current.uri.isEmpty()) {
            return false;
        }
        if (prefix.equals("xml")) {
            throw new XmlException("the prefix xml cannot be undeclared", XmlLocation.NONE);
        }
        rebind(prefix, "", current);
        return true;
    }

    private void rebind(String prefix, String uri, @Nullable Binding current) {
        if (current != null && (current.depth == depth || current.usedBy == element)) {
            throw new XmlException(
                    "the prefix \"" + prefix + "\" is bound to \"" + current.uri
                            + "\" on this element and cannot also be bound to \"" + uri + "\"",
                    XmlLocation.NONE);
        }
        bind(prefix, uri);
    }

    /** The former binding in the next slot, where it is the same one and has a namespace. */
    private @Nullable Binding before(String prefix, String uri) {
        Binding before = count < bindings.length ? bindings[count] : null;
        return before != null && !uri.isEmpty() && before.is(prefix, uri) ? before : null;
    }

    private @Nullable Binding current(String prefix) {
        Top top = byPrefix.get(prefix);
        return top == null ? null : top.binding;
    }

    /** The namespace a prefix is bound to, or null. */
    public @Nullable String lookup(String prefix) {
        Binding binding = current(prefix);
        return binding == null || binding.uri.isEmpty() ? null : binding.uri;
    }

    /** The number of declarations on the open element. */
    public int declared() {
        int first = count;
        while (first > 0 && bindings[first - 1].depth == depth) {
            first--;
        }
        return count - first;
    }

    /** The prefix of a declaration on the open element, in the order in which they were made. */
    public String declaredPrefix(int index) {
        return declaration(index).prefix;
    }

    /** The namespace name of a declaration on the open element; empty where the default namespace is undeclared. */
    public String declaredUri(int index) {
        return declaration(index).uri;
    }

    private Binding declaration(int index) {
        int declared = declared();
        return bindings[count - declared + Objects.checkIndex(index, declared)];
    }

    /** The prefixes bound to a namespace here, innermost first, without {@code xml}. */
    public List<String> prefixes() {
        List<String> prefixes = new ArrayList<>();
        for (int i = count - 1; i >= 0; i--) {
            Binding binding = bindings[i];
            if (binding.current && !binding.uri.isEmpty() && !binding.prefix.equals("xml")) {
                prefixes.add(binding.prefix);
            }
        }
        return prefixes;
    }

    /** A prefix that is bound to a namespace and not shadowed, or null; never the empty one for an attribute. */
    public @Nullable String prefixOf(String uri, boolean attribute) {
        int steps = 0;
        Top top = byUri.get(uri);
        for (Binding b = top == null ? null : top.binding;
                b != null && steps < LONGEST_SEARCH;
                b = b.olderOfUri, steps++) {
            if (b.current && !(attribute && b.prefix.isEmpty())) {
                return b.prefix;
            }
        }
        return null;
    }

    /** A prefix for an element: the empty one without namespace, else one that is bound, else a fresh one. */
    public String elementPrefix(String uri) {
        String bound = uri.isEmpty() ? "" : prefixOf(uri, false);
        return bound == null ? freshPrefix() : bound;
    }

    /** A prefix for an attribute in a namespace: one that is bound, else a fresh one. */
    public String attributePrefix(String uri) {
        if (recent.isFor(uri)) {
            return recent.prefix;
        }
        if (previous.isFor(uri)) {
            return previous.prefix;
        }
        String bound = prefixOf(uri, true);
        return bound == null ? freshPrefix() : bound;
    }

    /** A prefix that is bound to nothing. */
    public String freshPrefix() {
        String prefix;
        do {
            prefix = "ns" + ++fresh;
        } while (current(prefix) != null);
        return prefix;
    }

    private void bind(String prefix, String uri) {
        if (count == bindings.length) {
            bindings = Arrays.copyOf(bindings, count * 2);
        }
        Binding binding = bindings[count];
        if (binding == null || !binding.is(prefix, uri)) {
            Top ofPrefix = byPrefix.computeIfAbsent(prefix, p -> new Top());
            binding = new Binding(prefix, uri, count, ofPrefix, byUri.computeIfAbsent(uri, u -> new Top()));
        }
        Binding shadowed = binding.ofPrefix.binding;
        if (shadowed != null) {
            shadowed.current = false;
        }
        Binding older = binding.ofUri.binding;
        if (older != null) {
            older.newest = false;
        }
        binding.depth = depth;
        binding.shadowed = shadowed;
        binding.olderOfUri = older;
        binding.current = true;
        binding.newest = true;
        binding.usedBy = 0;
        binding.ofPrefix.binding = binding;
        binding.ofUri.binding = binding;
        bindings[count++] = binding;
        innermost = depth;
        changes++;
    }

    private static void check(String prefix, String uri) {
        if (prefix.equals("xml") || uri.equals(XML_NAMESPACE)) {
            throw new XmlException(
                    "the prefix xml and the namespace " + XML_NAMESPACE + " belong to each other: prefix=\"" + prefix
                            + "\", namespace=\"" + uri + "\"",
                    XmlLocation.NONE);
        }
        if (prefix.equals("xmlns") || uri.equals(XMLNS_NAMESPACE)) {
            throw new XmlException(
                    "the prefix xmlns and its namespace are reserved: prefix=\"" + prefix + "\", namespace=\"" + uri
                            + "\"",
                    XmlLocation.NONE);
        }
        if (!prefix.isEmpty()) {
            if (!Characters.isNCName(prefix)) {
                throw new XmlException("a prefix must be a name without colon: \"" + prefix + "\"", XmlLocation.NONE);
            }
            if (uri.isEmpty()) {
                throw new XmlException(
                        "a prefix cannot be bound to no namespace: prefix=\"" + prefix + "\"", XmlLocation.NONE);
            }
        }
    }
}
