package dev.weir.server.series;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.statistics.RequestCounter;
import dev.weir.composite.statistics.RequestOutcome;
import dev.weir.composite.statistics.RequestTotals;
import dev.weir.server.series.History.Points;
import dev.weir.store.CompositeRevision;
import dev.weir.testing.ManualTime;
import dev.weir.testing.RecordedLog;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Points of an hour and of a day, by a clock that the test moves. Days begin with a five minutes' step. */
class HistoryTest {
    private static final CompositeRevision ORDERS = new CompositeRevision("default", "Orders", "1.0");
    private static final long MILLI = 1_000_000;

    private final ManualTime time = new ManualTime();
    private final History history = new History(time.instant(), List.of("cpu"), List.of("pending"));
    private RequestCounter requests = new RequestCounter();
    private double cpu;

    HistoryTest() {
        look(0);
    }

    private void look(double pending) {
        Reading reading = new Reading(time.nanoTime(), requests.totals(), new double[] {cpu}, new double[] {pending});
        history.add(time.instant(), reading, Map.of(ORDERS, requests.totals()));
    }

    /** What comes in ten seconds, and a look at their end. */
    private void step(int done, int faulted, long nanos, double pending) {
        for (int i = 0; i < done + faulted; i++) {
            requests.add(i < done ? RequestOutcome.DONE : RequestOutcome.FAULTED, nanos);
        }
        time.advance(Duration.ofSeconds(10));
        look(pending);
    }

    private static List<@Nullable Double> newest(Points points, String series, int number) {
        List<@Nullable Double> values = Objects.requireNonNull(points.server().get(series), series);
        return values.subList(values.size() - number, values.size());
    }

    private List<@Nullable Double> hour(String series, int number) {
        return newest(history.server(Window.HOUR), series, number);
    }

    private @Nullable Double day(String series) {
        return newest(history.server(Window.DAY), series, 1).get(0);
    }

    @Test
    void eachTenSecondsHaveTheirRates() {
        step(20, 0, MILLI, 1);
        cpu += 5;
        step(30, 10, 40 * MILLI, 7);
        step(0, 0, 0, 2);

        assertEquals(List.of(2.0, 4.0, 0.0), hour("requestsPerSecond", 3));
        assertEquals(List.of(0.0, 1.0, 0.0), hour("faultsPerSecond", 3));
        assertEquals(List.of(0.0, 0.5, 0.0), hour("cpu", 3));
        assertEquals(List.of(1.0, 7.0, 2.0), hour("pending", 3));
        List<@Nullable Double> p99 = hour("p99Micros", 3);
        assertTrue(Objects.requireNonNull(p99.get(0)) <= 1_000, p99.toString());
        assertTrue(Objects.requireNonNull(p99.get(1)) > 20_000, p99.toString());
        assertNull(p99.get(2), "without requests there is no latency");
    }

    @Test
    void pointsHaveTheTimeOfTheirSteps() {
        time.advance(Duration.ofMillis(9_700));
        look(1); // a timer that is early
        time.advance(Duration.ofMillis(10_900));
        look(2); // one that is late
        Points hour = history.server(Window.HOUR);
        assertEquals(10, hour.stepSeconds());
        List<@Nullable Double> pending = Objects.requireNonNull(hour.server().get("pending"));
        assertEquals(360, pending.size());
        assertEquals(List.of(1.0, 2.0), pending.subList(358, 360));
        Instant newest = hour.first().plusSeconds(359 * 10);
        assertEquals(Instant.parse("2026-01-01T00:00:10Z"), newest);

        Points day = history.server(Window.DAY);
        assertEquals(300, day.stepSeconds());
        assertEquals(288, Objects.requireNonNull(day.server().get("pending")).size());
        assertEquals(Instant.parse("2026-01-01T00:00:00Z"), day.first().plusSeconds(287 * 300));
    }

    @Test
    void fiveMinutesHaveTheRatesAndPercentilesOfAllTheirRequestsAndTheGreatestOfLevels() {
        for (int i = 0; i < 30; i++) {
            // One step of thirty is slow, and has one request in a hundred and more.
            step(i == 3 ? 2 : 20, i == 3 ? 4 : 0, i == 3 ? 900 * MILLI : MILLI, i == 5 ? 50 : i);
        }

        assertEquals((29 * 20 + 6) / 300.0, Objects.requireNonNull(day("requestsPerSecond")), 0.001);
        assertEquals(4 / 300.0, Objects.requireNonNull(day("faultsPerSecond")), 0.001);
        assertEquals(50, day("pending"));
        assertTrue(Objects.requireNonNull(day("p50Micros")) <= 1_000, "half of them were fast");
        assertTrue(Objects.requireNonNull(day("p99Micros")) > 500_000, "one in a hundred was not");

        step(10, 0, MILLI, 3);
        assertEquals(1, day("requestsPerSecond"), "a point that is not over has what there has been of it");
        assertEquals(3, day("pending"));
        assertTrue(Objects.requireNonNull(day("p99Micros")) <= 1_000);
    }

