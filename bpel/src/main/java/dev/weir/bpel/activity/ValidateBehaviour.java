package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.graph.Variable;
import dev.weir.bpel.graph.VariableSchemas;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.FaultException;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Part;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/** Checks variables against their declarations (section 8.1). */
final class ValidateBehaviour implements Behaviour<Node.Validate> {
    @Override
    public void start(InstanceStep step, ActivityInstance self, Node.Validate node) {
        check(step, node.variables(), ValueSource.of(step, self));
        step.complete(self, null);
    }

    /** Faults with invalidVariables, which names all that is wrong, or uninitializedVariable. */
    static void check(InstanceStep step, Collection<Variable> variables, ValueSource values) {
        VariableSchemas schemas = Objects.requireNonNull(step.instance().graph().schemas());
        List<String> problems = new ArrayList<>();
        for (Variable variable : variables) {
            MessageType message = variable.message();
            if (message == null) {
                schemas.problems(variable, values.element(variable, null))
                        .forEach(problem -> problems.add("variable " + variable.name() + ": " + problem));
            } else {
                for (Part part : message.parts()) {
                    schemas.problems(part, values.element(variable, part.name()))
                            .forEach(problem -> problems.add(
                                    "variable " + variable.name() + ", part " + part.name() + ": " + problem));
                }
            }
        }
        if (!problems.isEmpty()) {
            throw FaultException.standard("invalidVariables", String.join("; ", problems));
        }
    }
}
