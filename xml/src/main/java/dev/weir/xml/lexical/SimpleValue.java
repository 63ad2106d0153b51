package dev.weir.xml.lexical;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Converts typed values between their lexical form in bytes and Java (XML Schema 1.1 Part 2). White space around a value is
 * dropped (facet whiteSpace=collapse). A slice outside the lexical space is an IllegalArgumentException whose message names
 * the expected type and quotes a bounded piece of the text.
 */
public final class SimpleValue {
    /** The longest xs:decimal accepted, in characters: arithmetic on longer values would be too costly for their readers. */
    public static final int LONGEST_DECIMAL = 10_000;

    private static final int LONGEST_QUOTE = 40;

    /** The powers of ten that a double holds exactly. */
    private static final double[] EXACT_POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    /** Of sixteen digits, and less than 2 to the power of 53. */
    private static final long LONG_NUMBER = 1_000_000_000_000_000L;

    /** The number of digits that always fit an unsigned long. */
    private static final int MOST_DIGITS = 19;

    /** Beyond it a number is zero or infinite, however many digits it has. */
    private static final long GREATEST_EXPONENT = 1_000_000_000_000L;

    private static final byte[] BASE64_DIGITS =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".getBytes(StandardCharsets.US_ASCII);

    private SimpleValue() {}

    public static int toInt(byte[] bytes, int from, int to) {
        long value = toLong(bytes, from, to, "xs:int");
        if (value != (int) value) {
            throw invalid("xs:int", bytes, from, to);
        }
        return (int) value;
    }

    public static long toLong(byte[] bytes, int from, int to) {
        return toLong(bytes, from, to, "xs:long");
    }

    private static long toLong(byte[] bytes, int from, int to, String type) {
        int p = start(bytes, from, to);
        int end = end(bytes, p, to);
        boolean negative = p < end && bytes[p] == '-';
        if (p < end && (negative || bytes[p] == '+')) {
            p++;
        }
        if (p == end) {
            throw invalid(type, bytes, from, to);
        }
        if (end - p <= 8 && bytes.length - p >= 8) {
            if (digitsAt(bytes, p) < end - p) {
                throw invalid(type, bytes, from, to);
            }
            long value = number(bytes, p, end - p);
            return negative ? -value : value;
        }
        // Counted downwards, because the negative range is the larger one.
        long value = 0;
        for (; p < end; p++) {
            int digit = bytes[p] - '0';
            if (digit < 0 || digit > 9 || value < Long.MIN_VALUE / 10) {
                throw invalid(type, bytes, from, to);
            }
            value = value * 10 - digit;
            if (value > 0) {
                throw invalid(type, bytes, from, to);
            }
        }
        if (!negative && value == Long.MIN_VALUE) {
            throw invalid(type, bytes, from, to);
        }
        return negative ? value : -value;
    }

    /** The nearest double, exactly as {@link Double#parseDouble} returns it. */
    public static double toDouble(byte[] bytes, int from, int to) {
        return toBinary(bytes, from, to, false);
    }

    /** The nearest float, exactly as {@link Float#parseFloat} returns it. */
    public static float toFloat(byte[] bytes, int from, int to) {
        return (float) toBinary(bytes, from, to, true);
    }

    /** A double, or with single a float. */
    private static double toBinary(byte[] bytes, int from, int to, boolean single) {
        int first = start(bytes, from, to);
        int end = end(bytes, first, to);
        // Without a branch on the sign (43 or 45), which would be mispredicted.
        int sign = first < end ? bytes[first] : 0;
        int p = first + ((sign - '+' & ~2) == 0 ? 1 : 0);
        double value = usualBinary(bytes, p, end, single);
        if (Double.isNaN(value)) {
            value = anyBinary(bytes, from, to, first, p, end, single);
        }
        return Double.longBitsToDouble(Double.doubleToRawLongBits(value) ^ (sign == '-' ? Long.MIN_VALUE : 0));
    }

