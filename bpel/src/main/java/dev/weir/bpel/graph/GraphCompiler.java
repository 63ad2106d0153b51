package dev.weir.bpel.graph;

import dev.weir.bpel.expression.XPathException;
import dev.weir.bpel.expression.XPathExpression;
import dev.weir.bpel.expression.XPathFunctions;
import dev.weir.bpel.expression.XsltStylesheet;
import dev.weir.bpel.graph.Node.Head;
import dev.weir.bpel.graph.Node.Inbound;
import dev.weir.bpel.graph.Node.Links;
import dev.weir.bpel.graph.Node.Outbound;
import dev.weir.bpel.graph.Node.PartOf;
import dev.weir.bpel.graph.Node.Target;
import dev.weir.bpel.language.Construct;
import dev.weir.bpel.language.Construct.Initiate;
import dev.weir.bpel.language.Construct.Pattern;
import dev.weir.bpel.language.Problems;
import dev.weir.wsdl.Resources;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.Wsdl.OperationFault;
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
import java.util.Objects;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * Compiles constructs into a graph, and finds what is wrong with them on the way: names that stand for nothing, messages
 * that do not fit, expressions that are no XPath. A construct with a problem becomes an empty activity, so that the
 * others are still checked; a graph is only given where there was no problem at all.
 */
public final class GraphCompiler {
    private static final java.util.regex.Pattern PLAIN_VARIABLE =
            java.util.regex.Pattern.compile("\\$([\\w\\-]+)(?:\\.([\\w.\\-]+))?");
    private static final java.util.regex.Pattern LEADING_VARIABLE =
            java.util.regex.Pattern.compile("[\\s(]*\\$([\\w.\\-]+).*", java.util.regex.Pattern.DOTALL);
    private static final java.util.regex.Pattern STYLESHEET =
            java.util.regex.Pattern.compile("doXslTransform\\s*\\(\\s*(?:\"([^\"]*)\"|'([^']*)')");

    private static final Variable.Type COUNTER =
            new Variable.OfType(XmlName.of("http://www.w3.org/2001/XMLSchema", "unsignedInt"), SchemaTypes.Kind.NUMBER);

    private final Problems problems;
    private final Wsdl wsdl;
    private final Definitions definitions;
    private final SchemaTypes types;
    private final Map<URI, byte[]> importedSchemas;
    private @Nullable VariableSchemas schemas;
    private boolean schemasAreWrong;
    private final URI location;
    private final Resources resources;
    private final XPathFunctions furtherFunctions;

