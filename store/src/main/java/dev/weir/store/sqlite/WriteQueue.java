package dev.weir.store.sqlite;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Requests that wait for the writer thread. Full when it holds {@value #MOST_REQUESTS} requests or {@value #MOST_BYTES}
 * bytes; a thread that puts another request then waits. Requests of the background, such as the steps of a purge, go when no
 * other waits, or when their patience is over.
 */
final class WriteQueue {
    static final int MOST_REQUESTS = 4_096;
    static final long MOST_BYTES = 64L << 20;
    static final int GROUP_REQUESTS = 512;
    static final long GROUP_BYTES = 8L << 20;
    private static final Duration PATIENCE = Duration.ofMillis(20);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();
    private final Condition drained = lock.newCondition();
    private final ArrayDeque<WriteRequest<?>> queue = new ArrayDeque<>();
    /** Few: whoever puts one waits for it. */
    private final ArrayDeque<Background> background = new ArrayDeque<>();

    private final long patienceNs;
    private long bytes;
    private boolean closed;

    WriteQueue() {
        this(PATIENCE);
    }

    /** @param patience how long requests of the background wait for others at most */
    WriteQueue(Duration patience) {
        this.patienceNs = patience.toNanos();
    }

    private record Background(WriteRequest<?> write, long since) {}

    /** Waits while the queue is full, unless the request is urgent; false if the queue is closed. */
    boolean put(WriteRequest<?> write, boolean urgent) throws InterruptedException {
        if (urgent) {
            lock.lock();
        } else {
            lock.lockInterruptibly();
        }
        try {
            while (!closed && !urgent && (queue.size() >= MOST_REQUESTS || bytes >= MOST_BYTES)) {
                drained.await();
            }
            if (closed) {
                return false;
            }
            queue.add(write);
            bytes += write.bytes;
            filled.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** False if the queue is closed. */
    boolean putBackground(WriteRequest<?> write) {
        lock.lock();
        try {
            if (!closed) {
                background.add(new Background(write, System.nanoTime()));
                filled.signal();
            }
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for requests and moves a group of them out; false when the queue is closed and empty. */
    boolean take(List<WriteRequest<?>> group) {
        lock.lock();
        try {
            while (queue.isEmpty() && background.isEmpty()) {
                if (closed) {
                    return false;
                }
                filled.awaitUninterruptibly();
            }
            long taken = 0;
            while (!queue.isEmpty() && group.size() < GROUP_REQUESTS && taken < GROUP_BYTES) {
                WriteRequest<?> write = queue.remove();
                taken += write.bytes;
                group.add(write);
            }
            Background next = background.peek();
            if (next != null && (group.isEmpty() || System.nanoTime() - next.since >= patienceNs)) {
                group.add(background.remove().write);
            }
            bytes -= taken;
            drained.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            filled.signalAll();
            drained.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
