package dev.weir.server.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Series as lines, and the numbers beside them. */
class PlotTest {
    @Test
    void aLineGoesFromPointToPointAndLeavesGapsOut() {
        Plot plot =
                Plot.of("Requests a second", "the last hour", Arrays.asList(0.0, 2.0, null, 1.0, null), Numbers::of);
        assertEquals("M0.0 79.0h.1L90.0 1.0M270.0 40.0h.1", plot.path());
        assertEquals("1", plot.now());
        assertEquals("2", plot.greatest());
        assertEquals("Requests a second, the last hour: 1 now, at most 2", plot.summary());
    }

    @Test
    void nothingYetIsNoLine() {
        Plot plot = Plot.of("Faults", "the last day", Arrays.asList(null, null), Numbers::of);
        assertEquals("", plot.path());
        assertEquals("–", plot.now());
        assertTrue(plot.summary().endsWith("nothing yet"));
        assertEquals(
                "M0.0 79.0h.1L360.0 79.0",
                Plot.of("a", "b", List.of(0.0, 0.0), Numbers::of).path());
    }

    @Test
    void numbersHaveTheDigitsThatMatter() {
        assertEquals(
                List.of("0", "0.25", "9.50", "10", "1,234"),
                List.of(0.0, 0.25, 9.5, 10.4, 1234.0).stream().map(Numbers::of).toList());
        assertEquals(
                List.of("0.3 ms", "12 ms", "1.5 s"),
                List.of(250.0, 12_000.0, 1_500_000.0).stream()
                        .map(Numbers::micros)
                        .toList());
        assertEquals(
                List.of("12 B", "1.2 KB", "512 MB", "2.5 GB"),
                List.of(12.0, 1_200.0, 512e6, 2.5e9).stream()
                        .map(Numbers::bytes)
                        .toList());
        assertEquals("7 %", Numbers.percent(0.07));
        assertEquals("–", Numbers.bytes(null));
    }
}
