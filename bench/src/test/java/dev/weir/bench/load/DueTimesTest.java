package dev.weir.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When requests of an open loop fall due, and how long those have waited that were not sent. */
class DueTimesTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void thoseThatWereNotTakenHaveWaitedUntilTheEnd() {
        DueTimes due = new DueTimes(-5, 4);
        due.take();
        assertEquals(-5 + SECOND / 4, due.next());
        List<Long> waited = new ArrayList<>();
        due.rest(-5 + SECOND, (nanos, count) -> {
            assertEquals(1, count);
            waited.add(nanos);
        });
        assertEquals(List.of(SECOND * 3 / 4, SECOND / 2, SECOND / 4), waited);
    }

    @Test
    void whatFallsDueAtTheEndIsNotOfTheRun() {
        for (double rate : new double[] {3, 7, 50, 0.001, 999.7}) {
            DueTimes due = new DueTimes(0, rate);
            long[] all = new long[1];
            due.rest(SECOND, (nanos, count) -> {
                assertTrue(nanos > 0, "at " + rate);
                all[0] += count;
            });
            assertEquals((long) Math.max(1, Math.ceil(rate)), all[0], "at " + rate);
        }
    }

    /** At the highest rate, over the longest time that can be asked for, in as many steps as in a second. */
    @Test
    void veryManyAreCountedTogether() {
        DueTimes due = new DueTimes(0, 1e6);
        long[] all = new long[2];
        due.rest(1_000_000 * SECOND, (nanos, count) -> {
            all[0] += count;
            all[1]++;
        });
        assertEquals(1_000_000_000_000L, all[0]);
        assertTrue(all[1] <= 1_000_000, "steps: " + all[1]);
    }
}
