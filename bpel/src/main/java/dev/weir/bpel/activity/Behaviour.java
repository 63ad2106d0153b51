package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.Fault;
import dev.weir.store.Message;

/**
 * What one kind of activity does in its life. Behaviours hold no state: that is the instance's. Each method may fault by
 * {@link dev.weir.bpel.instance.FaultException}; the activity has then ended. An activity that is stopped from outside
 * needs no method: the step withdraws all that it waits for.
 */
interface Behaviour<N extends Node> {
    /** The activity has become active: it completes, waits, or starts children. */
    void start(InstanceStep step, ActivityInstance self, N node);

    /**
     * A child has completed and is no longer active.
     *
     * @param successful false for a scope that had to handle a fault
     */
    default void childCompleted(InstanceStep step, ActivityInstance self, N node, boolean successful) {
        throw new IllegalStateException(node.head().kind() + " has no children");
    }

    /** A fault has left a child; everything else inside goes on. Only scopes take faults in. */
    default void childFaulted(InstanceStep step, ActivityInstance self, N node, ActivityInstance child, Fault fault) {
        throw new IllegalStateException(node.head().kind() + " handles no faults");
    }

    /**
     * A message has come that the activity waited for.
     *
     * @param branch which of its messages it is
     */
    default void messageArrived(InstanceStep step, ActivityInstance self, N node, int branch, Message message) {
        throw new IllegalStateException(node.head().kind() + " waits for no message");
    }

    /**
     * The time has come that the activity waited for.
     *
     * @param branch which of its alarms it is
     */
    default void timerFired(InstanceStep step, ActivityInstance self, N node, int branch) {
        throw new IllegalStateException(node.head().kind() + " waits for no time");
    }
}
