package dev.weir.soap.http;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The heap that a server has for all requests that it handles. Where several grow at the same time beyond what there is,
 * one of them may take a quarter as much on top, so that not all of them fail. Thread-safe.
 */
public final class MemoryBudget {
    final long most;
    final AtomicLong taken = new AtomicLong();
    /** The one that may take more. */
    final AtomicReference<@Nullable MemoryReservation> first = new AtomicReference<>();

    /** @param most bytes of all together, and of each */
    public MemoryBudget(long most) {
        this.most = most;
    }

    /** One request's part, which holds nothing yet. */
    public MemoryReservation reservation() {
        return new MemoryReservation(this);
    }

    /** What all requests hold, in bytes. */
    public long taken() {
        return taken.get();
    }

    /** Takes so much where all together have no more than a limit. */
    boolean tryTake(long bytes, long limit) {
        // What does not fit is never counted, not even for a moment: others' requests that do fit are not refused for
        // it.
        long before = taken.get();
        while (bytes <= 0 || bytes <= limit - before) {
            if (taken.compareAndSet(before, before + bytes)) {
                return true;
            }
            before = taken.get();
        }
        return false;
    }
}
