package dev.weir.bpel.graph;

import dev.weir.bpel.dialect.Dialect;
import dev.weir.bpel.dialect.RuntimeFaultData;
import dev.weir.bpel.graph.Node.Head;
import dev.weir.bpel.graph.Node.Inbound;
import dev.weir.bpel.graph.Node.PartOf;
import dev.weir.bpel.graph.Node.Target;
import dev.weir.bpel.language.Construct;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compiles scopes, what they declare and their handlers. */
final class ScopeCompiler {
    private final ActivityCompiler activities;
    private final GraphParts parts;
    private final Declarations declarations;
    private final ExpressionCompiler expressions;
    private final CopyCompiler copies;
    private final MessagingCompiler messaging;
    private final HeadersCompiler headers;
    private final Compensations compensations;
    private final UnresolvedReferences unresolved;
    private final Problems problems;
    private final Dialect dialect;

    ScopeCompiler(
            ActivityCompiler activities,
            CompilerParts shared,
            CopyCompiler copies,
            MessagingCompiler messaging,
            HeadersCompiler headers,
            Compensations compensations) {
        this.activities = activities;
        this.parts = shared.graph();
        this.declarations = shared.declarations();
        this.expressions = shared.expressions();
        this.copies = copies;
        this.messaging = messaging;
        this.headers = headers;
        this.compensations = compensations;
        this.unresolved = shared.unresolved();
        this.problems = shared.problems();
        this.dialect = shared.trees().dialect();
    }

    Node.Scope scope(Construct.Scope scope, CompileContext context) {
        return scope(scope, context, Map.of());
    }

    /** @param implied variables that the construct around declares in this scope, by name */
    Node.Scope scope(Construct.Scope scope, CompileContext context, Map<String, Variable.Type> implied) {
        return scope(
                scope, context, implied, new Given(context.names(), context.frame(), "", Map.of(), Map.of(), Map.of()));
    }

    /**
     * What a scope has from outside.
     *
     * @param names seen from it
     * @param linkPrefix the prefix of the names of its own partner links
     * @param values variables of its own whose first values come from outside
     * @param references variables that it declares and that are others in truth
     * @param links partner links that it declares and that are others in truth
     */
    record Given(
            ScopeNames names,
            Frame frame,
            String linkPrefix,
            Map<String, Node.From> values,
            Map<String, Variable> references,
            Map<String, PartnerLink> links) {}

    Node.Scope scope(Construct.Scope scope, CompileContext context, Map<String, Variable.Type> implied, Given given) {
        Head head = activities.head(scope.head(), context);
        ScopeNames names = new ScopeNames(given.names());
        CompileContext inside = context.in(
                head, names, scope.exitOnStandardFault(), given.frame().declaring(names));
        List<PartnerLink> ownLinks = new ArrayList<>();
        for (Construct.PartnerLink declared : scope.partnerLinks()) {
            PartnerLink link = given.links().get(declared.name());
            if (link == null) {
                String name = given.linkPrefix() + declared.name();
                link = parts.partnerLink(name, head.id(), declarations.roles(declared, name));
                ownLinks.add(link);
            }
            names.partnerLinks.putIfAbsent(declared.name(), link);
        }
        List<MessageExchange> ownExchanges = new ArrayList<>();
        for (Construct.MessageExchange declared : scope.messageExchanges()) {
            ownExchanges.add(parts.exchange(declared, head.id(), names));
        }
        for (Construct.CorrelationSet declared : scope.correlationSets()) {
            parts.correlationSet(declared, head.id(), names);
        }
        List<Variable> own = new ArrayList<>();
        implied.forEach((name, type) -> own.add(parts.variable(name, type, null, head.id(), names, scope.line())));
        for (Construct.Variable declared : scope.variables()) {
            Variable reference = given.references().get(declared.name());
            Variable.Type type = declarations.type(declared);
            if (reference != null) {
                names.variables.putIfAbsent(declared.name(), reference);
            } else if (type != null) {
                own.add(parts.variable(
                        declared.name(), type, initial(declared, given, names), head.id(), names, declared.line()));
            } else {
                names.withoutType.add(declared.name());
            }
        }
        Node body = activities.node(scope.body(), inside);
        List<Node.Catch> catches = new ArrayList<>();
        for (Construct.Catch handler : scope.catches()) {
            catches.add(handler(handler, inside.handler()));
        }
        Construct.Activity catchAll = scope.catchAll();
        Node everything = catchAll == null ? null : activities.node(catchAll, inside.handler());
        Construct.Activity compensationHandler = scope.compensationHandler();
        Node compensation = compensationHandler == null
                ? null
                : activities.node(
                        scope.isolated() ? isolated(compensationHandler, scope) : compensationHandler,
                        inside.handler());
        Construct.Activity terminationHandler = scope.terminationHandler();
        Node termination = terminationHandler == null ? null : activities.node(terminationHandler, inside.handler());
        List<Node> eventHandlers = new ArrayList<>();
        for (Construct.OnEvent onEvent : scope.onEvents()) {
            Node handler = onEvent(onEvent, inside);
            if (handler != null) {
                eventHandlers.add(handler);
            }
        }
        for (Construct.EventAlarm alarm : scope.eventAlarms()) {
            eventHandlers.add(eventAlarm(alarm, inside));
        }
        for (Node.Catch handler : catches) {
            Variable variable = handler.variable();
            if (variable != null) {
                own.add(variable);
            }
        }
        Node.Scope compiled = new Node.Scope(
                head,
                scope.exitOnStandardFault(),
                scope.isolated(),
                List.copyOf(own),
                List.copyOf(ownLinks),
                List.copyOf(ownExchanges),
                List.copyOf(catches),
                everything,
                List.copyOf(eventHandlers),
                compensation,
                termination,
                compensations.defaultHandler(head),
                body);
        if (!context.isRootOfHandler()) {
            compensations.enclose(context.scope(), compiled);
        }
        return parts.put(compiled);
    }

