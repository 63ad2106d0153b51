package dev.weir.xml.fastinfoset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The namespace bindings in scope, innermost last. Every set of bindings has a number, its state: a name whose prefix
 * was once checked need not be checked again in the same state, and the state is restored when an element's
 * declarations go out of scope. A few bindings are searched linearly, many by an index.
 */
final class PrefixScopes {
    private static final int FEW = 24;

    private String[] prefixes = new String[16];
    private String[] namespaces = new String[16];

    /**
     * The state before each binding, and the one with it. Entries of bindings out of scope are kept, because most of
     * them recur.
     */
    private long[] before = new long[16];

    private long[] with = new long[16];

    private int count;
    private long states;

    /** The number of the bindings in force; never 0. */
    long state;

    /** The prefix and namespace that were last found to be bound to each other, and the state in which they were. */
    private String foundPrefix = "";

    private String foundNamespace = "";
    private long foundIn;

    /**
     * The innermost binding of each prefix, used while there are many; below, for each binding the one that it shadows,
     * or -1.
     */
    private @Nullable Map<String, Integer> index;

    private int[] shadowed = new int[0];

    PrefixScopes() {
        declare("", "");
        declare(FastInfosetLayout.XML_PREFIX, FastInfosetLayout.XML_NAMESPACE);
    }

    /**
     * Restores the initial bindings but keeps the numbers of states: a number denotes the same bindings in every
     * document.
     */
    void reset() {
        popTo(2);
    }

    int count() {
        return count;
    }

    String prefix(int binding) {
        return prefixes[binding];
    }

    String namespace(int binding) {
        return namespaces[binding];
    }

    @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // what is the same by content only gets a new number
    void declare(String prefix, String namespace) {
        if (count == prefixes.length) {
            prefixes = Arrays.copyOf(prefixes, count * 2);
            namespaces = Arrays.copyOf(namespaces, count * 2);
            before = Arrays.copyOf(before, count * 2);
            with = Arrays.copyOf(with, count * 2);
        }
        if (before[count] != state || prefixes[count] != prefix || namespaces[count] != namespace) {
            prefixes[count] = prefix;
            namespaces[count] = namespace;
            before[count] = state;
            with[count] = ++states;
        }
        state = with[count];
        count++;
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
        Integer outer = into.put(prefixes[binding], binding);
        shadowed[binding] = outer == null ? -1 : outer;
    }

    /** Removes the innermost bindings until this number of them is left. */
    void popTo(int wanted) {
        Map<String, Integer> many = index;
        while (count > wanted) {
            count--;
            state = before[count];
            if (many != null) {
                if (shadowed[count] < 0) {
                    many.remove(prefixes[count]);
                } else {
                    many.put(prefixes[count], shadowed[count]);
                }
            }
        }
        if (many != null && count <= FEW / 2) {
            index = null;
        }
    }

    /** The innermost binding of a prefix, or -1. */
    @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // the quick first test
    int find(String prefix) {
        if (index != null) {
            Integer found = index.get(prefix);
            return found == null ? -1 : found;
        }
        for (int i = count - 1; i >= 0; i--) {
            if (prefixes[i] == prefix || prefixes[i].equals(prefix)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * True when these string objects are the pair that was found last, and in the current state; false proves nothing.
     */
    @SuppressWarnings({"ReferenceEquality", "StringEquality"})
    boolean isLastFound(String prefix, String namespace) {
        return foundIn == state && foundPrefix == prefix && foundNamespace == namespace;
    }

    void found(String prefix, String namespace) {
        foundPrefix = prefix;
        foundNamespace = namespace;
        foundIn = state;
    }

    /** The namespace that a prefix is bound to; empty for no namespace, null when it is not bound. */
    @Nullable String lookup(String prefix) {
        int binding = find(prefix);
        return binding < 0 ? null : namespaces[binding];
    }

    /** The prefixes bound to a namespace, innermost first, without xml. */
    List<String> inScope() {
        List<String> list = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (int i = count - 1; i >= 0; i--) {
            String prefix = prefixes[i];
            if (!prefix.equals(FastInfosetLayout.XML_PREFIX) && seen.add(prefix) && !namespaces[i].isEmpty()) {
                list.add(prefix);
            }
        }
        return list;
    }
}
