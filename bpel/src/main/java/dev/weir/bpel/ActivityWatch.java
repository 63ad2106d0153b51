package dev.weir.bpel;

/**
 * Takes how long steps spend in the activities of one process. What they spend in an activity is what itself computes, in
 * one step: neither what the activities inside it compute, nor waits. Called by many threads, at the end of each step.
 */
@FunctionalInterface
public interface ActivityWatch {
    /**
     * A step has spent some time in an activity.
     *
     * @param id of the activity in the process, the same for every instance
     * @param name of the activity; where it has none, its kind
     * @param kind the name of its element
     */
    void spent(int id, String name, String kind, long nanos);
}