    @Test
    void whileNobodyLooksThereIsAGapAndWhatCameMeanwhileIsSpreadOverIt() {
        step(10, 0, MILLI, 1);
        requests.add(RequestOutcome.DONE, MILLI);
        time.advance(Duration.ofSeconds(20));
        step(29, 0, MILLI, 2);
        List<@Nullable Double> rates = hour("requestsPerSecond", 4);
        assertEquals(1.0, rates.get(0));
        assertNull(rates.get(1));
        assertNull(rates.get(2));
        assertEquals(1.0, rates.get(3));
    }

    @Test
    void afterADayTheFirstHoursAreGone() {
        step(0, 0, 0, 9);
        for (int i = 0; i < 24 * 360; i++) {
            step(0, 0, 0, 1);
        }
        for (Window window : Window.values()) {
            List<@Nullable Double> pending = newest(history.server(window), "pending", window.points());
            assertTrue(pending.stream().allMatch(each -> each != null && each == 1), pending.toString());
        }
    }

    @Test
    void countersThatBeginAnewAreNoNegativeRates() {
        step(50, 5, MILLI, 0);
        requests = new RequestCounter();
        step(10, 1, MILLI, 0);
        assertEquals(List.of(5.5, 1.1), hour("requestsPerSecond", 2));
        assertEquals(List.of(0.5, 0.1), hour("faultsPerSecond", 2));
    }

    @Test
    void aCompositeHasPointsWhileItIsDeployed() {
        step(20, 10, MILLI, 0);
        Points points = history.composites(Window.HOUR, List.of(ORDERS));
        assertTrue(points.server().isEmpty());
        Map<String, List<@Nullable Double>> orders =
                Objects.requireNonNull(points.composites().get(ORDERS));
        assertEquals(
                List.of("requestsPerSecond", "faultsPerSecond", "p50Micros", "p99Micros"),
                List.copyOf(orders.keySet()));
        assertEquals(3.0, orders.get("requestsPerSecond").get(359));
        assertEquals(3.0, history.composite(ORDERS).get("requestsPerSecond"));

        history.add(time.instant(), Reading.ofRequests(time.nanoTime(), requests.totals()), Map.of());
        assertEquals(Map.of(), history.composite(ORDERS));
        assertEquals(
                Map.of(ORDERS, Map.of()),
                history.composites(Window.DAY, List.of(ORDERS)).composites());
    }

    @Test
    void theRequestsOfACompositeThatIsNewCountFromTheLastLook() {
        step(0, 0, MILLI, 0);
        RequestCounter own = new RequestCounter();
        for (int i = 0; i < 20; i++) {
            own.add(RequestOutcome.DONE, MILLI);
        }
        CompositeRevision late = new CompositeRevision("default", "Late", "1.0");
        time.advance(History.STEP);
        history.add(
                time.instant(),
                Reading.ofRequests(time.nanoTime(), requests.totals()),
                Map.of(ORDERS, requests.totals(), late, own.totals()));
        assertEquals(2.0, history.composite(late).get("requestsPerSecond"));
    }

    @Test
    void beyondSoManyCompositesTheLogNamesOneThatHasNone() {
        Map<CompositeRevision, RequestTotals> many = new HashMap<>();
        many.put(ORDERS, requests.totals());
        for (int i = 0; i < History.MOST_COMPOSITES; i++) {
            many.put(new CompositeRevision("default", "C" + i, "1.0"), RequestTotals.NONE);
        }
        try (RecordedLog log = RecordedLog.of(History.class.getName())) {
            for (int i = 0; i < 3; i++) {
                history.add(time.instant(), Reading.ofRequests(time.nanoTime(), requests.totals()), many);
            }
            assertEquals(1, log.entries().size(), log.entries().toString());
            assertTrue(
                    log.messages().get(0).contains("as 256 composites have"),
                    log.messages().toString());
        }
        assertEquals(
                History.MOST_COMPOSITES,
                many.keySet().stream()
                        .filter(each -> !history.composite(each).isEmpty())
                        .count());
    }
}
