package dev.weir.xml.lexical;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.testing.TestSeed;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DecimalEncoderTest {
    private static String written(long value) {
        byte[] to = new byte[1 + DecimalEncoder.LONGEST];
        return new String(to, 1, DecimalEncoder.write(value, to, 1) - 1, StandardCharsets.ISO_8859_1);
    }

    private static String written(long unscaled, int scale) {
        byte[] to = new byte[1 + 2 * DecimalEncoder.LONGEST];
        return new String(to, 1, DecimalEncoder.write(unscaled, scale, to, 1) - 1, StandardCharsets.ISO_8859_1);
    }

    @Test
    void everyNumberAroundAPowerIsWrittenAsJavaDoes() {
        long power = 1;
        for (int digits = 0; digits <= 18; digits++, power *= 10) {
            for (long number = power - 11; number <= power + 11; number++) {
                assertEquals(Long.toString(number), written(number));
                assertEquals(Long.toString(-number), written(-number));
                assertEquals(BigDecimal.valueOf(number, digits).toPlainString(), written(number, digits));
                assertEquals(BigDecimal.valueOf(-number, digits).toPlainString(), written(-number, digits));
            }
        }
        assertEquals(Long.toString(Long.MIN_VALUE), written(Long.MIN_VALUE));
        assertEquals(Long.toString(Long.MAX_VALUE), written(Long.MAX_VALUE));
    }

    @Test
    void anyNumberIsWrittenAsJavaDoes() {
        long seed = TestSeed.of(DecimalEncoderTest.class);
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            long number = random.nextLong() >> random.nextInt(Long.SIZE);
            assertEquals(Long.toString(number), written(number), () -> "-Dweir.seed=" + seed);
            long least = number % 1_000_000_000_000_000_000L;
            int scale = random.nextInt(DecimalEncoder.MOST_DIGITS + 1);
            assertEquals(
                    BigDecimal.valueOf(least, scale).toPlainString(),
                    written(least, scale),
                    () -> "-Dweir.seed=" + seed);
        }
    }
}
