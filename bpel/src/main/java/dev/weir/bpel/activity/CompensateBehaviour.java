package dev.weir.bpel.activity;

import dev.weir.bpel.event.InstanceEvent.CompensationStarted;
import dev.weir.bpel.event.InstanceEvent.ScopeCompensated;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.CompletedScope;
import java.util.Objects;

/**
 * Runs the compensation handlers of completed scopes one after the other, the last completed first (sections 12.4.3 and
 * 12.5.2). A handler is run as if it were inside of its scope, on what that held when it completed.
 */
final class CompensateBehaviour implements Behaviour<Node.Compensate> {
    // The only register: the scope whose handler runs.
    private static final int CURRENT = 0;

    @Override
    public void start(StepContext step, ActivityInstance self, Node.Compensate node) {
        step.started(self, null);
        next(step, self, node);
    }

    @Override
    public void childCompleted(StepContext step, ActivityInstance self, Node.Compensate node, boolean successful) {
        step.apply(new ScopeCompensated((int) self.register(CURRENT)));
        next(step, self, node);
    }

    private static void next(StepContext step, ActivityInstance self, Node.Compensate node) {
        int around = step.instance().scopeOf(self, node.scope());
        CompletedScope completed = step.instance().lastCompleted(around, node.target());
        if (completed == null) {
            step.complete(self, null);
            return;
        }
        step.setRegisters(self, completed.id());
        step.apply(new CompensationStarted(completed.id()));
        Node.Scope scope = (Node.Scope) step.instance().graph().node(completed.node());
        Node handler = scope.compensationHandler();
        step.startChild(
                self, handler == null ? Objects.requireNonNull(scope.defaultCompensation()) : handler, completed.id());
    }
}
