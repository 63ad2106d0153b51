package dev.weir.soap.http;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Those who wait for memory of a budget that others have taken, in the order in which they came. Its lock is taken by those who wait,
 * and by those who give memory back while somebody does. Thread-safe.
 *
 * <p>Nobody waits for ever:
 *
 * <ul>
 *   <li>There is a time limit.
 *   <li>Nobody joins where those who wait could come to wait for each other only: what any of them wants must fit beside what all of
 *       them hold, so that there is room for the first one when all others have ended.
 *   <li>Whoever fits while the first one does not may pass it, but not often: a large request is not kept waiting by a stream of
 *       small ones.
 * </ul>
 */
final class MemoryQueue {
    /** Of the budget, an eighth is left to those who do not wait: what is estimated before a request is handled, and trees. */
    private static final int LEFT_TO_OTHERS = 8;

    /** How often one may be passed. */
    private static final int MOST_PASSES = 64;

    /**
     * Who waits has a handler's thread meanwhile. Servers may share these ({@link HandlerThreads}), and need them to send the very
     * replies that memory is waited for of: so a quarter of them wait at most, of all servers of the process.
     */
    private static final Semaphore PLACES = new Semaphore(HandlerThreads.MOST_PLATFORM_THREADS / 4);

    private final MemoryBudget budget;
    private final Duration patience;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Turn> turns = new ArrayDeque<>();

    /** How many wait, for who does not need the lock where it is nobody. */
    private volatile int length;

    /** What those who wait hold, in bytes. */
    private long held;

    private boolean closed;

    /** @param patience how long one waits at most */
    MemoryQueue(MemoryBudget budget, Duration patience) {
        this.budget = budget;
        this.patience = patience;
    }

    /** One who waits. */
    static final class Turn {
        private final long bytes;
        private final long held;
        private final CountDownLatch over = new CountDownLatch(1);

        /** Written before it is over, read after it. */
        private boolean served;

        private int passes;

        private Turn(long bytes, long held) {
            this.bytes = bytes;
            this.held = held;
        }

        /** Ends the wait without success, unless it has ended. */
        void end() {
            over.countDown();
        }
    }

    /** How many wait. */
    int length() {
        return length;
    }

    /**
     * Takes memory without waiting; false where there is too little, or others have come first.
     *
     * @param holding what the same request holds already
     */
    boolean tryTake(long bytes, long holding) {
        return length == 0 && budget.tryTake(bytes, limit(bytes, holding));
    }

    private long limit(long bytes, long holding) {
        long usual = budget.most - budget.most / LEFT_TO_OTHERS;
        return bytes <= usual - holding ? usual : budget.most;
    }

    /**
     * Queues up; the caller {@linkplain #await waits} then.
     *
     * @param holding what the same request holds already
     * @return null where it may not: too many do, they could come to wait for each other, or the server is closing
     */
    @Nullable Turn join(long bytes, long holding) {
        if (!PLACES.tryAcquire()) {
            return null;
        }
        Turn joined = null;
        lock.lock();
        try {
            if (!closed && wouldFit(bytes, held + holding)) {
                joined = new Turn(bytes, holding);
                turns.add(joined);
                held += holding;
                length = turns.size();
                // What has been given back before others could see that somebody waits.
                serveThoseWhoFit();
            }
        } finally {
            lock.unlock();
            if (joined == null) {
                PLACES.release();
            }
        }
        return joined;
    }

    /** True where each has room once nobody else holds anything. */
    private boolean wouldFit(long bytes, long heldByAll) {
        long largest = bytes;
        for (Turn turn : turns) {
            largest = Math.max(largest, turn.bytes);
        }
        return largest <= budget.most - heldByAll;
    }

    /** Waits until the memory has been taken, which is the caller's then; false where it has not been. */
    boolean await(Turn turn) {
        try {
            var unused = turn.over.await(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        lock.lock();
        try {
            if (turns.remove(turn)) {
                left(turn);
                serveThoseWhoFit();
            }
            return turn.served;
        } finally {
            lock.unlock();
            PLACES.release();
        }
    }

    /** Some memory has been given back. */
    void serve() {
        if (length > 0) {
            lock.lock();
            try {
                serveThoseWhoFit();
            } finally {
                lock.unlock();
            }
        }
    }

    private void serveThoseWhoFit() {
        Turn first = turns.peek();
        for (var each = turns.iterator(); each.hasNext(); ) {
            Turn turn = each.next();
            if (budget.tryTake(turn.bytes, limit(turn.bytes, held))) {
                each.remove();
                left(turn);
                turn.served = true;
                turn.over.countDown();
                if (first == turn) {
                    first = turns.peek();
                } else if (first != null) {
                    first.passes++;
                }
            }
            if (first != null && first.passes >= MOST_PASSES) {
                return;
            }
        }
    }

    private void left(Turn turn) {
        held -= turn.held;
        length = turns.size();
    }

    /** Ends all waits; nobody may wait any more. */
    void close() {
        lock.lock();
        try {
            closed = true;
            turns.forEach(Turn::end);
        } finally {
            lock.unlock();
        }
    }
}
