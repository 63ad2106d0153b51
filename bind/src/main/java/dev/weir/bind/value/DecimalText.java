package dev.weir.bind.value;

import dev.weir.xml.rule.ShortestDecimal;
import java.math.BigInteger;

/**
 * Doubles and floats between characters and Java, without objects. Reading is exact: the nearest number, as {@link
 * Double#parseDouble} gives it. Writing gives the text of {@link Double#toString} in its shortest form, but for the
 * infinities, which are those of xs:double.
 *
 * <p>Reading is the method of Daniel Lemire's "Number Parsing at a Gigabyte per Second" (2021): the first 19 digits, as an
 * integer, are multiplied by the power of ten in 128 bits; in nearly all cases the product says for sure which double is
 * nearest. The others, and numbers of more digits that matter, are left to the JDK.
 */
public final class DecimalText {
    /** The longest text that is written. */
    public static final int ROOM = ShortestDecimal.ROOM;

    private static final int LEAST_POWER = -342;
    private static final int GREATEST_POWER = 308;

    /** The powers of five as 128 bits with the highest one set, in two halves. */
    private static final long[] POWERS = new long[2 * (GREATEST_POWER - LEAST_POWER + 1)];

    /** The powers of ten that a double holds exactly. */
    private static final double[] EXACT = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    /** More digits do not fit into a long without sign. */
    private static final int MOST_DIGITS = 19;

    private static final int HUGE_EXPONENT = 100_000;

    static {
        BigInteger limit = BigInteger.ONE.shiftLeft(128);
        for (int q = LEAST_POWER; q <= GREATEST_POWER; q++) {
            BigInteger five = BigInteger.valueOf(5).pow(Math.abs(q));
            BigInteger scaled;
            if (q < 0) {
                int bits = five.subtract(BigInteger.ONE).bitLength();
                int shift = q >= -27 ? bits + 127 : 2 * bits + 128;
                scaled = BigInteger.ONE.shiftLeft(shift).divide(five).add(BigInteger.ONE);
                while (scaled.compareTo(limit) >= 0) {
                    scaled = scaled.shiftRight(1);
                }
            } else {
                int shift = 128 - five.bitLength();
                scaled = shift >= 0 ? five.shiftLeft(shift) : five.shiftRight(-shift);
            }
            POWERS[2 * (q - LEAST_POWER)] = scaled.shiftRight(64).longValue();
            POWERS[2 * (q - LEAST_POWER) + 1] = scaled.longValue();
        }
    }

    private DecimalText() {}

    /** The value of an xs:double; IllegalArgumentException for characters that are none. */
    public static double toDouble(char[] text, int from, int to) {
        int p = from;
        int end = to;
        while (p < end && Lexical.isSpace(text[p])) {
            p++;
        }
        while (end > p && Lexical.isSpace(text[end - 1])) {
            end--;
        }
        int start = p;
        boolean negative = p < end && text[p] == '-';
        if (p < end && (negative || text[p] == '+')) {
            p++;
        }
        long digits = 0;
        int count = 0;
        int seen = 0;
        int exponent = 0;
        boolean more = false;
        boolean point = false;
        for (; p < end; p++) {
            int digit = text[p] - '0';
            if (digit >= 0 && digit <= 9) {
                seen++;
                if (count < MOST_DIGITS) {
                    digits = digits * 10 + digit;
                    count += digits == 0 ? 0 : 1;
                    exponent -= point ? 1 : 0;
                } else {
                    more |= digit != 0;
                    exponent += point ? 0 : 1;
                }
            } else if (digit == '.' - '0' && !point) {
                point = true;
            } else {
                break;
            }
        }
        if (seen == 0) {
            return Lexical.toDouble(new String(text, start, end - start));
        }
        if (p < end) {
            int told = exponent(text, p, end, start);
            exponent += told;
        }
        double value = more ? Double.NaN : nearest(digits, exponent);
        if (Double.isNaN(value)) {
            return Lexical.toDouble(new String(text, start, end - start));
        }
        return negative ? -value : value;
    }

    private static int exponent(char[] text, int at, int end, int start) {
        int p = at;
        if ((text[p] | 0x20) != 'e') {
            throw Lexical.wrong("xs:double", new String(text, start, end - start));
        }
        p++;
        boolean down = p < end && text[p] == '-';
        if (p < end && (down || text[p] == '+')) {
            p++;
        }
        if (p == end) {
            throw Lexical.wrong("xs:double", new String(text, start, end - start));
        }
        int exponent = 0;
        for (; p < end; p++) {
            int digit = text[p] - '0';
            if (digit < 0 || digit > 9) {
                throw Lexical.wrong("xs:double", new String(text, start, end - start));
            }
            exponent = Math.min(exponent * 10 + digit, HUGE_EXPONENT);
        }
        return down ? -exponent : exponent;
    }