    private Node.@Nullable From initial(Construct.Variable declared, Given given, ScopeNames names) {
        Node.From value = given.values().get(declared.name());
        Construct.From written = declared.initial();
        return value != null ? value : written == null ? null : copies.from(written, names);
    }

    /** The compensation handler of an isolated scope is itself isolated (section 12.8). */
    private static Construct.Activity isolated(Construct.Activity handler, Construct.Scope scope) {
        return scopeOf(
                new Construct.Head("scope", null, null, List.of(), List.of(), null, handler.line()),
                List.of(),
                null,
                null,
                true,
                scope.exitOnStandardFault(),
                handler);
    }

    private @Nullable Node onEvent(Construct.OnEvent onEvent, CompileContext context) {
        Head head = activities.head(onEvent.head(), context);
        Construct.Inbound in = onEvent.inbound();
        ScopeNames names = context.names();
        PartnerLink link = messaging.partnerLink(in.partnerLink(), in.line(), names);
        Operation operation =
                link == null ? null : messaging.operation(link, link.myPortType(), "myRole", in.operation(), in.line());
        MessageType input = operation == null ? null : operation.input();
        if (link == null || operation == null || input == null) {
            return null;
        }
        MessageType message = messaging.received(input, onEvent.element(), in.fromParts());
        Map<String, Variable.Type> implied = new HashMap<>();
        String variable = in.variable();
        XmlName element = onEvent.element();
        if (variable != null) {
            implied.put(variable, element == null ? declarations.ofMessage(message) : new Variable.OfElement(element));
        }
        for (Construct.PartMapping mapping : in.fromParts()) {
            Part part = message.part(mapping.part());
            if (part == null) {
                unresolved.add(mapping.line(), "the message " + message.name() + " has no part " + mapping.part());
                return null;
            }
            implied.put(mapping.variable(), declarations.type(part));
        }
        Node.Scope body = scope(onEvent.body(), context.in(head), implied);
        ScopeNames inner = new ScopeNames(names);
        body.exchanges().forEach(exchange -> inner.exchanges.put(exchange.name(), exchange));
        body.variables().forEach(own -> inner.variables.put(own.name(), own));
        List<PartOf> mapped = new ArrayList<>();
        in.fromParts().forEach(mapping -> mapped.add(new PartOf(mapping.part(), own(body, mapping.variable()))));
        Inbound compiled = new Inbound(
                link,
                operation,
                message,
                new Target(variable == null ? null : own(body, variable), List.copyOf(mapped)),
                messaging.correlations(in.correlations(), message, names),
                messaging.exchange(in.messageExchange(), in.line(), inner),
                headers.taken(in.beside(), inner),
                messaging.assertions().checked(in.asserted(), inner));
        messaging.add(compiled, false);
        Node.OnEvent handler = new Node.OnEvent(head, compiled, body);
        return parts.put(handler);
    }

