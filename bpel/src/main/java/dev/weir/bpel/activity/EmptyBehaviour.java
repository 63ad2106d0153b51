package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;

/** Does nothing. */
final class EmptyBehaviour implements Behaviour<Node.Empty> {
    @Override
    public void start(StepContext step, ActivityInstance self, Node.Empty node) {
        step.complete(self, null);
    }
}
