package dev.weir.xml.lexical;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Parses up to eight digits at a time: the end of a loop over single digits would be mispredicted. */
final class DigitParser {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long ZEROS = 0x3030_3030_3030_3030L;
    private static final long HIGHS = 0x8080_8080_8080_8080L;
    private static final long BEYOND_NINE = 0x7676_7676_7676_7676L;
    private static final int[] TENS = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000};

    private DigitParser() {}

    /** The eight bytes at an index, in the form that the other methods take. */
    static long at(byte[] bytes, int p) {
        return (long) LONGS.get(bytes, p) ^ ZEROS;
    }

    /** The number of leading digits. Only the first byte that is no digit is recognised; bytes after it may be misjudged. */
    static int count(long word) {
        return Long.numberOfTrailingZeros((word + BEYOND_NINE | word) & HIGHS) >>> 3;
    }

    /** The value of the first {@code count} digits, one to eight. */
    static long number(long word, int count) {
        return number(word << 64 - 8 * count);
    }

    /** The value of eight digits. */
    static long number(long word) {
        long pairs = word * 10 + (word >>> 8);
        return ((pairs & 0xFF_0000_00FFL) * (100 + (1_000_000L << 32))
                        + (pairs >>> 16 & 0xFF_0000_00FFL) * (1 + (10_000L << 32)))
                >>> 32;
    }

    /** Ten to the power of up to eight. */
    static int power(int exponent) {
        return TENS[exponent];
    }
}
