package dev.weir.soap.mtom;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Heap for messages that are longer than what each has for itself, shared by all of the process: a sixteenth. While there are few of
 * them, those of some megabytes need no file; nobody waits for it, and nobody is refused for want of it. Thread-safe.
 */
final class SpareMemory {
    private static final AtomicLong LEFT = new AtomicLong(Runtime.getRuntime().maxMemory() / 16);

    private SpareMemory() {}

    /** Takes so many bytes, where there are as many. */
    static boolean tryTake(long bytes) {
        long left = LEFT.get();
        while (left >= bytes) {
            if (LEFT.compareAndSet(left, left - bytes)) {
                return true;
            }
            left = LEFT.get();
        }
        return false;
    }

    static void give(long bytes) {
        LEFT.addAndGet(bytes);
    }

    static long left() {
        return LEFT.get();
    }
}
