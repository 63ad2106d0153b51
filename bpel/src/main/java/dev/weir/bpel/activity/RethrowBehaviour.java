package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.Fault;
import dev.weir.bpel.instance.Phase;

/** Raises the fault again that the handler around it has caught, with the data as they came (section 12.5). */
final class RethrowBehaviour implements Behaviour<Node.Rethrow> {
    @Override
    public void start(StepContext step, ActivityInstance self, Node.Rethrow node) {
        ActivityInstance scope = step.instance().get(self.scope());
        while (scope.phase() != Phase.HANDLING) {
            scope = step.instance().get(scope.scope());
        }
        Fault fault = step.instance().fault(scope.id());
        if (fault == null) {
            throw new IllegalStateException("scope " + scope.id() + " handles no fault");
        }
        step.fault(self, fault);
    }
}
