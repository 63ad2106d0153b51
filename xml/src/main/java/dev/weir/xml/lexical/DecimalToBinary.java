package dev.weir.xml.lexical;

import java.math.BigInteger;

/**
 * Converts decimal digits and a power of ten to the nearest double or float, ties to even (IEEE 754), by one product of 64
 * by 128 bits. Daniel Lemire, "Number parsing at a gigabyte per second" (2021), gives the proof. For the few inputs that
 * the product does not decide the result is {@link #UNDECIDED}, and the caller converts them exactly.
 */
final class DecimalToBinary {
    private static final int LEAST_POWER = -342;
    private static final int GREATEST_POWER = 308;

    /** The first 128 bits of each power of five, rounded down, or up where the power is negative: high word, low word. */
    private static final long[] FIVES = new long[2 * (GREATEST_POWER - LEAST_POWER + 1)];

    static {
        BigInteger five = BigInteger.valueOf(5);
        BigInteger power = BigInteger.ONE;
        for (int q = 0; q <= -LEAST_POWER; q++) {
            if (q <= GREATEST_POWER) {
                keep(q, power);
            }
            if (q > 0) {
                int bits = power.bitLength();
                BigInteger one = BigInteger.ONE.shiftLeft(q <= 27 ? bits + 127 : 2 * bits + 128);
                keep(-q, one.divide(power).add(BigInteger.ONE));
            }
            power = power.multiply(five);
        }
    }

    private static void keep(int q, BigInteger value) {
        BigInteger first = value.shiftRight(value.bitLength() - 128);
        int at = 2 * (q - LEAST_POWER);
        FIVES[at] = first.shiftRight(64).longValue();
        FIVES[at + 1] = first.longValue();
    }

    /**
     * A format of IEEE 754. The JIT takes what a record in a static final field holds as constants.
     *
     * @param stored bits of the significand that are stored
     * @param least below this power of ten everything is zero
     * @param greatest above this power of ten everything is infinite
     * @param leastTie a tie between two values is possible only from this power of ten
     * @param greatestTie to this one
     */
    private record Format(int stored, int bias, int least, int greatest, int leastTie, int greatestTie) {}

    private static final Format DOUBLE = new Format(52, 1023, -342, 308, -4, 23);
    private static final Format FLOAT = new Format(23, 127, -65, 38, -17, 10);

    /** The result where the product does not decide. */
    static final long UNDECIDED = -1;

    private DecimalToBinary() {}

    /**
     * The bits of the double nearest to digits times ten to a power, or {@link #UNDECIDED}.
     *
     * @param digits unsigned
     */
    static long doubleBits(long digits, int power) {
        return bits(digits, power, DOUBLE);
    }

    /** As {@link #doubleBits}, for a float. */
    static long floatBits(long digits, int power) {
        return bits(digits, power, FLOAT);
    }

    /** The common case, small enough to be inlined into its callers. */
    private static long bits(long digits, int power, Format format) {
        int stored = format.stored;
        if (digits == 0 || power < format.least) {
            return 0;
        }
        if (power > format.greatest) {
            return infinite(format);
        }
        int shift = Long.numberOfLeadingZeros(digits);
        long normal = digits << shift;
        int at = 2 * (power - LEAST_POWER);
        long high = highProduct(normal, FIVES[at]);
        long low = normal * FIVES[at];
        long unsettled = -1L >>> (stored + 3);
        if ((high & unsettled) == unsettled) {
            long more = highProduct(normal, FIVES[at + 1]);
            low += more;
            if (Long.compareUnsigned(low, more) < 0) {
                high++;
            }
        }
        int upper = (int) (high >>> 63);
        int exponent = (217_706 * power >> 16) + 63 + upper - shift + format.bias;
        if (exponent <= 0 || exponent > 2 * format.bias || (low + 1 & ~3) == 0) {
            return unusualBits(high, low, power, exponent, format);
        }
        long significand = high >>> upper + 64 - stored - 3;
        significand += significand & 1;
        // Where rounding up makes it one bit longer, the carry raises the exponent, to the infinite one if need be.
        return ((long) exponent << stored) + (significand >>> 1) - (1L << stored);
    }

    private static long infinite(Format format) {
        return (2L * format.bias + 1) << format.stored;
    }

    /** The rare cases: a possible tie, undecided, subnormal, or infinite. */
    private static long unusualBits(long high, long low, int power, int exponent, Format format) {
        int stored = format.stored;
        if (low == -1 && (power < -27 || power > 55)) {
            return UNDECIDED;
        }
        int drop = (int) (high >>> 63) + 64 - stored - 3;
        long significand = high >>> drop;
        if (exponent <= 0) {
            if (1 - exponent >= 64) {
                return 0;
            }
            significand >>>= 1 - exponent;
            significand += significand & 1;
            // Rounding up may make it the smallest normal one, whose exponent the carry sets.
            return significand >>> 1;
        }
        if (exponent > 2 * format.bias) {
            return infinite(format);
        }
        if (Long.compareUnsigned(low, 1) <= 0
                && power >= format.leastTie
                && power <= format.greatestTie
                && (significand & 3) == 1
                && significand << drop == high) {
            significand &= ~1L;
        }
        significand += significand & 1;
        return ((long) exponent << stored) + (significand >>> 1) - (1L << stored);
    }

    private static long highProduct(long a, long b) {
        return Math.multiplyHigh(a, b) + (a >> 63 & b) + (b >> 63 & a);
    }
}
