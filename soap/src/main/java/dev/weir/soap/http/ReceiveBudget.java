package dev.weir.soap.http;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The part of the heap that a server has for bodies that are being received. Senders that are slow cannot keep others out:
 *
 * <ol>
 *   <li>A quarter of it is for bodies of at most {@value #SMALL} bytes.
 *   <li>Where a larger one finds no room, those that come slowest by then are given up, the slowest first, as far as they
 *       are slower than that one.
 *   <li>A body has a second before it can be given up.
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
        return taken.get();
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
        private final long since = nanoTime.getAsLong();
        private final AtomicLong held = new AtomicLong();

        private Share(Runnable onShed) {
            this.onShed = onShed;
        }

        /** Takes so much more; false where there is no room, and nobody slower. */
        boolean tryTake(long bytes) {
            boolean small = held.get() + bytes <= SMALL;
            long limit = small ? most : mostOfOne();
            if (!tryAdd(bytes, limit)) {
                synchronized (large) {
                    if (!tryAdd(bytes, limit)) {
                        shed(bytes, rate(nanoTime.getAsLong(), bytes));
                        if (!tryAdd(bytes, limit)) {
                            return false;
                        }
                    }
                }
            }
            held.addAndGet(bytes);
            if (!small) {
                large.add(this);
            }
            return true;
        }

        /** Gives back everything. */
        void give() {
            taken.addAndGet(-held.getAndSet(0));
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
    private void shed(long bytes, double rate) {
        long now = nanoTime.getAsLong();
        List<Candidate> slower = new ArrayList<>();
        for (Share share : large) {
            double its = share.rate(now, 0);
            if (share.hasHadItsTime(now) && its < rate) {
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
