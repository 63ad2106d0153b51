package dev.weir.xml.fastinfoset;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * One of the tables of values (X.891, 8.4): attribute values, pieces of content, other strings. A value is looked up by its
 * octets in UTF-8, so that strings, characters and numbers are all the same here and nothing is allocated for one that is
 * known. The hash has a secret, so that nobody can choose values that meet in one place; two values are the same only
 * where all octets are.
 *
 * <p>A value of up to eight octets stands in its slot and is compared there; of a longer one the slot has the hash, and the
 * octets lie with those of others in one array, whole words each. Between two documents the slots that were used are
 * emptied, but for those of the vocabulary's own entries.
 */
final class ValueTable {
    /** The value is new and has taken the next index. */
    static final int ADDED = -1;

    /** The value is new and takes no index. */
    static final int REFUSED = -2;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long FACTOR = 0x9E6C_63D0_676A_9A99L;
    private static final long SECRET = new SecureRandom().nextLong() | 1;

    /** Two words each: the value or its hash; then how many octets it has, and its position plus one. */
    private static final int FEWEST_SLOTS = 256;

    private static final int FEWEST_ENTRIES = 128;
    private static final int FEWEST_OCTETS = 2048;

    /** Beyond, the arrays are not kept for the next document. */
    private static final int MOST_SLOTS = 1 << 16;

    /** From this position on an index is longer than one octet with its head. */
    private final int shortIndexes;

    private long[] slots = new long[2 * FEWEST_SLOTS];

    /** Where each entry's slot is; -1 for one that cannot be found, as it is there twice. */
    private int[] places = new int[FEWEST_ENTRIES];

    /** Where the octets of each longer entry begin. */
    private int[] starts = new int[FEWEST_ENTRIES];

    private byte[] octets = new byte[FEWEST_OCTETS];
    private int end;
    private int next;
    private int characters;

    private int fixed;
    private int fixedEnd;

    private int mostEntries;
    private int mostCharacters;

    ValueTable(int shortIndexes) {
        this.shortIndexes = shortIndexes;
    }

    void begin(int mostEntries, int mostCharacters) {
        this.mostEntries = mostEntries;
        this.mostCharacters = mostCharacters;
        characters = 0;
        if (next == fixed) {
            return;
        }
        long[] all = slots;
        if (fixed == 0 && all.length > 4 * FEWEST_SLOTS && next < all.length / 32) {
            // Much room for few values is far apart.
            slots = new long[2 * FEWEST_SLOTS];
            places = new int[FEWEST_ENTRIES];
            starts = new int[FEWEST_ENTRIES];
            octets = new byte[FEWEST_OCTETS];
        } else if (fixed == 0 && next > all.length / 16) {
            Arrays.fill(all, 0);
        } else {
            for (int i = fixed; i < next; i++) {
                if (places[i] >= 0) {
                    all[places[i] + 1] = 0;
                }
            }
        }
        next = fixed;
        end = fixedEnd;
    }

    /** True where the arrays are so large that they are better not kept. */
    boolean isLarge() {
        return slots.length > 2 * MOST_SLOTS || octets.length > 16 * MOST_SLOTS;
    }

    /** Adds an entry that every document has. There are eight octets more in the array. */
    void fix(byte[] from, int start, int count) {
        mostEntries = FastInfosetLayout.MOST_ENTRIES;
        mostCharacters = Integer.MAX_VALUE;
        if (find(from, start, count, 0, true) != ADDED) {
            // Its first index is the one that is used; this one is still counted.
            reserveEntry();
            places[next++] = -1;
        }
        fixed = next;
        fixedEnd = end;
    }

    /**
     * The position of a value; or {@link #ADDED}, or {@link #REFUSED}.
     *
     * @param from there are eight octets more in this array
     * @param length in characters, by which the table's limit is counted
     */
    int find(byte[] from, int start, int count, int length, boolean adding) {
        long key;
        long hash;
        if (count <= 8) {
            key = (long) WORDS.get(from, start) << (64 - 8 * count);
            hash = hash(key, count);
        } else {
            hash = hash(from, start, count);
            key = hash;
        }
        long[] all = slots;
        int mask = all.length - 1;
        int at = (int) (hash << 1) & mask;
        for (long info = all[at + 1]; info != 0; info = all[at + 1]) {
            if (all[at] == key
                    && (int) (info >>> 32) == count
                    && (count <= 8 || same(octets, starts[(int) info - 1], from, start, count))) {
                return (int) info - 1;
            }
            at = at + 2 & mask;
        }
        if (!adding
                || next >= mostEntries
                || characters + length >= mostCharacters
                || count == 1 && next >= shortIndexes) {
            return REFUSED;
        }
        characters += length;
        reserveEntry();
        if (count > 8) {
            append(from, start, count);
        }
        int entry = next++;
        all[at] = key;
        all[at + 1] = (long) count << 32 | next;
        places[entry] = at;
        if (next * 3 > all.length) {
            grow();
        }
        return ADDED;
    }

    private void reserveEntry() {
        if (next == places.length) {
            places = Arrays.copyOf(places, next * 2);
            starts = Arrays.copyOf(starts, next * 2);
        }
    }

    private void append(byte[] from, int start, int count) {
        int at = end;
        int whole = count + 7 & ~7;
        if (octets.length - at < whole) {
            octets = Arrays.copyOf(octets, Math.max(octets.length * 2, at + whole));
        }
        byte[] to = octets;
        for (int i = 0; i < count; i += 8) {
            WORDS.set(to, at + i, (long) WORDS.get(from, start + i));
        }
        starts[next] = at;
        end = at + whole;
    }

    private void grow() {
        long[] old = slots;
        long[] all = new long[old.length * 2];
        int mask = all.length - 1;
        for (int i = 0; i < old.length; i += 2) {
            long info = old[i + 1];
            if (info != 0) {
                int count = (int) (info >>> 32);
                long hash = count <= 8 ? hash(old[i], count) : old[i];
                int at = (int) (hash << 1) & mask;
                while (all[at + 1] != 0) {
                    at = at + 2 & mask;
                }
                all[at] = old[i];
                all[at + 1] = info;
                places[(int) info - 1] = at;
            }
        }
        slots = all;
    }

    private static boolean same(byte[] one, int oneStart, byte[] other, int otherStart, int count) {
        int last = count - 8;
        for (int i = 0; i < last; i += 8) {
            if ((long) WORDS.get(one, oneStart + i) != (long) WORDS.get(other, otherStart + i)) {
                return false;
            }
        }
        return (long) WORDS.get(one, oneStart + last) == (long) WORDS.get(other, otherStart + last);
    }

    private static long hash(long value, int count) {
        return mix(value ^ SECRET + count);
    }

    /** Of more than eight octets: whole words, then the last eight once more. */
    private static long hash(byte[] from, int start, int count) {
        long hash = SECRET + count;
        int last = count - 8;
        for (int i = 0; i < last; i += 8) {
            hash = mix(hash ^ (long) WORDS.get(from, start + i));
        }
        return mix(hash ^ (long) WORDS.get(from, start + last));
    }

    private static long mix(long value) {
        return value * FACTOR ^ Math.multiplyHigh(value, FACTOR);
    }
}
