package dev.weir.bind.value;

import dev.weir.xml.rule.ShortestDecimal;

/**
 * Doubles and floats as JAXB writes them, without objects: the text of {@link Double#toString} in its shortest form, but
 * for the infinities, which are those of xs:double.
 */
public final class DecimalText {
    /** The longest text that is written. */
    public static final int ROOM = ShortestDecimal.ROOM;

    private DecimalText() {}

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
