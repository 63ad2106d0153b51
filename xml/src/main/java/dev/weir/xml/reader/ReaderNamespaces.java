package dev.weir.xml.reader;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The prefixes in scope, innermost last. A few bindings are searched linearly, many by an index, so that a lookup stays
 * cheap in a document with thousands of them.
 */
final class ReaderNamespaces {
    private static final int FEW = 24;

    private @Nullable String[] prefixes = new @Nullable String[16];
    private @Nullable NamespaceSymbol[] namespaces = new @Nullable NamespaceSymbol[16];
    private int count;
    private NamespaceSymbol defaultNamespace = NamespaceSymbol.NONE;

    /** The innermost binding of each prefix, while there are many; and for each binding the one it shadows, or -1. */
    private @Nullable Map<String, Integer> index;

    private int[] shadowed = new int[0];

    /** With two bindings to start with: no default namespace, and another. */
    ReaderNamespaces(String prefix, NamespaceSymbol namespace) {
        push("", NamespaceSymbol.NONE);
        push(prefix, namespace);
    }

    int count() {
        return count;
    }

    String prefix(int binding) {
        String prefix = prefixes[binding];
        assert prefix != null;
        return prefix;
    }

    NamespaceSymbol namespace(int binding) {
        NamespaceSymbol namespace = namespaces[binding];
        assert namespace != null;
        return namespace;
    }

    void push(String prefix, NamespaceSymbol namespace) {
        if (count == prefixes.length) {
            prefixes = Arrays.copyOf(prefixes, count * 2);
            namespaces = Arrays.copyOf(namespaces, count * 2);
        }
        prefixes[count] = prefix;
        namespaces[count] = namespace;
        count++;
        if (prefix.isEmpty()) {
            defaultNamespace = namespace;
        }
        if (index != null) {
            enter(index, count - 1);
        } else if (count > FEW) {
            Map<String, Integer> fresh = new HashMap<>();
            for (int i = 0; i < count; i++) {
                enter(fresh, i);
            }
            index = fresh;
        }
    }

    private void enter(Map<String, Integer> into, int binding) {
        if (binding >= shadowed.length) {
            shadowed = Arrays.copyOf(shadowed, prefixes.length);
        }
        Integer before = into.put(prefix(binding), binding);
        shadowed[binding] = before == null ? -1 : before;
    }

    /** Removes the innermost bindings until this number of them is left. */
    void popTo(int wanted) {
        Map<String, Integer> many = index;
        boolean defaults = false;
        while (count > wanted) {
            count--;
            if (many != null) {
                String prefix = prefix(count);
                if (shadowed[count] < 0) {
                    many.remove(prefix);
                } else {
                    many.put(prefix, shadowed[count]);
                }
            }
            defaults |= prefix(count).isEmpty();
            prefixes[count] = null;
            namespaces[count] = null;
        }
        if (many != null && count <= FEW / 2) {
            index = null;
        }
        if (defaults) {
            defaultNamespace = namespace(find(""));
        }
    }

    /** The namespace of a name without prefix. */
    NamespaceSymbol defaultNamespace() {
        return defaultNamespace;
    }

    /** True when a prefix is bound to a namespace. */
    boolean isBound(String prefix) {
        int binding = find(prefix);
        return binding >= 0 && namespaces[binding] != NamespaceSymbol.NONE;
    }

    /** The innermost binding of a prefix, or -1. */
    int find(String prefix) {
        if (index != null) {
            Integer found = index.get(prefix);
            return found == null ? -1 : found;
        }
        for (int i = count - 1; i >= 0; i--) {
            if (prefixes[i] == prefix) {
                return i;
            }
        }
        for (int i = count - 1; i >= 0; i--) {
            if (prefix.equals(prefixes[i])) {
                return i;
            }
        }
        return -1;
    }

    /** The prefixes bound to a namespace, innermost first, without xml. */
    List<String> inScope() {
        List<String> list = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (int i = count - 1; i >= 0; i--) {
            String prefix = prefix(i);
            if (!prefix.equals("xml") && seen.add(prefix) && namespace(i) != NamespaceSymbol.NONE) {
                list.add(prefix);
            }
        }
        return list;
    }
}
