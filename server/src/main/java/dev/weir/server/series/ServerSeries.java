package dev.weir.server.series;

import com.sun.management.OperatingSystemMXBean;
import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.composite.statistics.RequestCounter;
import dev.weir.composite.statistics.RequestOutcome;
import dev.weir.composite.statistics.RequestTotals;
import dev.weir.composite.statistics.Statistics.Pool;
import dev.weir.soap.http.HttpServer;
import dev.weir.store.Store;
import dev.weir.store.StoreCounts;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks each ten seconds at what the server counts, on a thread of its own, and keeps it as {@link History}. It asks for
 * what is cheap only: counters in memory, one row of the store, the sizes of two files. A look that fails is a gap. Thread-safe.
 */
public final class ServerSeries implements AutoCloseable {
    /** The time of the processors, all of them together: its growth in a second is the part of them that is busy. */
    private static final List<String> COUNTERS = List.of("cpu");
    /** After those of the pools, in the order of {@link #reading}. */
    private static final List<String> LEVELS = List.of(
            "runningInstances", "undeliveredMessages", "openCalls", "heapUsedBytes", "storeBytes", "storeLogBytes");

    private static final Logger LOG = System.getLogger(ServerSeries.class.getName());
    private static final int FIRST_ERROR_STATUS = 400;
    private static final long LONGEST_LOOK_MS = 1_000;

    private final Store store;
    private final CompositeRuntime runtime;
    private final StoreFiles files;
    private final InstantSource clock;
    private final LongSupplier nanoTime;
    private final RequestCounter requests = new RequestCounter();
    private final History history;
    private final @Nullable OperatingSystemMXBean process =
            ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean known ? known : null;

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "weir-series");
        thread.setDaemon(true);
        return thread;
    });
    private final int processors = Runtime.getRuntime().availableProcessors();
    private boolean failing;

    /** @param nanoTime what {@link System#nanoTime} is to others */
    ServerSeries(
            HttpServer services,
            Store store,
            CompositeRuntime runtime,
            StoreFiles files,
            InstantSource clock,
            LongSupplier nanoTime) {
        this.store = store;
        this.runtime = runtime;
        this.files = files;
        this.clock = clock;
        this.nanoTime = nanoTime;
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        this.history = new History(clock.instant(), COUNTERS, levels(runtime.pools()));
        services.observe((mounted, status, nanos) -> {
            if (mounted != null && mounted.startsWith(CompositeRuntime.SERVICES)) {
                requests.add(status < FIRST_ERROR_STATUS ? RequestOutcome.DONE : RequestOutcome.FAULTED, nanos);
            }
        });
    }

    /**
     * Looks from now on, until it is closed.
     *
     * @param services the listener of the services
     */
    public static ServerSeries start(HttpServer services, Store store, CompositeRuntime runtime, StoreFiles files) {
        ServerSeries series =
                new ServerSeries(services, store, runtime, files, InstantSource.system(), System::nanoTime);
        series.timer.execute(series::tick);
        return series;
    }

    /** What has been found. */
    public History history() {
        return history;
    }

    /** The answered requests to services, since the start. */
    public RequestTotals requests() {
        return requests.totals();
    }

    /** The store's. */
    public StoreFiles files() {
        return files;
    }

    /** Follows the clock, not the time since the start, so that each look comes at the end of a step. */
    private void tick() {
        Instant next = History.stepEnd(clock.instant()).plus(History.STEP);
        look();
        // A look that took long leaves steps out.
        long wait = Math.max(0, Duration.between(clock.instant(), next).toMillis());
        if (!timer.isShutdown()) {
            var unused = timer.schedule(this::tick, wait, TimeUnit.MILLISECONDS);
        }
    }

    /** Looks once; throws nothing, as the timer would end then. */
    void look() {
        try {
            history.add(clock.instant(), reading(), runtime.requests());
            failing = false;
        } catch (RuntimeException | Error e) {
            if (!failing) {
                LOG.log(Level.WARNING, "the server's series have a gap while its numbers cannot be read", e);
            }
            failing = true;
        }
    }

    private Reading reading() {
        StoreCounts counts = store.counts();
        List<Pool> pools = runtime.pools();
        double[] levels = new double[2 * pools.size() + LEVELS.size()];
        int size = 0;
        for (Pool pool : pools) {
            levels[size++] = pool.active();
            levels[size++] = pool.pending();
        }
        levels[size++] = counts.liveInstances();
        levels[size++] = counts.undeliveredMessages();
        levels[size++] = counts.openCalls();
        levels[size++] = usedHeap();
        levels[size++] = files.bytes();
        levels[size] = files.logBytes();
        return new Reading(nanoTime.getAsLong(), requests.totals(), new double[] {processorSeconds()}, levels);
    }

    private static List<String> levels(List<Pool> pools) {
        List<String> names = new ArrayList<>();
        for (Pool pool : pools) {
            names.add(pool.name() + ".active");
            names.add(pool.name() + ".pending");
        }
        return Stream.concat(names.stream(), LEVELS.stream()).toList();
    }

    private static long usedHeap() {
        Runtime jvm = Runtime.getRuntime();
        return jvm.totalMemory() - jvm.freeMemory();
    }

    /** What the process has had of all processors together; NaN where the JVM does not say. */
    private double processorSeconds() {
        long nanos = process == null ? -1 : process.getProcessCpuTime();
        return nanos < 0 ? Double.NaN : nanos / 1e9 / processors;
    }

    /** Looks no more. */
    @Override
    public void close() {
        timer.shutdown();
        try {
            if (!timer.awaitTermination(LONGEST_LOOK_MS, TimeUnit.MILLISECONDS)) {
                LOG.log(Level.WARNING, "the server's numbers are still being read, while it stops");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
