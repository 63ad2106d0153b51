package dev.weir.xml.rule;

/** Integers and decimals as the digits of xs:long and xs:decimal. */
public final class Decimals {
    /** No number needs more bytes. */
    public static final int LONGEST = 20;

    /** Any number of so many digits is a long. */
    public static final int MOST_DIGITS = 18;

    private static final long[] POWERS = new long[MOST_DIGITS + 1];

    static {
        POWERS[0] = 1;
        for (int i = 1; i < POWERS.length; i++) {
            POWERS[i] = 10 * POWERS[i - 1];
        }
    }

    private Decimals() {}

    /**
     * Writes {@code unscaled} / 10^{@code scale} without exponent, all digits behind the point; there must be room for twice
     * {@link #LONGEST} bytes.
     *
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
        long whole = rest / POWERS[scale];
        p = write(whole, to, p);
        to[p] = '.';
        long fraction = rest - whole * POWERS[scale];
        for (int q = p + scale; q > p; q--) {
            to[q] = (byte) ('0' + fraction % 10);
            fraction /= 10;
        }
        return p + scale + 1;
    }

    /** Writes a number from an index on, where there is room for {@link #LONGEST} bytes; gives the index behind it. */
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
        int digits = 1;
        for (long power = 10; digits < 19 && rest >= power; power *= 10) {
            digits++;
        }
        int end = p + digits;
        int q = end;
        while (rest >= 100) {
            long hundreds = rest / 100;
            int two = (int) (rest - hundreds * 100);
            to[--q] = (byte) ('0' + two % 10);
            to[--q] = (byte) ('0' + two / 10);
            rest = hundreds;
        }
        if (rest >= 10) {
            to[--q] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        to[--q] = (byte) ('0' + rest);
        return end;
    }
}
