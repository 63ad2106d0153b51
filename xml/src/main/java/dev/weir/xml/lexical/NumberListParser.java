package dev.weir.xml.lexical;

import java.util.Arrays;

/** Parses lists of numbers (XML Schema 1.1 Part 2, 2.4.1.2) in UTF-8, separated by white space, into arrays. */
public final class NumberListParser {
    private static final int FIRST_LENGTH = 16;

    private final byte[] bytes;
    private final int to;
    private int next;
    private int start;

    private NumberListParser(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.next = from;
        this.to = to;
    }

    /** Moves to the next item, between {@link #start} and {@link #next}; false where there is none. */
    private boolean advance() {
        int p = next;
        while (p < to && Characters.isSpace(bytes[p])) {
            p++;
        }
        start = p;
        while (p < to && !Characters.isSpace(bytes[p])) {
            p++;
        }
        next = p;
        return p > start;
    }

    private static int grown(int length) {
        return Math.max(FIRST_LENGTH, length * 2);
    }

    /** A list of xs:int; IllegalArgumentException for an item that is none. */
    public static int[] ints(byte[] bytes, int from, int to) {
        NumberListParser items = new NumberListParser(bytes, from, to);
        int[] values = {};
        int count = 0;
        while (items.advance()) {
            if (count == values.length) {
                values = Arrays.copyOf(values, grown(count));
            }
            values[count++] = SimpleValue.toInt(bytes, items.start, items.next);
        }
        return values.length == count ? values : Arrays.copyOf(values, count);
    }

    /** A list of xs:long. */
    public static long[] longs(byte[] bytes, int from, int to) {
        NumberListParser items = new NumberListParser(bytes, from, to);
        long[] values = {};
        int count = 0;
        while (items.advance()) {
            if (count == values.length) {
                values = Arrays.copyOf(values, grown(count));
            }
            values[count++] = SimpleValue.toLong(bytes, items.start, items.next);
        }
        return values.length == count ? values : Arrays.copyOf(values, count);
    }

    /** A list of xs:float. */
    public static float[] floats(byte[] bytes, int from, int to) {
        NumberListParser items = new NumberListParser(bytes, from, to);
        float[] values = {};
        int count = 0;
        while (items.advance()) {
            if (count == values.length) {
                values = Arrays.copyOf(values, grown(count));
            }
            values[count++] = SimpleValue.toFloat(bytes, items.start, items.next);
        }
        return values.length == count ? values : Arrays.copyOf(values, count);
    }

    /** A list of xs:double. */
    public static double[] doubles(byte[] bytes, int from, int to) {
        NumberListParser items = new NumberListParser(bytes, from, to);
        double[] values = {};
        int count = 0;
        while (items.advance()) {
            if (count == values.length) {
                values = Arrays.copyOf(values, grown(count));
            }
            values[count++] = SimpleValue.toDouble(bytes, items.start, items.next);
        }
        return values.length == count ? values : Arrays.copyOf(values, count);
    }
}
