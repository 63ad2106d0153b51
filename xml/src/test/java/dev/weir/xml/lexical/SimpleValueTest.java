package dev.weir.xml.lexical;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.TestSeed;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimpleValueTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static int toInt(String text) {
        return SimpleValue.toInt(bytes(text), 0, bytes(text).length);
    }

    private static long toLong(String text) {
        return SimpleValue.toLong(bytes(text), 0, bytes(text).length);
    }

    private static double toDouble(String text) {
        return SimpleValue.toDouble(bytes(text), 0, bytes(text).length);
    }

    private static BigDecimal toDecimal(String text) {
        return SimpleValue.toDecimal(bytes(text), 0, bytes(text).length);
    }

    private static byte[] toBase64(String text) {
        return SimpleValue.toBase64(bytes(text), 0, bytes(text).length);
    }

    private static boolean toBoolean(String text) {
        return SimpleValue.toBoolean(bytes(text), 0, bytes(text).length);
    }

    @ParameterizedTest
    @CsvSource({
        "0,0",
        "-0,0",
        "+7,7",
        "007,7",
        "2147483647,2147483647",
        "-2147483648,-2147483648",
        "00000000000000000000000001,1"
    })
    void integersAreReadFromTheirLexicalSpace(String text, int value) {
        assertEquals(value, toInt(text));
        assertEquals(value, toInt(" \t\r\n" + text + " "));
        assertEquals(value, toLong(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "-",
                "+",
                "1.0",
                "1e3",
                "0x1",
                "1 2",
                "--1",
                "\u0661",
                "2147483648",
                "-2147483649",
                "9223372036854775808",
                "1_000",
                "99999999999999999999999999"
            })
    void whatIsNoIntIsRefused(String text) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> toInt(text));
        assertTrue(String.valueOf(refused.getMessage()).contains("xs:int"));
    }

    @Test
    void longsReachTheirEnds() {
        assertEquals(Long.MAX_VALUE, toLong("9223372036854775807"));
        assertEquals(Long.MIN_VALUE, toLong("-9223372036854775808"));
        for (String beyond : new String[] {
            "9223372036854775808",
            "-9223372036854775809",
            "9223372036854775810",
            "92233720368547758070",
            "18446744073709551616"
        }) {
            assertThrows(IllegalArgumentException.class, () -> toLong(beyond), beyond);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "1",
                "-1.5",
                "+.5",
                "5.",
                "1e0",
                "1E+2",
                "1e-2",
                "123456789012345678",
                "1234567890123456789",
                "9007199254740993",
                "0.1",
                "0.30000000000000004",
                "1e22",
                "1e23",
                "1.7976931348623157E308",
                "1e400",
                "-1e400",
                "4.9E-324",
                "1e-400",
                "2.2250738585072012e-308",
                "0.000000000000000000000000000000000001",
                "1e99999999999",
                "179769313486231580793728971405301e276",
                "100000000000000000000000",
                "0000000000000000000000000001.50"
            })
    void doublesAreTheNearestOnes(String text) {
        assertEquals(Double.parseDouble(text), toDouble(text));
        assertEquals(Double.parseDouble(text), toDouble("\n" + text + "  "));
    }

    @Test
    void doublesHaveTheirOwnNamesForWhatIsNoNumber() {
        assertEquals(Double.POSITIVE_INFINITY, toDouble("INF"));
        assertEquals(Double.NEGATIVE_INFINITY, toDouble(" -INF "));
        assertTrue(Double.isNaN(toDouble("NaN")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "-",
                "e1",
                "1e",
                "1e+",
                "1.2.3",
                "1,5",
                "Infinity",
                "inf",
                "nan",
                "+INF",
                "0x1p3",
                "1d",
                "1f",
                "1 1"
            })
    void whatIsNoDoubleIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> toDouble(text));
    }

    @Test
    void randomDoublesRoundTripThroughTheCanonicalForm() {
        long seed = TestSeed.of(SimpleValueTest.class);
        Random random = new Random(seed);
        for (int round = 0; round < 15_000; round++) {
            double value = switch (round % 3) {
                case 0 -> Double.longBitsToDouble(random.nextLong());
                case 1 -> random.nextInt(2_000_000) / 100.0 - 10_000;
                default -> random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20);
            };
            String canonical = SimpleValue.ofDouble(value);
            assertEquals(value, toDouble(canonical), canonical);
            if (Double.isFinite(value)) {
                assertTrue(canonical.matches("-?[0-9]\\.([0-9]*[1-9]|0)E-?[0-9]+"), canonical);
                assertEquals(value, toDouble(Double.toString(value)));
                assertEquals(value, toDouble(new BigDecimal(value).toPlainString()));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0,0.0E0",
        "-0.0,-0.0E0",
        "1,1.0E0",
        "100,1.0E2",
        "123.45,1.2345E2",
        "0.001,1.0E-3",
        "-1e300,-1.0E300",
        "4.9E-324,5.0E-324"
    })
    void theCanonicalFormOfADoubleHasOneDigitBeforeItsPoint(double value, String canonical) {
        assertEquals(canonical, SimpleValue.ofDouble(value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-0.00", "+1.", ".5", "123456789.123456789123456789", " 7 "})
    void decimalsKeepTheirScale(String text) {
        assertEquals(new BigDecimal(text.strip()), toDecimal(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "-", "1e5", "1.2.3", "1-", "INF", "0x1"})
    void whatIsNoDecimalIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> toDecimal(text));
    }

    @Test
    void decimalsOfHostileLengthAreRefused() {
        String longest = "1".repeat(SimpleValue.LONGEST_DECIMAL);
        assertEquals(new BigDecimal(longest), toDecimal(longest));
        assertThrows(IllegalArgumentException.class, () -> toDecimal(longest + "1"));
        assertEquals("1000", SimpleValue.ofDecimal(new BigDecimal("1E3")));
        assertThrows(IllegalArgumentException.class, () -> SimpleValue.ofDecimal(new BigDecimal("1E1000000000")));
        assertThrows(IllegalArgumentException.class, () -> SimpleValue.ofDecimal(new BigDecimal("1E-1000000000")));
    }

    @Test
    void booleansHaveFourForms() {
        assertTrue(toBoolean("true") && toBoolean(" 1\n"));
        assertFalse(toBoolean("false") || toBoolean("0"));
        for (String wrong : new String[] {"", "True", "yes", "2", "truefalse", "true false"}) {
            assertThrows(IllegalArgumentException.class, () -> toBoolean(wrong), wrong);
        }
    }

    @Test
    void base64IsReadWithWhiteSpaceAnywhere() {
        Random random = new Random(1);
        for (int length = 0; length < 200; length++) {
            byte[] value = new byte[length];
            random.nextBytes(value);
            assertArrayEquals(value, toBase64(Base64.getEncoder().encodeToString(value)));
            assertArrayEquals(
                    value, toBase64(Base64.getMimeEncoder(20, bytes("\r\n ")).encodeToString(value)));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "A",
                "AA",
                "AAA",
                "AA=",
                "A===",
                "AAAA=",
                "AAAA====",
                "AB==",
                "AAB=",
                "=AAA",
                "AA==AA==",
                "A*AA",
                "AA\u00e9="
            })
    void whatIsNoBase64IsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> toBase64(text));
    }

    /** The value of what is base64 in its one form when white space is removed; null for all other texts. */
    private static byte @Nullable [] expectedOfBase64(String text) {
        String digits = text.replaceAll("[ \\t\\r\\n]", "");
        try {
            byte[] value = Base64.getDecoder().decode(digits);
            return Base64.getEncoder().encodeToString(value).equals(digits) ? value : null;
        } catch (IllegalArgumentException none) {
            return null;
        }
    }

    /** Between other bytes, which must not count. Returns whether the text is base64. */
    private static boolean assertReadAsBase64(String text, String before, String after) {
        byte[] all = (before + text + after).getBytes(StandardCharsets.ISO_8859_1);
        int from = before.length();
        int to = from + text.length();
        byte[] expected = expectedOfBase64(text);
        if (expected == null) {
            assertThrows(IllegalArgumentException.class, () -> SimpleValue.toBase64(all, from, to), text);
        } else {
            assertArrayEquals(expected, SimpleValue.toBase64(all, from, to), text);
        }
        return expected != null;
    }

    private static String base64(Random random, int length) {
        byte[] value = new byte[length];
        random.nextBytes(value);
        return Base64.getEncoder().encodeToString(value);
    }

    private static String inLines(String digits, int length, String separator) {
        return digits.replaceAll("(.{" + length + "})(?!$)", "$1" + separator);
    }

    @Test
    void base64IsReadByOneRuleHoweverLongItIs() {
        Random random = new Random(TestSeed.of(SimpleValueTest.class));
        int[] lengths = {0, Base64Parser.LONG_VALUE, Base64Parser.PIECE, 2 * Base64Parser.PIECE};
        String[] separators = {" ", "\n", "\r\n", "\n\t\t", "\n \r\n"};
        String characters = "AQgw+/9= \n\r\t-_*\0\u000b\u00a0\u00ff";
        int valid = 0;
        int invalid = 0;
        for (int i = 0; i < 6_000; i++) {
            int length = lengths[random.nextInt(lengths.length)] / 4 * 3 + random.nextInt(13) - 6;
            String digits = base64(random, Math.max(length, random.nextInt(600)));
            StringBuilder text = new StringBuilder(digits);
            if (random.nextBoolean() && text.length() > 0) {
                int line = random.nextInt(4) == 0 ? 1 + random.nextInt(150) : 4 * (10 + random.nextInt(25));
                text = new StringBuilder(inLines(digits, line, separators[random.nextInt(separators.length)]));
            }
            for (int change = random.nextInt(3); change > 0 && text.length() > 0; change--) {
                // Often near the end, where padding is.
                int at = random.nextBoolean()
                        ? random.nextInt(text.length())
                        : text.length() - 1 - random.nextInt(Math.min(4, text.length()));
                char c = characters.charAt(random.nextInt(characters.length()));
                switch (random.nextInt(4)) {
                    case 0 -> text.setCharAt(at, c);
                    case 1 -> text.insert(at, c);
                    case 2 -> text.deleteCharAt(at);
                    default -> text.insert(at, separators[random.nextInt(separators.length)]);
                }
            }
            String before = "=A ".repeat(random.nextInt(30)) + "=".repeat(random.nextInt(3));
            String after = random.nextBoolean() ? "" : "==".repeat(random.nextInt(5)) + "AAAA";
            if (assertReadAsBase64(
                    " ".repeat(random.nextInt(2)) + text + "\n".repeat(random.nextInt(2)), before, after)) {
                valid++;
            } else {
                invalid++;
            }
        }
        assertTrue(valid > 1_000 && invalid > 1_000, valid + " valid, " + invalid + " invalid");
    }

    @Test
    void everyCharacterOfLongBase64IsChecked() {
        Random random = new Random(TestSeed.of(SimpleValueTest.class));
        String digits = base64(random, 300);
        for (String text : new String[] {digits, inLines(digits, 76, "\r\n")}) {
            for (int at = 0; at < text.length(); at++) {
                for (int c = at % 3; c < 256; c += 3) {
                    StringBuilder changed = new StringBuilder(text);
                    changed.setCharAt(at, (char) c);
                    assertReadAsBase64(changed.toString(), "=", "");
                }
            }
        }
    }

    @Test
    void paddingBetweenThePiecesOfBase64IsRefused() {
        for (int line : new int[] {Base64Parser.PIECE, 64, 76}) {
            for (String padded : new String[] {"AA==", "AAA="}) {
                String gap = line == Base64Parser.PIECE ? "" : "\n";
                int pieces = Base64Parser.PIECE / line * line;
                String wrong = "A".repeat(pieces - 4) + padded + "A".repeat(pieces - 4);
                assertFalse(assertReadAsBase64(inLines(wrong + "AAAA", line, gap), "", ""));
                assertFalse(assertReadAsBase64(inLines(wrong + padded, line, gap), "", ""));
                assertTrue(assertReadAsBase64(inLines("A".repeat(2 * pieces - 4) + padded, line, gap), "", ""));
            }
        }
    }

    @Test
    void aQuotedValueIsBounded() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> toInt("\u6f22".repeat(10_000)));
        assertTrue(String.valueOf(refused.getMessage()).length() < 100, refused::toString);
        assertFalse(String.valueOf(refused.getMessage()).contains("\uFFFD"), refused::toString);
    }

    @Test
    void whatFollowsAValueInItsBufferDoesNotCount() {
        Random random = new Random(20261122);
        for (int i = 0; i < 100_000; i++) {
            BigDecimal decimal =
                    new BigDecimal(BigInteger.valueOf(random.nextLong() >> random.nextInt(63)), random.nextInt(20));
            String text = decimal.toPlainString();
            String around = "7".repeat(random.nextInt(3));
            byte[] bytes =
                    (around + text + "1234567890".substring(random.nextInt(11))).getBytes(StandardCharsets.US_ASCII);
            int to = around.length() + text.length();
            assertEquals(decimal, SimpleValue.toDecimal(bytes, around.length(), to), text);
            assertEquals(Double.parseDouble(text), SimpleValue.toDouble(bytes, around.length(), to), text);
            long number = decimal.unscaledValue().longValue();
            bytes = (around + number + "12345678").getBytes(StandardCharsets.US_ASCII);
            to = around.length() + Long.toString(number).length();
            assertEquals(number, SimpleValue.toLong(bytes, around.length(), to));
        }
    }
}
