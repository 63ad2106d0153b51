package dev.weir.xml.lexical;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.TestSeed;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Doubles and floats in the fewest digits that read back as the same number, and among those the nearest. */
class ShortestDecimalTest {
    private static final long SEED = TestSeed.of(ShortestDecimalTest.class);

    private final byte[] bytes = new byte[ShortestDecimal.ROOM];

    ShortestDecimalTest() {}

    private String text(double value) {
        return new String(bytes, 0, ShortestDecimal.write(value, bytes, 0), StandardCharsets.US_ASCII);
    }

    private String text(float value) {
        return new String(bytes, 0, ShortestDecimal.write(value, bytes, 0), StandardCharsets.US_ASCII);
    }

    private interface Reading {
        boolean isSame(String text);
    }

    /** The decimal with one digit less on either side of a number must read as another number. */
    private static void assertShortest(String text, Reading reading) {
        int from = text.startsWith("-") ? 1 : 0;
        int e = text.indexOf('E');
        String digits = text.charAt(from) + text.substring(from + 2, e);
        if (digits.endsWith("0")) {
            digits = digits.substring(0, 1);
        }
        int exponent = Integer.parseInt(text.substring(e + 1)) - digits.length() + 1;
        if (digits.length() > 1) {
            BigInteger shorter = new BigInteger(digits.substring(0, digits.length() - 1));
            String sign = text.substring(0, from);
            assertFalse(reading.isSame(sign + shorter + "E" + (exponent + 1)), text);
            assertFalse(reading.isSame(sign + shorter.add(BigInteger.ONE) + "E" + (exponent + 1)), text);
        }
    }

    private static void assertNearest(String text, BigDecimal value, Reading reading) {
        BigDecimal written = new BigDecimal(text);
        BigDecimal unit = written.ulp();
        BigDecimal distance = written.subtract(value).abs();
        for (BigDecimal other : new BigDecimal[] {written.add(unit), written.subtract(unit)}) {
            assertTrue(
                    !reading.isSame(other.toString())
                            || distance.compareTo(other.subtract(value).abs()) <= 0,
                    () -> text + ": " + other + " is nearer");
        }
    }

    private void check(double value) {
        String text = text(value);
        assertEquals(value, Double.parseDouble(text), text);
        assertShortest(text, other -> Double.parseDouble(other) == value);
    }

    @Test
    void aMillionBitPatternsOfDoublesReadBackAndHaveNoShorterForm() {
        Random random = new Random(SEED);
        for (int i = 0; i < 1_000_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value) && value != 0) {
                if (i % 8 == 0) {
                    check(value);
                } else {
                    assertEquals(value, Double.parseDouble(text(value)));
                }
                if (i % 100 == 0) {
                    assertNearest(
                            text(value).replace(".0E", "E"),
                            new BigDecimal(value),
                            other -> Double.parseDouble(other) == value);
                }
            }
        }
    }

    @Test
    void numbersThatPeopleWriteLookAsTheyWroteThem() {
        Random random = new Random(SEED);
        for (int i = 0; i < 100_000; i++) {
            BigDecimal decimal = BigDecimal.valueOf(random.nextLong() >> 12 + random.nextInt(50), random.nextInt(12));
            String text = text(decimal.doubleValue());
            if (decimal.signum() != 0 && decimal.precision() <= 15) {
                assertEquals(0, decimal.compareTo(new BigDecimal(text)), decimal + " " + text);
            }
        }
    }

    @Test
    void theEdgesOfDoublesAreExact() {
        for (int exponent = 0; exponent < 2047; exponent++) {
            for (long fraction : new long[] {0, 1, 2, (1L << 52) - 1, (1L << 52) - 2, 1L << 51}) {
                double value = Double.longBitsToDouble((long) exponent << 52 | fraction);
                if (value != 0) {
                    check(value);
                    check(-value);
                    assertNearest(
                            text(value).replace(".0E", "E"),
                            new BigDecimal(value),
                            other -> Double.parseDouble(other) == value);
                }
            }
        }
        assertEquals("5.0E-324", text(Double.MIN_VALUE));
        assertEquals("2.0E23", text(2e23));
        assertEquals("9.007199254740992E15", text(9007199254740992.0));
        assertEquals("-0.0E0", text(-0.0));
        assertEquals("NaN", text(Double.NaN));
        assertEquals("-INF", text(Double.NEGATIVE_INFINITY));
    }

    @Test
    void floatsReadBackAndHaveNoShorterForm() {
        Random random = new Random(SEED);
        for (int i = 0; i < 100_000; i++) {
            float value = Float.intBitsToFloat(i < 2_000 ? i % 1_000 << 23 | i / 1_000 : random.nextInt());
            if (Float.isFinite(value) && value != 0) {
                String text = text(value);
                assertEquals(value, Float.parseFloat(text), text);
                assertShortest(text, other -> Float.parseFloat(other) == value);
                if (i % 20 == 0) {
                    assertNearest(
                            text.replace(".0E", "E"), new BigDecimal(value), other -> Float.parseFloat(other) == value);
                }
            }
        }
        assertEquals("0.0E0", text(0f));
        assertEquals("INF", text(Float.POSITIVE_INFINITY));
        assertEquals("1.0E-1", text(0.1f));
    }

    @Test
    void plainIsTheNotationOfJava() {
        Random random = new Random(5);
        for (int i = 0; i < 100_000; i++) {
            double value = switch (i % 4) {
                case 0 -> random.nextInt(2_000_000) / 1000.0;
                case 1 -> random.nextGaussian() * Math.pow(10, random.nextInt(12) - 5);
                case 2 -> random.nextInt(100_000_000);
                default -> -random.nextInt(1000) / 1e5;
            };
            assertEquals(Double.toString(value), ShortestDecimal.plain(value));
            float single = (float) value;
            String written = ShortestDecimal.plain(single);
            assertEquals(single, Float.parseFloat(written), written);
        }
        assertEquals("INF", ShortestDecimal.plain(Double.POSITIVE_INFINITY));
        assertEquals("NaN", ShortestDecimal.plain(Float.NaN));
        assertEquals("1.0E7", ShortestDecimal.plain(1e7));
        assertEquals("-0.0", ShortestDecimal.plain(-0.0));
        assertEquals("0.001", ShortestDecimal.plain(0.001f));
    }
}
