package dev.weir.bpel.step;

import dev.weir.bpel.activity.Behaviours;
import dev.weir.bpel.activity.StepContext;
import dev.weir.bpel.event.InstanceEvent.ActivityEnded;
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

/**
 * Terminates what is active inside of an activity that has failed, or is itself terminated (section 12.6). An activity that
 * has children when it is to end is STOPPING until they have ended.
 */
final class Termination {
    private final StepContext step;
    private final Waits waits;
    private final LinkStatus links;
    private final IsolatedScopes isolated;

    Termination(StepContext step, Waits waits, LinkStatus links, IsolatedScopes isolated) {
        this.step = step;
        this.waits = waits;
        this.links = links;
        this.isolated = isolated;
    }

    /**
     * Terminates all that is active inside of an activity, the innermost first. Scopes that handle a fault already go on
     * with that, and others may have termination handlers to run: while they do, the activity still has children.
     *
     * @param faulted those that a fault has gone through, for the audit
     */
    void terminateInside(ActivityInstance self, Set<Integer> faulted) {
        Set<Integer> handling = new HashSet<>();
        List<ActivityInstance> terminated = new ArrayList<>();
        for (ActivityInstance activity : step.instance().inside(self)) {
            if (handling.contains(activity.parent()) || isHandling(activity.phase())) {
                handling.add(activity.id());
            } else {
                terminated.add(activity);
            }
        }
        Collections.reverse(terminated);
        for (ActivityInstance activity : terminated) {
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
            waits.abandonCall(self);
            waits.withdraw(self);
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

    /** All inside of a STOPPING activity has ended: it ends, too. False where its termination handler runs first. */
    boolean stopped(ActivityInstance self) {
        if (self.phase() != Phase.READY && terminate(self, step.instance().node(self))) {
            return false;
        }
        leave(self);
        return true;
    }

    private <N extends Node> boolean terminate(ActivityInstance self, N node) {
        return Behaviours.of(node).terminate(step, self, node);
    }

    /** Removes an activity that did not complete: the links that leave it, or anything in it, are dead. */
    void leave(ActivityInstance self) {
        links.eliminateDeadPath(self, self.node());
        step.apply(new ActivityEnded(self.id()));
        isolated.ended(self);
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
        terminateInside(caller, onTheWay);
        return caller;
    }
}
