package dev.weir.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A child that ends when it should not says how. */
class JvmProcessTest {
    /** Ends with a code, after it has said something. */
    static final class Ending {
        public static void main(String[] arguments) {
            for (int i = 1; i < arguments.length; i++) {
                System.err.println(arguments[i]);
            }
            System.exit(Integer.parseInt(arguments[0]));
        }
    }

    private static String ended(String... arguments) {
        try (JvmProcess process = JvmProcess.start(List.of(), Ending.class, List.of(arguments), false)) {
            assertNull(process.answer());
            return process.howItEnded();
        }
    }

    @Test
    void itsExitCodeAndItsLastWordsAreTold() {
        assertEquals("exit code 3, and it printed nothing", ended("3"));
        assertEquals("exit code 4, two / three / four", ended("4", "one", "two", "three", "four"));
        assertEquals("exit code 5, an Error", ended("5", "an Error", "its trace", "its trace", "its trace"));
    }

    @Test
    void whatItsProgramThrowsIsItsEnd() {
        String ended = ended("no number");

        assertTrue(ended.startsWith("exit code 1, "), ended);
        assertTrue(ended.contains("NumberFormatException: For input string: \"no number\""), ended);
    }
}
