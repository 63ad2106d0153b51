package dev.weir.xml.fastinfoset;

import dev.weir.xml.XmlName;
import dev.weir.xml.fastinfoset.SharedNames.Part;
import dev.weir.xml.fastinfoset.SharedNames.SharedName;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The names of one document after the other, each by a number, so that tables hold numbers: to store a reference in an
 * array that has lived long costs more than to look one up. A place for each hash; what comes later displaces what was
 * there, and has a number of its own, so names that are chosen to collide cost no more than others. Two numbers may stand
 * for the same string.
 */
final class NumberedNames {
    /** The number of no prefix, and of no namespace. */
    static final int NONE = 0;

    private static final int SLOTS = 1024;
    private static final int MOST_KEPT = 4096;

    /** The rest of a document's names is its own. */
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

    /** Between documents: forgets all where that has become much; true if so, and then no number means anything. */
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

    /** How many numbers of names there are. */
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

    /** True where a number, which may be of earlier, is that of the string that octets in UTF-8 stand for. */
    boolean is(int number, byte[] octets, int from, int to) {
        return number < partCount && parts[number].plain && parts[number].is(octets, from, to);
    }

    /** The number of the string that octets in UTF-8 stand for, by their hash; -1 where it has none yet. */
    int known(long hash, byte[] octets, int from, int to) {
        int number = partSlots[(int) hash & SLOTS - 1];
        return number >= 0 && parts[number].is(hash, octets, from, to) ? number : -1;
    }

    /** Gives a string its number; its octets are checked already. */
    int add(long hash, byte[] octets, int from, int to) {
        if (partCount == parts.length) {
            parts = Arrays.copyOf(parts, partCount * 2);
        }
        parts[partCount] = SharedNames.part(hash, octets, from, to, partCount <= MOST_SHARED);
        partSlots[(int) hash & SLOTS - 1] = partCount;
        return partCount++;
    }

    /** True where a number, which may be of earlier, is that of the name that these parts make, the local one in UTF-8. */
    boolean is(int number, int prefix, int namespace, byte[] octets, int from, int to) {
        return number < nameCount && has(number, prefix, namespace) && is(nameLocals[number], octets, from, to);
    }

    /** True where these parts make a name, with a local one of any octets. */
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

    /** The number of the name that parts make. */
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
