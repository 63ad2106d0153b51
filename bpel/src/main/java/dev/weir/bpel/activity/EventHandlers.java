package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;
import java.util.List;

/**
 * The event handlers of a scope: children of it, active from its start on, or, where it holds the activity that starts the
 * instance, from the message on that does. When the scope's own activity has completed they take no more events, and the scope waits for
 * those that they have taken.
 */
final class EventHandlers {
    // The only register of a handler.
    static final long ENABLED = 0;
    static final long DISABLED = 1;

    private EventHandlers() {}

    static void enable(StepContext step, ActivityInstance scope, Node.Scope node) {
        node.eventHandlers().forEach(handler -> step.startChild(scope, handler));
    }

    /** The message that creates the instance has been received: the scopes around the receiver were waiting for it. */
    static void enableAround(StepContext step, ActivityInstance receiver) {
        ActivityInstance scope = step.instance().find(receiver.scope());
        while (scope != null) {
            if (step.instance().node(scope) instanceof Node.Scope node) {
                enable(step, scope, node);
            }
            scope = step.instance().find(scope.scope());
        }
    }

    /** True while a scope's own activity is active. */
    static boolean bodyIsActive(StepContext step, ActivityInstance scope, Node.Scope node) {
        return step.instance().active().stream()
                .anyMatch(child -> child.parent() == scope.id()
                        && child.node() == node.body().id());
    }

    static void disable(StepContext step, ActivityInstance scope) {
        for (ActivityInstance child : List.copyOf(step.instance().active())) {
            if (child.parent() == scope.id()) {
                step.withdraw(child);
                if (child.children() == 0) {
                    step.endSilently(child);
                } else {
                    step.setRegisters(child, DISABLED);
                }
            }
        }
    }

    static void completeIfOver(StepContext step, ActivityInstance handler) {
        if (handler.register(0) == DISABLED && handler.children() == 0) {
            step.complete(handler, null);
        }
    }
}
