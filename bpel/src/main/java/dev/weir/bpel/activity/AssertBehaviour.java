package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;

/** Goes on if what it asserts holds. */
final class AssertBehaviour implements Behaviour<Node.Assert> {
    @Override
    public void start(StepContext step, ActivityInstance self, Node.Assert node) {
        Assertions.check(node.asserted(), step.data(self));
        step.complete(self, null);
    }
}
