package dev.weir.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that goes only as far as the test moves it, so that what happens after an hour is tested in a millisecond. Give
 * it to what is tested in place of the system's clock, and have it {@linkplain #onAdvance notified} when the time was moved
 * where it sleeps until something is due. Thread-safe.
 */
public final class ManualTime implements InstantSource {
    private final Instant start;
    private final AtomicLong passed = new AtomicLong();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /** Begins on the first day of 2026. */
    public ManualTime() {
        this(Instant.parse("2026-01-01T00:00:00Z"));
    }

    public ManualTime(Instant start) {
        this.start = start;
    }

    @Override
    public Instant instant() {
        return start.plusNanos(passed.get());
    }

    /** In place of {@link System#nanoTime}. */
    public long nanoTime() {
        return passed.get();
    }

    /**
     * Moves the time, and notifies all listeners.
     *
     * @throws ArithmeticException if that is beyond some 290 years
     */
    public void advance(Duration by) {
        if (by.isNegative()) {
            throw new IllegalArgumentException("time does not go back: " + by);
        }
        passed.getAndUpdate(before -> Math.addExact(before, by.toNanos()));
        listeners.forEach(Runnable::run);
    }

    /** Runs it, in the thread that moves the time, each time that was moved from now on. */
    public void onAdvance(Runnable listener) {
        listeners.add(listener);
    }
}
