package dev.weir.bpel.graph;

import dev.weir.bpel.dialect.Dialect;
import dev.weir.bpel.graph.Node.Head;
import dev.weir.bpel.graph.Node.Inbound;
import dev.weir.bpel.graph.Node.Outbound;
import dev.weir.bpel.graph.Node.PartOf;
import dev.weir.bpel.graph.Node.Target;
import dev.weir.bpel.language.Construct;
import dev.weir.bpel.language.Construct.Initiate;
import dev.weir.bpel.language.Construct.Pattern;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.Wsdl.OperationFault;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compiles what sends and receives: which operation, of which partner link, from and into which variables. */
final class MessagingCompiler {
    private final PartnerDefinitions definitions;
    private final Declarations declarations;
    private final Problems problems;
    private final UnresolvedReferences unresolved;
    private final HeadersCompiler headers;
    private final Dialect dialect;
    private final AssertionCompiler assertions;

    /** What the process receives, in the order of its activities. */
    private final List<ProcessGraph.Entry> entries = new ArrayList<>();

    MessagingCompiler(CompilerParts shared, HeadersCompiler headers) {
        this.headers = headers;
        this.definitions = shared.definitions();
        this.declarations = shared.declarations();
        this.problems = shared.problems();
        this.unresolved = shared.unresolved();
        this.dialect = shared.trees().dialect();
        this.assertions = new AssertionCompiler(shared.expressions(), dialect, problems);
    }

    AssertionCompiler assertions() {
        return assertions;
    }

    /** All that has been compiled as inbound. */
    List<ProcessGraph.Entry> entries() {
        return List.copyOf(entries);
    }

    void add(Inbound inbound, boolean createInstance) {
        entries.add(new ProcessGraph.Entry(inbound, createInstance));
    }

    @Nullable Inbound inbound(Construct.Inbound in, boolean createInstance, ScopeNames names) {
        PartnerLink link = partnerLink(in.partnerLink(), in.line(), names);
        Operation operation =
                link == null ? null : operation(link, link.myPortType(), "myRole", in.operation(), in.line());
        if (link == null || operation == null) {
            return null;
        }
        MessageType own = operation.input();
        if (own == null) {
            unresolved.add(in.line(), "the operation " + in.operation() + " has no input");
            return null;
        }
        MessageType message = received(own, elementOf(in.variable(), names), in.fromParts());
        Target target = target(message, in.variable(), in.fromParts(), in.line(), names);
        List<Correlation> correlations = correlations(in.correlations(), message, names);
        Inbound compiled = new Inbound(
                link,
                operation,
                message,
                target,
                correlations,
                exchange(in.messageExchange(), in.line(), names),
                headers.taken(in.beside(), names),
                assertions.checked(in.asserted(), names));
        add(compiled, createInstance);
        return compiled;
    }

    @Nullable Node reply(Construct.Reply reply, Head head, ScopeNames names) {
        PartnerLink link = partnerLink(reply.partnerLink(), reply.line(), names);
        Operation operation =
                link == null ? null : operation(link, link.myPortType(), "myRole", reply.operation(), reply.line());
        if (link == null || operation == null) {
            return null;
        }
        MessageType message = operation.output();
        XmlName faultName = reply.faultName();
        if (message == null) {
            problems.add(
                    reply.line(),
                    "bpel-reply-one-way",
                    "the operation " + reply.operation() + " is one-way and takes no reply",
                    "remove the <reply>, or call the partner back");
            return null;
        }
        if (faultName != null) {
            headers.refuseWithFault(reply.beside());
            MessageType declared = operation.faults().stream()
                    .filter(fault -> fault.name().equals(faultName.local()))
                    .map(OperationFault::message)
                    .findFirst()
                    .orElse(null);
            if (declared == null) {
                String variable = reply.variable();
                Variable data = variable == null ? null : names.variable(variable);
                MessageType own = data == null ? null : data.message();
                declared = own == null ? new MessageType(faultName, List.of()) : own;
            }
            message = declared;
        }
        message = sent(message, elementOf(reply.variable(), names), reply.toParts());
        Outbound data = outbound(message, reply.variable(), reply.toParts(), reply.line(), names);
        return new Node.Reply(
                head,
                link,
                operation,
                message,
                data,
                faultName,
                correlations(reply.correlations(), message, names),
                exchange(reply.messageExchange(), reply.line(), names),
                headers.sent(reply.beside(), names),
                assertions.checked(reply.asserted(), names));
    }

