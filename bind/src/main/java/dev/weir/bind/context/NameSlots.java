package dev.weir.bind.context;

import dev.weir.xml.XmlName;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Maps an element or attribute name to its index among the few names that a class knows. Readers return one instance
 * per name, so each slot caches the instance seen last: usually one identity comparison is enough. Any thread may
 * replace an instance by an equal one; losing such a race costs a comparison by value.
 */
public final class NameSlots {
    /** Up to this number of names, all are compared by identity before the hash lookup. */
    private static final int FEW = 12;

    /** The maximum number of expected names in an error message. */
    private static final int MOST_EXPECTED = 50;

    private final XmlName[] seen;
    private final Map<XmlName, Integer> places = new HashMap<>();

    public NameSlots(List<XmlName> names) {
        seen = names.toArray(new XmlName[0]);
        for (int i = 0; i < seen.length; i++) {
            places.putIfAbsent(seen[i], i);
        }
    }

    /** The index of a name, or -1; the index at which it is expected is tried first. */
    public int find(XmlName name, int expected) {
        XmlName[] names = seen;
        if (expected < names.length && names[expected] == name) {
            return expected;
        }
        return search(name, expected);
    }

    private int search(XmlName name, int expected) {
        XmlName[] names = seen;
        if (names.length <= FEW) {
            for (int i = 0; i < names.length; i++) {
                if (names[i] == name) {
                    return i;
                }
            }
        } else if (expected + 1 < names.length && names[expected + 1] == name) {
            return expected + 1;
        }
        Integer place = places.get(name);
        if (place == null) {
            return -1;
        }
        names[place] = name;
        return place;
    }

    /** Whether a name is the cached instance at an index. False does not imply that the names differ. */
    public boolean isIdentical(@Nullable XmlName name, int place) {
        return seen[place] == name;
    }

    /** Whether a name equals the one at an index. */
    public boolean matches(XmlName name, int place) {
        return seen[place] == name || seen[place].equals(name);
    }

    /** The expected names, formatted for error messages. */
    public String expected() {
        return expected(places.keySet());
    }

    /** The first names of a collection in sorted order, formatted for error messages. */
    public static String expected(Collection<XmlName> names) {
        return names.isEmpty()
                ? "(none)"
                : names.stream()
                        .sorted()
                        .limit(MOST_EXPECTED)
                        .map(name -> "<{" + name.namespace() + "}" + name.local() + ">")
                        .collect(Collectors.joining(","));
    }
}
