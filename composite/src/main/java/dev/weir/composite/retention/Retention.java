package dev.weir.composite.retention;

import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowState;
import dev.weir.store.PurgeOrder;
import dev.weir.store.PurgeReport;
import dev.weir.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Removes ended instances whose time is over, composite by composite, on a thread of its own when the schedule says so.
 * The age of an instance counts from its end. A run that fails, that its longest time cuts off, or that is not over when
 * the next is due is an alert, until a run comes to its end. Thread-safe.
 */
public final class Retention implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Retention.class.getName());
    private static final FlowState[] ENDED = {FlowState.COMPLETED, FlowState.FAULTED, FlowState.TERMINATED};
    /** The thread looks at the clock at least so often: an operator may set it, and a machine may sleep. */
    private static final long MOST_WAIT_MS = 60_000;
    /** Instances between two looks at the clock. */
    private static final int AT_ONCE = 100;

    private static final long LONGEST_STOP_MS = 5_000;

    private final Store store;
    private final RetentionConfig config;
    private final InstantSource clock;
    private final Thread thread = new Thread(this::loop, "weir-retention");
    private FlowArchive.@Nullable Factory archives;

    private boolean started;
    private boolean closed;
    private boolean asked;
    private boolean running;
    private @Nullable Instant begun;
    private @Nullable Instant ended;
    private @Nullable Instant succeeded;
    private @Nullable String trouble;
    /** The log has said that the run under way is not over, and the next is due. */
    private boolean saidLate;

    private long removed;
    private long removedInAll;
    /** The schedule counts from here: the end of the last run, or the start. */
    private Instant counted;

    public Retention(Store store, RetentionConfig config, InstantSource clock) {
        this.store = store;
        this.config = config;
        this.clock = clock;
        this.counted = clock.instant();
        thread.setDaemon(true);
    }

    /** Gives it somewhere to archive. Without, runs that are to archive fail. */
    public synchronized void archiveTo(FlowArchive.Factory factory) {
        archives = factory;
    }

    /** Begins to follow the schedule. */
    public synchronized void start() {
        if (!started && !closed) {
            started = true;
            counted = clock.instant();
            config.onChange(this::wake);
            thread.start();
        }
    }

    private synchronized void wake() {
        notifyAll();
    }

    /**
     * Lets a run begin now, unless one is under way. It has ended when {@link #status} is of another run than this, and of
     * one that is not running any more.
     *
     * @return how it stood right before: by {@link RetentionStatus#begun} of the last run, or of the one that is under way
     */
    public RetentionStatus runSoon() {
        Map<String, String> rules = rules();
        synchronized (this) {
            RetentionStatus before = status(rules);
            asked = !running;
            notifyAll();
            return before;
        }
    }

    private void loop() {
        try {
            while (awaitTurn()) {
                run();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** False when it is over. */
    private synchronized boolean awaitTurn() throws InterruptedException {
        while (!closed && !asked) {
            Instant next = next();
            long wait = next == null
                    ? MOST_WAIT_MS
                    : Math.min(
                            MOST_WAIT_MS,
                            Duration.between(clock.instant(), next).toMillis());
            if (wait <= 0) {
                break;
            }
            wait(wait);
        }
        asked = false;
        return !closed;
    }

    private @Nullable Instant next() {
        return config.schedule().after(counted, ZoneId.systemDefault()).orElse(null);
    }

    /** One run, from beginning to end, on the caller's thread. Whatever goes wrong is the alert, and in the log. */
    public void run() {
        synchronized (this) {
            if (running || closed) {
                return;
            }
            running = true;
            begun = clock.instant();
            ended = null;
            removed = 0;
            saidLate = false;
        }
        try {
            over(removeAll(config.maxRuntime()));
        } catch (StoppedException e) {
            LOG.log(Level.DEBUG, "a run was stopped with the server", e);
            ended();
        } catch (IOException | RuntimeException | Error e) {
            LOG.log(Level.WARNING, "instances whose retention is over could not be removed", e);
            over("the run failed: " + (e.getMessage() == null ? e : e.getMessage()));
        }
    }

    private synchronized Instant ended() {
        running = false;
        Instant now = clock.instant();
        ended = now;
        counted = now;
        return now;
    }

    private synchronized void over(@Nullable String problem) {
        Instant now = ended();
        if (problem == null && trouble != null) {
            LOG.log(Level.INFO, "retention: instances whose time is over are removed again as they should be");
        }
        trouble = problem;
        if (problem == null) {
            succeeded = now;
        } else {
            LOG.log(Level.WARNING, "retention: {0}", problem);
        }
        if (removed > 0) {
            LOG.log(Level.INFO, "retention: {0} ended instances were removed", Long.toString(removed));
        }
    }

    private Set<CompositeRevision> composites() {
        Set<CompositeRevision> all = new TreeSet<>(Comparator.comparing(CompositeRevision::toString));
        all.addAll(config.ruled());
        all.addAll(store.composites());
        return all;
    }

    /** What is wrong; null where nothing is. */
    private @Nullable String removeAll(Duration most) throws IOException {
        FlowArchive.Factory factory;
        synchronized (this) {
            factory = archives;
        }
        if (!config.archive()) {
            return removeAll(most, null);
        }
        if (factory == null) {
            throw new IOException("instances are to be archived, and there is nowhere to archive them");
        }
        try (FlowArchive archive = factory.open()) {
            return removeAll(most, archive);
        }
    }

    private @Nullable String removeAll(Duration most, @Nullable FlowArchive archive) {
        Instant end = Objects.requireNonNull(begunAt()).plus(most);
        for (CompositeRevision composite : composites()) {
            RetentionRule rule = config.rule(composite);
            for (FlowState state : ENDED) {
                Duration age = rule.of(state).orElse(null);
                if (age == null) {
                    continue;
                }
                Instant before = Objects.requireNonNull(begunAt()).minus(age);
                // What was changed before then was begun before then, which the index knows.
                FlowFilter filter = FlowFilter.ALL
                        .withStates(Set.of(state))
                        .withComposite(composite.partition(), composite.name(), composite.revision())
                        .withCreated(null, before)
                        .withModified(null, before);
                if (!remove(filter, archive, end)) {
                    return "the removal falls behind: it was stopped after " + most.toMinutes() + " minutes, by "
                            + RetentionConfig.MAX_RUNTIME + ", with instances of " + composite + " left";
                }
            }
        }
        return null;
    }

    /** False where the time was up before all were removed. */
    private boolean remove(FlowFilter filter, @Nullable FlowArchive archive, Instant end) {
        while (clock.instant().isBefore(end)) {
            PurgeOrder some = new PurgeOrder(filter, AT_ONCE, AT_ONCE, Duration.between(clock.instant(), end));
            PurgeReport report = store.purge(
                    some,
                    flows -> {
                        goOn();
                        write(archive, flows);
                    },
                    progress -> {});
            count(report.flows());
            if (report.end() == PurgeReport.End.DONE) {
                return true;
            }
        }
        return false;
    }

    private static void write(@Nullable FlowArchive archive, List<Long> flows) {
        if (archive != null) {
            try {
                archive.write(flows);
            } catch (IOException e) {
                throw new UncheckedIOException("the archive cannot be written: " + e.getMessage(), e);
            }
        }
    }

    private synchronized @Nullable Instant begunAt() {
        return begun;
    }

    private synchronized void goOn() {
        if (closed) {
            throw new StoppedException();
        }
        String late = late();
        if (late != null && !saidLate) {
            saidLate = true;
            LOG.log(Level.WARNING, "retention: {0}", late);
        }
    }

    /** The server is stopped: what is left goes with the first run after the next start. */
    private static final class StoppedException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private synchronized void count(long flows) {
        removed += flows;
        removedInAll += flows;
    }

    /** How it stands. */
    public RetentionStatus status() {
        return status(rules());
    }

    /** By composite; the store is asked for these, while no lock is held. */
    private Map<String, String> rules() {
        Map<String, String> rules = new LinkedHashMap<>();
        composites()
                .forEach(composite ->
                        rules.put(composite.toString(), config.rule(composite).toString()));
        return rules;
    }

    private synchronized RetentionStatus status(Map<String, String> rules) {
        return new RetentionStatus(
                alert(),
                running,
                begun,
                ended,
                succeeded,
                running ? null : next(),
                removed,
                removedInAll,
                config.schedule().toString(),
                config.archive(),
                rules);
    }

    /** Why somebody should look; null where all is well. */
    public synchronized @Nullable String alert() {
        String late = late();
        return late == null ? trouble : late;
    }

    private synchronized @Nullable String late() {
        Instant since = begun;
        Duration period = config.schedule().period();
        if (running && since != null && !period.isZero() && clock.instant().isAfter(since.plus(period))) {
            return "the removal falls behind: the run that began at " + since + " is not over, and the next is due";
        }
        return null;
    }

    /** Instances removed since the server was started. */
    public synchronized long removedInAll() {
        return removedInAll;
    }

    /** When a run last came to its end with nothing left; null where none has. */
    public synchronized @Nullable Instant succeeded() {
        return succeeded;
    }

    /** Begins no further run, and ends one that is under way after the instances that it is about to remove. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        try {
            thread.join(LONGEST_STOP_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
