package dev.weir.xml.lexical;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.weir.testing.TestSeed;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Decimals become the nearest double and the nearest float: the bits that the JDK's exact parsers give. */
class DecimalToBinaryTest {
    private static final long SEED = TestSeed.of(DecimalToBinaryTest.class);

    private final Random random = new Random(SEED);

    DecimalToBinaryTest() {}

    private static void assertNearest(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        assertEquals(
                Double.doubleToRawLongBits(Double.parseDouble(text)),
                Double.doubleToRawLongBits(SimpleValue.toDouble(bytes, 0, bytes.length)),
                text);
        assertEquals(
                Float.floatToRawIntBits(Float.parseFloat(text)),
                Float.floatToRawIntBits(SimpleValue.toFloat(bytes, 0, bytes.length)),
                text);
    }

    @Test
    void whatJavaPrintsIsRead() {
        for (int i = 0; i < 40_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                assertNearest(Double.toString(value));
                assertNearest(Double.toString(random.nextDouble()));
            }
            float single = Float.intBitsToFloat(random.nextInt());
            if (Float.isFinite(single)) {
                assertNearest(Float.toString(single));
            }
        }
    }

    @Test
    void digitsAndPowersOfEveryKindAreRead() {
        for (int i = 0; i < 40_000; i++) {
            long digits = random.nextLong() >>> random.nextInt(64);
            int power = random.nextInt(720) - 370;
            assertNearest(Long.toUnsignedString(digits) + "E" + power);
            assertNearest("-" + Long.toUnsignedString(digits) + random.nextInt(1_000_000) + "E" + power / 8);
        }
    }

    /** Just between two numbers the even one counts; a digit far behind decides otherwise. */
    @Test
    void tiesGoToTheEvenNumber() {
        for (int i = 0; i < 300; i++) {
            double value = Math.abs(Double.longBitsToDouble(random.nextLong()));
            if (value < Double.MAX_VALUE) {
                assertAround(new BigDecimal(value)
                        .add(new BigDecimal(Math.nextUp(value)))
                        .divide(BigDecimal.valueOf(2)));
            }
            float single = Math.abs(Float.intBitsToFloat(random.nextInt()));
            if (single < Float.MAX_VALUE) {
                assertAround(new BigDecimal(single)
                        .add(new BigDecimal(Math.nextUp(single)))
                        .divide(BigDecimal.valueOf(2)));
            }
            // Whole numbers of few digits that lie between two.
            long odd = (1L << 53) + 2L * random.nextInt(1 << 30) + 1;
            assertAround(BigDecimal.valueOf(odd));
            assertAround(new BigDecimal(BigInteger.valueOf(odd).shiftLeft(random.nextInt(12))));
            assertAround(BigDecimal.valueOf((1L << 24) + 2L * random.nextInt(1 << 20) + 1));
        }
    }

    private static void assertAround(BigDecimal halfway) {
        assertNearest(halfway.toString());
        assertNearest(halfway.toPlainString() + (halfway.scale() > 0 ? "" : ".") + "0000000001");
        BigDecimal below = halfway.subtract(halfway.ulp().movePointLeft(3));
        assertNearest(below.toString());
    }

    @Test
    void theEdgesOfTheFormatsAreRead() {
        for (String text : new String[] {
            "4.9E-324",
            "2.4703282292062327E-324",
            "2.4703282292062328E-324",
            "2.2250738585072011E-308",
            "2.2250738585072012E-308",
            "2.2250738585072014E-308",
            "1.7976931348623157E308",
            "1.7976931348623158E308",
            "1.7976931348623159E308",
            "1E309",
            "1E-400",
            "0E999999999999999999",
            "0.0E-999999999999999999",
            "-0",
            "1.4E-45",
            "7.0064923216240853E-46",
            "7.0064923216240854E-46",
            "1.17549435E-38",
            "1.1754943E-38",
            "3.4028235E38",
            "3.4028235677973366E38",
            "3.4028235677973365E38",
            "1E39",
            "9007199254740993",
            "9007199254740992.99999999999999999999",
            "16777217",
            "16777217.0000000000000000000001",
            "8.5",
            "18446744073709551615",
            "18446744073709551616",
            "9999999999999999999",
            "99999999999999999999",
        }) {
            assertNearest(text);
        }
        assertNearest("0." + "0".repeat(400) + "1E400");
        assertNearest("1" + "0".repeat(400) + "E-400");
        assertNearest("0." + "0".repeat(1_000) + "123456789012345678901234567890E1000");
    }

    /** Otherwise reading makes a String of each number. */
    @Test
    void hardlyAnyNumberIsLeftUndecided() {
        for (int i = 0; i < 30_000; i++) {
            String shortest = Double.toString(random.nextDouble());
            BigDecimal value = new BigDecimal(shortest);
            assertNotEquals(
                    DecimalToBinary.UNDECIDED,
                    DecimalToBinary.doubleBits(value.unscaledValue().longValueExact(), -value.scale()),
                    shortest);
        }
    }
}
