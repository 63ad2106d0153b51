package dev.weir.bench.measure;

/** What is timed: one operation of one stack on one workload. Belongs to one thread. */
public interface Task {
    /** Does the operation once; returns the same number every time, from what it saw or made. */
    long run() throws Exception;

    /**
     * A number that proves that all stacks did the same work: it must be the same for all of a workload. Called once,
     * before anything is timed.
     */
    default long check() throws Exception {
        return run();
    }

    /** How many bytes the stack's form of the document has; -1 where that is no question. Called once, after the check. */
    default long bytes() {
        return -1;
    }
}
