package dev.weir.xml.fastinfoset;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A cache in front of a {@link ValueTable}, for strings of the current document that occurred twice, and for
 * indentation: they are found without being encoded. The cache is direct-mapped by hash; a string whose slot holds
 * another one is looked up in the table, so hostile collisions only cost the benefit of the cache.
 */
final class RecentValues {
    private static final int SLOTS = 1024;
    private static final int SHIFT = 32 - Integer.numberOfTrailingZeros(SLOTS);

    private final @Nullable String[] strings = new String[SLOTS];

    /** The hash of each string, which excludes most other strings without a comparison, and its index as octets. */
    private final long[] entries = new long[SLOTS];

    /** The slots in use, as far as they fit in this list. */
    private final int[] taken = new int[64];

    private int puts;

    /** The encoded index of a string, in the form of {@link OctetOutput#put}; 0 when the string is not cached. */
    int octets(String value) {
        int hash = value.hashCode();
        int slot = hash * 0x9E3779B9 >>> SHIFT;
        long entry = entries[slot];
        return (int) (entry >>> 32) == hash && value.equals(strings[slot]) ? (int) entry : 0;
    }

    /** Caches the encoded index of a string; 0 for none. */
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

    /** Clears the cache at the end of a document. */
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
