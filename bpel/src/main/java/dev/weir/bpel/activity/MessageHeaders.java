package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node.Sent;
import dev.weir.bpel.graph.Node.SentProperty;
import dev.weir.bpel.graph.Node.Taken;
import dev.weir.bpel.graph.Node.TakenProperty;
import dev.weir.bpel.graph.Variable;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.Value;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What goes with a message beside its parts: header blocks from variables and into them, properties likewise. */
final class MessageHeaders {
    private MessageHeaders() {}

    /** A header variable must have a value; of one that holds a message, each part that has one is a block. */
    static void send(Step step, ActivityInstance self, Sent sent, MessageValue message) {
        if (sent == Sent.NOTHING) {
            return;
        }
        Copying values = new Copying(step, self);
        for (Variable variable : sent.headers()) {
            Value value = values.value(variable);
            if (value instanceof Value.Element element) {
                message.addHeader(element.element());
            } else if (value instanceof Value.Message parts) {
                parts.parts().parts().values().forEach(message::addHeader);
            }
        }
        for (SentProperty property : sent.properties()) {
            String text = values.text(property.from());
            if (text != null) {
                message.setProperty(property.name(), text);
            }
        }
    }

    /** What the message does not have leaves its variable as it was. */
    static void take(Step step, ActivityInstance self, Taken taken, MessageValue message) {
        if (taken == Taken.NOTHING) {
            return;
        }
        for (Variable variable : taken.headers()) {
            Value value = value(variable, message);
            if (value != null) {
                Messages.set(step, self, variable, value);
            }
        }
        Map<String, String> properties = message.properties();
        Copying places = new Copying(step, self);
        for (TakenProperty property : taken.properties()) {
            String text = properties.get(property.name());
            if (text != null) {
                places.write(text, property.to());
            }
        }
        places.commit();
    }

    private static @Nullable Value value(Variable variable, MessageValue message) {
        MessageType type = variable.message();
        if (type == null) {
            XmlElement block = variable.type() instanceof Variable.OfElement of ? block(message, of.element()) : null;
            return block == null ? null : new Value.Element(Value.rooted(block));
        }
        MessageValue parts = new MessageValue();
        for (Part part : type.parts()) {
            XmlElement block = block(message, Objects.requireNonNull(part.element()));
            if (block != null) {
                parts.set(part.name(), block);
            }
        }
        return parts.parts().isEmpty() ? null : Value.message(parts);
    }

    private static @Nullable XmlElement block(MessageValue message, XmlName name) {
        for (XmlElement block : message.headers()) {
            if (block.name().equals(name)) {
                return block;
            }
        }
        return null;
    }
}