    private final List<Node> nodes = new ArrayList<>();
    private final List<Graph.Entry> inbound = new ArrayList<>();
    private final List<Variable> variables = new ArrayList<>();
    private final List<PartnerLink> partnerLinks = new ArrayList<>();
    private final List<CorrelationSet> correlationSets = new ArrayList<>();
    private final Map<String, BpelFunctions.Stylesheet> stylesheets = new HashMap<>();
    private int exchanges;
    private final List<DeclaredLink> links = new ArrayList<>();
    private int handlerDepth;

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
        this.location = location;
        this.resources = resources;
        this.furtherFunctions = furtherFunctions;
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
        Node.Scope root = scope(process.scope(), new Context(-1, -1, -1, new Names(null), false), Map.of());
        if (inbound.stream().noneMatch(Graph.Entry::createInstance)) {
            problems.add(
                    process.line(),
                    "no activity starts an instance of the process",
                    "give its first <receive> or <pick> createInstance=\"yes\"");
        }
        checkLinks();
        namedTargets.forEach(this::resolve);
        List<Link> allLinks = links();
        return problems.isEmpty()
                ? new Graph(
                        XmlName.of(process.targetNamespace(), process.name()),
                        List.copyOf(nodes),
                        root,
                        List.copyOf(inbound),
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
    private record Context(int parent, int scope, int handlerOf, Names names, boolean suppressJoinFailure) {
        Context in(Head head) {
            return new Context(head.id(), scope, handlerOf, names, head.links().suppressJoinFailure());
        }

        Context with(Names other) {
            return new Context(parent, scope, handlerOf, other, suppressJoinFailure);
        }

        Context handler() {
            return new Context(parent, scope, scope, names, suppressJoinFailure);
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
            Expression condition = expression(loop.condition(), inside.names());
            Node body = node(loop.body(), inside);
            return condition == null ? null : new Node.While(head, condition, body);
        } else if (activity instanceof Construct.RepeatUntil loop) {
            Expression condition = expression(loop.condition(), inside.names());
            Node body = node(loop.body(), inside);
            return condition == null ? null : new Node.RepeatUntil(head, condition, body);
        } else if (activity instanceof Construct.ForEach loop) {
            return forEach(loop, head, inside);
        } else if (activity instanceof Construct.Receive receive) {
            Inbound in = inbound(receive.inbound(), receive.createInstance(), inside.names());
            return in == null ? null : new Node.Receive(head, receive.createInstance(), in);
        } else if (activity instanceof Construct.Pick pick) {
            return pick(pick, head, inside);
        } else if (activity instanceof Construct.Reply reply) {
            return reply(reply, head, inside.names());
        } else if (activity instanceof Construct.Invoke invoke) {
            return invoke(invoke, head, inside.names());
        } else if (activity instanceof Construct.Wait wait) {
            Expression expression = expression(wait.deadline().expression(), inside.names());
            return expression == null
                    ? null
                    : new Node.Wait(head, new Node.Deadline(wait.deadline().until(), expression));
        } else if (activity instanceof Construct.Throw raise) {
            String data = raise.faultVariable();
            Variable variable = data == null ? null : variable(data, raise.line(), inside.names());
            return new Node.Throw(head, raise.faultName(), variable);
        } else if (activity instanceof Construct.Rethrow) {
            if (handlerDepth == 0) {
                problems.add(
                        activity.line(),
                        "<rethrow> stands outside of a fault handler",
                        "move it into one, or use <throw>");
            }
            return new Node.Rethrow(head);
        } else if (activity instanceof Construct.Compensate compensate) {
            return compensate(compensate, head, inside);
        } else if (activity instanceof Construct.Assign assign) {
            return assign(assign, head, inside.names());
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
        for (Construct.Target target : head.targets()) {
            Integer link = link(target.link(), target.line(), context.names());
            if (link != null) {
                targets.add(link);
                links.get(link).enters(id, target.line());
            }
        }
        List<Node.Outgoing> sources = new ArrayList<>();
        for (Construct.Source source : head.sources()) {
            Integer link = link(source.link(), source.line(), context.names());
            Construct.Expression condition = source.transitionCondition();
            if (link != null) {
                sources.add(new Node.Outgoing(link, condition == null ? null : expression(condition, context.names())));
                links.get(link).leaves(id, source.line());
            }
        }
        if (targets.isEmpty() && sources.isEmpty() && !suppress) {
            return Links.NONE;
        }
        Construct.Expression join = head.joinCondition();
        return new Links(
                List.copyOf(targets),
                List.copyOf(sources),
                join == null ? null : joinCondition(join, targets),
                suppress);
    }

    private @Nullable JoinCondition joinCondition(Construct.Expression source, List<Integer> targets) {
        try {
            XPathExpression xpath =
                    XPathExpression.compile(source.text(), source.element()::lookupNamespace, XPathFunctions.NONE);
            Map<String, Integer> used = new HashMap<>();
            for (int link : targets) {
                used.put(links.get(link).name, link);
            }
            for (String name : xpath.variables()) {
                if (!used.containsKey(name)) {
                    problems.add(
                            source.line(),
                            "the join condition uses $" + name + ", which is no link that enters the activity",
                            "use one of " + String.join(", ", used.keySet()));
                }
            }
            return new JoinCondition(xpath, Map.copyOf(used));
        } catch (XPathException e) {
            problems.add(source.line(), String.valueOf(e.getMessage()), "correct the expression");
            return null;
        }
    }

    /** A link while its ends are being found. */
    private final class DeclaredLink {
        final String name;
        final int flow;
        final int index;
        final int line;
        int source = -1;
        int target = -1;

        DeclaredLink(String name, int flow, int index, int line) {
            this.name = name;
            this.flow = flow;
            this.index = index;
            this.line = line;
        }

        void leaves(int node, int atLine) {
            if (source >= 0) {
                problems.add(atLine, "the link " + name + " leaves two activities", "declare another link");
            }
            source = node;
        }

        void enters(int node, int atLine) {
            if (target >= 0) {
                problems.add(atLine, "the link " + name + " enters two activities", "declare another link");
            }
            target = node;
        }
    }

    private List<Link> links() {
        List<Link> list = new ArrayList<>();
        for (DeclaredLink link : links) {
            list.add(new Link(list.size(), link.name, link.flow, link.index, link.source, link.target));
        }
        return List.copyOf(list);
    }

    private void checkLinks() {
        for (DeclaredLink link : links) {
            if (link.source < 0 || link.target < 0) {
                problems.add(
                        link.line,
                        "the link " + link.name + " lacks its " + (link.source < 0 ? "source" : "target"),
                        "name it in the <" + (link.source < 0 ? "sources" : "targets") + "> of an activity");
            }
        }
    }

    private @Nullable Integer link(String name, int line, Names names) {
        Integer link = names.link(name);
        if (link == null) {
            problems.add(line, "no <flow> around declares the link " + name, "declare it in the flow's <links>");
        }
        return link;
    }

    private Node flow(Construct.Flow flow, Head head, Context inside) {
        Names names = new Names(inside.names());
        int first = links.size();
        for (String link : flow.links()) {
            declare(names.links, link, links.size(), "link", flow.line());
            links.add(new DeclaredLink(link, head.id(), links.size() - first, flow.line()));
        }
        return new Node.Flow(head, flow.links().size(), nodes(flow.activities(), inside.with(names)));
    }

    private Node choice(Construct.If choice, Head head, Context inside) {
        List<Node.Branch> branches = new ArrayList<>();
        for (Construct.Branch branch : choice.branches()) {
            Construct.Expression condition = branch.condition();
            Expression compiled = condition == null ? null : expression(condition, inside.names());
            branches.add(new Node.Branch(compiled, node(branch.activity(), inside)));
        }
        return new Node.If(head, List.copyOf(branches));
    }

    private @Nullable Node forEach(Construct.ForEach loop, Head head, Context inside) {
        Expression start = expression(loop.start(), inside.names());
        Expression last = expression(loop.last(), inside.names());
        Construct.Expression branchesText = loop.branches();
        Expression branches = branchesText == null ? null : expression(branchesText, inside.names());
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
                head.id(), head.id(), context.handlerOf(), names, head.links().suppressJoinFailure());
        List<PartnerLink> ownLinks = new ArrayList<>();
        for (Construct.PartnerLink declared : scope.partnerLinks()) {
            PartnerLink link = partnerLink(declared, head.id());
            partnerLinks.add(link);
            ownLinks.add(link);
            declare(names.partnerLinks, declared.name(), link, "partner link", declared.line());
        }
        List<MessageExchange> ownExchanges = new ArrayList<>();
        for (Construct.MessageExchange declared : scope.messageExchanges()) {
            MessageExchange exchange = new MessageExchange(exchanges++, head.id(), declared.name());
            ownExchanges.add(exchange);
            declare(names.exchanges, declared.name(), exchange, "message exchange", declared.line());
        }
        for (Construct.CorrelationSet declared : scope.correlationSets()) {
            for (XmlName property : declared.properties()) {
                if (!definitions.hasProperty(property)) {
                    problems.add(
                            declared.line(),
                            "no imported WSDL defines the property " + property,
                            "define it by <vprop:property>, or import the WSDL that does");
                }
            }
            CorrelationSet set =
                    new CorrelationSet(correlationSets.size(), head.id(), declared.name(), declared.properties());
            correlationSets.add(set);
            declare(names.correlationSets, declared.name(), set, "correlation set", declared.line());
        }
        List<Variable> own = new ArrayList<>();
        implied.forEach((name, type) -> own.add(declareVariable(name, type, null, head.id(), names, scope.line())));
        for (Construct.Variable declared : scope.variables()) {
            Variable.Type type = type(declared);
            if (type != null) {
                Construct.From initial = declared.initial();
                Node.From from = initial == null ? null : from(initial, names);
                own.add(declareVariable(declared.name(), type, from, head.id(), names, declared.line()));
            }
        }
        Node body = node(scope.body(), inside);
        handlerDepth++;
        List<Node.Catch> catches = new ArrayList<>();
        for (Construct.Catch handler : scope.catches()) {
            catches.add(handler(handler, inside.handler()));
        }
        Construct.Activity catchAll = scope.catchAll();
        Node everything = catchAll == null ? null : node(catchAll, inside.handler());
        int depth = handlerDepth - 1;
        handlerDepth = 0;
        Construct.Activity compensationHandler = scope.compensationHandler();
        Node compensation = compensationHandler == null
                ? null
                : node(scope.isolated() ? isolated(compensationHandler) : compensationHandler, inside.handler());
        Construct.Activity terminationHandler = scope.terminationHandler();
        Node termination = terminationHandler == null ? null : node(terminationHandler, inside.handler());
        handlerDepth = depth;
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
        } else if (compensation != null && context.scope() >= 0) {
            problems.add(
                    compensationHandler == null ? scope.line() : compensationHandler.line(),
                    "the scope " + head.label()
                            + " has a compensation handler that cannot be called: it stands itself in a handler",
                    "remove it, or put the scope into another one");
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
    private static Construct.Activity isolated(Construct.Activity handler) {
        return scopeOf(
                new Construct.Head("scope", null, null, List.of(), List.of(), null, handler.line()),
                List.of(),
                null,
                null,
                true,
                handler);
    }

    private Node compensate(Construct.Compensate compensate, Head head, Context inside) {
        if (inside.handlerOf() < 0) {
            problems.add(
                    compensate.line(),
                    "<" + head.kind() + "> stands outside of a handler",
                    "move it into the fault, compensation or termination handler of the scope around those it is for");
        }
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
        if (named.scope() >= 0) {
            problems.add(
                    named.head().line(),
                    "no scope " + named.name() + " stands immediately in the one whose handler this is",
                    "name the scope, or the invoke with handlers, that is to be compensated");
        }
    }

    private @Nullable Node onEvent(Construct.OnEvent onEvent, Context context) {
        Head head = head(onEvent.head(), context);
        Construct.Inbound in = onEvent.inbound();
        Names names = context.names();
        PartnerLink link = partnerLink(in.partnerLink(), in.line(), names);
        Operation operation =
                link == null ? null : operation(link, link.myPortType(), "myRole", in.operation(), in.line());
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
                problems.add(
                        mapping.line(),
                        "the message " + message.name() + " has no part " + mapping.part(),
                        "use one of " + partNames(message));
                return null;
            }
            implied.put(mapping.variable(), type(part));
        }
        Node.Scope body = scope(onEvent.body(), context.in(head), implied);
        Names inner = new Names(names);
        body.exchanges().forEach(exchange -> inner.exchanges.put(exchange.name(), exchange));
        List<PartOf> parts = new ArrayList<>();
        in.fromParts().forEach(mapping -> parts.add(new PartOf(mapping.part(), own(body, mapping.variable()))));
        Inbound compiled = new Inbound(
                link,
                operation,
                message,
                new Target(variable == null ? null : own(body, variable), List.copyOf(parts)),
                correlations(in.correlations(), message, names),
                exchange(in.messageExchange(), in.line(), inner));
        inbound.add(new Graph.Entry(compiled, false));
        Node.OnEvent handler = new Node.OnEvent(head, compiled, body);
        nodes.set(head.id(), handler);
        return handler;
    }

