package dev.weir.bpel.activity;

import dev.weir.bpel.data.Evaluation;
import dev.weir.bpel.data.ValueSource;
import dev.weir.bpel.graph.Expression;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;

/** Runs the first branch whose condition holds. */
final class IfBehaviour implements Behaviour<Node.If> {
    @Override
    public void start(StepContext step, ActivityInstance self, Node.If node) {
        int chosen = choose(node, step.data(self));
        step.started(self, describe(node, chosen));
        for (int i = 0; i < node.branches().size(); i++) {
            if (i != chosen) {
                step.skip(self, node.branches().get(i).body());
            }
        }
        if (chosen < 0) {
            step.complete(self, null);
        } else {
            step.startChild(self, node.branches().get(chosen).body());
        }
    }

    private static int choose(Node.If node, ValueSource values) {
        for (int i = 0; i < node.branches().size(); i++) {
            Expression condition = node.branches().get(i).condition();
            if (condition == null || Evaluation.condition(condition, values)) {
                return i;
            }
        }
        return -1;
    }

    private static String describe(Node.If node, int chosen) {
        if (chosen < 0) {
            return "no condition holds";
        }
        Expression condition = node.branches().get(chosen).condition();
        return condition == null ? "else" : condition.text() + " holds";
    }

    @Override
    public void childCompleted(StepContext step, ActivityInstance self, Node.If node, boolean successful) {
        step.complete(self, null);
    }
}
