package dev.weir.bpel.data;

import dev.weir.bpel.graph.Node.Outbound;
import dev.weir.bpel.graph.Node.PartOf;
import dev.weir.bpel.graph.Node.Target;
import dev.weir.bpel.graph.Variable;
import dev.weir.bpel.graph.VariableTrees;
import dev.weir.bpel.instance.FaultException;
import dev.weir.bpel.instance.VariableValue;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import org.jspecify.annotations.Nullable;

/** Messages from variables, and into them. */
public final class MessageVariables {
    private MessageVariables() {}

    /** Stores a message that came in. */
    public static void store(ActivityData data, Target target, VariableValue.Message message) {
        Variable variable = target.variable();
        if (variable != null) {
            XmlElement only = Faults.soleElement(message.parts());
            if (variable.message() != null) {
                data.set(variable, message);
            } else if (only != null) {
                data.set(variable, new VariableValue.Element(only));
            }
        }
        for (PartOf mapping : target.parts()) {
            XmlElement part = message.parts().part(mapping.part());
            if (part != null) {
                data.set(mapping.variable(), new VariableValue.Element(held(mapping.variable(), part)));
            }
        }
    }

    /** A variable of a schema type holds its value in an element of its own name. */
    private static XmlElement held(Variable variable, XmlElement part) {
        XmlName name = variable.type() instanceof Variable.OfType ? XmlName.of(variable.name()) : part.name();
        return ElementContent.named(part, name);
    }

    /**
     * The message that goes out. A part without a value is a fault, or in a dialect that initialises variables its first
     * value: what is sent of a variable that nothing was assigned to.
     */
    public static MessageValue message(ActivityData values, MessageType type, Outbound source) {
        MessageValue message = new MessageValue();
        Variable variable = source.variable();
        if (variable != null && variable.message() == null) {
            message.set(type.parts().get(0).name(), sent(values, variable, null));
        } else if (variable != null) {
            if (!values.graph().trees().dialect().initializeVariables()) {
                values.value(variable);
            }
            for (Part part : type.parts()) {
                message.set(part.name(), sent(values, variable, part.name()));
            }
        }
        for (PartOf mapping : source.parts()) {
            Part part = type.part(mapping.part());
            XmlElement element = sent(values, mapping.variable(), null);
            if (part == null) {
                throw FaultException.standard("mismatchedAssignmentFailure", "no part " + mapping.part());
            }
            XmlName declared = part.element();
            message.set(
                    part.name(), ElementContent.named(element, declared == null ? XmlName.of(part.name()) : declared));
        }
        return message;
    }

    private static XmlElement sent(ActivityData values, Variable variable, @Nullable String part) {
        XmlElement present = values.present(variable, part);
        VariableTrees trees = values.graph().trees();
        if (present != null || !trees.dialect().initializeVariables()) {
            return values.element(variable, part);
        }
        return VariableValue.rooted(trees.first(variable, part));
    }
}
