package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.Fault;
import dev.weir.store.Message;

/**
 * What one kind of activity does in its life.
 *
 * <pre>
 *   READY ──start──► RUNNING   goes on through children; childCompleted for each that ends
 *     │         ├──► WAITING   messageArrived or timerFired when what it awaits has come
 *     │         └──► complete or fault at once
 *     └──► never started: its join condition does not hold, or a branch beside it was chosen
 *
 *   a fault inside, or the end of what is around:
 *   RUNNING, WAITING ──► STOPPING while children end ──► gone
 *   a scope: FAULTING ──► HANDLING or COMPENSATING ──► gone, or FAILING; TERMINATING ──► gone
 * </pre>
 *
 * <p>An activity becomes active (READY) when its parent starts it, and its turn to start comes when the links that enter it
 * have a status. It ends exactly once: by {@link StepContext#complete complete}, by a fault, or because what is around it
 * ends; only the first notifies the parent as a success. An activity that is stopped from outside needs no method: the
 * step withdraws all that it waits for.
 *
 * <p>A behaviour has no state of its own. What an activity has to keep from one call to the next is in the instance: its
 * phase, its registers (numbers whose meaning is its own), and what it awaits. Any method may throw a {@link
 * dev.weir.bpel.instance.FaultException}, which ends the activity by that fault.
 *
 * <p>To add a kind of activity: its node in {@code Node}, a behaviour beside this class, its line in {@link Behaviours}.
 *
 * @param <N> the node that the activity was compiled to
 */
public interface Behaviour<N extends Node> {
    /** The activity's turn has come: it completes, waits, or starts children. */
    void start(StepContext step, ActivityInstance self, N node);

    /**
     * A child has ended and is no longer active.
     *
     * @param successful false for one that was terminated, and for a scope that had to handle a fault
     */
    default void childCompleted(StepContext step, ActivityInstance self, N node, boolean successful) {
        throw new IllegalStateException(node.head().kind() + " has no children");
    }

    /** A fault has left a child; everything else inside goes on. Only scopes receive faults. */
    default void childFaulted(StepContext step, ActivityInstance self, N node, ActivityInstance child, Fault fault) {
        throw new IllegalStateException(node.head().kind() + " handles no faults");
    }

    /**
     * All inside of the activity has been terminated, and it is to end, too. Only scopes have something left to do then.
     *
     * @return true if a handler runs now: the activity ends when that has ended
     */
    default boolean terminate(StepContext step, ActivityInstance self, N node) {
        return false;
    }

    /**
     * A message has come that the activity waited for.
     *
     * @param branch which of its messages it is
     */
    default void messageArrived(StepContext step, ActivityInstance self, N node, int branch, Message message) {
        throw new IllegalStateException(node.head().kind() + " waits for no message");
    }

    /**
     * An alarm is due that the activity waited for.
     *
     * @param branch which of its alarms it is
     */
    default void timerFired(StepContext step, ActivityInstance self, N node, int branch) {
        throw new IllegalStateException(node.head().kind() + " waits for no time");
    }
}
