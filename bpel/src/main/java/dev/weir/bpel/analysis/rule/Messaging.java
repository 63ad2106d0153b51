package dev.weir.bpel.analysis.rule;

import dev.weir.bpel.analysis.rule.ImportedDefinitions.Message;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Operation;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Part;
import dev.weir.bpel.analysis.rule.ProcessSource.VariableType;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an activity or event that sends or receives refers to, as far as it is there.
 *
 * @param portType of the role that the activity speaks to
 * @param sent the message that the process sends
 * @param received the message that it gets
 */
public record Messaging(
        @Nullable XmlElement partnerLink,
        @Nullable XmlName portType,
        @Nullable Operation operation,
        @Nullable Message sent,
        @Nullable Message received) {
    public static final List<String> INBOUND = List.of("receive", "onMessage", "onEvent");

    private static final Messaging UNKNOWN = new Messaging(null, null, null, null, null);

    public static Messaging of(ProcessSource process, XmlElement activity) {
        XmlElement link = ProcessSource.partnerLink(activity.attributeValue("partnerLink"), activity);
        if (link == null) {
            return UNKNOWN;
        }
        boolean invoke = ProcessSource.is(activity, "invoke");
        XmlName linkType = ImportedDefinitions.reference(link, "partnerLinkType");
        Map<String, XmlName> roles =
                linkType == null ? null : process.imported().roles(linkType);
        String role = link.attributeValue(invoke ? "partnerRole" : "myRole");
        XmlName portType = roles == null || role == null ? null : roles.get(role);
        Operation operation = portType == null ? null : operation(process, portType, activity);
        if (operation == null) {
            return new Messaging(link, portType, null, null, null);
        }
        Message input = process.imported().message(operation.input());
        Message output = process.imported().message(operation.output());
        if (invoke) {
            return new Messaging(link, portType, operation, input, output);
        }
        if (!ProcessSource.is(activity, "reply")) {
            return new Messaging(link, portType, operation, null, input);
        }
        String fault = activity.attributeValue("faultName");
        if (fault != null) {
            String local = fault.substring(fault.indexOf(':') + 1);
            output = process.imported().message(operation.faults().get(local));
        }
        return new Messaging(link, portType, operation, output, null);
    }

    private static @Nullable Operation operation(ProcessSource process, XmlName portType, XmlElement activity) {
        String name = activity.attributeValue("operation");
        for (Operation operation : process.imported().operations(portType)) {
            if (operation.name().equals(name)) {
                return operation;
            }
        }
        return null;
    }

    /** A variable fits a message that has its type, or whose only part has its element (section 10.4). */
    public static boolean fits(VariableType variable, Message message) {
        if (variable.messageType() != null) {
            return variable.messageType().equals(message.name());
        }
        if (variable.element() == null || message.parts().size() != 1) {
            return false;
        }
        Part part = message.parts().values().iterator().next();
        return Objects.equals(part.element(), variable.element());
    }
}
