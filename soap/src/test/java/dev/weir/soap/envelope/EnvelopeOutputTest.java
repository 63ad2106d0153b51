package dev.weir.soap.envelope;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Envelopes of any length, one after the other, from the same blocks. */
class EnvelopeOutputTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65_535, 65_536, 65_537, 300_000})
    void whatIsWrittenComesOut(int length) {
        byte[] wanted = new byte[length];
        new Random(length).nextBytes(wanted);
        for (int piece : new int[] {1, 777, 16_384, 1 << 20}) {
            EnvelopeOutput out = new EnvelopeOutput();
            for (int at = 0; at < length; at += piece) {
                if (piece == 1) {
                    out.write(wanted[at]);
                } else {
                    out.write(wanted, at, Math.min(piece, length - at));
                }
            }
            assertArrayEquals(wanted, out.take(), "pieces of " + piece);
        }
    }

    @Test
    void twoAtATimeDoNotMix() {
        EnvelopeOutput first = new EnvelopeOutput();
        EnvelopeOutput second = new EnvelopeOutput();
        byte[] ones = new byte[200_000];
        Arrays.fill(ones, (byte) 1);
        first.write(ones, 0, ones.length);
        second.write(new byte[200_000], 0, 200_000);
        byte[] kept = first.take();
        assertArrayEquals(new byte[200_000], second.take());
        EnvelopeOutput third = new EnvelopeOutput();
        third.write(2);
        assertArrayEquals(ones, kept, "what was taken is the taker's alone");
        assertEquals(1, third.take().length);
    }

    @Test
    void afterItsBytesAreTakenItIsOver() {
        EnvelopeOutput out = new EnvelopeOutput();
        out.take();
        assertThrows(IllegalStateException.class, () -> out.write(1));
    }
}