    /**
     * Up to seven digits, a point, and up to sixteen after it, eighteen in all; NaN for all other forms. The end of the slice
     * gives the number of digits after the point, so that each group of eight is parsed without waiting for the one before.
     */
    private static double usualBinary(byte[] bytes, int p, int end, boolean single) {
        if (bytes.length - p < 8) {
            return Double.NaN;
        }
        int whole = digitsAt(bytes, p);
        int behind = end - p - whole - 1;
        int q = p + whole + 1;
        if (whole == 0
                || whole == 8
                || behind <= 0
                || behind > 16
                || whole + behind > DecimalEncoder.MOST_DIGITS
                || bytes.length - q < 16
                || bytes[q - 1] != '.') {
            return Double.NaN;
        }
        int some = Math.min(behind, 8);
        long digits = number(bytes, p, whole) * DigitParser.power(some) + number(bytes, q, some);
        boolean isUsual = digitsAt(bytes, q) >= some;
        if (behind > 8) {
            digits = digits * DigitParser.power(behind - 8) + number(bytes, q + 8, behind - 8);
            isUsual &= digitsAt(bytes, q + 8) >= behind - 8;
        }
        return isUsual ? rounded(digits, -behind, false, single) : Double.NaN;
    }

    /** The double nearest to digits (unsigned) times a power of ten; NaN where it needs exact arithmetic. */
    static double rounded(long digits, int power, boolean more, boolean single) {
        // Both factors are exact, so one rounding makes the result exact (Clinger's fast path). It would do for some
        // longer
        // numbers too, but sending all of them the other way keeps the branch predictable.
        if (!single && !more && digits >= 0 && digits < LONG_NUMBER && power >= -22 && power <= 22) {
            return power < 0 ? digits / EXACT_POWERS[-power] : digits * EXACT_POWERS[power];
        }
        return nearest(digits, power, more, single);
    }

    /** The absolute value of a number whose optional sign is between two indexes. */
    private static double anyBinary(byte[] bytes, int from, int to, int first, int begin, int end, boolean single) {
        String type = single ? "xs:float" : "xs:double";
        int p = begin;
        long digits = 0;
        int significant = 0;
        int seen = 0;
        int scale = 0;
        boolean point = false;
        // Most numbers: up to seven digits, a point, and not more digits behind it than fit.
        int whole = bytes.length - p >= 8 ? Math.min(digitsAt(bytes, p), end - p) : 8;
        if (whole > 0 && whole < 8) {
            digits = number(bytes, p, whole);
            seen = whole;
            p += whole;
            if (p < end && bytes[p] == '.') {
                point = true;
                p++;
                int count = 8;
                while (count == 8 && seen <= MOST_DIGITS - 8 && bytes.length - p >= 8) {
                    count = Math.min(digitsAt(bytes, p), end - p);
                    if (count > 0) {
                        digits = digits * DigitParser.power(count) + number(bytes, p, count);
                        seen += count;
                        scale += count;
                        p += count;
                    }
                }
            }
            // Zeros in front of other digits are counted, too: too many make it the slow way, not another number.
            significant = digits == 0 ? 0 : seen;
        }
        for (; p < end; p++) {
            int digit = bytes[p] - '0';
            if (digit >= 0 && digit <= 9) {
                seen++;
                if (significant > 0 || digit != 0) {
                    significant++;
                }
                if (significant <= MOST_DIGITS) {
                    digits = digits * 10 + digit;
                }
                if (point) {
                    scale++;
                }
            } else if (bytes[p] == '.' && !point) {
                point = true;
            } else {
                break;
            }
        }
        if (seen == 0) {
            return special(type, bytes, from, to, first, end);
        }
        long exponent = 0;
        if (p < end) {
            if ((bytes[p] | 0x20) != 'e') {
                throw invalid(type, bytes, from, to);
            }
            p++;
            boolean down = p < end && bytes[p] == '-';
            if (p < end && (down || bytes[p] == '+')) {
                p++;
            }
            if (p == end) {
                throw invalid(type, bytes, from, to);
            }
            for (; p < end; p++) {
                int digit = bytes[p] - '0';
                if (digit < 0 || digit > 9) {
                    throw invalid(type, bytes, from, to);
                }
                exponent = Math.min(exponent * 10 + digit, GREATEST_EXPONENT);
            }
            exponent = down ? -exponent : exponent;
        }
        int left = Math.max(0, significant - MOST_DIGITS);
        long power = exponent - scale + left;
        double value = rounded(digits, (int) Math.max(-10_000, Math.min(power, 10_000)), left > 0, single);
        if (Double.isNaN(value)) {
            String text = new String(bytes, begin, end - begin, StandardCharsets.ISO_8859_1);
            return single ? Float.parseFloat(text) : Double.parseDouble(text);
        }
        return value;
    }

