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
    private int size;

    /** Index of a name plus one, by hash; empty while there are few. */
    private int[] slots = {};

    private boolean many;

    public void clear() {
        size = 0;
        many = false;
    }

    /** Adds a name; false where it is there already. */
    public boolean add(String uri, String local) {
        if (size >= FEW) {
            return addToMany(uri, local);
        }
        for (int i = 0; i < size; i++) {
            if (is(i, uri, local)) {
                return false;
            }
        }
        append(uri, local);
        return true;
    }

    @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // the quick first test
    private boolean is(int index, String uri, String local) {
        String other = locals[index];
        return (other == local || other.equals(local)) && uris[index].equals(uri);
    }

    private void append(String uri, String local) {
        if (size == uris.length) {
            uris = Arrays.copyOf(uris, size * 2);
            locals = Arrays.copyOf(locals, size * 2);
        }
        uris[size] = uri;
        locals[size++] = local;
    }

    private boolean addToMany(String uri, String local) {
        if (!many || size * 2 >= slots.length) {
            many = true;
            if (slots.length < size * 4) {
                slots = new int[Integer.highestOneBit(size) * 8];
            } else {
                Arrays.fill(slots, 0);
            }
            for (int i = 0; i < size; i++) {
                slots[-1 - slot(uris[i], locals[i])] = i + 1;
            }
        }
        int slot = slot(uri, local);
        if (slot >= 0) {
            return false;
        }
        append(uri, local);
        slots[-1 - slot] = size;
        return true;
    }

    /** The slot that holds a name, or -1 minus the free one where it would be. */
    private int slot(String uri, String local) {
        int hash = (uri.hashCode() * 31 + local.hashCode()) * 0x9E3779B9;
        int mask = slots.length - 1;
        int slot = hash >>> Integer.numberOfLeadingZeros(mask);
        while (slots[slot] != 0) {
            if (is(slots[slot] - 1, uri, local)) {
                return slot;
            }
            slot = slot + 1 & mask;
        }
        return -1 - slot;
    }
}
