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
    private static final int SHIFT = 32 - Integer.numberOfTrailingZeros(SLOTS);

    private final @Nullable String[] strings = new String[SLOTS];

    /** The sign of each string, by which most others are told from it without a look at it; and its position. */
    private final long[] positions = new long[SLOTS];

    private boolean used;

    /** What tells most strings from most others; the string is not empty. */
    static int sign(String value, int length) {
        int last = length - 1;
        return (value.charAt(0)
                        + value.charAt(length >>> 1) * 0x2F0B
                        + value.charAt(last) * 0x6A09
                        + value.charAt(last >>> 2) * 0x1F35
                        + length * 0x51ED)
                * 0x9E3779B9;
    }

    /** The position in the table of a string that stands in its place; -1 where another one does. */
    @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // the quick first test
    int position(int sign, String value) {
        int slot = sign >>> SHIFT;
        long entry = positions[slot];
        if ((int) (entry >>> 32) != sign) {
            return -1;
        }
        String there = strings[slot];
        return there == value || there != null && there.equals(value) ? (int) entry : -1;
    }

    void put(int sign, String value, int position) {
        int slot = sign >>> SHIFT;
        strings[slot] = value;
        positions[slot] = (long) sign << 32 | position;
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
