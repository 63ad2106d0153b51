package dev.weir.composite.delivery;

import java.util.function.Supplier;

/**
 * Notes what is being computed for a message while it is, so that the next process knows what this one was doing when it
 * ended. Thread-safe.
 */
@FunctionalInterface
public interface StepWatch {
    /** Notes nothing. */
    StepWatch NONE = () -> outOfMemory -> {};

    /** What is noted of one step. */
    @FunctionalInterface
    interface Note {
        /**
         * The step has ended, well or not; called once.
         *
         * @param outOfMemory true if it was refused memory. The JVM may be about to end by that: it is the first thread
         *     refused that ends it, while others are still being unwound. So the note stays for some seconds
         */
        void end(boolean outOfMemory);
    }

    /** A step begins on this thread. */
    Note begin();

    /** Runs a step, and returns what it returns. */
    default <T> T run(Supplier<T> step) {
        Note note = begin();
        boolean outOfMemory = false;
        try {
            return step.get();
        } catch (OutOfMemoryError e) {
            outOfMemory = true;
            throw e;
        } finally {
            note.end(outOfMemory);
        }
    }
}
