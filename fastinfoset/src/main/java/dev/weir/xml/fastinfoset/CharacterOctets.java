package dev.weir.xml.fastinfoset;

import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.Edition;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Checks characters in UTF-8 and UTF-16BE: that the encoding is well-formed, and that XML allows the characters. */
final class CharacterOctets {
    /** The result of {@link #utf8} when all characters are ASCII. */
    static final int ASCII = -1;

    /** The result of {@link #utf8} when some characters are not ASCII. */
    static final int WIDE = -2;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** A bit set of the lead octets E0 to EF after which any two continuation octets form an allowed character. */
    private static final int GOOD_THREES = 0x5FFE;

    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final long SPACES = ' ' * ONES;

    private CharacterOctets() {}

    /** Bytes below 0x20 and from 0x80 on; a byte above one below 0x20 may be a false positive. */
    private static long stops(long word) {
        return ((word - SPACES) | word) & HIGHS;
    }

    /** Returns {@link #ASCII} or {@link #WIDE}, or the index of the first invalid octet. */
    static int utf8(byte[] octets, int from, int to, Edition edition) {
        int p = plain(octets, from, to);
        return p == to ? ASCII : utf8Beyond(octets, p, to, edition);
    }

    /** The index of the first octet that is a control character or not ASCII; {@code to} for none. */
    private static int plain(byte[] octets, int from, int to) {
        int p = from;
        for (; p <= to - 8; p += 8) {
            long found = stops((long) LONGS.get(octets, p));
            if (found != 0) {
                return p + (Long.numberOfTrailingZeros(found) >>> 3);
            }
        }
        if (p <= octets.length - 8) {
            long beyond = -1L << 8 * (to - p);
            long found = stops((long) LONGS.get(octets, p) & ~beyond | SPACES & beyond);
            return found == 0 ? to : p + (Long.numberOfTrailingZeros(found) >>> 3);
        }
        while (p < to && octets[p] >= ' ') {
            p++;
        }
        return p;
    }

    private static int utf8Beyond(byte[] octets, int from, int to, Edition edition) {
        int kind = ASCII;
        int p = from;
        while (p < to) {
            int c = octets[p];
            if (c >= 0) {
                if (c < ' ' && !Characters.isCharacter(c, edition)) {
                    return p;
                }
                p = plain(octets, p + 1, to);
            } else {
                kind = WIDE;
                int next = afterWide(octets, afterThrees(octets, p, to), to);
                if (next == p) {
                    return p;
                }
                p = next;
            }
        }
        return kind;
    }

    /**
     * Skips characters of three octets each, as long as the lead octet alone proves them allowed: E0, ED and EF also
     * begin characters that are not.
     */
    private static int afterThrees(byte[] octets, int from, int to) {
        int last = Math.min(to - 3, octets.length - 4);
        int p = from;
        while (p <= last) {
            int word = (int) INTS.get(octets, p);
            if ((word & 0xC0C0F0) != 0x8080E0 || (GOOD_THREES >>> (word & 0x0F) & 1) == 0) {
                break;
            }
            p += 3;
        }
        return p;
    }

    /** Skips one non-ASCII character; returns the index unchanged when the octets there are not a valid one. */
    private static int afterWide(byte[] octets, int at, int to) {
        int first = at < to ? octets[at] & 0xFF : 0;
        int length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
        if (length == 0 || at + length > to) {
            return at;
        }
        int point = first & 0xFF >> (length + 1);
        for (int i = 1; i < length; i++) {
            int next = octets[at + i];
            if ((next & 0xC0) != 0x80) {
                return at;
            }
            point = point << 6 | (next & 0x3F);
        }
        boolean overlong = length == 3 && point < 0x800 || length == 4 && point < 0x10000;
        return overlong || !Characters.isCharacter(point) ? at : at + length;
    }

    /**
     * True when all octets are printable ASCII or white space, as in most text; false when they must be checked one by
     * one.
     *
     * @param octets have eight octets more from {@code to} on
     */
    static boolean isPlain(byte[] octets, int from, int to) {
        long found = 0;
        int p = from;
        for (; p < to - 8; p += 8) {
            found |= stops((long) LONGS.get(octets, p));
        }
        long beyond = -1L << 8 * (to - p - 1) << 8;
        found |= stops((long) LONGS.get(octets, p) & ~beyond | SPACES & beyond);
        return found == 0 || isPlainBetween(octets, from, to);
    }

    /**
     * True when all characters take one or two octets and none is a control character, as in most European languages;
     * false when they must be checked one by one.
     *
     * @param octets have eight octets more from {@code to} on
     */
    static boolean isOfTwos(byte[] octets, int from, int to) {
        long wrong = 0;
        long lead = 0;
        for (int p = from; p < to; p += 8) {
            long beyond = p <= to - 8 ? 0 : -1L << 8 * (to - p);
            long word = (long) LONGS.get(octets, p) & ~beyond | SPACES & beyond;
            long high = word & HIGHS;
            long second = word << 1 & HIGHS;
            long third = word << 2 & HIGHS;
            long expected = lead >>> 56;
            lead = high & second & ~third;
            // C0 and C1 are never lead octets; E0 and above begin sequences longer than two
            long least = word << 3 | word << 4 | word << 5 | word << 6;
            wrong |= high & ~second ^ (lead << 8 | expected) | high & second & third | lead & ~least;
            wrong |= (word - SPACES) & ~word & HIGHS;
        }
        return (wrong | lead >>> 56) == 0;
    }

    private static boolean isPlainBetween(byte[] octets, int from, int to) {
        for (int p = from; p < to; p++) {
            int c = octets[p];
            if (c < ' ' && !Characters.isSpace(c)) {
                return false;
            }
        }
        return true;
    }

    /** Returns {@link #WIDE}, or the index of the first invalid octet. */
    static int utf16(byte[] octets, int from, int to, Edition edition) {
        if ((to - from) % 2 != 0) {
            return to - 1;
        }
        for (int p = from; p < to; p += 2) {
            char c = (char) (octets[p] << 8 | (octets[p + 1] & 0xFF));
            int point = c;
            if (Character.isHighSurrogate(c) && p + 4 <= to) {
                char low = (char) (octets[p + 2] << 8 | (octets[p + 3] & 0xFF));
                if (Character.isLowSurrogate(low)) {
                    point = Character.toCodePoint(c, low);
                }
            }
            if (!Characters.isCharacter(point, edition)) {
                return p;
            }
            if (point > 0xFFFF) {
                p += 2;
            }
        }
        return WIDE;
    }

    /** True where all of a slice of ASCII is white space (XML 1.0, production S). */
    static boolean isWhitespace(byte[] octets, int from, int to) {
        for (int p = from; p < to; p++) {
            if (!Characters.isSpace(octets[p])) {
                return false;
            }
        }
        return true;
    }
}
