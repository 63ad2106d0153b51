package dev.weir.xml.lexical;

/**
 * Parses a number in the form of most doubles while its end is found: an optional sign, up to seven digits, a point and up
 * to sixteen digits after it, eighteen in all. Numbers of other forms are left to {@link SimpleValue}.
 */
public final class ShortNumber {
    /** The bytes that a number may begin with, by the low bits of its first byte as {@link DigitParser#at} returns it. */
    private static final int BEGINNINGS = 0x3FF | 1 << ('+' ^ '0') | 1 << ('-' ^ '0');

    private long digits;

    /** The number of digits after the point. */
    private int behind;

    /** 1 or 0. */
    private int negative;

    /**
     * The index after the number that begins at an index; -1 where there is none, or one of another form. From the index on
     * there must be 32 bytes.
     */
    public int read(byte[] bytes, int from) {
        long word = DigitParser.at(bytes, from);
        // Without a branch on the sign, which would be mispredicted, and without waiting for it.
        int point = DigitParser.count(word & ~0xFFL);
        int first = (byte) word;
        int signed = first >>> 4 & 1;
        int p = from + point + 1;
        if (first >>> 5 != 0
                || (BEGINNINGS >>> first & 1) == 0
                || point <= signed
                || point == 8
                || bytes[p - 1] != '.') {
            return -1;
        }
        negative = first >>> 2 & signed;
        long value = DigitParser.number(word & ~((long) -signed & 0xFF), point);
        long one = DigitParser.at(bytes, p);
        int some = DigitParser.count(one);
        if (some < 8) {
            if (some == 0) {
                return -1;
            }
            digits = value * DigitParser.power(some) + DigitParser.number(one, some);
            behind = some;
            return p + some;
        }
        value = value * 100_000_000L + DigitParser.number(one);
        long two = DigitParser.at(bytes, p + 8);
        int more = DigitParser.count(two);
        if (more > 0) {
            if (point - signed + more > DecimalEncoder.MOST_DIGITS - 8) {
                return -1;
            }
            value = value * DigitParser.power(more) + DigitParser.number(two, more);
        }
        digits = value;
        behind = 8 + more;
        return p + 8 + more;
    }

    /** The nearest double; NaN where it needs exact arithmetic. */
    public double toDouble() {
        double value = SimpleValue.rounded(digits, -behind, false, false);
        return Double.longBitsToDouble(Double.doubleToRawLongBits(value) ^ (long) negative << 63);
    }
}
