package dev.weir.bpel.graph;

import dev.weir.bpel.expression.XPathFunctions;
import dev.weir.bpel.graph.Node.Head;
import dev.weir.bpel.graph.Node.Inbound;
import dev.weir.bpel.graph.Node.Links;
import dev.weir.bpel.graph.Node.PartOf;
import dev.weir.bpel.graph.Node.Target;
import dev.weir.bpel.language.Construct;
import dev.weir.bpel.language.Problems;
import dev.weir.wsdl.Resources;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compiles constructs into a graph. That names stand for something and messages fit is the business of {@code
 * dev.weir.bpel.analysis}; here expressions are found that are no XPath. A construct with a problem becomes an empty
 * activity, so that the others are still compiled; a graph is only given where there was no problem at all.
 */
public final class GraphCompiler {

    private static final Variable.Type COUNTER =
            new Variable.OfType(XmlName.of("http://www.w3.org/2001/XMLSchema", "unsignedInt"), SchemaTypes.Kind.NUMBER);

    private final Problems problems;
    private final Wsdl wsdl;
    private final Definitions definitions;
    private final SchemaTypes types;
    private final Map<URI, byte[]> importedSchemas;
    private @Nullable VariableSchemas schemas;
    private boolean schemasAreWrong;
    private final Resources resources;
    private final Unresolved unresolved = new Unresolved();
    private final ExpressionCompiler expressions;
    private final CopyCompiler copies;
    private final HeadersCompiler headers;
    private final MessagingCompiler messaging;

    private final List<Node> nodes = new ArrayList<>();
    private final List<Variable> variables = new ArrayList<>();
    private final List<PartnerLink> partnerLinks = new ArrayList<>();
    private final List<CorrelationSet> correlationSets = new ArrayList<>();
    private int exchanges;
    private final FlowLinks links = new FlowLinks();

    /** The scopes immediately in each, but for those in its fault, compensation and termination handlers. */
    private final Map<Integer, List<Node.Scope>> enclosed = new HashMap<>();

    private final List<NamedTarget> namedTargets = new ArrayList<>();

    /** A compensateScope whose target has not been looked up yet. */
    private record NamedTarget(Head head, int scope, String name) {}

    private GraphCompiler(
            Wsdl wsdl,
            List<XmlElement> schemas,
            Map<URI, byte[]> importedSchemas,
            URI location,
            Resources resources,
            XPathFunctions furtherFunctions,
            Problems problems) {
        this.problems = problems;
        this.wsdl = wsdl;
        this.definitions = new Definitions(wsdl, problems);
        this.types = new SchemaTypes(schemas);
        this.importedSchemas = importedSchemas;
        this.resources = resources;
        this.expressions = new ExpressionCompiler(definitions, types, location, resources, furtherFunctions, problems);
        this.copies = new CopyCompiler(expressions, definitions, problems, unresolved);
        this.headers = new HeadersCompiler(copies, problems, unresolved);
        this.messaging = new MessagingCompiler(definitions, headers, problems, unresolved);
    }

    /**
     * The graph of a process, or null where there are problems.
     *
     * @param schemas the root elements of all schemas that the process sees
     * @param importedSchemas the documents of those that it imports itself
     * @param location the process's own document, against which stylesheets are resolved
     * @param functions XPath functions beside BPEL's own
     */
    public static @Nullable Graph compile(
            Construct.ProcessDocument process,
            Wsdl wsdl,
            List<XmlElement> schemas,
            Map<URI, byte[]> importedSchemas,
            URI location,
            Resources resources,
            XPathFunctions functions,
            Problems problems) {
        return new GraphCompiler(wsdl, schemas, importedSchemas, location, resources, functions, problems)
                .process(process);
    }

    private @Nullable Graph process(Construct.ProcessDocument process) {
        Node.Scope root = scope(process.scope(), new Context(-1, -1, -1, new Names(null), false, false), Map.of());
        namedTargets.forEach(this::resolve);
        List<Link> allLinks = links.list();
        unresolved.report(problems);
        return problems.isEmpty()
                ? new Graph(
                        XmlName.of(process.targetNamespace(), process.name()),
                        List.copyOf(nodes),
                        root,
                        messaging.entries(),
                        List.copyOf(variables),
                        List.copyOf(partnerLinks),
                        List.copyOf(correlationSets),
                        allLinks,
                        types,
                        schemas,
                        Shape.of(nodes, variables, partnerLinks, correlationSets, allLinks))
                : null;
    }

