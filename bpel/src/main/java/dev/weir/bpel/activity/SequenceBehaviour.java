package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;

/** Runs its children one after the other. */
final class SequenceBehaviour implements Behaviour<Node.Sequence> {
    @Override
    public void start(StepContext step, ActivityInstance self, Node.Sequence node) {
        step.started(self, null);
        next(step, self, node, 0);
    }

    @Override
    public void childCompleted(StepContext step, ActivityInstance self, Node.Sequence node, boolean successful) {
        next(step, self, node, (int) self.register(0) + 1);
    }

    private static void next(StepContext step, ActivityInstance self, Node.Sequence node, int position) {
        if (position == node.children().size()) {
            step.complete(self, null);
        } else {
            step.setRegisters(self, position);
            step.startChild(self, node.children().get(position));
        }
    }
}
