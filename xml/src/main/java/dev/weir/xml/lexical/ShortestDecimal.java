package dev.weir.xml.lexical;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The canonical form of xs:double and xs:float (XML Schema 1.1 Part 2, E.1): one digit, a point, the other digits, E, the
 * exponent. The digits are the fewest that read back as the same number, and among those the nearest to it.
 *
 * <p>The method is Raffaello Giulietti's "The Schubfach way to render doubles". A number represents all reals that round
 * to it; of the decimals within that interval, only the multiples of two neighbouring powers of ten can be shortest, and
 * each of the two grids has at most two candidates. They are found by multiplying the interval's ends by a power of ten
 * in 126 bits, which is enough for the comparisons to be exact. JDK 17's own conversion is slower and not always
 * shortest.
 */
public final class ShortestDecimal {
    /** The length of the longest number, in bytes: sign, 17 digits, point, E, sign, three digits. */
    public static final int LONGEST = 24;

    /** The room that a number needs from its start, in bytes: some after its end are overwritten. */
    public static final int ROOM = 32;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Eight digits zero. */
    private static final long ZEROS = 0x3030_3030_3030_3030L;

    // The exponents that Java's notation does not write

    private static final int LEAST_PLAIN = -3;
    private static final int GREATEST_PLAIN = 6;

    private static final int LEAST_POWER = -324;
    private static final int GREATEST_POWER = 292;
    private static final long MASK_63 = Long.MAX_VALUE;

    private static final long LOG_2 = 661_971_961_083L;

    // Reciprocals, rounded up, in units of 2^-66 and 2^-89: exact for all dividends that occur.

    private static final long TENTH = 7_378_697_629_483_820_647L;
    private static final long HUNDRED_MILLIONTH = 6_189_700_196_426_901_375L;

    /** For each k: 10 to the power of -k, scaled by a power of two to 126 bits and rounded up, in two halves of 63. */
    private static final long[] POWERS = powers();

    private static final long[] TENS = new long[19];

    static {
        TENS[0] = 1;
        for (int i = 1; i < TENS.length; i++) {
            TENS[i] = TENS[i - 1] * 10;
        }
    }

    private ShortestDecimal() {}

    private static long[] powers() {
        long[] powers = new long[2 * (GREATEST_POWER - LEAST_POWER + 1)];
        BigInteger tenth = BigInteger.ONE;
        for (int n = 0; n <= -LEAST_POWER; n++) {
            int bits = tenth.bitLength();
            set(powers, -n, tenth.shiftLeft(126).shiftRight(bits));
            if (n > 0 && n <= GREATEST_POWER) {
                // A power of ten above one is no power of two, so its reciprocal has 126 bits after this shift.
                set(powers, n, BigInteger.ONE.shiftLeft(bits + 125).divide(tenth));
            }
            tenth = tenth.multiply(BigInteger.TEN);
        }
        return powers;
    }

    private static void set(long[] powers, int k, BigInteger floor) {
        BigInteger g = floor.add(BigInteger.ONE);
        int index = 2 * (k - LEAST_POWER);
        powers[index] = g.shiftRight(63).longValueExact();
        powers[index + 1] = g.longValue() & MASK_63;
    }

    /** Writes a double; returns the index after it. There must be {@link #ROOM} bytes from the start. */
    public static int write(double value, byte[] to, int start) {
        return write(value, false, to, start);
    }

    /** As {@link #write(double, byte[], int)}, in the notation of {@link Double#toString}: from 0.001 to 10^7 without exponent. */
    public static int writePlain(double value, byte[] to, int start) {
        return write(value, true, to, start);
    }

    private static int write(double value, boolean plain, byte[] to, int start) {
        long bits = Double.doubleToRawLongBits(value);
        int exponent = (int) (bits >>> 52) & 0x7FF;
        long fraction = bits & (1L << 52) - 1;
        if (exponent == 0x7FF) {
            return special(fraction != 0, bits < 0, to, start);
        }
        to[start] = '-';
        int p = start + (int) (bits >>> 63);
        if (exponent == 0) {
            return fraction == 0 ? zero(plain, to, p) : small(fraction, -1074, plain, to, p);
        }
        long c = fraction | 1L << 52;
        int shift = 1075 - exponent;
        if (shift > 0 && shift < 53 && c >> shift << shift == c) {
            return digits(c >> shift, 0, plain, to, p);
        }
        if (fraction == 0 && exponent > 1) {
            return irregular(c, -shift, plain, to, p);
        }
        // Of these, there are 16 or 17 digits.
        long f = shortest(c, -shift);
        long fewer = f - 10_000_000_000_000_000L >> 63;
        return seventeen(f + (9 * f & fewer), power(-shift) + 16 + (int) fewer, plain, to, p);
    }

    /** Writes a float; returns the index after it. There must be {@link #ROOM} bytes from the start. */
    public static int write(float value, byte[] to, int start) {
        return write(value, false, to, start);
    }

