package dev.weir.bpel.data;

import dev.weir.bpel.graph.Node.ReceivedHeaders;
import dev.weir.bpel.graph.Node.ReceivedProperty;
import dev.weir.bpel.graph.Node.SentHeaders;
import dev.weir.bpel.graph.Node.SentProperty;
import dev.weir.bpel.graph.Variable;
import dev.weir.bpel.instance.PartnerLinkValue;
import dev.weir.bpel.instance.VariableValue;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What goes with a message beside its parts: header blocks from variables and into them, properties likewise. */
public final class HeaderVariables {
    private HeaderVariables() {}

    /** A header variable without a value is no block; of one that holds a message, each part that has one is. */
    public static void send(ActivityData data, SentHeaders sent, MessageValue message) {
        if (sent == SentHeaders.NOTHING) {
            return;
        }
        AssignCopies values = new AssignCopies(data);
        for (Variable variable : sent.headers()) {
            VariableValue value = values.find(variable);
            if (value instanceof VariableValue.Element element) {
                message.addHeader(element.element());
            } else if (value instanceof VariableValue.Message parts) {
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

    /** Adds what the endpoint reference that was assigned to a partner link says of messages to it. */
    public static void sendTo(PartnerLinkValue partner, MessageValue message) {
        XmlElement reference = partner.reference();
        if (reference != null) {
            ServiceReferences.headers(reference).forEach(message::addHeader);
        }
    }

    /** What the message does not have leaves its variable as it was. */
    public static void take(ActivityData data, ReceivedHeaders taken, MessageValue message) {
        if (taken == ReceivedHeaders.NOTHING) {
            return;
        }
        for (Variable variable : taken.headers()) {
            VariableValue value = value(variable, message);
            if (value != null) {
                data.set(variable, value);
            }
        }
        Map<String, String> properties = message.properties();
        AssignCopies places = new AssignCopies(data);
        for (ReceivedProperty property : taken.properties()) {
            String text = properties.get(property.name());
            if (text != null) {
                places.write(text, property.to());
            }
        }
        places.commit();
    }

    private static @Nullable VariableValue value(Variable variable, MessageValue message) {
        MessageType type = variable.message();
        if (type == null) {
            XmlElement block = variable.type() instanceof Variable.OfElement of ? block(message, of.element()) : null;
            return block == null ? null : new VariableValue.Element(VariableValue.rooted(block));
        }
        MessageValue parts = new MessageValue();
        for (Part part : type.parts()) {
            XmlElement block = block(message, Objects.requireNonNull(part.element()));
            if (block != null) {
                parts.set(part.name(), block);
            }
        }
        return parts.parts().isEmpty() ? null : VariableValue.message(parts);
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