    /** The double nearest to digits times ten to a power, the digits without sign; NaN where that is not certain. */
    private static double nearest(long digits, int power) {
        if (digits >= 0 && digits <= 1L << 53 && power >= -22 && power <= 22) {
            // Both are exact, so that there is one rounding (Clinger).
            return power < 0 ? digits / EXACT[-power] : digits * EXACT[power];
        }
        if (digits == 0 || power < LEAST_POWER) {
            return 0;
        }
        if (power > GREATEST_POWER) {
            return Double.POSITIVE_INFINITY;
        }
        int zeros = Long.numberOfLeadingZeros(digits);
        long w = digits << zeros;
        int index = 2 * (power - LEAST_POWER);
        long low = w * POWERS[index];
        long high = highProduct(w, POWERS[index]);
        if ((high & 0x1FF) == 0x1FF) {
            long second = highProduct(w, POWERS[index + 1]);
            low += second;
            if (Long.compareUnsigned(second, low) > 0) {
                high++;
            }
        }
        if (low == -1 && (power < -27 || power > 55)) {
            return Double.NaN;
        }
        int upper = (int) (high >>> 63);
        long mantissa = high >>> (upper + 9);
        int binary = ((217_706 * power) >> 16) + 63 + upper - zeros + 1023;
        if (binary <= 0) {
            if (1 - binary >= 64) {
                return 0;
            }
            mantissa >>>= 1 - binary;
            mantissa += mantissa & 1;
            mantissa >>>= 1;
            return Double.longBitsToDouble(mantissa);
        }
        if (Long.compareUnsigned(low, 1) <= 0
                && power >= -4
                && power <= 23
                && (mantissa & 3) == 1
                && mantissa << (upper + 9) == high) {
            // Exactly between two doubles: to the even one.
            mantissa &= ~1L;
        }
        mantissa += mantissa & 1;
        mantissa >>>= 1;
        if (mantissa >= 1L << 53) {
            mantissa = 1L << 52;
            binary++;
        }
        return binary >= 0x7FF
                ? Double.POSITIVE_INFINITY
                : Double.longBitsToDouble((mantissa & ((1L << 52) - 1)) | (long) binary << 52);
    }

    /** The upper half of a product of numbers without sign. */
    private static long highProduct(long a, long b) {
        return Math.multiplyHigh(a, b) + (a >> 63 & b) + (b >> 63 & a);
    }

    /**
     * Writes the text of a double.
     *
     * @param scratch of {@link #ROOM} bytes
     * @param to of {@link #ROOM} characters
     * @return how many characters were written, from the beginning
     */
    public static int write(double value, byte[] scratch, char[] to) {
        return plain(scratch, ShortestDecimal.write(value, scratch, 0), to);
    }

    /** The same of a float. */
    public static int write(float value, byte[] scratch, char[] to) {
        return plain(scratch, ShortestDecimal.write(value, scratch, 0), to);
    }

    /** From one digit, point, digits, E, exponent to the notation of Java. */
    private static int plain(byte[] canonical, int length, char[] to) {
        int e = length - 1;
        while (e > 0 && canonical[e] != 'E') {
            e--;
        }
        int exponent = 0;
        for (int i = canonical[e + 1] == '-' ? e + 2 : e + 1; i < length; i++) {
            exponent = exponent * 10 + canonical[i] - '0';
        }
        exponent = canonical[e + 1] == '-' ? -exponent : exponent;
        if (e == 0 || exponent < -3 || exponent > 6) {
            for (int i = 0; i < length; i++) {
                to[i] = (char) canonical[i];
            }
            return length;
        }
        int p = 0;
        int first = 0;
        if (canonical[0] == '-') {
            to[p++] = '-';
            first = 1;
        }
        // The digits are at first, and from first + 2 to e; a single zero after the point is none of them.
        int digits = e - first - 1;
        if (digits == 2 && canonical[e - 1] == '0') {
            digits = 1;
        }
        if (exponent < 0) {
            to[p++] = '0';
            to[p++] = '.';
            for (int i = -1; i > exponent; i--) {
                to[p++] = '0';
            }
        }
        for (int i = 0; i < digits || i <= exponent; i++) {
            to[p++] = i >= digits ? '0' : (char) canonical[i == 0 ? first : first + 1 + i];
            if (i == exponent) {
                to[p++] = '.';
                if (i + 1 >= digits) {
                    to[p++] = '0';
                }
            }
        }
        return p;
    }
}
