package dev.weir.soap.http;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The part of the heap that a server has for bodies that are being received. Senders that are slow cannot keep others out:
 *
 * <ol>
 *   <li>A quarter of it is for bodies of at most {@value #SMALL} bytes.
 *   <li>Where a larger one finds no room, those that come slowest by then are given up, the slowest first, as far as they
 *       are slower than that one.
 *   <li>A body has a second before it can be given up. While it waits it is not.
 *   <li>Where nobody is slower, a larger one can wait ({@link Share#takeLater}); those that come after it wait behind it. What has
 *       come of those that wait may take half as much as the budget, beside it.
 *   <li>As nobody gives anything back before it is whole, bodies could wait for each other only. So the one that has waited
 *       longest may go beyond the budget, up to what one body may have.
 * </ol>
 *
 * <p>While there is room, taking and giving is one addition for all. Thread-safe.
 */
final class ReceiveBudget {
    static final int SMALL = 16 * 1024;

    private static final long GRACE_NANOS = 1_000_000_000L;
    /** Of the budget, given up at once, so that it is not searched for each body that comes. */
    private static final int AT_ONCE = 16;

    private final long most;
    private final LongSupplier nanoTime;
    private final AtomicLong taken = new AtomicLong();
    private final Set<Share> large = ConcurrentHashMap.newKeySet();

    /** In the order in which they came. Guarded by {@link #large}. */
    private final Deque<Share> waiting = new ArrayDeque<>();

    /** How many wait, for who does not need the lock where it is nobody. */
    private volatile int length;

    /** What has come of those that wait, and is not held yet. Guarded by {@link #large}. */
    private long waitingBytes;

    /** The one that may go beyond the budget. Written under the lock of {@link #large}. */
    private volatile @Nullable Share first;

    /** What it has taken so; not part of what is taken of the budget. */
    private final AtomicLong beyond = new AtomicLong();

    /** @param nanoTime the clock by which senders are slow, as {@link System#nanoTime} */
    ReceiveBudget(long most, LongSupplier nanoTime) {
        this.most = most;
        this.nanoTime = nanoTime;
    }

    /** What one body of more than {@link #SMALL} bytes may take at most. */
    long mostOfOne() {
        return most - most / 4;
    }

    /** What all bodies hold. */
    long taken() {
        return taken.get() + beyond.get();
    }

    /** How many bodies wait. */
    int waiting() {
        return length;
    }

    /**
     * A body that begins to come in.
     *
     * @param onShed is run, on any thread, when it is given up for others
     */
    Share share(Runnable onShed) {
        return new Share(onShed);
    }

    /** One body's part. One thread takes and gives; any thread may give it up. */
    final class Share {
        private final Runnable onShed;
        private final AtomicLong held = new AtomicLong();
        private final AtomicLong heldBeyond = new AtomicLong();
        /** When it began, later by the time that it has waited. Guarded by the lock. */
        private long since = nanoTime.getAsLong();

        // While it waits; guarded by the lock.
        private long wanted;
        private long there;
        private Runnable then = () -> {};
        private long waitingSince;

        private Share(Runnable onShed) {
            this.onShed = onShed;
        }

        /** Takes so much more; false where there is no room, and nobody slower. */
        boolean tryTake(long bytes) {
            if (tryTakeNow(bytes)) {
                return true;
            }
            synchronized (large) {
                if (tryTakeNow(bytes)) {
                    return true;
                }
                shedFor(this, bytes, rate(nanoTime.getAsLong(), bytes));
                return tryTakeNow(bytes);
            }
        }

        private boolean tryTakeNow(long bytes) {
            if (bytes <= 0) {
                return true;
            }
            if (held.get() + bytes <= SMALL) {
                return tryTake(bytes, most);
            }
            boolean comesLater = length > 0 && held.get() <= SMALL;
            return !comesLater && tryTakeLarge(bytes, first == this);
        }

        private boolean tryTakeLarge(long bytes, boolean isFirst) {
            if (!tryTake(bytes, mostOfOne())) {
                if (!isFirst) {
                    return false;
                }
                held.addAndGet(bytes);
                heldBeyond.addAndGet(bytes);
                beyond.addAndGet(bytes);
            }
            large.add(this);
            return true;
        }

        private boolean tryTake(long bytes, long limit) {
            boolean isThere = tryAdd(bytes, limit);
            if (isThere) {
                held.addAndGet(bytes);
            }
            return isThere;
        }

        /**
         * Takes so much more once there is room, which is in its turn; {@link #give} ends the wait.
         *
         * @param there what has come already of what it is taken for
         * @param then run when it has been taken, on any thread, under the budget's lock: it only tells somebody
         * @return false where too much waits already
         */
        boolean takeLater(long bytes, long there, Runnable then) {
            synchronized (large) {
                if (!waiting.isEmpty() && there > most / 2 - waitingBytes) {
                    return false;
                }
                this.wanted = bytes;
                this.there = there;
                this.then = then;
                waitingSince = nanoTime.getAsLong();
                waiting.add(this);
                waitingBytes += there;
                length = waiting.size();
                // What has been given back before others could see that somebody waits.
                serve();
                return true;
            }
        }

        /** The body is whole: it is not slow any more. */
        void haveAll() {
            large.remove(this);
        }

        /** Gives back everything. */
        void give() {
            giveHeld();
            if (length > 0 || first == this) {
                synchronized (large) {
                    leave(this);
                    giveHeld(); // what it was served meanwhile
                    if (first == this) {
                        first = null;
                    }
                    serve();
                }
            }
        }

        private void giveHeld() {
            long over = heldBeyond.getAndSet(0);
            beyond.addAndGet(-over);
            taken.addAndGet(over - held.getAndSet(0));
            large.remove(this);
        }

        private boolean hasHadItsTime(long now) {
            return now - since >= GRACE_NANOS;
        }

        /** Bytes by the second, with so many that are there and not held yet; never of less than a second. */
        private double rate(long now, long more) {
            return (held.get() + more) * 1e9 / Math.max(GRACE_NANOS, now - since);
        }
    }

    /** Waits no more, if it did. */
    private void leave(Share share) {
        if (waiting.remove(share)) {
            waitingBytes -= share.there;
            length = waiting.size();
        }
    }

    /** Those who wait take what there is, the first one also what there is not. */
    private void serve() {
        while (!waiting.isEmpty()) {
            Share next = waiting.element();
            boolean isFirst = first == null || first == next;
            if (!next.tryTakeLarge(next.wanted, isFirst)) {
                return;
            }
            if (isFirst) {
                first = next;
            }
            leave(next);
            next.since += nanoTime.getAsLong() - next.waitingSince;
            next.then.run();
        }
    }

    /** Gives up those that have become slower than the one that waits longest. To be called now and then. */
    void shedForThoseWhoWait() {
        if (length > 0) {
            synchronized (large) {
                Share next = waiting.peek();
                if (next != null) {
                    shedFor(next, next.wanted, next.rate(next.waitingSince, next.wanted));
                }
            }
        }
    }

    private boolean tryAdd(long bytes, long limit) {
        long before = taken.get();
        while (bytes <= limit - before) {
            if (taken.compareAndSet(before, before + bytes)) {
                return true;
            }
            before = taken.get();
        }
        return false;
    }

    private record Candidate(Share share, double rate) {}

    /** Gives up the slowest, until so many bytes and a part of the budget are free. */
    private void shedFor(Share faster, long bytes, double rate) {
        long now = nanoTime.getAsLong();
        List<Candidate> slower = new ArrayList<>();
        for (Share share : large) {
            double its = share.rate(now, 0);
            if (share != faster && share.hasHadItsTime(now) && its < rate && !waiting.contains(share)) {
                slower.add(new Candidate(share, its));
            }
        }
        slower.sort(Comparator.comparingDouble(Candidate::rate));
        long wanted = bytes + most / AT_ONCE;
        for (Candidate candidate : slower) {
            if (wanted <= 0) {
                return;
            }
            wanted -= candidate.share.held.get();
            candidate.share.give();
            candidate.share.onShed.run();
        }
    }
}