    // As Digits has it; there must be eight bytes

    private static int digitsAt(byte[] bytes, int p) {
        return DigitParser.count(DigitParser.at(bytes, p));
    }

    private static long number(byte[] bytes, int p, int count) {
        return DigitParser.number(DigitParser.at(bytes, p), count);
    }

    /** NaN where more digits have to be considered. */
    private static double nearest(long digits, int power, boolean more, boolean single) {
        long bits = single ? DecimalToBinary.floatBits(digits, power) : DecimalToBinary.doubleBits(digits, power);
        // Digits that were left out raise the number by less than one in its last place.
        if (bits == DecimalToBinary.UNDECIDED
                || (more
                        && bits
                                != (single
                                        ? DecimalToBinary.floatBits(digits + 1, power)
                                        : DecimalToBinary.doubleBits(digits + 1, power)))) {
            return Double.NaN;
        }
        return single ? Float.intBitsToFloat((int) bits) : Double.longBitsToDouble(bits);
    }

    private static double special(String type, byte[] bytes, int from, int to, int first, int end) {
        if (is(bytes, first, end, "INF") || is(bytes, first, end, "-INF")) {
            return Double.POSITIVE_INFINITY;
        }
        if (is(bytes, first, end, "NaN")) {
            return Double.NaN;
        }
        throw invalid(type, bytes, from, to);
    }

    public static boolean toBoolean(byte[] bytes, int from, int to) {
        int first = start(bytes, from, to);
        int end = end(bytes, first, to);
        if (is(bytes, first, end, "true") || is(bytes, first, end, "1")) {
            return true;
        }
        if (is(bytes, first, end, "false") || is(bytes, first, end, "0")) {
            return false;
        }
        throw invalid("xs:boolean", bytes, from, to);
    }

    public static BigDecimal toDecimal(byte[] bytes, int from, int to) {
        int first = start(bytes, from, to);
        int end = end(bytes, first, to);
        if (end - first > LONGEST_DECIMAL) {
            throw new IllegalArgumentException(
                    "an xs:decimal must not be longer than " + LONGEST_DECIMAL + " characters: " + (end - first));
        }
        BigDecimal usual = usualDecimal(bytes, first, end);
        if (usual != null) {
            return usual;
        }
        int digits = 0;
        int point = -1;
        long unscaled = 0;
        for (int p = first; p < end; p++) {
            byte c = bytes[p];
            if (c >= '0' && c <= '9') {
                digits++;
                unscaled = unscaled * 10 + c - '0';
            } else if (c == '.' && point < 0) {
                point = p;
            } else if (!(p == first && (c == '-' || c == '+'))) {
                throw invalid("xs:decimal", bytes, from, to);
            }
        }
        if (digits == 0) {
            throw invalid("xs:decimal", bytes, from, to);
        }
        if (digits <= DecimalEncoder.MOST_DIGITS) {
            return BigDecimal.valueOf(bytes[first] == '-' ? -unscaled : unscaled, point < 0 ? 0 : end - point - 1);
        }
        return new BigDecimal(new String(bytes, first, end - first, StandardCharsets.ISO_8859_1));
    }

