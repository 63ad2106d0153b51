package dev.weir.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bench.load.LoadResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** The search for the highest rate that a server sustains, over servers whose limits are known. */
class LoadSearchTest {
    private static final double WITHIN = 20;
    private static final double LATE = 500;

    private final StringWriter out = new StringWriter();
    private final List<Double> tried = new ArrayList<>();

    private LoadSearch.Found search(LoadSearch.Drive drive) throws IOException {
        return new LoadSearch(WITHIN, 2, new LoadReport(new PrintWriter(out))).below(1_000, perSecond -> {
            tried.add(perSecond);
            return drive.at(perSecond);
        });
    }

    /** A hundred latencies; requests that were never sent are among them, but not among the answers. */
    private static LoadResult result(double slowest, int unsent) {
        Histogram answered = new Histogram(3);
        Histogram all = new Histogram(3);
        for (int i = 0; i < 100; i++) {
            long nanos = (long) ((i < 98 ? 1 : slowest) * 1e6);
            all.recordValue(nanos);
            if (i >= unsent) {
                answered.recordValue(nanos);
            }
        }
        return new LoadResult(answered, all, 2, 1, 0, null, 0, 100, false, List.of());
    }

    @Test
    void theHighestRateThatHoldsIsFound() throws IOException {
        LoadSearch.Found found = search(perSecond -> result(perSecond > 600 ? LATE : 1, 0));

        assertTrue(found.held() <= 600 && found.held() > 590, found::toString);
    }

    /** As where the machine pauses once. */
    @Test
    void aRateThatDoesNotHoldIsTriedOnceMore() throws IOException {
        LoadSearch.Found found = search(perSecond -> result(tried.size() == 1 ? LATE : 1, 0));

        assertEquals(List.of(500.0, 500.0, 750.0), tried.subList(0, 3));
        assertTrue(found.held() > 900, found::toString);
        assertEquals(8, out.toString().lines().count(), out::toString);
    }

    @Test
    void aRateThatDoesNotHoldTwiceIsTooHigh() throws IOException {
        search(perSecond -> result(perSecond > 400 ? LATE : 1, 0));

        assertEquals(List.of(500.0, 500.0, 250.0), tried.subList(0, 3));
    }

    /** They fell due when the time was nearly over, and had waited for a moment only. */
    @Test
    void aFewThatWereNeverSentKeepNoRateFromHolding() throws IOException {
        LoadSearch.Found found = search(perSecond -> result(1, 3));

        assertTrue(found.held() > 990, found::toString);
    }
}
