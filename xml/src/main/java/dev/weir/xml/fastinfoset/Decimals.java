package dev.weir.xml.fastinfoset;

/** Integers as the digits of xs:long. */
final class Decimals {
    /** No number needs more bytes. */
    static final int LONGEST = 20;

    private Decimals() {}

    /** Writes a number; gives the index behind it. */
    static int write(long value, byte[] to, int start) {
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
        while (rest >= 10) {
            long tenth = rest / 10;
            to[--q] = (byte) ('0' + (rest - tenth * 10));
            rest = tenth;
        }
        to[--q] = (byte) ('0' + rest);
        return end;
    }
}
