package dev.weir.store.sqlite;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Requests that wait for the writer thread. Full when it holds {@value #MOST_REQUESTS} requests or {@value #MOST_BYTES}
 * bytes; a thread that puts another request then waits.
 */
final class WriteQueue {
    static final int MOST_REQUESTS = 4_096;
    static final long MOST_BYTES = 64L << 20;
    static final int GROUP_REQUESTS = 512;
    static final long GROUP_BYTES = 8L << 20;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();
    private final Condition drained = lock.newCondition();
    private final ArrayDeque<WriteRequest<?>> queue = new ArrayDeque<>();
    private long bytes;
    private boolean closed;

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

    /** Waits for requests and moves a group of them out; false when the queue is closed and empty. */
    boolean take(List<WriteRequest<?>> group) {
        lock.lock();
        try {
            while (queue.isEmpty()) {
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
