package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;

/** Runs its children one after the other. */
final class SequenceBehaviour implements Behaviour<Node.Sequence> {
    @Override
    public void start(InstanceStep step, ActivityInstance self, Node.Sequence node) {
        step.run(self, null);
        next(step, self, node, 0);
    }

    @Override
    public void childCompleted(InstanceStep step, ActivityInstance self, Node.Sequence node, boolean successful) {
        next(step, self, node, (int) self.register(0) + 1);
    }

    private static void next(InstanceStep step, ActivityInstance self, Node.Sequence node, int position) {
        if (position == node.children().size()) {
            step.complete(self, null);
        } else {
            step.note(self, position);
            step.startChild(self, node.children().get(position));
        }
    }
}
