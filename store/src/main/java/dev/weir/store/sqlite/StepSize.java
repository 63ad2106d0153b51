package dev.weir.store.sqlite;

import java.time.Duration;

/** How much the writer does in one step of background work: more while that is fast, less where it keeps others waiting. */
final class StepSize {
    private final long longestNs;
    private int size;

    /** @param longest how long a step should keep the writer */
    StepSize(int first, Duration longest) {
        this.size = first;
        this.longestNs = longest.toNanos();
    }

    int size() {
        return size;
    }

    /** @param done how much a step has done, which may be less than it might */
    void took(long nanos, long done) {
        if (nanos > longestNs && size > 1) {
            size /= 2;
        } else if (nanos < longestNs / 2 && done == size) {
            size *= 2;
        }
    }
}
