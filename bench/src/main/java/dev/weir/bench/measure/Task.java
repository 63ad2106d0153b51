package dev.weir.bench.measure;

/** The timed unit of work: one operation of one stack on one workload. For one thread. */
public interface Task {
    /** Runs the operation once; returns the same number every time, computed from the data read or written. */
    long run() throws Exception;

    /**
     * A checksum that proves that all stacks did the same work: it must be equal for all stacks of a workload. Called
     * once, before anything is timed.
     */
    default long check() throws Exception {
        return run();
    }

    /** The size in bytes of the stack's form of the document; -1 if not applicable. Called once, after the check. */
    default long bytes() {
        return -1;
    }
}
