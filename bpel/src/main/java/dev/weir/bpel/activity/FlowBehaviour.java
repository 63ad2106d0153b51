package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;

/** Runs its children beside each other. */
final class FlowBehaviour implements Behaviour<Node.Flow> {
    @Override
    public void start(InstanceStep step, ActivityInstance self, Node.Flow node) {
        step.run(self, null);
        step.note(self, new long[node.links()]);
        node.children().forEach(child -> step.startChild(self, child));
        if (node.children().isEmpty()) {
            step.complete(self, null);
        }
    }

    @Override
    public void childCompleted(InstanceStep step, ActivityInstance self, Node.Flow node, boolean successful) {
        if (self.children() == 0) {
            step.complete(self, null);
        }
    }
}