    /** As {@link #write(float, byte[], int)}, in the notation of {@link Float#toString}. */
    public static int writePlain(float value, byte[] to, int start) {
        return write(value, true, to, start);
    }

    /** The text that {@link #writePlain(double, byte[], int)} writes. */
    public static String plain(double value) {
        byte[] text = new byte[ROOM];
        return new String(text, 0, writePlain(value, text, 0), StandardCharsets.ISO_8859_1);
    }

    /** The text that {@link #writePlain(float, byte[], int)} writes. */
    public static String plain(float value) {
        byte[] text = new byte[ROOM];
        return new String(text, 0, writePlain(value, text, 0), StandardCharsets.ISO_8859_1);
    }

    private static int write(float value, boolean plain, byte[] to, int start) {
        int bits = Float.floatToRawIntBits(value);
        int exponent = bits >>> 23 & 0xFF;
        int fraction = bits & (1 << 23) - 1;
        if (exponent == 0xFF) {
            return special(fraction != 0, bits < 0, to, start);
        }
        to[start] = '-';
        int p = start + (bits >>> 31);
        if (exponent == 0) {
            return fraction == 0 ? zero(plain, to, p) : small(fraction, -149, plain, to, p);
        }
        int c = fraction | 1 << 23;
        int shift = 150 - exponent;
        if (shift > 0 && shift < 24 && c >> shift << shift == c) {
            return digits(c >> shift, 0, plain, to, p);
        }
        if (fraction == 0 && exponent > 1) {
            return irregular(c, -shift, plain, to, p);
        }
        return digits(shortest(c, -shift), power(-shift), plain, to, p);
    }

    @SuppressWarnings("deprecation") // it copies the low bytes, which is right for ASCII
    private static int special(boolean nan, boolean negative, byte[] to, int at) {
        String text = nan ? "NaN" : negative ? "-INF" : "INF";
        text.getBytes(0, text.length(), to, at);
        return at + text.length();
    }

    private static int zero(boolean plain, byte[] to, int at) {
        to[at] = '0';
        to[at + 1] = '.';
        to[at + 2] = '0';
        if (plain) {
            return at + 3;
        }
        to[at + 3] = 'E';
        to[at + 4] = '0';
        return at + 5;
    }

    private static int small(long c, int q, boolean plain, byte[] to, int at) {
        int k = power(q);
        return digits(exact(c, q, k, 2), k, plain, to, at);
    }

    private static int irregular(long c, int q, boolean plain, byte[] to, int at) {
        int k = irregularPower(q);
        return digits(exact(c, q, k, 1), k, plain, to, at);
    }

    /** The power of ten that decimals are counted in: floor(log10(2^q)); the constant is log10(2) in units of 2^-41. */
    private static int power(int q) {
        return (int) (q * LOG_2 >> 41);
    }

    /** The same of 3/4 of 2^q, for where the gap below a number is half the gap above. */
    private static int irregularPower(int q) {
        return (int) (q * LOG_2 - 274_743_187_321L >> 41);
    }

    /**
     * The decimal for c * 2^q, in units of 10^{@link #power}, c not small. There is no branch on unpredictable data: bits
     * record which candidates lie within the interval. One product decides, as half the interval is the power, shifted; only
     * where an end of the interval is next to a candidate, the product of that end is computed.
     */
    private static long shortest(long c, int q) {
        int k = power(q);
        int h = shift(q, k);
        int index = 2 * (k - LEAST_POWER);
        long high = POWERS[index];
        long low = POWERS[index + 1];
        long factor = c << 2 << h;
        long z = (high * factor >>> 1) + Math.multiplyHigh(low, factor);
        long whole = Math.multiplyHigh(high, factor) + (z >>> 63);
        long part = z & MASK_63;
        long below = whole >> 2;
        long tenBelow = (Math.multiplyHigh(below, TENTH) >>> 2) * 10;
        // Distances to multiples of ten and half the interval, in quarters, with 40 bits behind the point
        long down = (whole - (tenBelow << 2) << 40) + (part >>> 23);
        long up = (40L << 40) - down;
        long half = high >>> 23 - h;
        if (half - down + 4 >>> 3 == 0 || half - up + 4 >>> 3 == 0) {
            return exact(c, q, k, 2);
        }
        long isDown = down - half >>> 63;
        long isUp = up - half >>> 63;
        long isTen = -(isDown ^ isUp);
        // Half the interval is at least half a unit, so that the nearest multiple lies within; the even one of two.
        long middle = (whole | part + MASK_63 >>> 63) - (below + below + 1 << 1);
        long nearest = below + (-(middle + (below & 1)) >>> 63);
        return tenBelow + 10 * isUp & isTen | nearest & ~isTen;
    }

