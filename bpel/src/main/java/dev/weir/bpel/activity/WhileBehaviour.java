package dev.weir.bpel.activity;

import dev.weir.bpel.data.Evaluation;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;

/** Runs its body as long as its condition holds before a turn. */
final class WhileBehaviour implements Behaviour<Node.While> {
    @Override
    public void start(StepContext step, ActivityInstance self, Node.While node) {
        step.started(self, node.condition().text());
        turn(step, self, node, 0);
    }

    @Override
    public void childCompleted(StepContext step, ActivityInstance self, Node.While node, boolean successful) {
        turn(step, self, node, self.register(0) + 1);
    }

    private static void turn(StepContext step, ActivityInstance self, Node.While node, long turns) {
        if (Evaluation.condition(node.condition(), step.data(self))) {
            step.setRegisters(self, turns);
            step.startChild(self, node.body());
        } else {
            step.complete(self, turns + (turns == 1 ? " turn" : " turns"));
        }
    }
}
