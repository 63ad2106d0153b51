package dev.weir.xml.lexical;

import java.math.BigDecimal;

/** Encodes integers and decimals as ASCII digits, in the lexical forms of xs:long and xs:decimal. */
public final class DecimalEncoder {
    /** The length of the longest number, in bytes. */
    public static final int LONGEST = 20;

    /** The number of digits that always fit a long. */
    public static final int MOST_DIGITS = 18;

    private static final long[] POWERS = new long[MOST_DIGITS + 1];

    // The two digits of each number below a hundred

    private static final byte[] TENS = new byte[100];
    private static final byte[] ONES = new byte[100];

    static {
        POWERS[0] = 1;
        for (int i = 1; i < POWERS.length; i++) {
            POWERS[i] = 10 * POWERS[i - 1];
        }
        for (int i = 0; i < 100; i++) {
            TENS[i] = (byte) ('0' + i / 10);
            ONES[i] = (byte) ('0' + i % 10);
        }
    }

    private DecimalEncoder() {}

    /**
     * Writes {@code unscaled} / 10^{@code scale} without exponent, with all {@code scale} digits after the point. The array
     * needs room for twice {@link #LONGEST} bytes.
     *
     * @param unscaled at most {@link #MOST_DIGITS} digits
     * @param scale from 0 to {@link #MOST_DIGITS}
     */
    public static int write(long unscaled, int scale, byte[] to, int start) {
        if (scale == 0) {
            return write(unscaled, to, start);
        }
        int p = start;
        long rest = unscaled;
        if (rest < 0) {
            to[p++] = '-';
            rest = -rest;
        }
        // All digits one place to the right, with zeros in front; then those before the point go back by one.
        int digits = digits(rest);
        int first = p + 1;
        for (; digits <= scale; digits++) {
            to[first++] = '0';
        }
        int end = p + 1 + digits;
        digits(rest, to, first, end);
        int point = end - scale - 1;
        for (; p < point; p++) {
            to[p] = to[p + 1];
        }
        to[point] = '.';
        return end;
    }

    /** Whether {@link #write(BigDecimal, byte[], int)} writes a number: those of usual length, without a negative scale. */
    public static boolean fits(BigDecimal value) {
        int scale = value.scale();
        return scale >= 0 && scale <= MOST_DIGITS && value.precision() <= MOST_DIGITS;
    }

    /**
     * Writes a number with all digits of its scale. The array needs room for twice {@link #LONGEST} bytes.
     *
     * @param value one that {@linkplain #fits fits}
     */
    public static int write(BigDecimal value, byte[] to, int start) {
        int scale = value.scale();
        // The unscaled value, without the BigInteger that BigDecimal would return.
        return write(value.scaleByPowerOfTen(scale).longValue(), scale, to, start);
    }

    /** Writes a number at an index, with room for {@link #LONGEST} bytes; returns the index after it. */
    public static int write(long value, byte[] to, int start) {
        int p = start;
        long rest = value;
        if (rest < 0) {
            to[p++] = '-';
            if (rest == Long.MIN_VALUE) {
                to[p++] = '9';
                rest = 223_372_036_854_775_808L;
            } else {
                rest = -rest;
            }
        }
        int end = p + digits(rest);
        digits(rest, to, p, end);
        return end;
    }

    /** The number of decimal digits of a number that is not negative. */
    private static int digits(long value) {
        // The logarithm to the base of 2, times that of 2 to the base of 10, which is 1233 / 4096 or a little more.
        int least = (Long.SIZE - Long.numberOfLeadingZeros(value | 1)) * 1233 >>> 12;
        return value >= POWERS[least] ? least + 1 : Math.max(1, least);
    }

    /** Writes all the digits of a number that is not negative. */
    private static void digits(long value, byte[] to, int first, int end) {
        int q = end;
        long large = value;
        while (large > Integer.MAX_VALUE) {
            long hundreds = large / 100;
            int two = (int) (large - hundreds * 100);
            to[--q] = ONES[two];
            to[--q] = TENS[two];
            large = hundreds;
        }
        int rest = (int) large;
        while (rest >= 100) {
            int hundreds = rest / 100;
            int two = rest - hundreds * 100;
            to[--q] = ONES[two];
            to[--q] = TENS[two];
            rest = hundreds;
        }
        to[--q] = ONES[rest];
        if (q > first) {
            to[--q] = TENS[rest];
        }
    }
}