    @Nullable Node invoke(Construct.Invoke invoke, Head head, ScopeNames names) {
        PartnerLink link = partnerLink(invoke.partnerLink(), invoke.line(), names);
        Operation operation = link == null
                ? null
                : operation(link, link.partnerPortType(), "partnerRole", invoke.operation(), invoke.line());
        if (link == null || operation == null) {
            return null;
        }
        MessageType input = operation.input();
        MessageType output = operation.output();
        if (input == null) {
            unresolved.add(invoke.line(), "the operation " + invoke.operation() + " has no input");
            return null;
        }
        input = sent(input, elementOf(invoke.inputVariable(), names), invoke.toParts());
        if (output != null) {
            output = received(output, elementOf(invoke.outputVariable(), names), invoke.fromParts());
        }
        Outbound request = outbound(input, invoke.inputVariable(), invoke.toParts(), invoke.line(), names);
        Target response = null;
        if (output != null) {
            response = target(output, invoke.outputVariable(), invoke.fromParts(), invoke.line(), names);
        }
        List<Construct.Correlation> onRequest = new ArrayList<>();
        List<Construct.Correlation> onResponse = new ArrayList<>();
        for (Construct.Correlation correlation : invoke.correlations()) {
            Pattern pattern = correlation.pattern();
            if (pattern != Pattern.RESPONSE) {
                onRequest.add(correlation);
            }
            if (output != null && (pattern == Pattern.RESPONSE || pattern == Pattern.REQUEST_RESPONSE)) {
                onResponse.add(correlation);
            }
        }
        return new Node.Invoke(
                head,
                link,
                new Operation(operation.name(), input, output, operation.faults()),
                request,
                response,
                correlations(onRequest, input, names),
                output == null ? List.of() : correlations(onResponse, output, names),
                invoke.detailLabel(),
                headers.sent(invoke.sentBeside(), names),
                headers.taken(invoke.takenBeside(), names),
                assertions.checked(invoke.assertedBefore(), names),
                assertions.checked(invoke.assertedAfter(), names));
    }

    @Nullable PartnerLink partnerLink(String name, int line, ScopeNames names) {
        PartnerLink link = names.partnerLink(name);
        if (link == null) {
            unresolved.add(line, "the partner link " + name + " is not declared");
        }
        return link;
    }

    @Nullable Operation operation(PartnerLink link, @Nullable PortType portType, String role, String name, int line) {
        if (portType == null) {
            // A role whose port type was not found has its own problem.
            if (link.myPortType() != null || link.partnerPortType() != null) {
                problems.add(
                        line,
                        "bpel-role-missing",
                        "the partner link " + link.name() + " has no " + role,
                        "declare one, or use another partner link");
            }
            return null;
        }
        Operation operation = declarations.operation(portType, name);
        if (operation == null) {
            unresolved.add(line, "the port type " + portType.name() + " has no operation " + name);
        }
        return operation;
    }

    /**
     * What an operation's message is to who takes it.
     *
     * @param element of the variable that it goes into; null where that holds a message, and where there is none
     */
    MessageType received(MessageType own, @Nullable XmlName element, List<Construct.PartMapping> mappings) {
        return declarations.suiting(
                own,
                message -> holds(message, element)
                        && mappings.stream().allMatch(mapping -> message.part(mapping.part()) != null));
    }