    /**
     * Where an activity stands.
     *
     * @param handlerOf the scope in whose fault, compensation or termination handler that is: the innermost; -1 for none
     */
    private record Context(
            int parent, int scope, int handlerOf, Names names, boolean suppressJoinFailure, boolean exits) {
        Context in(Head head) {
            return new Context(head.id(), scope, handlerOf, names, head.links().suppressJoinFailure(), exits);
        }

        Context with(Names other) {
            return new Context(parent, scope, handlerOf, other, suppressJoinFailure, exits);
        }

        Context handler() {
            return new Context(parent, scope, scope, names, suppressJoinFailure, exits);
        }

        boolean isRootOfHandler() {
            return handlerOf == scope;
        }
    }

    // Activities

    private Node node(Construct.Activity activity, Context context) {
        if (activity instanceof Construct.Scope scope) {
            return scope(scope, context, Map.of());
        }
        if (activity instanceof Construct.Invoke invoke && hasHandlers(invoke)) {
            return scopeAround(invoke, context);
        }
        Head head = head(activity.head(), context);
        Node node = compiled(activity, head, context.in(head));
        Node result = node == null ? new Node.Empty(head) : node;
        nodes.set(head.id(), result);
        return result;
    }

    private static boolean hasHandlers(Construct.Invoke invoke) {
        return !invoke.catches().isEmpty() || invoke.catchAll() != null || invoke.compensationHandler() != null;
    }

    private @Nullable Node compiled(Construct.Activity activity, Head head, Context inside) {
        if (activity instanceof Construct.Empty) {
            return new Node.Empty(head);
        } else if (activity instanceof Construct.Exit) {
            return new Node.Exit(head);
        } else if (activity instanceof Construct.Sequence sequence) {
            return new Node.Sequence(head, nodes(sequence.activities(), inside));
        } else if (activity instanceof Construct.Flow flow) {
            return flow(flow, head, inside);
        } else if (activity instanceof Construct.If choice) {
            return choice(choice, head, inside);
        } else if (activity instanceof Construct.While loop) {
            Expression condition = expressions.expression(loop.condition(), inside.names());
            Node body = node(loop.body(), inside);
            return condition == null ? null : new Node.While(head, condition, body);
        } else if (activity instanceof Construct.RepeatUntil loop) {
            Expression condition = expressions.expression(loop.condition(), inside.names());
            Node body = node(loop.body(), inside);
            return condition == null ? null : new Node.RepeatUntil(head, condition, body);
        } else if (activity instanceof Construct.ForEach loop) {
            return forEach(loop, head, inside);
        } else if (activity instanceof Construct.Receive receive) {
            Inbound in = messaging.inbound(receive.inbound(), receive.createInstance(), inside.names());
            return in == null ? null : new Node.Receive(head, receive.createInstance(), in);
        } else if (activity instanceof Construct.Pick pick) {
            return pick(pick, head, inside);
        } else if (activity instanceof Construct.Reply reply) {
            return messaging.reply(reply, head, inside.names());
        } else if (activity instanceof Construct.Invoke invoke) {
            return messaging.invoke(invoke, head, inside.names());
        } else if (activity instanceof Construct.Wait wait) {
            Expression expression = expressions.expression(wait.deadline().expression(), inside.names());
            return expression == null
                    ? null
                    : new Node.Wait(head, new Node.Deadline(wait.deadline().until(), expression));
        } else if (activity instanceof Construct.Throw raise) {
            String data = raise.faultVariable();
            Variable variable = data == null ? null : variable(data, raise.line(), inside.names());
            return new Node.Throw(head, raise.faultName(), variable);
        } else if (activity instanceof Construct.Rethrow) {
            return new Node.Rethrow(head);
        } else if (activity instanceof Construct.Compensate compensate) {
            return compensate(compensate, head, inside);
        } else if (activity instanceof Construct.Assign assign) {
            return assign(assign, head, inside.names());
        } else if (activity instanceof Construct.Dehydrate) {
            return new Node.Dehydrate(head);
        } else if (activity instanceof Construct.Signal signal) {
            return new Node.Signal(head, signal.toDetails(), signal.label());
        } else if (activity instanceof Construct.ReceiveSignal receive) {
            return new Node.ReceiveSignal(head, receive.fromDetails(), receive.label());
        } else if (activity instanceof Construct.Validate validate) {
            return validate(validate, head, inside.names());
        }
        throw new IllegalStateException("no activity: " + activity);
    }

