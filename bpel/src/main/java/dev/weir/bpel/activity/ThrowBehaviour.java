package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.graph.Variable;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.Fault;
import dev.weir.bpel.instance.VariableValue;
import dev.weir.wsdl.Wsdl.MessageType;

/** Raises a fault. */
final class ThrowBehaviour implements Behaviour<Node.Throw> {
    @Override
    public void start(StepContext step, ActivityInstance self, Node.Throw node) {
        Variable variable = node.data();
        VariableValue data = variable == null ? null : step.data(self).value(variable);
        MessageType type = variable == null ? null : variable.message();
        step.fault(self, new Fault(node.faultName(), "", data, type == null ? null : type.name()));
    }
}
