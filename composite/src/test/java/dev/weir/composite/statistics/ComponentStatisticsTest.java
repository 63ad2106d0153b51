package dev.weir.composite.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bpel.ActivityWatch;
import dev.weir.composite.statistics.Statistics.Operation;
import dev.weir.composite.statistics.Statistics.Times;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What is counted is all there, whoever counts, and details only while they are asked for. */
class ComponentStatisticsTest {
    private static final ComponentId PROCESS = new CompositeRevision("default", "Orders", "1.0").component("P");

    private final StatsLastN knob = new StatsLastN();
    private final ComponentStatistics statistics = ComponentStatistics.withDetails(knob, InstantSource.system());

    private Operation operation(String name) {
        return statistics.operations(PROCESS, "BPEL").stream()
                .filter(each -> each.operation().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void set(int number) {
        knob.hold(Map.of(StatsLastN.NAME, Integer.toString(number)));
    }

    private void done(int times) {
        for (int i = 0; i < times; i++) {
            statistics.done("ask", RequestOutcome.DONE, System.nanoTime());
        }
    }

    @Test
    void nothingIsLostWhereManyThreadsCountAtOnce() throws InterruptedException {
        int threads = 8;
        int each = 5_000;
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> counting = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> {
                try {
                    go.await();
                } catch (InterruptedException e) {
                    return;
                }
                for (int j = 0; j < each; j++) {
                    RequestOutcome outcome = j % 10 == 0
                            ? RequestOutcome.FAULTED
                            : j % 10 == 1 ? RequestOutcome.FAILED : RequestOutcome.DONE;
                    statistics.done("operation" + j % 4, outcome, System.nanoTime());
                }
            });
            thread.start();
            counting.add(thread);
        }
        go.countDown();
        for (Thread thread : counting) {
            thread.join();
        }

        List<Operation> operations = statistics.operations(PROCESS, "BPEL");
        assertEquals(
                List.of("operation0", "operation1", "operation2", "operation3"),
                operations.stream().map(Operation::operation).toList());
        long faulted = 0;
        long failed = 0;
        for (Operation operation : operations) {
            Times times = operation.requests().times();
            assertEquals(threads * each / 4, times.count());
            assertEquals(times.count(), operation.requests().histogram().count());
            assertTrue(times.min() <= times.average() && times.average() <= times.max(), times.toString());
            faulted += operation.requests().faulted();
            failed += operation.requests().failed();
        }
        assertEquals(threads * each / 10, faulted);
        assertEquals(threads * each / 10, failed);
    }

    @Test
    void detailsAreKeptOnlyWhileTheyAreAskedForAndEachChangeBeginsAnew() {
        done(3);
        assertNull(statistics.activityWatch(), "off is the default");
        assertEquals(List.of(), operation("ask").latest());

        set(2);
        assertEquals(List.of(), operation("ask").latest(), "what was before is not known");
        done(1);
        statistics.done("ask", RequestOutcome.FAULTED, System.nanoTime());
        statistics.done("ask", RequestOutcome.FAILED, System.nanoTime());
        assertEquals(
                List.of(RequestOutcome.FAILED, RequestOutcome.FAULTED),
                operation("ask").latest().stream()
                        .map(Statistics.Request::outcome)
                        .toList(),
                "the newest first, and no more than asked for");
        ActivityWatch watch = Objects.requireNonNull(statistics.activityWatch());
        watch.spent(7, "Copy", "assign", 30);
        watch.spent(3, "Ask", "invoke", 10);
        watch.spent(3, "Ask", "invoke", 20);
        assertEquals(
                List.of(
                        new Statistics.Activity(PROCESS, 3, "Ask", "invoke", new Times(2, 30, 10, 20)),
                        new Statistics.Activity(PROCESS, 7, "Copy", "assign", new Times(1, 30, 30, 30))),
                statistics.activities(PROCESS));

        knob.hold(Map.of(StatsLastN.NAME, "2"));
        assertEquals(2, statistics.activities(PROCESS).size(), "a change of another knob is none of this one");
        set(5);
        assertEquals(List.of(), statistics.activities(PROCESS));
        assertEquals(List.of(), operation("ask").latest());
        set(-1);
        assertNull(statistics.activityWatch());
        assertEquals(6, operation("ask").requests().times().count(), "requests are counted always");
        set(0);
        assertNull(statistics.activityWatch());
    }

    @Test
    void mediatorsHaveCountsOnly() {
        set(5);
        ComponentStatistics counts = ComponentStatistics.ofCounts(InstantSource.system());
        counts.done("ask", RequestOutcome.DONE, System.nanoTime());
        assertNull(counts.activityWatch());
        assertEquals(List.of(), counts.operations(PROCESS, "Mediator").get(0).latest());
        assertNotNull(statistics.activityWatch());
    }

    @Test
    void theKnobTakesWholeNumbersFromMinusOne() {
        assertEquals("-1", knob.checked(StatsLastN.NAME, "-1"));
        assertEquals("100", knob.checked(StatsLastN.NAME, "100"));
        for (String other : List.of("-2", "10001", "many", "")) {
            assertThrows(IllegalArgumentException.class, () -> knob.checked(StatsLastN.NAME, other), other);
        }
    }

    @Test
    void twoLooksAtTheTotalsSayWhatCameInBetween() {
        done(90);
        RequestTotals before = statistics.totals();
        assertEquals(90, before.count());
        assertEquals(0, before.unsuccessful());

        done(6);
        statistics.done("other", RequestOutcome.FAULTED, System.nanoTime());
        statistics.done("other", RequestOutcome.FAILED, System.nanoTime());
        RequestTotals since = statistics.totals().since(before);
        assertEquals(8, since.count(), "of all operations");
        assertEquals(2, since.unsuccessful());
        assertEquals(0, before.since(before).count());
        assertEquals(98, before.plus(since).count());
    }

    @Test
    void totalsOfCountersThatHaveBegunAnewAreAllSinceThen() {
        RequestCounter counter = new RequestCounter();
        for (int i = 0; i < 9; i++) {
            counter.add(RequestOutcome.FAULTED, 1_000_000);
        }
        RequestTotals before = counter.totals();
        counter = new RequestCounter();
        counter.add(RequestOutcome.FAULTED, 1_000_000);
        RequestTotals since = counter.totals().since(before);
        assertEquals(1, since.count());
        assertEquals(1, since.unsuccessful());
        assertEquals(1_000_000, since.percentile(99), "no request took longer");
        assertEquals(0, RequestTotals.NONE.percentile(50));
    }

    @Test
    void aPercentileLiesBetweenTheBoundsAroundIt() {
        List<Long> counts = new ArrayList<>(Collections.nCopies(Histogram.size(), 0L));
        counts.set(Histogram.place(1_000_000), 98L);
        counts.set(Histogram.place(150_000_000), 2L);
        Histogram histogram = new Histogram(counts);

        assertEquals(100, histogram.count());
        long median = histogram.percentile(50, 160_000_000);
        assertTrue(median > 500_000 && median <= 1_000_000, "median " + median);
        long high = histogram.percentile(99, 160_000_000);
        assertTrue(high > 100_000_000 && high <= 160_000_000, "p99 " + high);
        assertEquals(160_000_000, histogram.percentile(100, 160_000_000));
        assertEquals(0, new Histogram(Collections.nCopies(Histogram.size(), 0L)).percentile(99, 0));
        assertEquals(Histogram.size() - 1, Histogram.place(51_000_000_000L), "beyond all bounds");
        assertEquals(50_000_000_000L, Histogram.bounds().get(Histogram.size() - 2));
    }
}
