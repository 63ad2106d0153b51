package dev.weir.xml.fastinfoset;

import dev.weir.xml.lexical.HashSeed;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * One of the tables of values (X.891, 8.4): attribute values, pieces of content, other strings. A value is looked up by its
 * octets in UTF-8, so that strings, characters and numbers are all the same here and nothing is allocated for one that is
 * known. The hash has a secret, so that nobody can choose values that meet in one place; two values are the same only
 * where all octets are.
 *
 * <p>A slot has a position and a few bits of the hash, so that what is new is seldom compared with anything, and many slots
 * are near each other. An entry has the first and the last eight octets of its value; what longer ones have between lies
 * with that of others in one array, in whole words. Between two documents the slots that were used are emptied, but for
 * those of the vocabulary's own entries. No strings are kept: storing a reference costs more than storing the octets.
 */
final class ValueTable {
    /** The value is new and has taken the next index. */
    static final int ADDED = -1;

    /** The value is new and takes no index. */
    static final int REFUSED = -2;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long FACTOR = 0x9E6C_63D0_676A_9A99L;
    private static final long SECRET = HashSeed.next() | 1;
    private static final long OTHER_SECRET = HashSeed.next() | 1;
    private static final long MIDDLE_SECRET = HashSeed.next() | 1;

    /** A slot: the position plus one, above bits of the hash that did not choose the slot. */
    private static final int TAG_BITS = 11;

    private static final int TAG = (1 << TAG_BITS) - 1;

    /** An entry: the first word, the last one, hash and count of octets, start of what is between and place of its slot. */
    private static final int ENTRY = 2;

    private static final int LAST = 1;
    private static final int SIZE = 2;
    private static final int PLACE = 3;

    /** The place of one that cannot be found, as it is there twice. */
    private static final int NOWHERE = -1;

    /** A value of no more octets is known by its first word and its last. */
    static final int TWO_WORDS = 16;

    /** With the second as well. */
    static final int THREE_WORDS = 24;

    /** With the second and the third. */
    static final int FOUR_WORDS = 32;

    private static final int FEWEST_SLOTS = 512;
    private static final int FEWEST_ENTRIES = 128;
    private static final int FEWEST_WORDS = 128;

    /** Beyond, the arrays are not kept for the next document. */
    private static final int MOST_KEPT = 1 << 16;

    private static final int MOST_WORDS_KEPT = 1 << 17;

    /** From this position on an index is longer than one octet with its head. */
    private final int shortIndexes;

