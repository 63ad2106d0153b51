package dev.weir.xml.fastinfoset;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Strings of the current document that have come twice, in front of their {@link ValueTable}: what comes again and again
 * need not even be encoded to be found. A string has one place, by its hash; one that finds another there takes the longer
 * way, so that nothing is lost by strings that are chosen to meet.
 */
final class RecentValues {
    private static final int SLOTS = 1024;
    private static final int SHIFT = 32 - Integer.numberOfTrailingZeros(SLOTS);

    private final @Nullable String[] strings = new String[SLOTS];

    /** The hash of each string, by which most other strings are ruled out without a comparison; and its index as octets. */
    private final long[] entries = new long[SLOTS];

    /** The slots in use, as far as there is room to list them. */
    private final int[] taken = new int[64];

    private int puts;

    /** What stands for a string as {@link OctetOutput#put} has it; 0 where another string has its place. */
    int octets(String value) {
        int hash = value.hashCode();
        int slot = hash * 0x9E3779B9 >>> SHIFT;
        long entry = entries[slot];
        return (int) (entry >>> 32) == hash && value.equals(strings[slot]) ? (int) entry : 0;
    }

    /** Remembers what stands for a string; 0 for nothing. */
    void put(String value, int octets) {
        int hash = value.hashCode();
        int slot = hash * 0x9E3779B9 >>> SHIFT;
        strings[slot] = value;
        entries[slot] = (long) hash << 32 | octets & 0xFFFF_FFFFL;
        if (puts < taken.length) {
            taken[puts] = slot;
        }
        puts++;
    }

    /** At the end of a document: nothing of it is kept. */
    void clear() {
        if (puts > taken.length) {
            Arrays.fill(strings, null);
        } else {
            for (int i = 0; i < puts; i++) {
                strings[taken[i]] = null;
            }
        }
        puts = 0;
    }
}
