package dev.weir.xml.fastinfoset;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Strings of the current document that have come twice, in front of their {@link ValueTable}: what comes again and again
 * need not even be encoded to be found. A string has one place, by a few of its characters; one that finds another there
 * takes the longer way, so that nothing is lost by strings that are chosen to meet.
 */
final class RecentValues {
    private static final int SLOTS = 1024;

    private final @Nullable String[] strings = new String[SLOTS];
    private final int[] positions = new int[SLOTS];
    private boolean used;

    /** The place of a string that is not empty. */
    static int slot(String value, int length) {
        int mixed = value.charAt(0)
                + value.charAt(length >>> 1) * 0x2F0B
                + value.charAt(length - 1) * 0x6A09
                + value.charAt(length - 1 >>> 2) * 0x1F35
                + length * 0x51ED;
        return mixed * 0x9E3779B9 >>> 22;
    }

    /** The position in the table of a string that stands in its place; -1 where another one does. */
    @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // the quick first test
    int position(int slot, String value) {
        String there = strings[slot];
        return there == value || there != null && there.equals(value) ? positions[slot] : -1;
    }

    void put(int slot, String value, int position) {
        strings[slot] = value;
        positions[slot] = position;
        used = true;
    }

    /** At the end of a document: nothing of it is kept. */
    void clear() {
        if (used) {
            used = false;
            Arrays.fill(strings, null);
        }
    }
}
