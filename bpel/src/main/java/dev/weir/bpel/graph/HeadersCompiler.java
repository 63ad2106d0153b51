package dev.weir.bpel.graph;

import dev.weir.bpel.graph.Node.ReceivedHeaders;
import dev.weir.bpel.graph.Node.ReceivedProperty;
import dev.weir.bpel.graph.Node.SentHeaders;
import dev.weir.bpel.graph.Node.SentProperty;
import dev.weir.bpel.language.Construct;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.xml.tree.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Compiles what goes with a message beside its parts. Which properties a binding can carry is known to composites. */
final class HeadersCompiler {
    private static final String ADDRESSING = "wsa.";
    private static final Set<String> READABLE =
            Set.of("wsa.messageId", "wsa.relatesTo", "wsa.replyToAddress", "wsa.action", "wsa.to");

    private final CopyCompiler copies;
    private final Problems problems;
    private final UnresolvedReferences unresolved;

    HeadersCompiler(CopyCompiler copies, Problems problems, UnresolvedReferences unresolved) {
        this.copies = copies;
        this.problems = problems;
        this.unresolved = unresolved;
    }

    SentHeaders sent(Construct.Sent written, ScopeNames names) {
        if (written.headers().isEmpty() && written.properties().isEmpty()) {
            return SentHeaders.NOTHING;
        }
        List<SentProperty> properties = new ArrayList<>();
        for (Construct.SentProperty property : written.properties()) {
            Node.From from = copies.from(property.from(), names);
            if (property.name().startsWith(ADDRESSING)) {
                problems.add(
                        property.line(),
                        "bpel-property-not-settable",
                        "the property " + property.name() + " of a message that is sent is not the process's to set",
                        "leave it out: the server addresses its messages itself");
            } else if (from != null) {
                properties.add(new SentProperty(property.name(), from, problems.file(), property.line()));
            }
        }
        return new SentHeaders(variables(written.headers(), written.line(), names), List.copyOf(properties));
    }

    /** Faults are sent with their name and data only. */
    void refuseWithFault(Construct.Sent written) {
        if (!written.headers().isEmpty() || !written.properties().isEmpty()) {
            problems.add(
                    written.line(),
                    "bpel-fault-headers",
                    "a fault carries no header variables or properties",
                    "send them with the normal reply, or what they say in the fault's message");
        }
    }

    ReceivedHeaders taken(Construct.Taken written, ScopeNames names) {
        if (written.headers().isEmpty() && written.properties().isEmpty()) {
            return ReceivedHeaders.NOTHING;
        }
        List<ReceivedProperty> properties = new ArrayList<>();
        for (Construct.TakenProperty property : written.properties()) {
            Node.To to = copies.to(property.to(), names);
            if (property.name().startsWith(ADDRESSING) && !READABLE.contains(property.name())) {
                problems.add(
                        property.line(),
                        "bpel-property-unknown",
                        "the property " + property.name() + " is not known",
                        "of WS-Addressing there are "
                                + String.join(", ", READABLE.stream().sorted().toList()));
            } else if (to != null) {
                properties.add(new ReceivedProperty(property.name(), to, problems.file(), property.line()));
            }
        }
        return new ReceivedHeaders(variables(written.headers(), written.line(), names), List.copyOf(properties));
    }

    private List<Variable> variables(List<String> written, int line, ScopeNames names) {
        List<Variable> variables = new ArrayList<>();
        for (String name : written) {
            Variable variable = names.variable(name);
            if (variable == null) {
                unresolved.add(line, "the header variable " + name + " is not declared");
            } else if (!holdsElements(variable)) {
                problems.add(
                        line,
                        "bpel-header-variable",
                        "the header variable " + name + " cannot hold header blocks, which are elements",
                        "declare it by element, or by a messageType whose parts are elements");
            } else {
                variables.add(variable);
            }
        }
        return List.copyOf(variables);
    }

    private static boolean holdsElements(Variable variable) {
        MessageType message = variable.message();
        return variable.type() instanceof Variable.OfElement
                || message != null && message.parts().stream().allMatch(part -> part.element() != null);
    }
}
