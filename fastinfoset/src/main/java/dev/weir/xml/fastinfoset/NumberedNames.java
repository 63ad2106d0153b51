package dev.weir.xml.fastinfoset;

import dev.weir.xml.XmlName;
import dev.weir.xml.fastinfoset.SharedNames.Part;
import dev.weir.xml.fastinfoset.SharedNames.SharedName;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Assigns numbers to names, for a sequence of documents, so that tables hold ints: storing a reference in a long-lived
 * array costs more than a lookup. The hash table is direct-mapped: a new name displaces the one in its slot and gets
 * its own number, so colliding names cost no more than others. Two numbers may denote the same string.
 */
final class NumberedNames {
    /** The number that denotes no prefix, and no namespace. */
    static final int NONE = 0;

    private static final int SLOTS = 1024;
    private static final int MOST_KEPT = 4096;

    /** The most names of a document that are shared with other documents. */
    private static final int MOST_SHARED = 1024;

    private Part[] parts = new Part[64];
    private int partCount;
    private final int[] partSlots = new int[SLOTS];

    private SharedName[] names = new SharedName[64];

    /** The namespace and local name of each. */
    XmlName[] expanded = new XmlName[64];

    private long[] nameKeys = new long[64];
    private int[] nameLocals = new int[64];
    private int nameCount;

    /** For each name the first number of the same namespace and local name; made when an element has many attributes. */
    private int[] first = new int[0];

    private final Map<XmlName, Integer> firsts = new HashMap<>();
    private int firstsKnown;
    private final int[] nameSlots = new int[SLOTS];

    NumberedNames() {
        clear();
    }

    private void clear() {
        Arrays.fill(partSlots, -1);
        Arrays.fill(nameSlots, -1);
        parts = new Part[64];
        names = new SharedName[64];
        expanded = new XmlName[64];
        first = new int[0];
        firsts.clear();
        firstsKnown = 0;
        nameKeys = new long[64];
        nameLocals = new int[64];
        parts[0] = Part.NONE;
        partCount = 1;
        nameCount = 0;
    }

    /**
     * Called between documents: clears the tables if they have grown large; returns true if so, which invalidates all
     * numbers.
     */
    boolean tidy() {
        if (partCount <= MOST_KEPT && nameCount <= MOST_KEPT) {
            return false;
        }
        clear();
        return true;
    }

    Part part(int number) {
        return parts[number];
    }

    SharedName name(int number) {
        return names[number];
    }

    /** The count of assigned numbers of names. */
    int count() {
        return nameCount;
    }

    int first(int number) {
        if (firstsKnown < nameCount) {
            first = Arrays.copyOf(first, nameCount);
            for (; firstsKnown < nameCount; firstsKnown++) {
                Integer before = firsts.putIfAbsent(expanded[firstsKnown], firstsKnown);
                first[firstsKnown] = before == null ? firstsKnown : before;
            }
        }
        return first[number];
    }

    /** True when a number, which may be outdated, denotes the string that these octets encode in UTF-8. */
    boolean is(int number, byte[] octets, int from, int to) {
        return number < partCount && parts[number].plain && parts[number].is(octets, from, to);
    }

    /** The number of the string that these octets encode in UTF-8, looked up by its hash; -1 if it has none yet. */
    int known(long hash, byte[] octets, int from, int to) {
        int number = partSlots[(int) hash & SLOTS - 1];
        return number >= 0 && parts[number].is(hash, octets, from, to) ? number : -1;
    }

    /** Assigns a number to a string whose octets were already validated. */
    int add(long hash, byte[] octets, int from, int to) {
        if (partCount == parts.length) {
            parts = Arrays.copyOf(parts, partCount * 2);
        }
        parts[partCount] = SharedNames.part(hash, octets, from, to, partCount <= MOST_SHARED);
        partSlots[(int) hash & SLOTS - 1] = partCount;
        return partCount++;
    }

    /** True when a number, which may be outdated, denotes the name with these parts, the local one given in UTF-8. */
    boolean is(int number, int prefix, int namespace, byte[] octets, int from, int to) {
        return number < nameCount && has(number, prefix, namespace) && is(nameLocals[number], octets, from, to);
    }

    /** True when a number denotes a name with this prefix and namespace, whatever its local name is. */
    boolean has(int number, int prefix, int namespace) {
        return nameKeys[number] == key(prefix, namespace);
    }

    private static long key(int prefix, int namespace) {
        return (long) prefix << 32 | namespace;
    }

    /** The number of a name's local part. */
    int local(int number) {
        return nameLocals[number];
    }

    /** The number of the name with these parts. */
    int name(int prefix, int namespace, int local) {
        long key = key(prefix, namespace);
        int slot = (int) ((key * 31 + local) * 0x9E3779B97F4A7C15L >>> 54);
        int number = nameSlots[slot];
        if (number >= 0 && nameKeys[number] == key && nameLocals[number] == local) {
            return number;
        }
        if (nameCount == names.length) {
            names = Arrays.copyOf(names, nameCount * 2);
            expanded = Arrays.copyOf(expanded, nameCount * 2);
            nameKeys = Arrays.copyOf(nameKeys, nameCount * 2);
            nameLocals = Arrays.copyOf(nameLocals, nameCount * 2);
        }
        names[nameCount] = SharedNames.name(parts[prefix], parts[namespace], parts[local], nameCount <= MOST_SHARED);
        expanded[nameCount] = names[nameCount].name;
        nameKeys[nameCount] = key;
        nameLocals[nameCount] = local;
        nameSlots[slot] = nameCount;
        return nameCount++;
    }
}
