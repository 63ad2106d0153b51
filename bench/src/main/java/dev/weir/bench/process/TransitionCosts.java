package dev.weir.bench.process;

import com.sun.management.OperatingSystemMXBean;
import dev.weir.bench.measure.MeasureException;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.Store;
import dev.weir.store.Transition;
import dev.weir.store.sqlite.SqliteStore;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;

/**
 * What a transition costs in an instance that goes through a loop, one commit to each turn, beside a large variable that
 * it leaves alone.
 */
final class TransitionCosts {
    private static final String UNTOUCHED = "x".repeat(100_000);

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    /** @param cpuMicros of the whole process, for one transition */
    record Cost(double cpuMicros, double bytes) {}

    /** Runs instances of so many turns, until there were {@code transitions} at least; the first and last are not counted. */
    Cost run(Path folder, DeskComposite desk, int turns, int transitions) {
        long nanos = 0;
        long bytes = 0;
        int counted = 0;
        try (Store store = SqliteStore.open(folder)) {
            EngineHarness engine = new EngineHarness(store, desk, "Turns");
            while (counted < transitions) {
                engine.begin(Integer.toString(turns), UNTOUCHED).join();
                for (int turn = 0; turn <= turns; turn++) {
                    long before = system.getProcessCpuTime();
                    ClaimedInstance work = only(engine.claim());
                    Transition step = engine.advance(work);
                    store.commit(step).join();
                    if (turn > 0 && turn < turns) {
                        nanos += system.getProcessCpuTime() - before;
                        bytes += step.rowsPut().values().stream()
                                .mapToInt(row -> row.length)
                                .sum();
                        counted++;
                    }
                }
            }
            if (store.counts().liveInstances() != 0) {
                throw new MeasureException("instances of " + turns + " turns have not ended");
            }
        }
        return new Cost(nanos / 1e3 / counted, (double) bytes / counted);
    }

    private static ClaimedInstance only(List<ClaimedInstance> works) {
        if (works.size() != 1) {
            throw new MeasureException("one instance was to go on, not " + works.size());
        }
        return works.get(0);
    }
}
