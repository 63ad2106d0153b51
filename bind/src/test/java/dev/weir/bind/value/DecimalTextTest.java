package dev.weir.bind.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Doubles between text and Java, beside the JDK. */
class DecimalTextTest {
    private static double read(String text) {
        return DecimalText.toDouble(text.toCharArray(), 0, text.length());
    }

    private static void assertExact(String text) {
        double expected = Double.parseDouble(text);
        assertEquals(Double.doubleToRawLongBits(expected), Double.doubleToRawLongBits(read(text)), text);
    }

    @Test
    void readingIsExact() {
        long seed = Long.getLong("weir.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int i = 0; i < 200_000; i++) {
            double any = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(any)) {
                assertExact(Double.toString(any));
            }
            assertExact((random.nextLong() >>> random.nextInt(64)) + "e" + (random.nextInt(700) - 360));
            if (i % 20 == 0 && Double.isFinite(any)) {
                // Exactly between two doubles, and just beside.
                BigDecimal middle = new BigDecimal(any)
                        .add(new BigDecimal(Math.nextUp(any)))
                        .divide(BigDecimal.valueOf(2));
                assertExact(middle.toString());
                String cut = middle.toString();
                assertExact(cut.contains("E") ? cut : cut.substring(0, Math.max(1, cut.length() - 3)) + "0");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "0.0e999",
                "1",
                "-1.5",
                "1e308",
                "1.7976931348623157e308",
                "1.7976931348623159e308",
                "1e309",
                "4.9e-324",
                "2.4703282292062327e-324",
                "2.4703282292062328e-324",
                "2.2250738585072011e-308",
                "2.2250738585072014e-308",
                "9007199254740993",
                "9007199254740992.999999999999999999999",
                "9007199254740993.00000000000000000001",
                "00000000000000000000001.5",
                ".5",
                "5.",
                "1e-400",
                "123456789012345678901234567890",
                "0.000000000000000000000000000000000000000000000000123",
                "18446744073709551615",
                "18446744073709551616"
            })
    void placesWhereRoundingIsHard(String text) {
        assertExact(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ".",
                "-",
                "e5",
                "1e",
                "1e+",
                "1x",
                "1 2",
                "0x1",
                "1d",
                "Infinity",
                "--1",
                "1.2.3",
                "1e5.5"
            })
    void whatIsNoNumberIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> read(text));
    }

    @Test
    void theNamesOfTheSchema() {
        assertEquals(Double.POSITIVE_INFINITY, read(" INF\n"));
        assertEquals(Double.NEGATIVE_INFINITY, read("-INF"));
        assertEquals(Double.NaN, read("NaN"));
    }

    @Test
    void writingIsTheNotationOfJava() {
        Random random = new Random(5);
        byte[] scratch = new byte[DecimalText.ROOM];
        char[] text = new char[DecimalText.ROOM];
        for (int i = 0; i < 100_000; i++) {
            double value = switch (i % 4) {
                case 0 -> random.nextInt(2_000_000) / 1000.0;
                case 1 -> random.nextGaussian() * Math.pow(10, random.nextInt(12) - 5);
                case 2 -> random.nextInt(100_000_000);
                default -> -random.nextInt(1000) / 1e5;
            };
            String expected = Double.toString(value);
            assertEquals(expected, new String(text, 0, DecimalText.write(value, scratch, text)));
            float single = (float) value;
            String written = new String(text, 0, DecimalText.write(single, scratch, text));
            assertEquals(single, Float.parseFloat(written), written);
        }
        assertEquals("INF", new String(text, 0, DecimalText.write(Double.POSITIVE_INFINITY, scratch, text)));
        assertEquals("NaN", new String(text, 0, DecimalText.write(Double.NaN, scratch, text)));
        assertEquals("1.0E7", new String(text, 0, DecimalText.write(1e7, scratch, text)));
        assertEquals("0.0", new String(text, 0, DecimalText.write(0.0, scratch, text)));
    }
}