    private List<Node> nodes(List<Construct.Activity> activities, Context inside) {
        List<Node> list = new ArrayList<>(activities.size());
        for (Construct.Activity activity : activities) {
            list.add(node(activity, inside));
        }
        return List.copyOf(list);
    }

    private Head head(Construct.Head head, Context context) {
        int id = reserve();
        String name = head.name();
        return new Head(
                id,
                context.parent(),
                context.scope(),
                head.kind(),
                name == null ? head.kind() : name,
                head.line(),
                links(head, id, context));
    }

    private int reserve() {
        nodes.add(new Node.Empty(new Head(nodes.size(), -1, -1, "empty", "", 0, Links.NONE)));
        return nodes.size() - 1;
    }

    private Links links(Construct.Head head, int id, Context context) {
        Boolean stated = head.suppressJoinFailure();
        boolean suppress = stated == null ? context.suppressJoinFailure() : stated;
        List<Integer> targets = new ArrayList<>();
        Map<String, Integer> entering = new HashMap<>();
        for (Construct.Target target : head.targets()) {
            Integer link = link(target.link(), target.line(), context.names());
            if (link != null) {
                targets.add(link);
                entering.put(target.link(), link);
                links.enters(link, id);
            }
        }
        List<Node.Outgoing> sources = new ArrayList<>();
        for (Construct.Source source : head.sources()) {
            Integer link = link(source.link(), source.line(), context.names());
            Construct.Expression condition = source.transitionCondition();
            if (link != null) {
                sources.add(new Node.Outgoing(
                        link, condition == null ? null : expressions.expression(condition, context.names())));
                links.leaves(link, id);
            }
        }
        if (targets.isEmpty() && sources.isEmpty() && !suppress) {
            return Links.NONE;
        }
        Construct.Expression join = head.joinCondition();
        return new Links(
                List.copyOf(targets),
                List.copyOf(sources),
                join == null ? null : expressions.joinCondition(join, entering),
                suppress);
    }

    private Node flow(Construct.Flow flow, Head head, Context inside) {
        Names names = new Names(inside.names());
        int index = 0;
        for (String link : flow.links()) {
            names.links.putIfAbsent(link, links.declare(link, head.id(), index++));
        }
        return new Node.Flow(head, flow.links().size(), nodes(flow.activities(), inside.with(names)));
    }

    private @Nullable Integer link(String name, int line, Names names) {
        Integer link = names.link(name);
        if (link == null) {
            unresolved.add(line, "no <flow> around declares the link " + name);
        }
        return link;
    }

    private Node choice(Construct.If choice, Head head, Context inside) {
        List<Node.Branch> branches = new ArrayList<>();
        for (Construct.Branch branch : choice.branches()) {
            Construct.Expression condition = branch.condition();
            Expression compiled = condition == null ? null : expressions.expression(condition, inside.names());
            branches.add(new Node.Branch(compiled, node(branch.activity(), inside)));
        }
        return new Node.If(head, List.copyOf(branches));
    }

    private @Nullable Node forEach(Construct.ForEach loop, Head head, Context inside) {
        Expression start = expressions.expression(loop.start(), inside.names());
        Expression last = expressions.expression(loop.last(), inside.names());
        Construct.Expression branchesText = loop.branches();
        Expression branches = branchesText == null ? null : expressions.expression(branchesText, inside.names());
        Node.Scope body = scope(loop.body(), inside, Map.of(loop.counter(), COUNTER));
        Variable counter = own(body, loop.counter());
        return start == null || last == null
                ? null
                : new Node.ForEach(
                        head, loop.parallel(), counter, start, last, branches, loop.successfulBranchesOnly(), body);
    }

    // Scopes

