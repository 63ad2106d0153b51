package dev.weir.bpel.activity;

import dev.weir.bpel.event.InstanceEvent.PhaseEntered;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.Instance;
import dev.weir.bpel.instance.Phase;
import dev.weir.store.AuditEvent.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Terminates what is active inside of an activity that has failed, or is itself terminated (section 12.6). */
final class Termination {
    private final InstanceStep step;

    Termination(InstanceStep step) {
        this.step = step;
    }

    /**
     * Terminates all that is active inside of an activity, the innermost first. Scopes whose fault handlers run already go
     * on with that, and others may have termination handlers to run: while they do, the activity still has children, and
     * hears when they have ended.
     *
     * @param faulted those through which a fault has gone
     */
    void stopInside(ActivityInstance self, Set<Integer> faulted) {
        Set<Integer> goingOn = new HashSet<>();
        List<ActivityInstance> stopping = new ArrayList<>();
        for (ActivityInstance activity : step.instance().inside(self)) {
            if (goingOn.contains(activity.parent()) || isHandling(activity.phase())) {
                goingOn.add(activity.id());
            } else {
                stopping.add(activity);
            }
        }
        Collections.reverse(stopping);
        for (ActivityInstance activity : stopping) {
            stop(activity, faulted.contains(activity.id()) ? Kind.ACTIVITY_FAULTED : Kind.ACTIVITY_TERMINATED);
        }
    }

    private static boolean isHandling(Phase phase) {
        return switch (phase) {
            case FAULTING, HANDLING, COMPENSATING, FAILING, TERMINATING -> true;
            case READY, RUNNING, WAITING, STOPPING, COMPLETING -> false;
        };
    }

    private void stop(ActivityInstance self, Kind kind) {
        if (self.phase() != Phase.STOPPING) {
            step.abandonCall(self);
            step.withdraw(self);
            if (self.phase() != Phase.READY) {
                step.audit(kind, self, null);
            }
            if (self.children() > 0) {
                step.apply(new PhaseEntered(self.id(), Phase.STOPPING));
            }
        }
        if (self.children() == 0) {
            stopped(self);
        }
    }

    /** All inside of an activity that is terminated has stopped; false where its termination handler now runs. */
    boolean stopped(ActivityInstance self) {
        if (self.phase() != Phase.READY
                && step.instance().node(self) instanceof Node.Scope node
                && ScopeBehaviour.terminate(step, self, node)) {
            return false;
        }
        step.leave(self);
        return true;
    }

    /**
     * A fault in the compensation handler of a completed scope is one of the activity that has called the handler: all
     * inside of that one is stopped.
     */
    ActivityInstance callerOfCompensation(ActivityInstance self) {
        Instance instance = step.instance();
        Set<Integer> onTheWay = new HashSet<>();
        ActivityInstance caller = instance.get(self.parent());
        while (caller.scope() == self.scope()) {
            onTheWay.add(caller.id());
            caller = instance.get(caller.parent());
        }
        stopInside(caller, onTheWay);
        return caller;
    }
}
