package dev.weir.xml.rule;

/** Integers as the digits of xs:long. */
public final class Decimals {
    /** No number needs more bytes. */
    public static final int LONGEST = 20;

    private Decimals() {}

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
