package dev.weir.soap.http;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The heap that a server has for all requests that it handles. Where several grow at the same time beyond what there is,
 * one of them may take a quarter as much on top, so that not all of them fail. Beside that small requests, of a 64th and
 * 512 KiB at most each, have an eighth as much for themselves, so that large ones keep none of them out. A request that can
 * wait without holding much waits for its turn ({@link RequestMemory#takeInTurn}). Thread-safe.
 */
public final class MemoryBudget {
    /** How long a request waits for its turn: callers commonly give up after a minute. */
    static final Duration PATIENCE = Duration.ofSeconds(20);

    /** A request that takes more than this part of the memory is a large one, and one that takes more than so many bytes. */
    private static final int LARGE_PART = 64;

    private static final int LARGE_BYTES = 512 * 1024;

    final long most;
    final AtomicLong taken = new AtomicLong();
    /** The one that may take more. */
    final AtomicReference<@Nullable MemoryReservation> first = new AtomicReference<>();
    /** Those who wait for it. */
    final MemoryQueue queue;

    /** @param most bytes of all together, and of each */
    public MemoryBudget(long most) {
        this(most, PATIENCE);
    }

    /** @param patience how long requests wait for their turn at most */
    MemoryBudget(long most, Duration patience) {
        this.most = most;
        this.queue = new MemoryQueue(this, patience);
    }

    /** One request's part, which holds nothing yet. */
    public MemoryReservation reservation() {
        return new MemoryReservation(this);
    }

    /** What all requests hold, in bytes. */
    public long taken() {
        return taken.get();
    }

    /** Ends the waits of all requests, which are refused where there is too little for them now; none waits any more. */
    public void endWaits() {
        queue.close();
    }

    /** True for what a large request takes in all. */
    boolean isLarge(long bytes) {
        return bytes > Math.min(LARGE_BYTES, most / LARGE_PART);
    }

    /** What all together may have with one that takes more on top. */
    long mostWithFirst() {
        return most + most / 4;
    }

    /** What all together may have, for one of them that has so many bytes then. */
    long limitFor(long bytes) {
        return isLarge(bytes) ? most : mostWithFirst() + most / 8;
    }

    /** Takes back what a request does not need any more. */
    void give(long bytes) {
        if (bytes > 0) {
            taken.addAndGet(-bytes);
            queue.serve();
        }
    }

    /** Takes so much where all together have no more than a limit. */
    boolean tryTake(long bytes, long limit) {
        if (bytes <= 0) {
            give(-bytes);
            return true;
        }
        // What does not fit is never counted, not even for a moment: others' requests that do fit are not refused for
        // it.
        long before = taken.get();
        while (bytes <= limit - before) {
            if (taken.compareAndSet(before, before + bytes)) {
                return true;
            }
            before = taken.get();
        }
        return false;
    }
}
