package dev.weir.bench.mediator;

import dev.weir.bench.measure.MeasureException;
import dev.weir.bench.measure.Metric;
import dev.weir.bench.measure.Results;
import dev.weir.bench.measure.Suite;
import dev.weir.bench.measure.Task;
import dev.weir.bench.measure.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Routing by rules in parallel and one after the other, and what handing a parallel rule over by the store takes. It runs
 * a server with many threads, and so measures by itself.
 */
public final class MediatorSuite implements Suite {
    private static final String WEIR = "weir";
    private static final String PARALLEL = "parallel";
    private static final String SEQUENTIAL = "sequential";
    private static final String HAND_OVER = "hand-over";
    private static final Metric ELAPSED = new Metric("elapsed", "ms", false);
    private static final Metric ELAPSED_99 = new Metric("p99", "ms", false);
    private static final List<Integer> RULES = List.of(1, 4, 12);
    private static final List<Integer> DELAYS_MS = List.of(0, 5, 50);

    /** How a workload's rules are followed, how many there are, and how long a target takes to answer. */
    record Route(boolean parallel, int rules, int delayMs) {
        String workload() {
            return (parallel ? PARALLEL : SEQUENTIAL) + "/" + rules + "x" + delayMs + "ms";
        }

        static Route of(String workload) {
            return workload.equals(HAND_OVER)
                    ? new Route(true, 1, 0)
                    : all().stream()
                            .filter(route -> route.workload().equals(workload))
                            .findFirst()
                            .orElseThrow(() -> new IllegalArgumentException(workload));
        }

        static List<Route> all() {
            List<Route> all = new ArrayList<>();
            for (int delay : DELAYS_MS) {
                for (int rules : RULES) {
                    all.add(new Route(true, rules, delay));
                    all.add(new Route(false, rules, delay));
                }
            }
            return all;
        }
    }

    /** How long, and how many messages at least. */
    private record Span(long ms, int messages) {
        void run(Routing routing, Consumer<Long> each) throws InterruptedException {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
            for (int i = 0; i < messages || System.nanoTime() < end; i++) {
                each.accept(routing.route());
            }
        }
    }

    @Override
    public String name() {
        return "mediator";
    }

    @Override
    public String title() {
        return "Mediators that route in parallel and in sequence";
    }

    @Override
    public List<Workload> workloads(boolean quick) {
        List<Workload> all = new ArrayList<>();
        Route.all().forEach(route -> all.add(workload(route.workload(), route.delayMs() + " ms")));
        all.add(workload(HAND_OVER, HAND_OVER));
        return all;
    }

    private static Workload workload(String name, String group) {
        return new Workload(name, group, name, to -> {}, "message", 1, false);
    }

    @Override
    public List<String> stacks(Workload workload) {
        return List.of(WEIR);
    }

    @Override
    public List<String> rivals(String stack) {
        return List.of();
    }

    @Override
    public Task open(String stack, Workload workload, Path document) {
        throw new UnsupportedOperationException("this suite measures by itself");
    }

    /**
     * Measures in rounds.
     *
     * @param folder for stores and composites
     */
    public Results measure(List<Workload> wanted, int rounds, boolean quick, Path folder, Consumer<String> progress)
            throws IOException {
        Results results = new Results(rounds);
        Span warm = quick ? new Span(200, 3) : new Span(2_000, 20);
        Span measured = quick ? new Span(200, 5) : new Span(4_000, 100);
        try {
            for (int round = 0; round < rounds; round++) {
                for (Workload workload : wanted) {
                    String name = workload.name();
                    progress.accept("round " + (round + 1) + " of " + rounds + ": " + name);
                    double[] ms = measure(name, warm, measured, Files.createTempDirectory(folder, "routes"));
                    results.add(name, WEIR, ELAPSED, round, percentile(ms, 50));
                    results.add(name, WEIR, ELAPSED_99, round, percentile(ms, 99));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MeasureException("interrupted", e);
        }
        return results;
    }

    /** Milliseconds of each message, from the lowest. */
    private static double[] measure(String workload, Span warm, Span measured, Path folder)
            throws IOException, InterruptedException {
        Route route = Route.of(workload);
        List<Long> nanos = new ArrayList<>();
        try (Routing routing = new Routing(folder, route.parallel(), route.rules(), route.delayMs())) {
            warm.run(routing, time -> {});
            long[] before = routing.handovers();
            measured.run(routing, nanos::add);
            long[] handovers = routing.handovers();
            routing.check();
            if (workload.equals(HAND_OVER)) {
                if (before.length == 0 || handovers.length != nanos.size()) {
                    throw new MeasureException(
                            nanos.size() + " messages were handed over " + handovers.length + " times");
                }
                return sortedMs(handovers);
            }
        }
        return sortedMs(nanos.stream().mapToLong(Long::longValue).toArray());
    }

    private static double[] sortedMs(long[] nanos) {
        return Arrays.stream(nanos).sorted().mapToDouble(time -> time / 1e6).toArray();
    }

    /** The smallest value that so many of a hundred do not exceed. */
    private static double percentile(double[] sorted, int percent) {
        return sorted[(sorted.length * percent + 99) / 100 - 1];
    }
}