    private int[] slots = new int[FEWEST_SLOTS];
    private int shift = Integer.numberOfLeadingZeros(FEWEST_SLOTS) + 1;
    private long[] entries = new long[FEWEST_ENTRIES << ENTRY];
    private long[] words = new long[FEWEST_WORDS];
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
        int[] all = slots;
        if (fixed == 0 && all.length > 4 * FEWEST_SLOTS && next < all.length / 32) {
            // Much room for few values is far apart.
            slots = new int[FEWEST_SLOTS];
            shift = Integer.numberOfLeadingZeros(FEWEST_SLOTS) + 1;
            entries = new long[FEWEST_ENTRIES << ENTRY];
            words = new long[FEWEST_WORDS];
        } else if (fixed == 0 && next > all.length / 32) {
            Arrays.fill(all, 0);
        } else {
            for (int i = fixed; i < next; i++) {
                int place = (int) entries[(i << ENTRY) + PLACE];
                if (place != NOWHERE) {
                    all[place] = 0;
                }
            }
        }
        next = fixed;
        end = fixedEnd;
    }

    /** The position of what was added last. */
    int last() {
        return next - 1;
    }

    /** True where the arrays are so large that they are better not kept. */
    boolean isLarge() {
        return entries.length > MOST_KEPT << ENTRY || words.length > MOST_WORDS_KEPT;
    }

    /** Adds an entry that every document has. There are eight octets more in the array. */
    void fix(byte[] from, int start, int count) {
        mostEntries = FastInfosetLayout.MOST_ENTRIES;
        mostCharacters = Integer.MAX_VALUE;
        if (find(from, start, count, 0) != ADDED) {
            // Its first index is the one that is used; this one is still counted.
            reserveEntry();
            entries[(next++ << ENTRY) + PLACE] = NOWHERE;
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
    int find(byte[] from, int start, int count, int length) {
        int beforeLast = Math.max(0, count - 8);
        int unused = 8 * Math.max(0, 8 - count);
        long first = (long) WORDS.get(from, start) << unused >>> unused;
        long last = (long) WORDS.get(from, start + beforeLast) << unused >>> unused;
        long second = count > TWO_WORDS ? (long) WORDS.get(from, start + 8) : 0;
        long third = count > THREE_WORDS ? (long) WORDS.get(from, start + 16) : 0;
        return find(first, second, third, last, count, length, from, start);
    }

    /**
     * As {@link #find(byte[], int, int, int)}, of a value whose words are known.
     *
     * @param first the first octet is in the lowest bits
     * @param second 0 where the first and the last word are the whole value
     * @param third 0 where the others are
     * @param last the last eight octets, or all of fewer
     * @param from not looked at where these are the whole value
     */
    int find(long first, long second, long third, long last, int count, int length, byte[] from, int start) {
        long hashed = mix(first ^ SECRET, last ^ OTHER_SECRET + count);
        if (count > TWO_WORDS) {
            hashed ^= mix(second ^ MIDDLE_SECRET, third ^ SECRET);
            if (count > FOUR_WORDS) {
                hashed = hash(hashed, from, start, count);
            }
        }
        int hash = (int) (hashed >>> 32);
        int[] all = slots;
        int at = hash >>> shift;
        for (int slot = all[at]; slot != 0; slot = all[at]) {
            if (((slot ^ hash) & TAG) == 0) {
                int position = (slot >>> TAG_BITS) - 1;
                if (is(position << ENTRY, first, second, third, last, count, from, start)) {
                    return position;
                }
            }
            at = at + 1 & all.length - 1;
        }
        if (next >= mostEntries || characters + length >= mostCharacters || count == 1 && next >= shortIndexes) {
            return REFUSED;
        }
        characters += length;
        add(first, last, (long) hash << 32 | count, at);
        if (count > TWO_WORDS) {
            append(second, third, from, start, count);
        }
        return ADDED;
    }

    private boolean is(int entry, long first, long second, long third, long last, int count, byte[] from, int start) {
        long[] all = entries;
        return all[entry] == first
                && all[entry + LAST] == last
                && (int) all[entry + SIZE] == count
                && (count <= TWO_WORDS
                        || between((int) (all[entry + PLACE] >>> 32), second, third, count, from, start));
    }

    private void add(long first, long last, long size, int at) {
        reserveEntry();
        long[] all = entries;
        int entry = next << ENTRY;
        all[entry] = first;
        all[entry + LAST] = last;
        all[entry + SIZE] = size;
        all[entry + PLACE] = (long) end << 32 | at;
        next++;
        slots[at] = next << TAG_BITS | (int) (size >>> 32) & TAG;
        if (next * 3 > slots.length) {
            grow();
        }
    }

    private void reserveEntry() {
        if (next << ENTRY == entries.length) {
            entries = Arrays.copyOf(entries, entries.length * 2);
        }
    }

    /** Keeps what is between the first and the last word; the last of it may be a part of that one. */
    private void append(long second, long third, byte[] from, int start, int count) {
        int at = end;
        int most = Math.max(2, count >>> 3);
        if (words.length - at < most) {
            words = Arrays.copyOf(words, Math.max(words.length * 2, at + most));
        }
        long[] to = words;
        to[at++] = second;
        if (count > THREE_WORDS) {
            to[at++] = third;
            for (int i = 24; i < count - 8; i += 8) {
                to[at++] = (long) WORDS.get(from, start + i);
            }
        }
        end = at;
    }

    private boolean between(int kept, long second, long third, int count, byte[] from, int start) {
        long[] all = words;
        if (all[kept] != second || count > THREE_WORDS && all[kept + 1] != third) {
            return false;
        }
        for (int i = 24, at = kept + 2; i < count - 8; i += 8, at++) {
            if (all[at] != (long) WORDS.get(from, start + i)) {
                return false;
            }
        }
        return true;
    }

    private void grow() {
        int[] all = new int[slots.length * 2];
        int bits = --shift;
        for (int i = 0; i < next; i++) {
            int entry = i << ENTRY;
            long place = entries[entry + PLACE];
            if ((int) place != NOWHERE) {
                int hash = (int) (entries[entry + SIZE] >>> 32);
                int at = hash >>> bits;
                while (all[at] != 0) {
                    at = at + 1 & all.length - 1;
                }
                all[at] = i + 1 << TAG_BITS | hash & TAG;
                entries[entry + PLACE] = place & ~0xFFFF_FFFFL | at;
            }
        }
        slots = all;
    }

    private static long hash(long begun, byte[] from, int start, int count) {
        long hash = begun;
        for (int i = 24; i < count - 8; i += 8) {
            hash = mix(hash ^ (long) WORDS.get(from, start + i), FACTOR);
        }
        return hash;
    }

    private static long mix(long one, long other) {
        return one * other ^ Math.multiplyHigh(one, other);
    }
}
