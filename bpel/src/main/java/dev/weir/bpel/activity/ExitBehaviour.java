package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.FlowState;

/** Ends the instance immediately, without any handler (section 10.10). */
final class ExitBehaviour implements Behaviour<Node.Exit> {
    @Override
    public void start(StepContext step, ActivityInstance self, Node.Exit node) {
        step.audit(Kind.ACTIVITY_COMPLETED, self, null);
        step.endInstance(FlowState.TERMINATED, null);
    }
}