    private Node eventAlarm(Construct.EventAlarm alarm, Context context) {
        Head head = head(alarm.head(), context);
        Construct.Deadline first = alarm.first();
        Construct.Expression repeat = alarm.repeatEvery();
        Expression firstExpression = first == null ? null : expression(first.expression(), context.names());
        Expression repeatExpression = repeat == null ? null : expression(repeat, context.names());
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
                null);
        return scope(
                scopeOf(around, invoke.catches(), invoke.catchAll(), invoke.compensationHandler(), false, bare),
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
            Construct.Activity body) {
        return new Construct.Scope(
                head,
                false,
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
                problems.add(
                        handler.line(),
                        "the fault variable " + name + " has no type, or two",
                        "give the <catch> exactly one of faultMessageType and faultElement");
            }
            if (type != null) {
                variable = declareVariable(name, type, null, inside.scope(), names, handler.line());
            }
        } else if (messageType != null || element != null) {
            problems.add(
                    handler.line(), "the <catch> has a fault type but no variable for it", "give it a faultVariable");
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
        declare(names.variables, name, variable, "variable", line);
        return variable;
    }

    private <T> void declare(Map<String, T> declared, String name, T value, String what, int line) {
        if (declared.putIfAbsent(name, value) != null) {
            problems.add(line, "the " + what + " " + name + " is declared twice in one scope", "rename one of them");
        }
    }

