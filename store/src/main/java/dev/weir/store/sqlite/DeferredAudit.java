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
import org.jspecify.annotations.Nullable;

/**
 * Events that are written later, the policy Deferred: those of one flow come into one row, and many flows into one
 * transaction. An event comes here when the transaction of its change is on disk, and is asked for before it is a flush
 * delay old. Nothing but these events depends on it: a crash that loses them loses no state.
 *
 * <p>An event is either here or on disk, and it is the writer's thread that moves it: what waits is taken within the
 * transaction that writes it, and is put back where it was if that comes to nothing. A flow's events are therefore written
 * in the order in which they came, also by whoever writes an event of it at once, who takes those that wait along; and
 * flows in the order of their first events. What a crash loses is the end of a history, never something in its middle.
 *
 * <p>What waits is bounded: beyond {@link #MOST_EVENTS} or {@link #MOST_BYTES}, {@link #takesMore} is false and events are
 * written with their changes, until there is room again. A batch that cannot be written is tried again.
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
    private final BatchWriter writer;

    /** By flow, the flow that has waited longest first. */
    private final Map<Long, Waiting> waiting = new LinkedHashMap<>();

    /** What the transaction that is being written has taken. */
    private final List<Waiting> taken = new ArrayList<>();

    private AuditWriting writing;
    private long bytes;
    private int onTheirWay;
    private boolean failed;
    private long retryAt;
    private boolean closed;
    private @Nullable Thread thread;

    /** What waits and what is taken. */
    private int events;

    private volatile boolean empty = true;

    /**
     * The events of a flow that wait.
     *
     * @param since when the first of them came, by {@link System#nanoTime}
     */
    private record Waiting(long flow, long since, List<AuditEvent> events) {}

    /** Has batches written. */
    @FunctionalInterface
    interface BatchWriter {
        /**
         * Asks the writer's thread to {@linkplain #take(int) take} a batch and write it.
         *
         * @param flows of the batch, at most
         * @param bytes that it has, about
         * @return completes when it is on disk
         */
        CompletableFuture<Void> write(int flows, long bytes);
    }

    DeferredAudit(AuditWriting writing, BatchWriter writer) {
        this.writing = writing;
        this.writer = writer;
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
    public boolean takesMore() {
        lock.lock();
        try {
            return writing.deferred() && !closed && events < MOST_EVENTS && bytes < MOST_BYTES;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void add(List<AuditEvent> more) {
        lock.lock();
        try {
            for (AuditEvent event : more) {
                waiting.computeIfAbsent(event.flow(), flow -> new Waiting(flow, System.nanoTime(), new ArrayList<>()))
                        .events
                        .add(event);
                bytes += size(event);
            }
            events += more.size();
            empty = events == 0;
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

    private static long size(AuditEvent event) {
        AuditPayload payload = event.payload();
        return EVENT_BYTES + (payload == null ? 0 : payload.size());
    }

    private void run() {
        while (true) {
            int flows;
            long size;
            lock.lock();
            try {
                while (!closed && !isDue()) {
                    changed.awaitNanos(untilDue());
                }
                if (closed) {
                    return;
                }
                onTheirWay++;
                flows = writing.batchSize();
                size = bytes / waiting.size() * Math.min(flows, waiting.size());
            } catch (InterruptedException e) {
                // Nobody interrupts it: what waits is written before it ends.
                continue;
            } finally {
                lock.unlock();
            }
            CompletableFuture<Void> unused =
                    writer.write(flows, size).whenComplete((done, failure) -> answered(failure));
        }
    }

    /**
     * A batch is full beside those that are asked for, or its first event has waited nine tenths of the time that it may:
     * the rest is for the write.
     */
    private boolean isDue() {
        return !waiting.isEmpty()
                && onTheirWay < writing.maxThreads()
                && (!failed || System.nanoTime() - retryAt >= 0)
                && (waiting.size() >= (onTheirWay + 1L) * writing.batchSize()
                        || onTheirWay == 0 && (!writing.deferred() || untilPatienceEnds() <= 0));
    }

    private long untilPatienceEnds() {
        long since = waiting.values().iterator().next().since;
        return since + writing.flushDelay().toNanos() / 10 * 9 - System.nanoTime();
    }

    private long untilDue() {
        if (waiting.isEmpty() || onTheirWay > 0) {
            return LONGEST_WAIT_NS;
        }
        long untilRetry = failed ? retryAt - System.nanoTime() : 0;
        return Math.max(1, Math.min(untilRetry > 0 ? untilRetry : untilPatienceEnds(), LONGEST_WAIT_NS));
    }

    private void answered(@Nullable Throwable failure) {
        lock.lock();
        try {
            onTheirWay--;
            if (failure != null && !closed) {
                if (!failed) {
                    LOG.log(Level.ERROR, "deferred audit events cannot be written; they are kept", failure);
                }
                retryAt = System.nanoTime() + PAUSE_NS;
            }
            failed = failure != null;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The events of so many flows at most, those that have waited longest. On the writer's thread, in a transaction. */
    List<AuditEvent> take(int flows) {
        lock.lock();
        try {
            List<AuditEvent> batch = new ArrayList<>();
            Iterator<Waiting> each = waiting.values().iterator();
            for (int i = 0; i < flows && each.hasNext(); i++) {
                Waiting next = each.next();
                batch.addAll(next.events);
                taken.add(next);
                each.remove();
            }
            return batch;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isEmpty() {
        return empty;
    }

    @Override
    public List<AuditEvent> takeOf(long flow) {
        lock.lock();
        try {
            Waiting its = waiting.remove(flow);
            if (its == null) {
                return List.of();
            }
            taken.add(its);
            return its.events;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int taken() {
        lock.lock();
        try {
            return taken.size();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void putBack(int from) {
        lock.lock();
        try {
            List<Waiting> back = taken.subList(from, taken.size());
            if (back.isEmpty()) {
                return;
            }
            // Nothing comes while a transaction is written, so that no flow is in both.
            List<Waiting> all = new ArrayList<>(back);
            all.addAll(waiting.values());
            waiting.clear();
            all.forEach(each -> waiting.put(each.flow, each));
            back.clear();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void written() {
        lock.lock();
        try {
            for (Waiting each : taken) {
                events -= each.events.size();
                for (AuditEvent event : each.events) {
                    bytes -= size(event);
                }
            }
            taken.clear();
            empty = events == 0;
        } finally {
            lock.unlock();
        }
    }

    /** Writes all that has come so far; returns when it is on disk, or cannot be written now. Not for the writer's thread. */
    void flush() {
        if (!isEmpty()) {
            writeAll();
        }
    }

    /** Why it failed; null where it did not. */
    private @Nullable Throwable writeAll() {
        long size;
        lock.lock();
        try {
            size = bytes;
        } finally {
            lock.unlock();
        }
        return writer.write(Integer.MAX_VALUE, size)
                .handle((done, failure) -> failure)
                .join();
    }

    /** Writes what waits, and what the transaction that is being written leaves to it; no other does from then on. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        // In any case: a transaction that has begun before this was closed comes to its end before.
        Throwable failure = writeAll();
        if (failure != null && !isEmpty()) {
            LOG.log(
                    Level.ERROR,
                    "deferred audit events are lost: they cannot be written while the store closes",
                    failure);
        }
    }
}
