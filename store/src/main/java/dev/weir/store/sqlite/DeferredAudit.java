package dev.weir.store.sqlite;

import dev.weir.store.AuditEvent;
import dev.weir.store.AuditPayload;
import dev.weir.store.AuditWriting;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Events that are written later, the policy Deferred: those of one flow come into one row, and many flows into one
 * transaction. An event comes here when the transaction of its change is on disk, and is in a batch before it is a flush
 * delay old. Nothing but these events depends on it: a crash that loses them loses no state.
 *
 * <p>What waits is bounded: beyond {@link #MOST_EVENTS} or {@link #MOST_BYTES}, {@link #hasRoom} is false and events are
 * written with their changes, until there is room again. A batch that cannot be written is kept and tried again.
 */
final class DeferredAudit implements WriteConnection.DeferredEvents, AutoCloseable {
    private static final Logger LOG = System.getLogger(DeferredAudit.class.getName());

    static final int MOST_EVENTS = 200_000;
    static final long MOST_BYTES = 64L << 20;
    private static final long EVENT_BYTES = 160;
    /** After a batch that could not be written. */
    private static final long PAUSE_NS = Duration.ofMillis(500).toNanos();

    private static final long LONGEST_WAIT_NS = Duration.ofMinutes(1).toNanos();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Function<List<AuditEvent>, CompletableFuture<Void>> write;

    /** By flow, the flow that has waited longest first. */
    private final Map<Long, Waiting> waiting = new LinkedHashMap<>();

    private AuditWriting writing;
    private int events;
    private long bytes;
    private int onTheirWay;
    private boolean failed;
    private long retryAt;
    private boolean closed;
    private @Nullable Thread thread;

    /**
     * The events of a flow that wait.
     *
     * @param since when the first of them came, by {@link System#nanoTime}
     */
    private record Waiting(long since, List<AuditEvent> events) {}

    /** @param write hands a batch to the writer's thread; its future completes when the batch is on disk */
    DeferredAudit(AuditWriting writing, Function<List<AuditEvent>, CompletableFuture<Void>> write) {
        this.writing = writing;
        this.write = write;
    }

    void set(AuditWriting how) {
        lock.lock();
        try {
            writing = how;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean hasRoom() {
        lock.lock();
        try {
            return !closed && events < MOST_EVENTS && bytes < MOST_BYTES;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void add(List<AuditEvent> more) {
        lock.lock();
        try {
            for (AuditEvent event : more) {
                wait(event);
                events++;
                bytes += size(event);
            }
            if (thread == null) {
                thread = new Thread(this::run, "weir-audit");
                thread.setDaemon(true);
                thread.start();
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void wait(AuditEvent event) {
        waiting.computeIfAbsent(event.flow(), flow -> new Waiting(System.nanoTime(), new ArrayList<>()))
                .events
                .add(event);
    }

    private static long size(AuditEvent event) {
        AuditPayload payload = event.payload();
        return EVENT_BYTES + (payload == null ? 0 : payload.size());
    }

    private void run() {
        while (true) {
            List<AuditEvent> batch;
            lock.lock();
            try {
                while (!isDue()) {
                    if (closed && waiting.isEmpty() && onTheirWay == 0) {
                        return;
                    }
                    changed.awaitNanos(untilDue());
                }
                batch = take(writing.batchSize());
            } catch (InterruptedException e) {
                // Nobody interrupts it: what waits is written before it ends.
                continue;
            } finally {
                lock.unlock();
            }
            CompletableFuture<Void> unused = hand(batch);
        }
    }

    private CompletableFuture<Void> hand(List<AuditEvent> batch) {
        return write.apply(batch).whenComplete((done, failure) -> written(batch, failure));
    }

    /** A batch is full, or its first event has waited nine tenths of the time that it may: the rest is for the write. */
    private boolean isDue() {
        return !waiting.isEmpty()
                && onTheirWay < writing.maxThreads()
                && (!failed || System.nanoTime() - retryAt >= 0)
                && (closed || !writing.deferred() || waiting.size() >= writing.batchSize() || untilPatienceEnds() <= 0);
    }

    private long untilPatienceEnds() {
        long since = waiting.values().iterator().next().since;
        return since + writing.flushDelay().toNanos() / 10 * 9 - System.nanoTime();
    }

    private long untilDue() {
        if (waiting.isEmpty() || onTheirWay >= writing.maxThreads()) {
            return LONGEST_WAIT_NS;
        }
        long until = failed ? retryAt - System.nanoTime() : untilPatienceEnds();
        return Math.max(1, Math.min(until, LONGEST_WAIT_NS));
    }

    private List<AuditEvent> take(int flows) {
        List<AuditEvent> batch = new ArrayList<>();
        Iterator<Waiting> each = waiting.values().iterator();
        for (int i = 0; i < flows && each.hasNext(); i++) {
            batch.addAll(each.next().events);
            each.remove();
        }
        onTheirWay++;
        return batch;
    }

    private void written(List<AuditEvent> batch, @Nullable Throwable failure) {
        lock.lock();
        try {
            onTheirWay--;
            if (failure != null && !closed) {
                if (!failed) {
                    LOG.log(Level.ERROR, "deferred audit events cannot be written; they are kept", failure);
                }
                failed = true;
                retryAt = System.nanoTime() + PAUSE_NS;
                batch.forEach(this::wait);
            } else {
                failed = false;
                for (AuditEvent event : batch) {
                    events--;
                    bytes -= size(event);
                }
                if (failure != null) {
                    LOG.log(
                            Level.ERROR,
                            batch.size() + " deferred audit events are lost: they cannot be written while the store"
                                    + " closes",
                            failure);
                }
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Writes all that has come so far; returns when it is on disk, or cannot be written now. Not for the writer's thread. */
    void flush() {
        List<AuditEvent> batch;
        lock.lock();
        try {
            if (waiting.isEmpty() && onTheirWay == 0) {
                return;
            }
            batch = take(Integer.MAX_VALUE);
        } finally {
            lock.unlock();
        }
        // The writer goes by order: what was on its way before is on disk, too.
        hand(batch).handle((done, failure) -> failure == null).join();
    }

    /** Writes what waits, then ends the thread. */
    @Override
    public void close() {
        Thread running;
        lock.lock();
        try {
            closed = true;
            failed = false;
            running = thread;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        boolean interrupted = false;
        while (running != null && running.isAlive()) {
            try {
                running.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
