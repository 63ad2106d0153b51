package dev.weir.bench.service;

/**
 * Tells when a server is warm: when its cost of a request has stopped falling. A fixed time would favour the stack whose code
 * the JIT compiles first, and on a machine with few cores, which the driver of the load shares, that takes long.
 */
final class WarmUp {
    /** A lower cost than before counts only from so much on: single windows differ by about that. */
    private static final double GAIN = 0.05;
    /** So many windows in a row without a gain end it. */
    private static final int LEVEL_WINDOWS = 3;

    private final int most;
    private double least = Double.POSITIVE_INFINITY;
    private int windows;
    private int level;

    /** @param most windows that it may take */
    WarmUp(int most) {
        this.most = most;
    }

    boolean isDone() {
        return windows >= most || level >= LEVEL_WINDOWS;
    }

    /** @param cost of a request in one more window, in any unit */
    void add(double cost) {
        windows++;
        // Beside the last gain, not beside the least of all: a cost that falls by small steps falls.
        if (cost < least * (1 - GAIN)) {
            least = cost;
            level = 0;
        } else {
            level++;
        }
    }
}
