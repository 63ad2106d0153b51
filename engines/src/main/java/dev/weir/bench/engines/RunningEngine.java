package dev.weir.bench.engines;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.EnumMap;
import java.util.Map;

/** An engine over its database, and what it has done so far. One thread at a time. */
final class RunningEngine implements AutoCloseable {
    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final Map<Work, Long> begun = new EnumMap<>(Work.class);
    private final Engine engine;
    private final CpuTime database;
    private final Callers callers;

    /** The processor time of the processes of a database so far. */
    interface CpuTime {
        long nanos() throws IOException;
    }

    /**
     * What was measured.
     *
     * @param cpuNanos of this process and of the database's
     */
    record Measured(long instances, long nanos, long cpuNanos) {}

    /** @param open how many instances are open at a time */
    RunningEngine(Engine engine, CpuTime database, int open) {
        this.engine = engine;
        this.database = database;
        this.callers = new Callers(engine, open);
    }

    /** Runs instances for a time, then looks into the database whether it has all of them as ended. */
    Measured run(Work work, long millis) throws Exception {
        long cpu = cpuNanos();
        long start = System.nanoTime();
        long instances = callers.run(work, millis);
        long nanos = System.nanoTime() - start;
        cpu = cpuNanos() - cpu;
        long expected = begun.merge(work, instances, Long::sum);
        long found = engine.ended(work);
        if (found != expected) {
            throw new IllegalStateException(
                    "the database has " + found + " ended instances of " + work.text() + ", not " + expected);
        }
        return new Measured(instances, nanos, cpu);
    }

    private long cpuNanos() throws IOException {
        return system.getProcessCpuTime() + database.nanos();
    }

    @Override
    public void close() {
        callers.close();
    }
}
