package dev.weir.bpel.activity;

import dev.weir.bpel.data.ActivityData;
import dev.weir.bpel.data.VariableValidation;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;
import java.util.Objects;

/** Checks variables against their declarations (section 8.1). */
final class ValidateBehaviour implements Behaviour<Node.Validate> {
    @Override
    public void start(StepContext step, ActivityInstance self, Node.Validate node) {
        ActivityData data = step.data(self);
        VariableValidation.check(Objects.requireNonNull(data.graph().schemas()), node.variables(), data);
        step.complete(self, null);
    }
}
