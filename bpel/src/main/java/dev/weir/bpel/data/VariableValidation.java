package dev.weir.bpel.data;

import dev.weir.bpel.graph.Variable;
import dev.weir.bpel.graph.VariableSchemas;
import dev.weir.bpel.instance.FaultException;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Part;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Checks the values of variables against their declarations (section 8.1). */
public final class VariableValidation {
    private VariableValidation() {}

    /**
     * Validates variables, each part of those that hold messages.
     *
     * @throws FaultException invalidVariables with all that is invalid; uninitializedVariable where there is no value
     */
    public static void check(VariableSchemas schemas, Collection<Variable> variables, ValueSource values) {
        List<String> errors = new ArrayList<>();
        for (Variable variable : variables) {
            MessageType message = variable.message();
            if (message == null) {
                schemas.problems(variable, values.element(variable, null))
                        .forEach(error -> errors.add("variable " + variable.name() + ": " + error));
            } else {
                for (Part part : message.parts()) {
                    schemas.problems(part, values.element(variable, part.name()))
                            .forEach(error ->
                                    errors.add("variable " + variable.name() + ", part " + part.name() + ": " + error));
                }
            }
        }
        if (!errors.isEmpty()) {
            throw FaultException.standard("invalidVariables", String.join("; ", errors));
        }
    }
}
