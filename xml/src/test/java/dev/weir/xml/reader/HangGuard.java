package dev.weir.xml.reader;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.function.ThrowingSupplier;

/**
 * Stops a step that does not end. It is for inputs of a size at which an algorithm that is worse than linear takes far
 * longer than {@link #PATIENCE}; how long a step really takes is the benchmarks' business.
 */
public final class HangGuard {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private HangGuard() {}

    /** Runs a step on a thread of its own. */
    public static void run(Executable step) {
        assertTimeoutPreemptively(PATIENCE, step);
    }

    /** Runs a step on a thread of its own and returns its result. */
    public static <T> T get(ThrowingSupplier<T> step) {
        return assertTimeoutPreemptively(PATIENCE, step);
    }
}
