package dev.weir.bind.value;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Doubles and floats as text, beside the JDK. */
class DecimalTextTest {
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
