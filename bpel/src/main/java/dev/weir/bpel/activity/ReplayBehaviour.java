package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.Fault;

/** Oracle's replay: what is active in a scope around is terminated, and the scope begins again. */
final class ReplayBehaviour implements Behaviour<Node.Replay> {
    @Override
    public void start(StepContext step, ActivityInstance self, Node.Replay node) {
        int scope = step.instance().scopeOf(self, node.scope());
        if (step.instance().find(scope) == null) {
            String label = step.instance().graph().node(node.scope()).head().label();
            step.fault(
                    self,
                    Fault.standard(
                            "subLanguageExecutionFault",
                            "the scope " + label + " has completed, and is being compensated: it cannot begin again"));
            return;
        }
        step.fault(self, Fault.replay(scope));
    }
}
