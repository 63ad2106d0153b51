package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.Fault;
import dev.weir.store.FlowState;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How activities go on, start children, and end.
 *
 * <p>Nothing here runs another activity before it returns, except {@link #fault} and {@link #terminateInside}: those unwind
 * at once. Children that are started and parents that are to be notified of an end get their turn when the caller has
 * returned, before anything that was queued earlier.
 */
public interface ActivityLifecycle {
    /**
     * The activity has started and goes on through its children (phase RUNNING).
     *
     * @param detail for the audit, beside the kind of the activity; null for nothing
     */
    void started(ActivityInstance self, @Nullable String detail);

    /** Makes a child active, in the scope of the activity; it starts after the caller has returned. */
    ActivityInstance startChild(ActivityInstance self, Node child);

    /** The same in another scope than the activity's own: one that has completed and is compensated. */
    ActivityInstance startChild(ActivityInstance self, Node child, int scope);

    /** A child will not be run: the links that leave it, or anything in it, get the status false. */
    void skip(ActivityInstance self, Node child);

    /** Replaces the numbers that the activity keeps from one call to the next. */
    void setRegisters(ActivityInstance self, long... registers);

    /**
     * Ends the activity normally: its links get their status, and its parent is notified.
     *
     * @param detail for the audit; null for nothing
     */
    void complete(ActivityInstance self, @Nullable String detail);

    /** Ends an activity that its parent no longer wants: no links, and the parent is not notified. */
    void endSilently(ActivityInstance self);

    /** Ends an activity in which nothing is active any more, and starts it anew in the same place. */
    void restart(ActivityInstance self);

    /** Ends a scope that was terminated, once its termination handler has ended; its parent is notified. */
    void endTerminated(ActivityInstance self);

    /** Ends the activity by a fault, which goes to the scope around it before this method returns. */
    void fault(ActivityInstance self, Fault fault);

    /** Like {@link #fault}, but after the caller has returned. */
    void faultLater(ActivityInstance self, Fault fault);

    /**
     * Terminates all that is active inside of an activity, the innermost first (section 12.6). The activity still has
     * children afterwards where fault or termination handlers run, and is notified of their end.
     *
     * @param faulted the activities inside that a fault has gone through, for the audit
     */
    void terminateInside(ActivityInstance self, Set<Integer> faulted);

    /**
     * Ends the instance. Its open requests are answered: by the fault, or by missingReply where there is none.
     *
     * @param how COMPLETED, FAULTED or TERMINATED
     */
    void endInstance(FlowState how, @Nullable Fault fault);
}
