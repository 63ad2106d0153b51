package dev.weir.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rounds with real processes and a suite whose stacks are known to differ. */
class RoundsTest {
    @TempDir
    Path folder;

    /** Reads one small file; {@code twice} does it two times. */
    public static final class Reading implements Suite {
        @Override
        public String name() {
            return "reading";
        }

        @Override
        public String title() {
            return "reading a file";
        }

        @Override
        public List<Workload> workloads(boolean quick) {
            return List.of(
                    new Workload("small", "files", "small", out -> out.write(new byte[1000]), "document", 1, false));
        }

        @Override
        public List<String> stacks(Workload workload) {
            return List.of("once", "twice", "wrong", "broken", "gone", "slower");
        }

        @Override
        public List<String> rivals(String stack) {
            return stack.equals("once") ? List.of("twice", "wrong", "broken") : List.of();
        }

        @Override
        public Task open(String stack, Workload workload, Path document) {
            return switch (stack) {
                case "once" -> () -> Files.readAllBytes(document).length;
                case "twice" -> () -> (Files.readAllBytes(document).length + Files.readAllBytes(document).length) / 2;
                case "wrong" ->
                    new Task() {
                        @Override
                        public long run() throws IOException {
                            return Files.readAllBytes(document).length;
                        }

                        @Override
                        public long check() {
                            return 7;
                        }
                    };
                case "broken" ->
                    () -> {
                        throw new IOException("torn");
                    };
                case "slower" ->
                    new Task() {
                        private long millis = 10;

                        @Override
                        public long run() throws InterruptedException {
                            Thread.sleep(millis);
                            millis += millis / 5;
                            return 1;
                        }
                    };
                default ->
                    () -> {
                        Runtime.getRuntime().halt(3);
                        return 0;
                    };
            };
        }
    }

    private Results measured(String... stacks) throws IOException {
        Reading suite = new Reading();
        return new Rounds(
                        suite,
                        suite.workloads(true),
                        new Rounds.Plan(2, new Windows(20, 2, true), false, 1),
                        folder,
                        line -> {})
                .run(List.of(stacks)::contains);
    }

    @Test
    void allStacksAreMeasuredAndCompared() throws IOException {
        Results results = measured("once", "twice");

        assertEquals(List.of(), results.failures());
        Results.Ratio speed = results.ratios(new Reading()).stream()
                .filter(ratio -> ratio.metric().equals(Metric.SPEED))
                .findFirst()
                .orElseThrow();
        assertEquals("once", speed.stack());
        assertTrue(speed.min() <= speed.median() && speed.median() <= speed.max(), speed::toString);
        Results.Ratio alloc = results.ratios(new Reading()).stream()
                .filter(ratio -> ratio.metric().name().equals("alloc"))
                .findFirst()
                .orElseThrow();
        assertEquals("once", alloc.stack());
        Results.Ratio mean =
                results.means(new Reading(), new Reading().workloads(true)).get(0);
        assertEquals("geomean:files", mean.workload());
        assertEquals(speed.median(), mean.median(), 1e-9);
    }

    /** Twice as fast in one round and four times in the other; half the allocation, of which less is better. */
    @Test
    void ratiosAreTakenWithinARound() {
        Results results = new Results(2);
        add(results, Metric.SPEED, 100, 400, 50, 100);
        add(results, Metric.alloc("document"), 10, 30, 20, 60);

        List<Results.Ratio> ratios = results.ratios(new Reading());

        assertEquals(
                List.of(3.0, 2.0), ratios.stream().map(Results.Ratio::median).toList());
        assertEquals(List.of(2.0, 2.0), ratios.stream().map(Results.Ratio::min).toList());
        assertEquals(List.of(4.0, 2.0), ratios.stream().map(Results.Ratio::max).toList());
    }

