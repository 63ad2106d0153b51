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

    /** The place of a local name that more than one of the names has. */
    private static final int AMBIGUOUS = -1;

    private final XmlName[] seen;
    private final Map<XmlName, Integer> places = new HashMap<>();

    /** Where a name in another namespace is found by its local name; null where it is not. */
    private final @Nullable Map<String, Integer> byLocalName;

    /** Slots that find these names and no others. */
    public NameSlots(List<XmlName> names) {
        this(names, false);
    }

    /**
     * Slots that also find a name that is none of these by its local name, in whatever namespace it is, where one of the
     * names alone has that.
     */
    public static NameSlots inAnyNamespace(List<XmlName> names) {
        return new NameSlots(names, true);
    }

    private NameSlots(List<XmlName> names, boolean inAnyNamespace) {
        seen = names.toArray(new XmlName[0]);
        for (int i = 0; i < seen.length; i++) {
            places.putIfAbsent(seen[i], i);
        }
        byLocalName = inAnyNamespace ? byLocalName(places) : null;
    }

    private static Map<String, Integer> byLocalName(Map<XmlName, Integer> places) {
        Map<String, Integer> byLocalName = new HashMap<>();
        places.forEach((name, place) -> byLocalName.merge(name.local(), place, (one, other) -> AMBIGUOUS));
        return byLocalName;
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
            // Not kept as the instance seen last, which is compared with the names as they are declared.
            return byLocalName == null ? -1 : byLocalName.getOrDefault(name.local(), -1);
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
