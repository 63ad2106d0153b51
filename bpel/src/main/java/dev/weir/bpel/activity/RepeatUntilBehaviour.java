package dev.weir.bpel.activity;

import dev.weir.bpel.data.Evaluation;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;

/** Runs its body until its condition holds after a turn. */
final class RepeatUntilBehaviour implements Behaviour<Node.RepeatUntil> {
    @Override
    public void start(StepContext step, ActivityInstance self, Node.RepeatUntil node) {
        step.started(self, node.condition().text());
        step.setRegisters(self, 1);
        step.startChild(self, node.body());
    }

    @Override
    public void childCompleted(StepContext step, ActivityInstance self, Node.RepeatUntil node, boolean successful) {
        long turns = self.register(0);
        if (Evaluation.condition(node.condition(), step.data(self))) {
            step.complete(self, turns + (turns == 1 ? " turn" : " turns"));
        } else {
            step.setRegisters(self, turns + 1);
            step.startChild(self, node.body());
        }
    }
}
