package dev.weir.xml.fastinfoset;

import dev.weir.xml.lexical.HashSeed;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * One of the tables of values (X.891, 8.4): attribute values, pieces of content, other strings. A value is looked up by
 * its octets in UTF-8, so that strings, characters and numbers are treated alike and a hit allocates nothing. The hash
 * is keyed with a secret seed, so that an attacker cannot choose colliding values; values are equal only if all octets
 * are.
 *
 * <p>A slot holds a position and a few bits of the hash, so that a new value is seldom compared with an entry, and
 * slots are compact in memory. An entry holds the first and the last eight octets of its value; the middle of longer
 * values is stored in one common array, in whole words. After each document the used slots are cleared, except for
 * those of the vocabulary's entries. No Strings are stored: storing a reference costs more than storing the octets.
 */
final class ValueTable {
    /** The value is new and was assigned the next index. */
    static final int ADDED = -1;

    /** The value is new and was not added. */
    static final int REFUSED = -2;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long FACTOR = 0x9E6C_63D0_676A_9A99L;
    private static final long SECRET = HashSeed.next() | 1;
    private static final long OTHER_SECRET = HashSeed.next() | 1;
    private static final long MIDDLE_SECRET = HashSeed.next() | 1;

    /** The layout of a slot: the position plus one, above bits of the hash that do not determine the slot. */
    private static final int TAG_BITS = 11;

    private static final int TAG = (1 << TAG_BITS) - 1;

    /**
     * The layout of an entry: the first word, the last word, then hash, count of octets, start of the middle and index
     * of its slot.
     */
    private static final int ENTRY = 2;

    private static final int LAST = 1;
    private static final int SIZE = 2;
    private static final int PLACE = 3;

    /** The slot of an entry that lookups cannot reach, because its value has an earlier entry. */
    private static final int NOWHERE = -1;

    /** A value up to this many octets is identified by its first word and its last. */
    static final int TWO_WORDS = 16;

    /** Up to this many octets the second word is needed as well. */
    static final int THREE_WORDS = 24;

    /** Up to this many octets the second and the third word are needed. */
    static final int FOUR_WORDS = 32;

    private static final int FEWEST_SLOTS = 512;
    private static final int FEWEST_ENTRIES = 128;
    private static final int FEWEST_WORDS = 128;

    /** Arrays for more entries are not kept for the next document. */
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
            // Large arrays would spread few values over many cache lines.
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

    /** The position of the entry added last. */
    int last() {
        return next - 1;
    }

    /** True when the arrays are too large to be kept. */
    boolean isLarge() {
        return entries.length > MOST_KEPT << ENTRY || words.length > MOST_WORDS_KEPT;
    }

    /** Adds an entry that every document has. The array must have eight octets more. */
    void fix(byte[] from, int start, int count) {
        mostEntries = FastInfosetLayout.MOST_ENTRIES;
        mostCharacters = Integer.MAX_VALUE;
        if (find(from, start, count, 0) != ADDED) {
            // Lookups return its first index; this index is still reserved.
            reserveEntry();
            entries[(next++ << ENTRY) + PLACE] = NOWHERE;
        }
        fixed = next;
        fixedEnd = end;
    }

    /**
     * The position of a value; or {@link #ADDED}, or {@link #REFUSED}.
     *
     * @param from must have eight octets more
     * @param length in characters, the unit of the table's limit
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
     * As {@link #find(byte[], int, int, int)}, for a value whose words are known.
     *
     * @param first the first octet is in the lowest bits
     * @param second 0 where the first and the last word are the whole value
     * @param third 0 where the other words are the whole value
     * @param last the last eight octets, or all of fewer
     * @param from ignored if these words are the whole value
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

    /** Stores the middle of a value, between the first and the last word; its end may overlap the last word. */
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
