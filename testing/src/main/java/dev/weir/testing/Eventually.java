package dev.weir.testing;

import static dev.weir.testing.Eventually.eventually;

import java.time.Duration;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Waits for what another thread or process brings about, by asking again and again. Each wait has a bound, far beyond what
 * it takes on a busy machine: a test that passes is never slower for it, and one that fails says what has not come. What
 * must <em>not</em> come is not tested by waiting: wait for something that comes after it.
 */
public final class Eventually {
    /** The bound where none is given. */
    public static final Duration BOUND = Duration.ofMinutes(1);

    private static final long SHORTEST_PAUSE_MS = 1;
    private static final long LONGEST_PAUSE_MS = 50;

    /** What is waited for. @param <E> what asking may throw, which ends the wait */
    @FunctionalInterface
    public interface Condition<E extends Exception> {
        boolean holds() throws E;
    }

    /** A value that is looked at until it is as wanted. @param <E> what asking may throw, which ends the wait */
    @FunctionalInterface
    public interface Source<T extends @Nullable Object, E extends Exception> {
        T get() throws E;
    }

    private Eventually() {}

    /**
     * Returns once the condition holds.
     *
     * @param what is expected, as the end of a sentence: "the instance completes"
     * @throws AssertionError if it does not within {@link #BOUND}
     */
    public static <E extends Exception> void eventually(String what, Condition<E> condition) throws E {
        eventually(() -> what, BOUND, condition);
    }

    /**
     * Returns once the condition holds.
     *
     * @param what is expected, and perhaps what is there instead; asked only when the wait fails
     * @throws AssertionError if it does not within {@link #BOUND}
     */
    public static <E extends Exception> void eventually(Supplier<String> what, Condition<E> condition) throws E {
        eventually(what, BOUND, condition);
    }

    /** The same with a bound of its own, for what takes long by its nature. */
    public static <E extends Exception> void eventually(String what, Duration bound, Condition<E> condition) throws E {
        eventually(() -> what, bound, condition);
    }

    /** The same with a bound of its own. */
    public static <E extends Exception> void eventually(Supplier<String> what, Duration bound, Condition<E> condition)
            throws E {
        first(condition::holds, held -> held, bound, last -> what.get());
    }

    /**
     * Returns the first value that is as wanted.
     *
     * @param what is expected, as the end of a sentence: "a second order is listed"
     * @throws AssertionError if none is within {@link #BOUND}; names the last value
     */
    public static <T extends @Nullable Object, E extends Exception> T eventually(
            String what, Source<T, E> source, Predicate<? super T> wanted) throws E {
        return first(source, wanted, BOUND, last -> what + "; it is " + last);
    }

    /** @param missing what to say of the last value when the wait fails */
    private static <T extends @Nullable Object, E extends Exception> T first(
            Source<T, E> source, Predicate<? super T> wanted, Duration bound, Function<? super T, String> missing)
            throws E {
        long end = System.nanoTime() + bound.toNanos();
        for (long pause = SHORTEST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
            T value = source.get();
            if (wanted.test(value)) {
                return value;
            }
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("not within " + bound.toMillis() + " ms: " + missing.apply(value));
            }
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted while waiting: " + missing.apply(value), e);
            }
        }
    }
}
