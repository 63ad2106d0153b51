package dev.weir.bind.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.TestSeed;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is taken from the tape is what was written, in its order, whatever was read between. */
class CharacterQueueTest {
    private static String text(Random random) {
        int length = random.nextInt(50) == 0 ? random.nextInt(100_000) : random.nextInt(40);
        char[] characters = new char[length];
        for (int i = 0; i < length; i++) {
            characters[i] = (char) random.nextInt(random.nextInt(4) == 0 ? 0x10000 : 0x80);
        }
        return new String(characters);
    }

    @Test
    void whatIsWrittenIsRead() {
        long seed = TestSeed.of(CharacterQueueTest.class);
        Random random = new Random(seed);
        CharacterQueue tape = new CharacterQueue();
        CharacterQueue.Text text = new CharacterQueue.Text();
        Deque<Object> expected = new ArrayDeque<>();
        for (int i = 0; i < 20_000; i++) {
            for (int n = random.nextInt(8); n > 0; n--) {
                if (random.nextBoolean()) {
                    long number = random.nextLong() >>> 1 + random.nextInt(63);
                    tape.write(number);
                    expected.add(number);
                } else {
                    String written = text(random);
                    if (random.nextBoolean()) {
                        tape.write(written);
                    } else {
                        tape.write((written + "more").toCharArray(), written.length());
                    }
                    expected.add(written);
                }
            }
            for (int n = random.nextInt(random.nextInt(20) == 0 ? 200 : 8); n > 0 && !expected.isEmpty(); n--) {
                assertFalse(tape.isEmpty());
                Object next = expected.remove();
                if (next instanceof Long number) {
                    assertEquals(number, tape.readNumber(), () -> "-Dweir.seed=" + seed);
                } else {
                    tape.readText(text);
                    assertEquals(next, text.toString(), () -> "-Dweir.seed=" + seed);
                    assertEquals(next, text.toString());
                }
            }
            assertEquals(expected.isEmpty(), tape.isEmpty(), () -> "-Dweir.seed=" + seed);
        }
        tape.clear();
        assertTrue(tape.isEmpty());
    }
}