    private PartnerLink partnerLink(Construct.PartnerLink link, int scope) {
        Map<String, XmlName> roles = definitions.linkType(link.type());
        if (roles == null) {
            problems.add(
                    link.line(),
                    "no imported WSDL defines the partner link type " + link.type(),
                    "import the WSDL that does");
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
            problems.add(
                    link.line(),
                    "the partner link type " + link.type() + " has no role " + role,
                    "use one of " + String.join(", ", roles.keySet()));
        } else if (portType == null) {
            problems.add(link.line(), "no imported WSDL defines the port type " + name, "import the WSDL that does");
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
            problems.add(line, "no imported WSDL defines the message " + name, "import the WSDL that does");
        }
        return message;
    }

    // Messages

    private @Nullable Inbound inbound(Construct.Inbound in, boolean createInstance, Names names) {
        PartnerLink link = partnerLink(in.partnerLink(), in.line(), names);
        Operation operation =
                link == null ? null : operation(link, link.myPortType(), "myRole", in.operation(), in.line());
        if (link == null || operation == null) {
            return null;
        }
        MessageType message = operation.input();
        if (message == null) {
            problems.add(in.line(), "the operation " + in.operation() + " has no input", "receive another one");
            return null;
        }
        Target target = target(message, in.variable(), in.fromParts(), in.line(), names);
        List<Correlation> correlations = correlations(in.correlations(), message, names);
        Inbound compiled = new Inbound(
                link, operation, message, target, correlations, exchange(in.messageExchange(), in.line(), names));
        inbound.add(new Graph.Entry(compiled, createInstance));
        return compiled;
    }

