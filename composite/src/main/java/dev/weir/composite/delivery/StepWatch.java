package dev.weir.composite.delivery;

import java.util.function.Supplier;

/**
 * Notes what is being computed for a message while it is, so that the next process knows what this one was doing when it
 * ended. Thread-safe.
 */
@FunctionalInterface
public interface StepWatch {
    /** Notes nothing. */
    StepWatch NONE = () -> () -> {};

    /** A step begins on this thread; what is returned is to be run once it has ended, well or not. */
    Runnable begin();

    /** Runs a step, and returns what it returns. */
    default <T> T run(Supplier<T> step) {
        Runnable end = begin();
        try {
            return step.get();
        } finally {
            end.run();
        }
    }
}
