package dev.weir.bpel.activity;

import dev.weir.bpel.event.InstanceEvent.VariableSet;
import dev.weir.bpel.graph.Node.Outbound;
import dev.weir.bpel.graph.Node.PartOf;
import dev.weir.bpel.graph.Node.Target;
import dev.weir.bpel.graph.Variable;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.FaultException;
import dev.weir.bpel.instance.VariableValue;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;

/** Messages from variables, and into them. */
final class MessageVariables {
    private MessageVariables() {}

    static void set(InstanceStep step, ActivityInstance self, Variable variable, VariableValue value) {
        step.apply(new VariableSet(step.instance().scopeOf(self, variable.scope()), variable.id(), value));
    }

    /** Stores a message that came in. */
    static void store(InstanceStep step, ActivityInstance self, Target target, VariableValue.Message message) {
        Variable variable = target.variable();
        if (variable != null) {
            XmlElement only = Faults.soleElement(message.parts());
            if (variable.message() != null) {
                set(step, self, variable, message);
            } else if (only != null) {
                set(step, self, variable, new VariableValue.Element(only));
            }
        }
        for (PartOf mapping : target.parts()) {
            XmlElement part = message.parts().part(mapping.part());
            if (part != null) {
                set(step, self, mapping.variable(), new VariableValue.Element(held(mapping.variable(), part)));
            }
        }
    }

    /** A variable of a schema type holds its value in an element of its own name. */
    private static XmlElement held(Variable variable, XmlElement part) {
        XmlName name = variable.type() instanceof Variable.OfType ? XmlName.of(variable.name()) : part.name();
        return ElementContent.named(part, name);
    }

    /** The message that goes out; faults where a part has no value. */
    static MessageValue message(InstanceStep step, ActivityInstance self, MessageType type, Outbound data) {
        ValueSource values = ValueSource.of(step, self);
        MessageValue message = new MessageValue();
        Variable variable = data.variable();
        if (variable != null && variable.message() == null) {
            message.set(type.parts().get(0).name(), values.element(variable, null));
        } else if (variable != null) {
            values.value(variable);
            for (Part part : type.parts()) {
                message.set(part.name(), values.element(variable, part.name()));
            }
        }
        for (PartOf mapping : data.parts()) {
            Part part = type.part(mapping.part());
            XmlElement element = values.element(mapping.variable(), null);
            if (part == null) {
                throw FaultException.standard("mismatchedAssignmentFailure", "no part " + mapping.part());
            }
            XmlName declared = part.element();
            message.set(
                    part.name(), ElementContent.named(element, declared == null ? XmlName.of(part.name()) : declared));
        }
        return message;
    }
}
