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
import java.util.Set;
import java.util.stream.Collectors;
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
        Map<String, XmlName> roles = process.imported().roles(link);
        String role = link.attributeValue(invoke ? "partnerRole" : "myRole");
        XmlName portType = roles == null || role == null ? null : roles.get(role);
        String name = activity.attributeValue("operation");
        Operation operation =
                portType == null || name == null ? null : process.imported().operation(portType, link, name);
        if (operation == null) {
            return new Messaging(link, portType, null, null, null);
        }
        if (invoke) {
            return new Messaging(
                    link,
                    portType,
                    operation,
                    sent(operation.input(), operation, "inputVariable", activity, process),
                    received(operation.output(), operation, "outputVariable", activity, process));
        }
        if (!ProcessSource.is(activity, "reply")) {
            Message input = received(operation.input(), operation, "variable", activity, process);
            return new Messaging(link, portType, operation, null, input);
        }
        String fault = activity.attributeValue("faultName");
        XmlName output =
                fault == null ? operation.output() : operation.faults().get(fault.substring(fault.indexOf(':') + 1));
        return new Messaging(link, portType, operation, sent(output, operation, "variable", activity, process), null);
    }

    private static @Nullable Message received(
            @Nullable XmlName name, Operation operation, String variable, XmlElement activity, ProcessSource process) {
        return process.imported()
                .message(
                        name,
                        operation,
                        message -> holds(variable, activity, message, process)
                                && message.parts().keySet().containsAll(parts(activity, "fromParts", "fromPart")));
    }

    /** All parts of what is sent are given, or none. */
    private static @Nullable Message sent(
            @Nullable XmlName name, Operation operation, String variable, XmlElement activity, ProcessSource process) {
        Set<String> given = parts(activity, "toParts", "toPart");
        return process.imported()
                .message(
                        name,
                        operation,
                        message -> holds(variable, activity, message, process)
                                && (given.isEmpty() || message.parts().keySet().equals(given)));
    }

    private static Set<String> parts(XmlElement activity, String list, String item) {
        return ProcessSource.items(activity, list, item).stream()
                .map(each -> each.attributeValue("part"))
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }

    private static boolean holds(String attribute, XmlElement activity, Message message, ProcessSource process) {
        VariableType type = ProcessSource.is(activity, "onEvent")
                ? ProcessSource.typeOf(activity)
                : process.variable(activity.attributeValue(attribute), activity);
        return type == null || type.element() == null || fits(type, message);
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
