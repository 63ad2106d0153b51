package dev.weir.bpel.step;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;
import java.util.HashMap;
import java.util.Map;

/**
 * How long one step spends in each activity: the sum of what the activity computes when it starts, when a message or an
 * alarm comes to it, and when one of its children has ended. What its children compute, and waits, are not in it. Used by
 * one thread.
 */
public final class StepTimes {
    /** By the id of the activity in the instance: in a loop, every turn counts by itself. */
    private final Map<Integer, Spent> times = new HashMap<>();

    private static final class Spent {
        private final Node.Head head;
        private long nanos;

        private Spent(Node.Head head) {
            this.head = head;
        }
    }

    /** Takes what a step has spent in an activity. */
    @FunctionalInterface
    public interface Receiver {
        void spent(Node.Head activity, long nanos);
    }

    /** Begins at nothing. */
    public StepTimes() {}

    void add(ActivityInstance activity, Node.Head head, long nanos) {
        times.computeIfAbsent(activity.id(), id -> new Spent(head)).nanos += nanos;
    }

    /** Hands over what was spent in each activity. */
    public void to(Receiver receiver) {
        times.values().forEach(each -> receiver.spent(each.head, each.nanos));
    }
}
