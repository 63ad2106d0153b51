package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;

/** Runs its children beside each other. */
final class FlowBehaviour implements Behaviour<Node.Flow> {
    @Override
    public void start(StepContext step, ActivityInstance self, Node.Flow node) {
        step.started(self, null);
        step.setRegisters(self, new long[node.links()]);
        node.children().forEach(child -> step.startChild(self, child));
        if (node.children().isEmpty()) {
            step.complete(self, null);
        }
    }

    @Override
    public void childCompleted(StepContext step, ActivityInstance self, Node.Flow node, boolean successful) {
        if (self.children() == 0) {
            step.complete(self, null);
        }
    }
}
