package dev.weir.xml.lexical;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * SIMD within a register: tests on eight bytes at once. A mask has the high bit set in each byte that matches; bytes above
 * the lowest match may be false positives, so only the first match counts.
 */
public final class Swar {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;

    private Swar() {}

    /** The eight bytes at an index, the first one lowest. */
    public static long at(byte[] bytes, int index) {
        return (long) LONGS.get(bytes, index);
    }

    /** A byte, eight times over. */
    public static long pattern(int value) {
        return value * ONES;
    }

    /** The index, 0 to 7, of the first match in a mask that is not zero. */
    public static int first(long mask) {
        return Long.numberOfTrailingZeros(mask) >>> 3;
    }

    /** Bytes below 0x20, from 0x80 on, or equal to the pattern's. */
    public static long stops(long word, long pattern) {
        return (lowered(word ^ pattern) | (word - 0x20 * ONES) | word) & HIGHS;
    }

    /** The bit, in each byte, in which a quote, double or single, differs from the ampersand. */
    public static long jointOf(int quote) {
        return quote == '"' ? 4 * ONES : ONES;
    }

    /** The byte that both the quote and the ampersand become when that bit is set. */
    public static long joined(int quote, long joint) {
        return pattern(quote) | joint;
    }

    /**
     * Bytes below 0x20, from 0x80 on, and the delimiters in an attribute value: less-than, ampersand, and the quote; setting
     * the bit in which the last two differ makes them equal, and the pattern is of that byte.
     */
    public static long valueStops(long word, long joint, long pattern) {
        return (lowered((word | joint) ^ pattern) | lowered(word ^ '<' * ONES) | (word - 0x20 * ONES) | word) & HIGHS;
    }

    /**
     * Bytes below 0x20, from 0x80 on, and the delimiters in text: less-than, greater-than, ampersand; and the dollar sign as
     * a false positive, because one bit is ignored to test for two of them at once.
     */
    public static long textStops(long word) {
        long paired = word | 2 * ONES;
        return (lowered(paired ^ '>' * ONES) | lowered(paired ^ '&' * ONES) | (word - 0x20 * ONES) | word) & HIGHS;
    }

    /** The high bit is set in the first byte that is zero, and in bytes beyond ASCII, which stop in any case. */
    private static long lowered(long word) {
        return word - ONES;
    }

    private static long zeros(long word) {
        return (word - ONES) & ~word;
    }

    /** True where one of the bytes is a line feed or a carriage return. */
    public static boolean hasLineEnd(long word) {
        return ((zeros(word ^ '\n' * ONES) | zeros(word ^ '\r' * ONES)) & HIGHS) != 0;
    }

    /** How many of the bytes continue a character of UTF-8. */
    public static int continuations(long word) {
        return Long.bitCount(word & (~word << 1) & HIGHS);
    }

    /** How many of the bytes begin a character of four bytes. */
    public static int supplementary(long word) {
        return Long.bitCount(word & (word << 1) & (word << 2) & (word << 3) & HIGHS);
    }

    /** True where one of the bytes is beyond ASCII. */
    public static boolean isWide(long word) {
        return (word & HIGHS) != 0;
    }

    /** True where the bytes are two characters of three bytes each, and two bytes more. */
    public static boolean isTwoOfThree(long word) {
        return (word & 0x0000C0C0F0C0C0F0L) == 0x00008080E08080E0L;
    }

    /** The character of the first three bytes, which are one. */
    public static char firstOfThree(long word) {
        return (char) ((word & 0x0F) << 12 | (word >>> 2 & 0xFC0) | (word >>> 16 & 0x3F));
    }

    /** True where the bytes are four characters of two bytes each. */
    public static boolean isFourOfTwo(long word) {
        return (word & 0xC0E0C0E0C0E0C0E0L) == 0x80C080C080C080C0L;
    }

    /** Of four characters of two bytes each: true where none is written longer than need be. */
    public static boolean isPlainTwo(long word) {
        long leads = word & 0x001E001E001E001EL;
        return ((leads + 0x00FE00FE00FE00FEL) & 0x0100010001000100L) == 0x0100010001000100L;
    }
}
