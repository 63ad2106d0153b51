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
 * The prefixes in scope, innermost last. Every state has a number: names that were found to be bound as they say need not
 * be checked again while the number is the same, and it is the same again after an element's declarations are gone. A few
 * bindings are searched one by one, many by an index.
 */
final class PrefixScopes {
    private static final int FEW = 24;

    private String[] prefixes = new String[16];
    private String[] namespaces = new String[16];

    /** The state's number before each binding, and with it. Those of bindings that are gone stay, as most come again. */
    private long[] before = new long[16];

    private long[] with = new long[16];

    private int count;
    private long states;

    /** The number of the bindings in force; never 0. */
    long state;

    /** What was last found to be bound, and the state that it was found in. */
    private String foundPrefix = "";

    private String foundNamespace = "";
    private long foundIn;

    /** The innermost binding of each prefix, while there are many; and for each binding the one it shadows, or -1. */
    private @Nullable Map<String, Integer> index;

    private int[] shadowed = new int[0];

    PrefixScopes() {
        declare("", "");
        declare(FastInfosetLayout.XML_PREFIX, FastInfosetLayout.XML_NAMESPACE);
    }

    /** Back to how it was made, but for the numbers of states: one stands for the same bindings in every document. */
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

    /** Drops the innermost bindings until a number is left. */
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

    /** True where these very strings were the last that were found to belong to each other, in this state. */
    @SuppressWarnings({"ReferenceEquality", "StringEquality"})
    boolean isLastFound(String prefix, String namespace) {
        return foundIn == state && foundPrefix == prefix && foundNamespace == namespace;
    }

    void found(String prefix, String namespace) {
        foundPrefix = prefix;
        foundNamespace = namespace;
        foundIn = state;
    }

    /** What a prefix stands for; empty for no namespace, null where it is not bound. */
    @Nullable String lookup(String prefix) {
        int binding = find(prefix);
        return binding < 0 ? null : namespaces[binding];
    }

    /** Prefixes that stand for a namespace, innermost first, without xml. */
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