    private static void add(Results results, Metric metric, double once1, double once2, double twice1, double twice2) {
        results.add("small", "once", metric, 0, once1);
        results.add("small", "once", metric, 1, once2);
        results.add("small", "twice", metric, 0, twice1);
        results.add("small", "twice", metric, 1, twice2);
    }

    @Test
    void whatCannotBeMeasuredIsToldAndTheOthersGoOn() throws IOException {
        Results results = measured("once", "broken", "gone");

        assertEquals(2, results.failures().size(), results.failures()::toString);
        assertTrue(results.failures().stream()
                .anyMatch(none -> none.stack().equals("broken") && none.reason().contains("torn")));
        assertTrue(results.failures()
                .contains(new Results.Failure("small", "gone", List.of(), "its JVM ended: exit code 3")));
        assertEquals(
                List.of("once"),
                results.results().stream().map(Results.Result::stack).distinct().collect(Collectors.toList()));
    }

    /** Each run takes a fifth longer than the one before, so that its cost is never steady. */
    @Test
    void whatDoesNotSettleHasNoFigureAndIsNoFailure() throws IOException {
        Reading suite = new Reading();
        Rounds.Plan plan = new Rounds.Plan(2, new Windows(1, 12, false), false, 1);
        Results results = new Rounds(suite, suite.workloads(true), plan, folder, line -> {}).run("slower"::equals);

        assertEquals(List.of(), results.failures());
        assertEquals(List.of(), results.results());
        assertEquals(1, results.unsettled().size());
        assertEquals(2, results.unsettled().get(0).rounds());
        String reason = results.unsettled().get(0).reason();
        assertTrue(reason.startsWith("not settled: "), reason);
        assertEquals(
                List.of(Metric.SPEED, Metric.alloc("document")),
                results.unsettled().get(0).metrics());
    }

    /** The smallest heap is searched for by itself: whatever comes of it, the time is still one that did not settle. */
    @Test
    void whatDidNotSettleIsNamedForEachMetric() {
        Results results = new Results(2);
        Steadiness unsettled = new Steadiness("not settled: too busy", false);
        results.add("small", "once", Metric.TIME, 0, 5, unsettled);
        results.add("small", "once", Metric.alloc("record"), 0, 50, unsettled);
        results.add("small", "once", Metric.MEMORY, 0, 7);
        results.add("small", "twice", Metric.TIME, 0, 5, unsettled);
        results.fail("small", "twice", Metric.MEMORY, new MeasureException("it fails in 1024 MiB, too"));
        results.add("small", "twice", Metric.TIME, 1, 6, new Steadiness(null, false));

        assertEquals(
                List.of(
                        new Results.Unsettled(
                                "small",
                                "once",
                                List.of(Metric.TIME, Metric.alloc("record")),
                                1,
                                "not settled: too busy"),
                        new Results.Unsettled("small", "twice", List.of(Metric.TIME), 1, "not settled: too busy")),
                results.unsettled());
        assertEquals(
                List.of(new Results.Failure("small", "twice", List.of(Metric.MEMORY), "it fails in 1024 MiB, too")),
                results.failures());
        assertFalse(results.hasFailed("small", "twice"), "its time is measured in the next round");
        assertEquals(
                List.of(Metric.MEMORY, Metric.TIME),
                results.results().stream().map(Results.Result::metric).toList());
    }

    @Test
    void aSampleIsReadAsItWasWritten() {
        for (Sample sample :
                List.of(new Sample(1, 2, 3, 4, 5, null), new Sample(1, 2, 3, -4, -1, "not settled: 3 of 10 windows"))) {
            assertEquals(sample, Sample.parse(sample.toLine()));
        }
    }

    @Test
    void stacksThatDoDifferentWorkAreNotCompared() throws IOException {
        Results results = measured("once", "wrong");

        assertEquals(1, results.failures().size());
        assertTrue(results.failures().get(0).reason().contains("did not do the same work"));
        assertEquals(List.of(), results.ratios(new Reading()));
    }
}
