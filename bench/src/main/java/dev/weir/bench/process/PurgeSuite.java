package dev.weir.bench.process;

import dev.weir.bench.measure.MeasureException;
import dev.weir.bench.measure.Metric;
import dev.weir.bench.measure.Results;
import dev.weir.bench.measure.Suite;
import dev.weir.bench.measure.Task;
import dev.weir.bench.measure.Workload;
import dev.weir.store.FlowFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Purging finished instances out of a store that serves requests meanwhile: by the days they began on, and by their
 * composite. It runs a server with many threads, and so measures by itself.
 */
public final class PurgeSuite implements Suite {
    private static final String WEIR = "weir";
    private static final String DAYS = "days";
    private static final String ROW_FILTER = "row-filter";
    private static final int KEPT_DAYS = 3;

    private static final Metric TIME = new Metric("time", "s", false);
    private static final Metric SPACE = new Metric("space", "s", false);
    private static final Metric RATE = new Metric("rate", "instances/s", true);
    private static final Metric QUIET_99 = new Metric("quiet-p99", "ms", false);
    private static final Metric PURGING_99 = new Metric("p99", "ms", false);
    private static final Metric BEFORE = new Metric("file-before", "MB", false);
    private static final Metric AFTER = new Metric("file-after", "MB", false);

    @Override
    public String name() {
        return "purge";
    }

    @Override
    public String title() {
        return "Purging finished instances while others run";
    }

    @Override
    public List<Workload> workloads(boolean quick) {
        return List.of(workload(DAYS), workload(ROW_FILTER));
    }

    private static Workload workload(String name) {
        return new Workload(name, "purge", name, to -> {}, "instance", 1, false);
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
     * How many instances there are.
     *
     * @param quietMs how long the service is asked before the purge
     * @param stillMs for which the files have got no smaller when all space is given back
     */
    record Size(int finished, int open, long quietMs, long stillMs) {
        static final Size FULL = new Size(1_000_000, 1_000, 10_000, 10_000);
        static final Size QUICK = new Size(50_000, 100, 1_000, 3_000);
    }

    /**
     * Measures in rounds, each with stores of its own.
     *
     * @param folder for stores
     */
    public Results measure(List<Workload> wanted, int rounds, boolean quick, Path folder, Consumer<String> progress)
            throws IOException {
        DeskComposite desk = new DeskComposite(folder);
        Results results = new Results(rounds);
        Size size = quick ? Size.QUICK : Size.FULL;
        try {
            for (int round = 0; round < rounds; round++) {
                for (Workload workload : wanted) {
                    String where = "round " + (round + 1) + " of " + rounds + ": " + workload.name() + ", ";
                    Path place = Files.createTempDirectory(folder, "store");
                    measure(workload.name(), size, round, place, desk, results, what -> progress.accept(where + what));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MeasureException("interrupted", e);
        }
        return results;
    }

    static void measure(
            String workload,
            Size size,
            int round,
            Path folder,
            DeskComposite desk,
            Results results,
            Consumer<String> progress)
            throws IOException, InterruptedException {
        try (PurgedStore store = new PurgedStore(folder, desk)) {
            progress.accept("writing " + size.finished() + " finished instances");
            store.fill(size.finished(), size.open());
            double before = store.megabytes();
            progress.accept("asking the service");
            double[] quiet = asked(store, size.quietMs());
            progress.accept("purging");
            FlowFilter filter = workload.equals(DAYS) ? store.olderThan(KEPT_DAYS) : PurgedStore.ofOneComposite();
            PurgedStore.Purged purged = store.purge(filter);
            long flows = purged.report().flows();
            long expected = workload.equals(DAYS)
                    ? (long) size.finished() * (PurgedStore.DAYS - KEPT_DAYS) / PurgedStore.DAYS
                    : size.finished() / PurgedStore.COMPOSITES;
            if (flows != expected
                    || purged.report().events() != flows * PurgedStore.EVENTS
                    || store.finished() != size.finished() - flows
                    || store.open() != size.open()) {
                throw new MeasureException(workload + ": " + expected + " finished instances were to be purged, and "
                        + purged.report() + "; left are " + store.finished() + " and " + store.open() + " open ones");
            }
            double seconds = purged.report().time().toNanos() / 1e9;
            results.add(workload, WEIR, TIME, round, seconds);
            results.add(workload, WEIR, RATE, round, flows / seconds);
            results.add(workload, WEIR, QUIET_99, round, PurgedStore.percentile(quiet, 99));
            results.add(workload, WEIR, PURGING_99, round, PurgedStore.percentile(purged.answersMs(), 99));
            progress.accept("waiting until space is given back");
            results.add(workload, WEIR, SPACE, round, store.untilSpaceIsGivenBack(size.stillMs()));
            results.add(workload, WEIR, BEFORE, round, before);
            results.add(workload, WEIR, AFTER, round, store.megabytes());
        }
    }

    private static double[] asked(PurgedStore store, long ms) throws InterruptedException {
        // The first requests compile what later ones run.
        long warm = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
        store.probe(() -> System.nanoTime() < warm);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
        return store.probe(() -> System.nanoTime() < end);
    }
}