    /** The same to who sends it: all of its parts are given, or none. */
    private MessageType sent(MessageType own, @Nullable XmlName element, List<Construct.PartMapping> mappings) {
        Set<String> given = mappings.stream().map(Construct.PartMapping::part).collect(Collectors.toSet());
        return declarations.suiting(
                own,
                message -> holds(message, element)
                        && (mappings.isEmpty()
                                || message.parts().stream()
                                        .map(Part::name)
                                        .collect(Collectors.toSet())
                                        .equals(given)));
    }

    private static boolean holds(MessageType message, @Nullable XmlName element) {
        return element == null
                || message.parts().size() == 1
                        && Objects.equals(element, message.parts().get(0).element());
    }

    private static @Nullable XmlName elementOf(@Nullable String variable, ScopeNames names) {
        Variable found = variable == null ? null : names.variable(variable);
        return found != null && found.type() instanceof Variable.OfElement of ? of.element() : null;
    }

    private Target target(
            MessageType message,
            @Nullable String variableName,
            List<Construct.PartMapping> mappings,
            int line,
            ScopeNames names) {
        Variable variable = variableName == null ? null : variable(variableName, line, names);
        return new Target(variable, parts(message, mappings, names));
    }

    private Outbound outbound(
            MessageType message,
            @Nullable String variableName,
            List<Construct.PartMapping> mappings,
            int line,
            ScopeNames names) {
        Variable variable = variableName == null ? null : variable(variableName, line, names);
        return new Outbound(variable, parts(message, mappings, names));
    }

    private List<PartOf> parts(MessageType message, List<Construct.PartMapping> mappings, ScopeNames names) {
        List<PartOf> parts = new ArrayList<>();
        for (Construct.PartMapping mapping : mappings) {
            Variable variable = variable(mapping.variable(), mapping.line(), names);
            if (message.part(mapping.part()) == null) {
                unresolved.add(mapping.line(), "the message " + message.name() + " has no part " + mapping.part());
            } else if (variable != null) {
                parts.add(new PartOf(mapping.part(), variable));
            }
        }
        return List.copyOf(parts);
    }

    @Nullable MessageExchange exchange(@Nullable String name, int line, ScopeNames names) {
        if (name == null) {
            return null;
        }
        MessageExchange exchange = names.exchange(name);
        if (exchange == null) {
            unresolved.add(line, "the message exchange " + name + " is not declared");
        }
        return exchange;
    }

    List<Correlation> correlations(List<Construct.Correlation> uses, MessageType message, ScopeNames names) {
        List<Correlation> correlations = new ArrayList<>();
        for (Construct.Correlation use : uses) {
            CorrelationSet set = names.correlationSet(use.set());
            if (set == null) {
                unresolved.add(use.line(), "the correlation set " + use.set() + " is not declared");
                continue;
            }
            List<PropertyAlias> aliases = new ArrayList<>();
            for (XmlName property : set.properties()) {
                PropertyAlias alias = definitions.alias(property, message);
                if (alias == null && dialect.takesWhatMayFail()) {
                    alias = definitions.aliasOfPart(property, message);
                }
                if (alias != null) {
                    aliases.add(alias);
                } else if (dialect.takesWhatMayFail()) {
                    aliases.add(PropertyAlias.missing(property));
                } else {
                    unresolved.add(use.line(), "the property " + property + " has no alias for " + message.name());
                }
            }
            correlations.add(new Correlation(set, use.initiate(), List.copyOf(aliases)));
        }
        if (correlations.stream().filter(c -> c.initiate() == Initiate.JOIN).count() > CorrelationKeys.MAX_JOINS) {
            problems.add(
                    uses.get(0).line(),
                    "bpel-correlation-joins",
                    "more than " + CorrelationKeys.MAX_JOINS + " correlation sets join on one message",
                    "use fewer sets with more properties");
        }
        return List.copyOf(correlations);
    }

    private @Nullable Variable variable(String name, int line, ScopeNames names) {
        Variable variable = names.variable(name);
        if (variable == null) {
            unresolved.add(line, "the variable " + name + " is not declared");
        }
        return variable;
    }
}
