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
     * Who waits with a thread has a handler's. Servers may share these ({@link HandlerThreads}), and need them to send the very
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
        final long bytes;
        private final long held;

        /** Run when the wait is over, and maybe again; under the queue's lock, so it only tells somebody. */
        private final Runnable over;

        /** Guarded by the queue's lock. */
        private boolean served;

        private int passes;

        private Turn(long bytes, long held, Runnable over) {
            this.bytes = bytes;
            this.held = held;
            this.over = over;
        }

        /** Ends the wait without success, unless it has ended. */
        void end() {
            over.run();
        }
    }

    /** One who has a thread meanwhile. */
    record ThreadTurn(Turn turn, CountDownLatch over) {}

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
     * Queues up, without a thread.
     *
     * @param holding what the same request holds already
     * @param over run when the wait is over, at once maybe, on any thread, and maybe again: it only tells somebody, who {@linkplain
     *     #leave leaves} then
     * @return null where it may not: those who wait could come to wait for each other, or the server is closing
     */
    @Nullable Turn join(long bytes, long holding, Runnable over) {
        lock.lock();
        try {
            if (closed || !wouldFit(bytes, held + holding)) {
                return null;
            }
            Turn joined = new Turn(bytes, holding, over);
            turns.add(joined);
            held += holding;
            length = turns.size();
            // What has been given back before others could see that somebody waits.
            serveThoseWhoFit();
            return joined;
        } finally {
            lock.unlock();
        }
    }

    /** Ends a wait; true where the memory has been taken, which is the caller's then. */
    boolean leave(Turn turn) {
        lock.lock();
        try {
            if (turns.remove(turn)) {
                left(turn);
                serveThoseWhoFit();
            }
            return turn.served;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Queues up with a thread, which {@linkplain #await waits} then.
     *
     * @param holding what the same request holds already
     * @return null where it may not, as without a thread, or because too many threads wait
     */
    @Nullable ThreadTurn joinWithThread(long bytes, long holding) {
        if (!PLACES.tryAcquire()) {
            return null;
        }
        CountDownLatch over = new CountDownLatch(1);
        Turn joined = join(bytes, holding, over::countDown);
        if (joined == null) {
            PLACES.release();
            return null;
        }
        return new ThreadTurn(joined, over);
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
    boolean await(ThreadTurn mine) {
        try {
            var unused = mine.over.await(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try {
            return leave(mine.turn);
        } finally {
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
                turn.end();
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
