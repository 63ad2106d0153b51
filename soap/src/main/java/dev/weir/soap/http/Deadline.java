package dev.weir.soap.http;

import java.time.Duration;
import java.util.function.LongSupplier;

/** The time by which a peer must have done its next thing; often none. Thread-safe. */
final class Deadline {
    private static final long NONE = Long.MAX_VALUE;

    private final LongSupplier nanoTime;
    private volatile long due = NONE;

    /** @param nanoTime its clock, as {@link System#nanoTime} */
    Deadline(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    void in(Duration time) {
        due = nanoTime.getAsLong() + time.toNanos();
    }

    void none() {
        due = NONE;
    }

    /** True once the time is over, and not again until there is another deadline. */
    boolean passes(long now) {
        long until = due;
        if (until == NONE || now - until <= 0) {
            return false;
        }
        due = NONE;
        return true;
    }
}
