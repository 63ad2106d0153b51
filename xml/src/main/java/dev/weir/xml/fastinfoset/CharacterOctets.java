package dev.weir.xml.fastinfoset;

import dev.weir.xml.rule.Characters;
import dev.weir.xml.rule.Edition;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Checks characters in UTF-8 and UTF-16BE: that they are well-formed, and that a document may hold them. */
final class CharacterOctets {
    /** What {@link #utf8} gives where all are ASCII. */
    static final int ASCII = -1;

    /** What it gives where some are not. */
    static final int WIDE = -2;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final long SPACES = ' ' * ONES;

    private CharacterOctets() {}

    /** Bytes below 0x20 and from 0x80 on; a byte above one below 0x20 may be told wrongly. */
    private static long stops(long word) {
        return ((word - SPACES) | word) & HIGHS;
    }

    /** {@link #ASCII} or {@link #WIDE}; the index of an octet that is not good where there is one. */
    static int utf8(byte[] octets, int from, int to, Edition edition) {
        int p = from;
        if (to - from >= 8) {
            int last = to - 8;
            while (p < last && stops((long) LONGS.get(octets, p)) == 0) {
                p += 8;
            }
            if (p >= last && stops((long) LONGS.get(octets, last)) == 0) {
                return ASCII;
            }
        } else if (from + 8 <= octets.length) {
            long beyond = -1L << 8 * (to - from);
            if (to == from || stops((long) LONGS.get(octets, from) & ~beyond | SPACES & beyond) == 0) {
                return ASCII;
            }
        }
        return utf8Slow(octets, p, to, edition);
    }

    /**
     * True where all are printable ASCII or white space, as most text is; false where they are to be looked at one by one.
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

    private static boolean isPlainBetween(byte[] octets, int from, int to) {
        for (int p = from; p < to; p++) {
            int c = octets[p];
            if (c < ' ' && !Characters.isSpace(c)) {
                return false;
            }
        }
        return true;
    }

    private static int utf8Slow(byte[] octets, int from, int to, Edition edition) {
        boolean wide = false;
        for (int p = from; p < to; ) {
            int c = octets[p];
            if (c >= 0x20 || c == '\n' || c == '\t' || c == '\r') {
                p++;
                continue;
            }
            if (c >= 0) {
                if (!Characters.isCharacter(c, edition)) {
                    return p;
                }
                p++;
                continue;
            }
            wide = true;
            int first = c & 0xFF;
            int length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
            if (length == 0 || p + length > to) {
                return p;
            }
            int point = first & 0xFF >> (length + 1);
            for (int i = 1; i < length; i++) {
                int next = octets[p + i];
                if ((next & 0xC0) != 0x80) {
                    return p;
                }
                point = point << 6 | (next & 0x3F);
            }
            boolean overlong = length == 3 && point < 0x800 || length == 4 && point < 0x10000;
            if (overlong || !Characters.isCharacter(point, edition)) {
                return p;
            }
            p += length;
        }
        return wide ? WIDE : ASCII;
    }

    /** {@link #WIDE}; the index of an octet that is not good where there is one. */
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