    /** Up to seven digits, and up to eight after a point; null for all other forms. */
    private static @Nullable BigDecimal usualDecimal(byte[] bytes, int first, int end) {
        boolean negative = first < end && bytes[first] == '-';
        int p = negative ? first + 1 : first;
        if (bytes.length - p < 8) {
            return null;
        }
        int whole = Math.min(digitsAt(bytes, p), end - p);
        if (whole <= 0 || whole == 8) {
            return null;
        }
        long unscaled = number(bytes, p, whole);
        p += whole;
        int scale = end - p - 1;
        if (scale >= 0) {
            p++;
            if (scale == 0 || scale > 8 || bytes[p - 1] != '.' || bytes.length - p < 8 || digitsAt(bytes, p) < scale) {
                return null;
            }
            unscaled = unscaled * DigitParser.power(scale) + number(bytes, p, scale);
        }
        return BigDecimal.valueOf(negative ? -unscaled : unscaled, Math.max(scale, 0));
    }

    /** xs:base64Binary: white space anywhere, padding required, unused bits zero. */
    public static byte[] toBase64(byte[] bytes, int from, int to) {
        int first = start(bytes, from, to);
        byte[] value = Base64Parser.parse(bytes, first, end(bytes, first, to));
        if (value == null) {
            throw invalid("xs:base64Binary", bytes, from, to);
        }
        return value;
    }

    /** The bytes of one base64 digit, 0 to 63. */
    public static byte base64Digit(int value) {
        return BASE64_DIGITS[value & 63];
    }

    /** The canonical form of xs:double: one digit, a point, the other digits, E, the exponent. */
    public static String ofDouble(double value) {
        byte[] bytes = new byte[ShortestDecimal.ROOM];
        return new String(bytes, 0, ShortestDecimal.write(value, bytes, 0), StandardCharsets.ISO_8859_1);
    }

    /** The canonical form of xs:float, which looks like that of xs:double. */
    public static String ofFloat(float value) {
        byte[] bytes = new byte[ShortestDecimal.ROOM];
        return new String(bytes, 0, ShortestDecimal.write(value, bytes, 0), StandardCharsets.ISO_8859_1);
    }

    /** Plain digits, as xs:decimal has no exponent. */
    public static String ofDecimal(BigDecimal value) {
        if (Math.abs((long) value.scale()) + value.precision() > LONGEST_DECIMAL) {
            throw new IllegalArgumentException(
                    "an xs:decimal must not be longer than " + LONGEST_DECIMAL + " characters: scale=" + value.scale());
        }
        return value.toPlainString();
    }

    static int start(byte[] bytes, int from, int to) {
        int p = from;
        while (p < to && Characters.isSpace(bytes[p])) {
            p++;
        }
        return p;
    }

    private static int end(byte[] bytes, int from, int to) {
        int p = to;
        while (p > from && Characters.isSpace(bytes[p - 1])) {
            p--;
        }
        return p;
    }

    private static boolean is(byte[] bytes, int from, int to, String ascii) {
        if (to - from != ascii.length()) {
            return false;
        }
        for (int i = 0; i < ascii.length(); i++) {
            if (bytes[from + i] != ascii.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static IllegalArgumentException invalid(String type, byte[] bytes, int from, int to) {
        boolean cut = to - from > LONGEST_QUOTE;
        int end = cut ? from + LONGEST_QUOTE : to;
        while (cut && end > from && (bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        String message = "not a value of " + type + ": \"" + new String(bytes, from, end - from, StandardCharsets.UTF_8)
                + (cut ? "..." : "") + "\"";
        return start(bytes, from, to) == to ? new EmptyValueException(message) : new IllegalArgumentException(message);
    }
}
