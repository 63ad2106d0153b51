package dev.weir.xml.rule;

import java.util.Arrays;

/**
 * The expanded names of one element's attributes, to find the one that comes twice. A few are compared one by one; more
 * get a hash table, so that many cost no more than a few each.
 */
public final class NameSet {
    private static final int FEW = 8;

    private String[] uris = new String[FEW];
    private String[] locals = new String[FEW];
    private int[] hashes = new int[FEW];
    private int size;

    /** A bit for the hash of each name: where a name's is missing, the name is new. */
    private long seen;

    /** Index of a name plus one, by hash; empty while there are few. */
    private int[] slots = {};

    private boolean many;

    public void clear() {
        size = 0;
        seen = 0;
        many = false;
    }

    /** Adds a name; false where it is there already. */
    public boolean add(String uri, String local) {
        int hash = hash(uri, local);
        long bit = 1L << (hash >>> 26);
        if (size >= FEW) {
            return addToMany(uri, local, hash);
        }
        if ((seen & bit) != 0) {
            for (int i = 0; i < size; i++) {
                if (is(i, uri, local, hash)) {
                    return false;
                }
            }
        }
        seen |= bit;
        append(uri, local, hash);
        return true;
    }

    private static int hash(String uri, String local) {
        return (uri.hashCode() * 31 + local.hashCode()) * 0x9E3779B9;
    }

    private boolean is(int index, String uri, String local, int hash) {
        return hashes[index] == hash && locals[index].equals(local) && uris[index].equals(uri);
    }

    private void append(String uri, String local, int hash) {
        if (size == uris.length) {
            uris = Arrays.copyOf(uris, size * 2);
            locals = Arrays.copyOf(locals, size * 2);
            hashes = Arrays.copyOf(hashes, size * 2);
        }
        hashes[size] = hash;
        uris[size] = uri;
        locals[size++] = local;
    }

    private boolean addToMany(String uri, String local, int hash) {
        if (!many || size * 2 >= slots.length) {
            many = true;
            if (slots.length < size * 4) {
                slots = new int[Integer.highestOneBit(size) * 8];
            } else {
                Arrays.fill(slots, 0);
            }
            for (int i = 0; i < size; i++) {
                slots[-1 - slot(uris[i], locals[i], hashes[i])] = i + 1;
            }
        }
        int slot = slot(uri, local, hash);
        if (slot >= 0) {
            return false;
        }
        append(uri, local, hash);
        slots[-1 - slot] = size;
        return true;
    }

    /** The slot that holds a name, or -1 minus the free one where it would be. */
    private int slot(String uri, String local, int hash) {
        int mask = slots.length - 1;
        int slot = hash >>> Integer.numberOfLeadingZeros(mask);
        while (slots[slot] != 0) {
            if (is(slots[slot] - 1, uri, local, hash)) {
                return slot;
            }
            slot = slot + 1 & mask;
        }
        return -1 - slot;
    }
}