    /** @param implied variables that the construct around declares in this scope, by name */
    private Node.Scope scope(Construct.Scope scope, Context context, Map<String, Variable.Type> implied) {
        Head head = head(scope.head(), context);
        Names names = new Names(context.names());
        Context inside = new Context(
                head.id(),
                head.id(),
                context.handlerOf(),
                names,
                head.links().suppressJoinFailure(),
                scope.exitOnStandardFault());
        List<PartnerLink> ownLinks = new ArrayList<>();
        for (Construct.PartnerLink declared : scope.partnerLinks()) {
            PartnerLink link = partnerLink(declared, head.id());
            partnerLinks.add(link);
            ownLinks.add(link);
            names.partnerLinks.putIfAbsent(declared.name(), link);
        }
        List<MessageExchange> ownExchanges = new ArrayList<>();
        for (Construct.MessageExchange declared : scope.messageExchanges()) {
            MessageExchange exchange = new MessageExchange(exchanges++, head.id(), declared.name());
            ownExchanges.add(exchange);
            names.exchanges.putIfAbsent(declared.name(), exchange);
        }
        for (Construct.CorrelationSet declared : scope.correlationSets()) {
            CorrelationSet set =
                    new CorrelationSet(correlationSets.size(), head.id(), declared.name(), declared.properties());
            correlationSets.add(set);
            names.correlationSets.putIfAbsent(declared.name(), set);
        }
        List<Variable> own = new ArrayList<>();
        implied.forEach((name, type) -> own.add(declareVariable(name, type, null, head.id(), names, scope.line())));
        for (Construct.Variable declared : scope.variables()) {
            Variable.Type type = type(declared);
            if (type != null) {
                Construct.From initial = declared.initial();
                Node.From from = initial == null ? null : copies.from(initial, names);
                own.add(declareVariable(declared.name(), type, from, head.id(), names, declared.line()));
            }
        }
        Node body = node(scope.body(), inside);
        List<Node.Catch> catches = new ArrayList<>();
        for (Construct.Catch handler : scope.catches()) {
            catches.add(handler(handler, inside.handler()));
        }
        Construct.Activity catchAll = scope.catchAll();
        Node everything = catchAll == null ? null : node(catchAll, inside.handler());
        Construct.Activity compensationHandler = scope.compensationHandler();
        Node compensation = compensationHandler == null
                ? null
                : node(scope.isolated() ? isolated(compensationHandler, scope) : compensationHandler, inside.handler());
        Construct.Activity terminationHandler = scope.terminationHandler();
        Node termination = terminationHandler == null ? null : node(terminationHandler, inside.handler());
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
                defaultCompensation(head),
                body);
        nodes.set(head.id(), compiled);
        if (!context.isRootOfHandler()) {
            enclosed.computeIfAbsent(context.scope(), id -> new ArrayList<>()).add(compiled);
        }
        return compiled;
    }

    // Compensation

    /** What a scope does where it has no handler of its own, if anything in it can be compensated. */
    private Node.@Nullable Compensate defaultCompensation(Head scope) {
        if (enclosed.getOrDefault(scope.id(), List.of()).stream().noneMatch(Node.Scope::compensable)) {
            return null;
        }
        int id = reserve();
        Head head = new Head(id, scope.id(), scope.id(), "compensate", "default handler", scope.line(), Links.NONE);
        Node.Compensate compensate = new Node.Compensate(head, scope.id(), null);
        nodes.set(id, compensate);
        return compensate;
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

    private Node compensate(Construct.Compensate compensate, Head head, Context inside) {
        String target = compensate.target();
        if (target != null) {
            namedTargets.add(new NamedTarget(head, inside.handlerOf(), target));
        }
        return new Node.Compensate(head, inside.handlerOf(), null);
    }

    private void resolve(NamedTarget named) {
        List<Node.Scope> candidates = enclosed.getOrDefault(named.scope(), List.of());
        for (Node.Scope scope : candidates) {
            if (scope.head().label().equals(named.name())) {
                nodes.set(named.head().id(), new Node.Compensate(named.head(), named.scope(), scope.id()));
                return;
            }
        }
        unresolved.add(named.head().line(), "no scope " + named.name() + " stands where it could be compensated");
    }

    private @Nullable Node onEvent(Construct.OnEvent onEvent, Context context) {
        Head head = head(onEvent.head(), context);
        Construct.Inbound in = onEvent.inbound();
        Names names = context.names();
        PartnerLink link = messaging.partnerLink(in.partnerLink(), in.line(), names);
        Operation operation =
                link == null ? null : messaging.operation(link, link.myPortType(), "myRole", in.operation(), in.line());
        MessageType message = operation == null ? null : operation.input();
        if (link == null || operation == null || message == null) {
            return null;
        }
        Map<String, Variable.Type> implied = new HashMap<>();
        String variable = in.variable();
        XmlName element = onEvent.element();
        if (variable != null) {
            implied.put(variable, element == null ? new Variable.OfMessage(message) : new Variable.OfElement(element));
        }
        for (Construct.PartMapping mapping : in.fromParts()) {
            Part part = message.part(mapping.part());
            if (part == null) {
                unresolved.add(mapping.line(), "the message " + message.name() + " has no part " + mapping.part());
                return null;
            }
            implied.put(mapping.variable(), type(part));
        }
        Node.Scope body = scope(onEvent.body(), context.in(head), implied);
        Names inner = new Names(names);
        body.exchanges().forEach(exchange -> inner.exchanges.put(exchange.name(), exchange));
        body.variables().forEach(own -> inner.variables.put(own.name(), own));
        List<PartOf> parts = new ArrayList<>();
        in.fromParts().forEach(mapping -> parts.add(new PartOf(mapping.part(), own(body, mapping.variable()))));
        Inbound compiled = new Inbound(
                link,
                operation,
                message,
                new Target(variable == null ? null : own(body, variable), List.copyOf(parts)),
                messaging.correlations(in.correlations(), message, names),
                messaging.exchange(in.messageExchange(), in.line(), inner),
                headers.taken(in.beside(), inner));
        messaging.add(compiled, false);
        Node.OnEvent handler = new Node.OnEvent(head, compiled, body);
        nodes.set(head.id(), handler);
        return handler;
    }

    private Node eventAlarm(Construct.EventAlarm alarm, Context context) {
        Head head = head(alarm.head(), context);
        Construct.Deadline first = alarm.first();
        Construct.Expression repeat = alarm.repeatEvery();
        Expression firstExpression = first == null ? null : expressions.expression(first.expression(), context.names());
        Expression repeatExpression = repeat == null ? null : expressions.expression(repeat, context.names());
        Node.EventAlarm handler = new Node.EventAlarm(
                head,
                first == null || firstExpression == null ? null : new Node.Deadline(first.until(), firstExpression),
                repeatExpression == null ? null : new Node.Deadline(false, repeatExpression),
                scope(alarm.body(), context.in(head), Map.of()));
        nodes.set(head.id(), handler);
        return handler;
    }

    private Variable.Type type(Part part) {
        XmlName element = part.element();
        XmlName type = part.type();
        if (element != null) {
            return new Variable.OfElement(element);
        }
        return type == null ? COUNTER : new Variable.OfType(type, types.kind(type));
    }

    /** A variable that a scope declares. */
    private static Variable own(Node.Scope scope, String name) {
        return scope.variables().stream()
                .filter(variable -> variable.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** An invoke's inline handlers are those of a scope around it (section 10.3). */
    private Node scopeAround(Construct.Invoke invoke, Context context) {
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
                invoke.takenBeside());
        return scope(
                scopeOf(
                        around,
                        invoke.catches(),
                        invoke.catchAll(),
                        invoke.compensationHandler(),
                        false,
                        context.exits(),
                        bare),
                context,
                Map.of());
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

    private Node.Catch handler(Construct.Catch handler, Context inside) {
        Names names = new Names(inside.names());
        String name = handler.faultVariable();
        XmlName messageType = handler.faultMessageType();
        XmlName element = handler.faultElement();
        Variable variable = null;
        if (name != null) {
            Variable.Type type = null;
            if (messageType != null && element == null) {
                MessageType message = message(messageType, handler.line());
                type = message == null ? null : new Variable.OfMessage(message);
            } else if (element != null && messageType == null) {
                type = new Variable.OfElement(element);
            } else {
                unresolved.add(handler.line(), "the fault variable " + name + " has no type, or two");
            }
            if (type != null) {
                variable = declareVariable(name, type, null, inside.scope(), names, handler.line());
            }
        }
        if (handler.faultName() == null && name == null) {
            problems.add(
                    handler.line(),
                    "the <catch> names neither a fault nor a variable",
                    "add faultName or faultVariable, or use <catchAll>");
        }
        Node body = node(handler.activity(), inside.with(names));
        return new Node.Catch(handler.faultName(), variable, body);
    }

    private Variable declareVariable(
            String name, Variable.Type type, Node.@Nullable From initial, int scope, Names names, int line) {
        Variable variable = new Variable(variables.size(), scope, name, type, initial, line);
        variables.add(variable);
        names.variables.putIfAbsent(name, variable);
        return variable;
    }

    private PartnerLink partnerLink(Construct.PartnerLink link, int scope) {
        Map<String, XmlName> roles = definitions.linkType(link.type());
        if (roles == null) {
            unresolved.add(link.line(), "no imported WSDL defines the partner link type " + link.type());
            roles = Map.of();
        }
        return new PartnerLink(
                partnerLinks.size(),
                scope,
                link.name(),
                portType(link, link.myRole(), roles),
                portType(link, link.partnerRole(), roles));
    }

    private @Nullable PortType portType(Construct.PartnerLink link, @Nullable String role, Map<String, XmlName> roles) {
        if (role == null || roles.isEmpty()) {
            return null;
        }
        XmlName name = roles.get(role);
        PortType portType = name == null ? null : wsdl.portType(name);
        if (name == null) {
            unresolved.add(link.line(), "the partner link type " + link.type() + " has no role " + role);
        } else if (portType == null) {
            unresolved.add(link.line(), "no imported WSDL defines the port type " + name);
        }
        return portType;
    }

    private Variable.@Nullable Type type(Construct.Variable variable) {
        XmlName messageType = variable.messageType();
        XmlName element = variable.element();
        XmlName type = variable.type();
        if (messageType != null) {
            MessageType message = message(messageType, variable.line());
            return message == null ? null : new Variable.OfMessage(message);
        }
        if (element != null) {
            return new Variable.OfElement(element);
        }
        return type == null ? null : new Variable.OfType(type, types.kind(type));
    }

    private @Nullable MessageType message(XmlName name, int line) {
        MessageType message = wsdl.message(name);
        if (message == null) {
            unresolved.add(line, "no imported WSDL defines the message " + name);
        }
        return message;
    }

    // Messages

    private Node pick(Construct.Pick pick, Head head, Context inside) {
        List<Node.OnMessage> messages = new ArrayList<>();
        for (Construct.OnMessage onMessage : pick.onMessages()) {
            Inbound in = messaging.inbound(onMessage.inbound(), pick.createInstance(), inside.names());
            Node body = node(onMessage.activity(), inside);
            if (in != null) {
                messages.add(new Node.OnMessage(in, body));
            }
        }
        List<Node.OnAlarm> alarms = new ArrayList<>();
        for (Construct.OnAlarm onAlarm : pick.onAlarms()) {
            Expression expression = expressions.expression(onAlarm.deadline().expression(), inside.names());
            Node body = node(onAlarm.activity(), inside);
            if (expression != null) {
                alarms.add(new Node.OnAlarm(new Node.Deadline(onAlarm.deadline().until(), expression), body));
            }
        }
        return new Node.Pick(head, pick.createInstance(), List.copyOf(messages), List.copyOf(alarms));
    }

    private @Nullable Variable variable(String name, int line, Names names) {
        Variable variable = names.variable(name);
        if (variable == null) {
            unresolved.add(line, "the variable " + name + " is not declared");
        }
        return variable;
    }

    // Assign

    private Node assign(Construct.Assign assign, Head head, Names names) {
        if (assign.validate()) {
            needSchemas(assign.line());
        }
        return new Node.Assign(head, copies.operations(assign.operations(), names), assign.validate());
    }

    private Node validate(Construct.Validate validate, Head head, Names names) {
        List<Variable> checked = new ArrayList<>();
        for (String name : validate.variables()) {
            Variable variable = variable(name, validate.line(), names);
            if (variable != null) {
                checked.add(variable);
            }
        }
        needSchemas(validate.line());
        return new Node.Validate(head, List.copyOf(checked));
    }

    /** Schemas are compiled where values are checked against them, once. */
    private void needSchemas(int line) {
        if (schemas != null || schemasAreWrong) {
            return;
        }
        try {
            schemas = VariableSchemas.compile(wsdl, importedSchemas, resources, types);
        } catch (WsdlException e) {
            schemasAreWrong = true;
            problems.add(
                    line,
                    "the schemas to validate by are wrong: " + e.getMessage(),
                    "correct them, or do not validate");
        }
    }

    // Expressions

}