    private Node pick(Construct.Pick pick, Head head, Context inside) {
        List<Node.OnMessage> messages = new ArrayList<>();
        for (Construct.OnMessage onMessage : pick.onMessages()) {
            Inbound in = inbound(onMessage.inbound(), pick.createInstance(), inside.names());
            Node body = node(onMessage.activity(), inside);
            if (in != null) {
                messages.add(new Node.OnMessage(in, body));
            }
        }
        List<Node.OnAlarm> alarms = new ArrayList<>();
        for (Construct.OnAlarm onAlarm : pick.onAlarms()) {
            Expression expression = expression(onAlarm.deadline().expression(), inside.names());
            Node body = node(onAlarm.activity(), inside);
            if (pick.createInstance()) {
                problems.add(
                        onAlarm.line(),
                        "a <pick> that starts an instance cannot have an alarm",
                        "remove the <onAlarm>");
            }
            if (expression != null) {
                alarms.add(new Node.OnAlarm(new Node.Deadline(onAlarm.deadline().until(), expression), body));
            }
        }
        return new Node.Pick(head, pick.createInstance(), List.copyOf(messages), List.copyOf(alarms));
    }

    private @Nullable Node reply(Construct.Reply reply, Head head, Names names) {
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
                    "the operation " + reply.operation() + " is one-way and takes no reply",
                    "remove the <reply>, or call the partner back");
            return null;
        }
        if (faultName != null) {
            message = operation.faults().stream()
                    .filter(fault -> fault.name().equals(faultName.local()))
                    .map(OperationFault::message)
                    .findFirst()
                    .orElse(null);
            if (message == null) {
                String variable = reply.variable();
                Variable data = variable == null ? null : names.variable(variable);
                MessageType own = data == null ? null : data.message();
                message = own == null ? new MessageType(faultName, List.of()) : own;
            }
        }
        Outbound data = outbound(message, reply.variable(), reply.toParts(), faultName != null, reply.line(), names);
        return new Node.Reply(
                head,
                link,
                operation,
                message,
                data,
                faultName,
                correlations(reply.correlations(), message, names),
                exchange(reply.messageExchange(), reply.line(), names));
    }

    private @Nullable Node invoke(Construct.Invoke invoke, Head head, Names names) {
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
            problems.add(invoke.line(), "the operation " + invoke.operation() + " has no input", "invoke another one");
            return null;
        }
        Outbound request = outbound(input, invoke.inputVariable(), invoke.toParts(), false, invoke.line(), names);
        Target response = null;
        if (output != null) {
            response = target(output, invoke.outputVariable(), invoke.fromParts(), invoke.line(), names);
        } else if (invoke.outputVariable() != null || !invoke.fromParts().isEmpty()) {
            problems.add(
                    invoke.line(),
                    "the operation " + invoke.operation() + " is one-way and gives no output",
                    "remove outputVariable");
        }
        List<Construct.Correlation> onRequest = new ArrayList<>();
        List<Construct.Correlation> onResponse = new ArrayList<>();
        for (Construct.Correlation correlation : invoke.correlations()) {
            Pattern pattern = correlation.pattern();
            if (pattern == null && output != null) {
                problems.add(
                        correlation.line(),
                        "the correlation " + correlation.set() + " does not say for which message it is",
                        "add pattern=\"request\", \"response\" or \"request-response\"");
            }
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
                operation,
                request,
                response,
                correlations(onRequest, input, names),
                output == null ? List.of() : correlations(onResponse, output, names));
    }

    private @Nullable PartnerLink partnerLink(String name, int line, Names names) {
        PartnerLink link = names.partnerLink(name);
        if (link == null) {
            problems.add(line, "the partner link " + name + " is not declared", "declare it in <partnerLinks>");
        }
        return link;
    }

    private @Nullable Operation operation(
            PartnerLink link, @Nullable PortType portType, String role, String name, int line) {
        if (portType == null) {
            // A role whose port type was not found has its own problem.
            if (link.myPortType() != null || link.partnerPortType() != null) {
                problems.add(
                        line,
                        "the partner link " + link.name() + " has no " + role,
                        "declare one, or use another partner link");
            }
            return null;
        }
        Operation operation = portType.operation(name);
        if (operation == null) {
            problems.add(
                    line,
                    "the port type " + portType.name() + " has no operation " + name,
                    "use one of "
                            + String.join(
                                    ", ",
                                    portType.operations().stream()
                                            .map(Operation::name)
                                            .toList()));
        }
        return operation;
    }

    private Target target(
            MessageType message,
            @Nullable String variableName,
            List<Construct.PartMapping> mappings,
            int line,
            Names names) {
        Variable variable = variableName == null ? null : variable(variableName, line, names);
        if (variable != null) {
            checkFits(variable, message, line);
        }
        return new Target(variable, parts(message, mappings, names));
    }

    private Outbound outbound(
            MessageType message,
            @Nullable String variableName,
            List<Construct.PartMapping> mappings,
            boolean fault,
            int line,
            Names names) {
        Variable variable = variableName == null ? null : variable(variableName, line, names);
        if (variable != null) {
            checkFits(variable, message, line);
        } else if (variableName == null
                && mappings.isEmpty()
                && !message.parts().isEmpty()
                && !fault) {
            problems.add(
                    line,
                    "the message " + message.name() + " has parts, and nothing fills them",
                    "name a variable of this message type, or use <toParts>");
        }
        return new Outbound(variable, parts(message, mappings, names));
    }

    private List<PartOf> parts(MessageType message, List<Construct.PartMapping> mappings, Names names) {
        List<PartOf> parts = new ArrayList<>();
        for (Construct.PartMapping mapping : mappings) {
            Variable variable = variable(mapping.variable(), mapping.line(), names);
            if (message.part(mapping.part()) == null) {
                problems.add(
                        mapping.line(),
                        "the message " + message.name() + " has no part " + mapping.part(),
                        "use one of " + partNames(message));
            } else if (variable != null) {
                parts.add(new PartOf(mapping.part(), variable));
            }
        }
        return List.copyOf(parts);
    }

    /** A variable of the message's type, or of its only part's element (section 10.4). */
    private void checkFits(Variable variable, MessageType message, int line) {
        MessageType own = variable.message();
        boolean fits = own != null
                ? own.name().equals(message.name())
                : variable.type() instanceof Variable.OfElement of
                        && message.parts().size() == 1
                        && Objects.equals(of.element(), message.parts().get(0).element());
        if (!fits) {
            problems.add(
                    line,
                    "the variable " + variable.name() + " does not hold the message " + message.name(),
                    "use a variable of messageType " + message.name());
        }
    }

    private @Nullable MessageExchange exchange(@Nullable String name, int line, Names names) {
        if (name == null) {
            return null;
        }
        MessageExchange exchange = names.exchange(name);
        if (exchange == null) {
            problems.add(line, "the message exchange " + name + " is not declared", "declare it in <messageExchanges>");
        }
        return exchange;
    }

    private List<Correlation> correlations(List<Construct.Correlation> uses, MessageType message, Names names) {
        List<Correlation> correlations = new ArrayList<>();
        for (Construct.Correlation use : uses) {
            CorrelationSet set = names.correlationSet(use.set());
            if (set == null) {
                problems.add(
                        use.line(),
                        "the correlation set " + use.set() + " is not declared",
                        "declare it in <correlationSets>");
                continue;
            }
            List<PropertyAlias> aliases = new ArrayList<>();
            for (XmlName property : set.properties()) {
                PropertyAlias alias = definitions.alias(property, new Variable.OfMessage(message));
                if (alias == null) {
                    problems.add(
                            use.line(),
                            "the property " + property + " has no alias for the message " + message.name(),
                            "add a <vprop:propertyAlias> for it");
                } else {
                    aliases.add(alias);
                }
            }
            correlations.add(new Correlation(set, use.initiate(), List.copyOf(aliases)));
        }
        if (correlations.stream().filter(c -> c.initiate() == Initiate.JOIN).count() > CorrelationKeys.MAX_JOINS) {
            problems.add(
                    uses.get(0).line(),
                    "more than " + CorrelationKeys.MAX_JOINS + " correlation sets join on one message",
                    "use fewer sets with more properties");
        }
        return List.copyOf(correlations);
    }

    private @Nullable Variable variable(String name, int line, Names names) {
        Variable variable = names.variable(name);
        if (variable == null) {
            problems.add(line, "the variable " + name + " is not declared", "declare it in <variables>");
        }
        return variable;
    }

    // Assign

    private Node assign(Construct.Assign assign, Head head, Names names) {
        List<Node.Copy> copies = new ArrayList<>();
        for (Construct.Copy copy : assign.copies()) {
            Node.From from = from(copy.from(), names);
            Node.To to = to(copy.to(), names);
            if (from != null && to != null) {
                copies.add(new Node.Copy(from, to, copy.keepSrcElementName(), copy.ignoreMissingFromData()));
            }
        }
        if (assign.validate()) {
            needSchemas(assign.line());
        }
        return new Node.Assign(head, List.copyOf(copies), assign.validate());
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

    private Node.@Nullable From from(Construct.From from, Names names) {
        if (from instanceof Construct.LiteralSpec literal) {
            return literal(literal);
        } else if (from instanceof Construct.PartnerLinkSpec link) {
            PartnerLink found = partnerLink(link.partnerLink(), link.line(), names);
            return found == null ? null : new Node.LinkOf(found, link.myRole());
        } else if (from instanceof Construct.VariableSpec spec) {
            return place(spec, names);
        } else if (from instanceof Construct.PropertySpec spec) {
            return property(spec, names);
        }
        Construct.Expression text = ((Construct.ExpressionSpec) from).expression();
        Node.Place plain = plainVariable(text, names);
        if (plain != null) {
            return plain;
        }
        Expression expression = expression(text, names);
        return expression == null ? null : new Node.Selection(expression, null);
    }

    private Node.@Nullable To to(Construct.To to, Names names) {
        if (to instanceof Construct.PartnerLinkSpec link) {
            PartnerLink found = partnerLink(link.partnerLink(), link.line(), names);
            if (found != null && found.partnerPortType() == null) {
                problems.add(
                        link.line(),
                        "the partner link " + found.name() + " has no partnerRole to assign to",
                        "declare one");
            }
            return found == null ? null : new Node.LinkOf(found, false);
        } else if (to instanceof Construct.VariableSpec spec) {
            return place(spec, names);
        } else if (to instanceof Construct.PropertySpec spec) {
            return property(spec, names);
        }
        Construct.Expression text = ((Construct.ExpressionSpec) to).expression();
        Node.Place plain = plainVariable(text, names);
        if (plain != null) {
            return plain;
        }
        Expression expression = expression(text, names);
        Matcher leading = LEADING_VARIABLE.matcher(text.text());
        if (expression == null) {
            return null;
        }
        VariablePart root = leading.matches() ? expression.variables().get(leading.group(1)) : null;
        if (root == null) {
            problems.add(
                    text.line(),
                    "the target " + text.text() + " does not start with a variable",
                    "write it as $variable/... or $variable.part/...");
            return null;
        }
        return new Node.Selection(expression, root);
    }

    private static Node.From literal(Construct.LiteralSpec spec) {
        XmlElement element = spec.literal().firstElement();
        return new Node.Literal(new LiteralValue(
                element == null ? null : element.copy(),
                element == null ? spec.literal().stringValue() : ""));
    }

    /** {@code $variable} and {@code $variable.part} stand for the place itself. */
    private Node.@Nullable Place plainVariable(Construct.Expression text, Names names) {
        Matcher plain = PLAIN_VARIABLE.matcher(text.text());
        if (!plain.matches()) {
            return null;
        }
        Variable variable = names.variable(plain.group(1));
        String part = plain.group(2);
        MessageType message = variable == null ? null : variable.message();
        if (variable == null || (part != null) != (message != null)) {
            return null;
        }
        return message != null && message.part(part) == null ? null : new Node.Place(variable, part, null);
    }

    private Node.@Nullable Place place(Construct.VariableSpec spec, Names names) {
        Variable variable = variable(spec.variable(), spec.line(), names);
        if (variable == null) {
            return null;
        }
        String part = spec.part();
        MessageType message = variable.message();
        if (part != null && (message == null || message.part(part) == null)) {
            problems.add(
                    spec.line(),
                    "the variable " + variable.name() + " has no part " + part,
                    message == null ? "leave the part out" : "use one of " + partNames(message));
            return null;
        }
        Construct.Expression queryText = spec.query();
        if (queryText != null && part == null && message != null) {
            problems.add(queryText.line(), "a query needs a part to start from", "name the part");
            return null;
        }
        Expression query = queryText == null ? null : expression(queryText, names);
        return new Node.Place(variable, part, query);
    }

    private Node.@Nullable PropertyOf property(Construct.PropertySpec spec, Names names) {
        Variable variable = variable(spec.variable(), spec.line(), names);
        if (variable == null) {
            return null;
        }
        PropertyAlias alias = definitions.alias(spec.property(), variable.type());
        if (alias == null) {
            problems.add(
                    spec.line(),
                    "the property " + spec.property() + " has no alias for the type of the variable " + variable.name(),
                    "add a <vprop:propertyAlias> for it");
            return null;
        }
        return new Node.PropertyOf(variable, alias);
    }

    // Expressions

    private @Nullable Expression expression(Construct.Expression source, Names names) {
        XmlElement holder = source.element();
        findStylesheets(source.text());
        XPathFunctions functions =
                new BpelFunctions(holder, definitions, names::variable, stylesheets::get).or(furtherFunctions);
        XPathExpression xpath;
        try {
            xpath = XPathExpression.compile(source.text(), holder::lookupNamespace, functions);
        } catch (XPathException e) {
            problems.add(source.line(), String.valueOf(e.getMessage()), "correct the expression");
            return null;
        }
        Map<String, VariablePart> used = new HashMap<>();
        boolean known = true;
        for (String name : xpath.variables()) {
            VariablePart part = variablePart(name, source.line(), names);
            if (part == null) {
                known = false;
            } else {
                used.put(name, part);
            }
        }
        return known ? new Expression(xpath, Map.copyOf(used), source.line()) : null;
    }

    private @Nullable VariablePart variablePart(String written, int line, Names names) {
        int dot = written.indexOf('.');
        Variable variable = variable(dot < 0 ? written : written.substring(0, dot), line, names);
        if (variable == null) {
            return null;
        }
        MessageType message = variable.message();
        if (message == null) {
            if (dot >= 0) {
                problems.add(
                        line, "the variable " + variable.name() + " has no parts: $" + written, "leave the part out");
                return null;
            }
            SchemaTypes.Kind kind = variable.type() instanceof Variable.OfType of ? of.kind() : SchemaTypes.Kind.NODE;
            return new VariablePart(variable, null, kind);
        }
        Part part = dot < 0 ? null : message.part(written.substring(dot + 1));
        if (part == null) {
            problems.add(
                    line,
                    "$" + written + " names no part of the message " + message.name(),
                    "write $" + variable.name() + ". and one of " + partNames(message));
            return null;
        }
        XmlName type = part.type();
        return new VariablePart(variable, part.name(), type == null ? SchemaTypes.Kind.NODE : types.kind(type));
    }

    /** Stylesheets are named by literals (section 8.4), so they are found and compiled here, once. */
    private void findStylesheets(String expression) {
        Matcher matcher = STYLESHEET.matcher(expression);
        while (matcher.find()) {
            String uri = Objects.requireNonNullElse(matcher.group(1), matcher.group(2));
            stylesheets.computeIfAbsent(uri, this::stylesheet);
        }
    }

    /** A stylesheet that is missing or wrong is a fault of the activity that uses it, as the specification has it. */
    private BpelFunctions.Stylesheet stylesheet(String uri) {
        try {
            URI resolved = location.resolve(uri);
            resources.read(resolved);
            return new BpelFunctions.Compiled(XsltStylesheet.compile(resolved, resources));
        } catch (IllegalArgumentException | WsdlException e) {
            return new BpelFunctions.Wrong(
                    "xsltStylesheetNotFound", "the stylesheet " + uri + " is not there: " + e.getMessage());
        } catch (XPathException e) {
            return new BpelFunctions.Wrong("subLanguageExecutionFault", uri + ": " + e.getMessage());
        }
    }

    private static String partNames(MessageType message) {
        return String.join(", ", message.parts().stream().map(Part::name).toList());
    }
}
