package dev.weir.bind.context;

import dev.weir.xml.XmlName;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the place of a name among the few that a class knows. Readers hand out one instance per name, so the instance seen
 * last in each place is kept: comparing it is all that the usual case takes. Any thread may replace an instance by an equal
 * one; losing such a race costs a comparison by value.
 */
public final class NameSlots {
    /** So many are compared by identity, one by one, before they are looked up. */
    private static final int FEW = 12;

    /** More expected names are not told. */
    private static final int MOST_EXPECTED = 50;

    private final XmlName[] seen;
    private final Map<XmlName, Integer> places = new HashMap<>();

    public NameSlots(List<XmlName> names) {
        seen = names.toArray(new XmlName[0]);
        for (int i = 0; i < seen.length; i++) {
            places.putIfAbsent(seen[i], i);
        }
    }

    /** The place of a name, or -1; the place where it is expected is tried first. */
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

    /** Whether a name is the one in a place, as one can tell at a glance: false says nothing. */
    public boolean isIdentical(@Nullable XmlName name, int place) {
        return seen[place] == name;
    }

    /** Whether a name is the one in a place. */
    public boolean matches(XmlName name, int place) {
        return seen[place] == name || seen[place].equals(name);
    }

    /** The names as errors tell them. */
    public String expected() {
        return expected(places.keySet());
    }

    /** The first names of many, in order. */
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