    private Node eventAlarm(Construct.EventAlarm alarm, CompileContext context) {
        Head head = activities.head(alarm.head(), context);
        Construct.Deadline first = alarm.first();
        Construct.Expression repeat = alarm.repeatEvery();
        Expression firstExpression = first == null ? null : expressions.expression(first.expression(), context.names());
        Expression repeatExpression = repeat == null ? null : expressions.expression(repeat, context.names());
        Node.EventAlarm handler = new Node.EventAlarm(
                head,
                first == null || firstExpression == null ? null : new Node.Deadline(first.until(), firstExpression),
                repeatExpression == null ? null : new Node.Deadline(false, repeatExpression),
                scope(alarm.body(), context.in(head)));
        return parts.put(handler);
    }

    /** A variable that a scope declares. */
    static Variable own(Node.Scope scope, String name) {
        return scope.variables().stream()
                .filter(variable -> variable.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** An invoke's inline handlers are those of a scope around it (section 10.3). */
    Node around(Construct.Invoke invoke, CompileContext context) {
        Construct.Head outer = invoke.head();
        Construct.Head inner = new Construct.Head(
                outer.kind(), outer.name(), outer.suppressJoinFailure(), List.of(), List.of(), null, outer.line());
        Construct.Head around = new Construct.Head(
                "scope",
                outer.name(),
                outer.suppressJoinFailure(),
                outer.targets(),
                outer.sources(),
                outer.joinCondition(),
                outer.line());
        Construct.Invoke bare = new Construct.Invoke(
                inner,
                invoke.partnerLink(),
                invoke.operation(),
                invoke.portType(),
                invoke.inputVariable(),
                invoke.outputVariable(),
                invoke.toParts(),
                invoke.fromParts(),
                invoke.correlations(),
                List.of(),
                null,
                null,
                invoke.detailLabel(),
                invoke.sentBeside(),
                invoke.takenBeside(),
                invoke.assertedBefore(),
                invoke.assertedAfter());
        return scope(
                scopeOf(
                        around,
                        invoke.catches(),
                        invoke.catchAll(),
                        invoke.compensationHandler(),
                        false,
                        context.exits(),
                        bare),
                context);
    }

    /** A scope that is not written as one. */
    private static Construct.Scope scopeOf(
            Construct.Head head,
            List<Construct.Catch> catches,
            Construct.@Nullable Activity catchAll,
            Construct.@Nullable Activity compensationHandler,
            boolean isolated,
            boolean exits,
            Construct.Activity body) {
        return new Construct.Scope(
                head,
                exits,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                catches,
                catchAll,
                List.of(),
                List.of(),
                compensationHandler,
                null,
                isolated,
                body);
    }

    private Node.Catch handler(Construct.Catch handler, CompileContext inside) {
        ScopeNames names = new ScopeNames(inside.names());
        String name = handler.faultVariable();
        XmlName messageType = handler.faultMessageType();
        XmlName element = handler.faultElement();
        Variable variable = null;
        if (name != null) {
            Variable.Type type = null;
            if (messageType != null && element == null) {
                MessageType message = declarations.message(messageType, handler.line());
                type = message == null ? null : declarations.ofMessage(message);
            } else if (element != null && messageType == null) {
                type = new Variable.OfElement(element);
            } else {
                unresolved.add(handler.line(), "the fault variable " + name + " has no type, or two");
            }
            if (type != null) {
                variable = parts.variable(name, type, null, inside.scope(), names, handler.line());
            } else {
                names.withoutType.add(name);
            }
        }
        if (handler.faultName() == null && name == null) {
            problems.add(
                    handler.line(),
                    "bpel-catch-empty",
                    "the <catch> names neither a fault nor a variable",
                    "add faultName or faultVariable, or use <catchAll>");
        }
        boolean ofEngine = variable != null && takesRuntimeFaults(variable);
        if (variable != null && !ofEngine) {
            warnOfOtherData(handler, variable);
        }
        Node body = activities.node(handler.activity(), inside.with(names));
        return new Node.Catch(handler.faultName(), variable, ofEngine, body);
    }

    private boolean takesRuntimeFaults(Variable variable) {
        MessageType message = variable.message();
        return dialect.describesFaults() && message != null && RuntimeFaultData.isTyped(message);
    }

    /** It is passed over when the engine raises the fault, which people may not expect who name it. */
    private void warnOfOtherData(Construct.Catch handler, Variable variable) {
        XmlName fault = handler.faultName();
        if (dialect.describesFaults() && fault != null && RuntimeFaultData.belongsTo(fault)) {
            problems.warn(new Problem(
                    problems.file(),
                    handler.line(),
                    0,
                    "bpel-fault-data",
                    "the <catch> of " + fault.local() + " does not catch it where the engine raises it: its fault"
                            + " variable is no message of code, summary and detail",
                    "give it the type RuntimeFaultMessage, or leave the variable out"));
        }
    }
}