    /** The decimal in units of 10^k for any c; the interval begins so many quarters of a gap below. */
    private static long exact(long c, int q, int k, int quarters) {
        int h = shift(q, k);
        int index = 2 * (k - LEAST_POWER);
        long high = POWERS[index];
        long low = POWERS[index + 1];
        long odd = c & 1;
        long centre = c << 2;
        long value = product(high, low, centre << h);
        long lower = product(high, low, centre - quarters << h) + odd;
        long upper = product(high, low, centre + 2 << h) - odd;
        long below = value >> 2;
        if (below >= 10) {
            long tenBelow = below / 10 * 10;
            boolean down = lower <= tenBelow << 2;
            boolean up = tenBelow + 10 << 2 <= upper;
            if (down != up) {
                return down ? tenBelow : tenBelow + 10;
            }
        }
        boolean down = lower <= below << 2;
        boolean up = below + 1 << 2 <= upper;
        if (down == up) {
            long middle = value - (below + below + 1 << 1);
            down = middle < 0 || middle == 0 && (below & 1) == 0;
        }
        return down ? below : below + 1;
    }

    /** By how much c * 4 is shifted to be multiplied by the power; the constant is log2(10) in units of 2^-38. */
    private static int shift(int q, int k) {
        return q + (int) (-k * 913_124_641_741L >> 38) + 2;
    }

    /** The upper bits of a product of 126 and 64 bits; the lowest of them says whether anything below is not zero. */
    private static long product(long high, long low, long factor) {
        long z = (high * factor >>> 1) + Math.multiplyHigh(low, factor);
        long upper = Math.multiplyHigh(high, factor) + (z >>> 63);
        return upper | (z & MASK_63) + MASK_63 >>> 63;
    }

    /** Writes f * 10^k, f of at most 17 digits and not zero. */
    private static int digits(long f, int k, boolean plain, byte[] to, int at) {
        int length = (int) ((64 - Long.numberOfLeadingZeros(f)) * 1233L >> 12);
        if (f >= TENS[length]) {
            length++;
        }
        return seventeen(f * TENS[17 - length], k + length - 1, plain, to, at);
    }

    /** Writes 17 digits, without zeros at their end, the first of them at 10^exponent. */
    private static int seventeen(long all, int exponent, boolean plain, byte[] to, int at) {
        long nine = Math.multiplyHigh(all, HUNDRED_MILLIONTH) >>> 25;
        long last = eight(all - nine * 100_000_000);
        long first = nine * 1_441_151_881 >>> 57;
        long next = eight(nine - first * 100_000_000);
        int zeros = Long.numberOfLeadingZeros(last ^ ZEROS) >>> 3;
        if (zeros == 8) {
            zeros += Long.numberOfLeadingZeros(next ^ ZEROS) >>> 3;
        }
        if (plain && exponent >= LEAST_PLAIN && exponent <= GREATEST_PLAIN) {
            return exponent < 0
                    ? fraction(first, next, last, zeros, exponent, to, at)
                    : plain(first, next, last, zeros, exponent, to, at);
        }
        to[at] = (byte) ('0' + first);
        to[at + 1] = '.';
        LONGS.set(to, at + 2, next);
        LONGS.set(to, at + 10, last);
        return exponent(exponent, to, Math.max(at + 18 - zeros, at + 3));
    }

    /** Writes all digits as if after the point, and then a word with the digits before it, and the point, over the first. */
    private static int plain(long first, long next, long last, int zeros, int exponent, byte[] to, int at) {
        long before = '0' + first | next << 8;
        int bits = 8 * exponent + 8;
        long behind = -1L << bits;
        LONGS.set(to, at + 10, last);
        LONGS.set(to, at + 2, next);
        LONGS.set(to, at, before & ~behind | (long) '.' << bits | before << 8 & behind << 8);
        return Math.max(at + 18 - zeros, at + exponent + 3);
    }

    private static int fraction(long first, long next, long last, int zeros, int exponent, byte[] to, int at) {
        LONGS.set(to, at, ZEROS);
        to[at + 1] = '.';
        int p = at + 1 - exponent;
        to[p] = (byte) ('0' + first);
        LONGS.set(to, p + 1, next);
        LONGS.set(to, p + 9, last);
        return p + 17 - zeros;
    }

    private static int exponent(int value, byte[] to, int at) {
        int p = at;
        int exponent = value;
        to[p++] = 'E';
        if (exponent < 0) {
            to[p++] = '-';
            exponent = -exponent;
        }
        if (exponent >= 100) {
            to[p++] = (byte) ('0' + exponent / 100);
            exponent %= 100;
            to[p++] = (byte) ('0' + exponent / 10);
        } else if (exponent >= 10) {
            to[p++] = (byte) ('0' + exponent / 10);
        }
        to[p++] = (byte) ('0' + exponent % 10);
        return p;
    }

    /** Eight decimal digits as ASCII, the first one in the lowest byte, of a number below 10^8. */
    public static long eight(long value) {
        long upper = value * 109_951_163 >>> 40;
        long fours = upper | value - upper * 10_000 << 32;
        long hundreds = fours * 10_486 >>> 20 & 0x7F_0000_007FL;
        long twos = hundreds | fours - hundreds * 100 << 16;
        long tens = twos * 103 >>> 10 & 0x000F_000F_000F_000FL;
        return (tens | twos - tens * 10 << 8) + 0x3030_3030_3030_3030L;
    }
}
