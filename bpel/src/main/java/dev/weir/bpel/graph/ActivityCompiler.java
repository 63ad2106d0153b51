package dev.weir.bpel.graph;

import dev.weir.bpel.exec.SnippetCompiler;
import dev.weir.bpel.graph.Node.Head;
import dev.weir.bpel.graph.Node.Inbound;
import dev.weir.bpel.graph.Node.Links;
import dev.weir.bpel.language.Construct;
import dev.weir.xml.Problem;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compiles activities by their kind. Scopes, and activities with handlers, which are scopes implicitly, are compiled by
 * {@link ScopeCompiler}.
 */
final class ActivityCompiler {
    /** Activities in activities, sub-processes included: bounds the recursion. */
    private static final int MAX_NESTING = 500;

    private final GraphParts parts;
    private final ExpressionCompiler expressions;
    private final CopyCompiler copies;
    private final MessagingCompiler messaging;
    private final ValidationSchemas schemas;
    private final Compensations compensations;
    private final Replays replays;
    private final ScopeCompiler scopes;
    private final SubProcessCompiler calls;
    private final UnresolvedReferences unresolved;
    private final @Nullable SnippetCompiler snippets;
    private final Problems problems;
    /** The document of the process. */
    private final String file;

    private int nesting;

    /** @param subProcesses those with documents of their own that the process may call */
    ActivityCompiler(
            CompilerParts shared,
            ValidationSchemas schemas,
            Compensations compensations,
            Replays replays,
            List<Construct.SubProcess> subProcesses) {
        this.parts = shared.graph();
        this.expressions = shared.expressions();
        this.schemas = schemas;
        this.compensations = compensations;
        this.replays = replays;
        this.unresolved = shared.unresolved();
        this.snippets = shared.java();
        this.problems = shared.problems();
        this.file = problems.file();
        this.copies = new CopyCompiler(shared);
        HeadersCompiler headers = new HeadersCompiler(copies, problems, unresolved);
        this.messaging = new MessagingCompiler(shared, headers);
        this.scopes = new ScopeCompiler(this, shared, copies, messaging, headers, compensations);
        this.calls = new SubProcessCompiler(this, scopes, shared, copies, subProcesses);
    }

    /** The process as a scope. */
    Node.Scope process(Construct.Scope scope, List<Construct.SubProcess> inline) {
        return scopes.scope(scope, CompileContext.outermost(new Frame(null, null, inline, null)));
    }

    /** What has been compiled as inbound. */
    List<ProcessGraph.Entry> entries() {
        return messaging.entries();
    }

    Node node(Construct.Activity activity, CompileContext context) {
        if (nesting >= MAX_NESTING) {
            problems.add(
                    activity.line(),
                    "bpel-nesting",
                    "activities are nested more than " + MAX_NESTING + " deep",
                    "put parts of the process into services");
            return parts.put(new Node.Empty(head(activity.head(), context)));
        }
        nesting++;
        try {
            return nested(activity, context);
        } finally {
            nesting--;
        }
    }

    private Node nested(Construct.Activity activity, CompileContext context) {
        if (activity instanceof Construct.Scope scope) {
            return scopes.scope(scope, context);
        }
        if (activity instanceof Construct.Invoke invoke && hasHandlers(invoke)) {
            return scopes.around(invoke, context);
        }
        if (activity instanceof Construct.Call call) {
            return calls.call(call, context);
        }
        Head head = head(activity.head(), context);
        Node node = compiled(activity, head, context.in(head));
        return parts.put(node == null ? new Node.Empty(head) : node);
    }

    private static boolean hasHandlers(Construct.Invoke invoke) {
        return !invoke.catches().isEmpty() || invoke.catchAll() != null || invoke.compensationHandler() != null;
    }

    private @Nullable Node compiled(Construct.Activity activity, Head head, CompileContext inside) {
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
            Node.Deadline timeout = receive.timeout() == null ? null : deadline(receive.timeout(), inside.names());
            return in == null ? null : new Node.Receive(head, receive.createInstance(), in, timeout);
        } else if (activity instanceof Construct.Pick pick) {
            return pick(pick, head, inside);
        } else if (activity instanceof Construct.Reply reply) {
            return messaging.reply(reply, head, inside.names());
        } else if (activity instanceof Construct.Invoke invoke) {
            return messaging.invoke(invoke, head, inside.names());
        } else if (activity instanceof Construct.Wait wait) {
            Node.Deadline deadline = deadline(wait.deadline(), inside.names());
            return deadline == null ? null : new Node.Wait(head, deadline);
        } else if (activity instanceof Construct.Throw raise) {
            String data = raise.faultVariable();
            Variable variable = data == null ? null : variable(data, raise.line(), inside.names());
            return new Node.Throw(head, raise.faultName(), variable);
        } else if (activity instanceof Construct.Rethrow) {
            return new Node.Rethrow(head);
        } else if (activity instanceof Construct.Compensate compensate) {
            return compensations.compensate(head, inside.handlerOf(), compensate.target());
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
        } else if (activity instanceof Construct.Assert assertion) {
            return new Node.Assert(
                    head, messaging.assertions().checked(List.of(assertion.assertion()), inside.names()));
        } else if (activity instanceof Construct.Unavailable unavailable) {
            return new Node.Unavailable(head, unavailable.what());
        } else if (activity instanceof Construct.Replay replay) {
            return replays.replay(head, replay.scope());
        } else if (activity instanceof Construct.Java java) {
            return java(java, head, inside.names());
        }
        throw new IllegalStateException("no activity: " + activity);
    }

    private List<Node> nodes(List<Construct.Activity> activities, CompileContext inside) {
        List<Node> list = new ArrayList<>(activities.size());
        for (Construct.Activity activity : activities) {
            list.add(node(activity, inside));
        }
        return List.copyOf(list);
    }

    Head head(Construct.Head head, CompileContext context) {
        int id = parts.reserve();
        String name = head.name();
        Construct.SubProcess called = context.frame().called();
        return new Head(
                id,
                context.parent(),
                context.scope(),
                head.kind(),
                name == null ? head.kind() : name,
                called == null ? file : called.file(),
                head.line(),
                links(head, id, context));
    }

    private Links links(Construct.Head head, int id, CompileContext context) {
        Boolean stated = head.suppressJoinFailure();
        boolean suppress = stated == null ? context.suppressJoinFailure() : stated;
        List<Integer> targets = new ArrayList<>();
        Map<String, Integer> entering = new HashMap<>();
        for (Construct.Target target : head.targets()) {
            Integer link = link(target.link(), target.line(), context.names());
            if (link != null) {
                targets.add(link);
                entering.put(target.link(), link);
                parts.links.enters(link, id);
            }
        }
        List<Node.Outgoing> sources = new ArrayList<>();
        for (Construct.Source source : head.sources()) {
            Integer link = link(source.link(), source.line(), context.names());
            Construct.Expression condition = source.transitionCondition();
            if (link != null) {
                sources.add(new Node.Outgoing(
                        link, condition == null ? null : expressions.expression(condition, context.names())));
                parts.links.leaves(link, id);
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

    private Node flow(Construct.Flow flow, Head head, CompileContext inside) {
        ScopeNames names = new ScopeNames(inside.names());
        int index = 0;
        for (String link : flow.links()) {
            names.links.putIfAbsent(link, parts.links.declare(link, head.id(), index++));
        }
        return new Node.Flow(head, flow.links().size(), nodes(flow.activities(), inside.with(names)));
    }

    private @Nullable Integer link(String name, int line, ScopeNames names) {
        Integer link = names.link(name);
        if (link == null) {
            unresolved.add(line, "no <flow> around declares the link " + name);
        }
        return link;
    }

    private Node choice(Construct.If choice, Head head, CompileContext inside) {
        List<Node.Branch> branches = new ArrayList<>();
        for (Construct.Branch branch : choice.branches()) {
            Construct.Expression condition = branch.condition();
            Expression compiled = condition == null ? null : expressions.expression(condition, inside.names());
            branches.add(new Node.Branch(compiled, node(branch.activity(), inside)));
        }
        return new Node.If(head, List.copyOf(branches));
    }

    private @Nullable Node forEach(Construct.ForEach loop, Head head, CompileContext inside) {
        Expression start = expressions.expression(loop.start(), inside.names());
        Expression last = expressions.expression(loop.last(), inside.names());
        Construct.Expression branchesText = loop.branches();
        Expression branches = branchesText == null ? null : expressions.expression(branchesText, inside.names());
        Node.Scope body = scopes.scope(loop.body(), inside, Map.of(loop.counter(), Declarations.COUNTER));
        Variable counter = ScopeCompiler.own(body, loop.counter());
        return start == null || last == null
                ? null
                : new Node.ForEach(
                        head, loop.parallel(), counter, start, last, branches, loop.successfulBranchesOnly(), body);
    }

    private Node pick(Construct.Pick pick, Head head, CompileContext inside) {
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
            Node.Deadline deadline = deadline(onAlarm.deadline(), inside.names());
            Node body = node(onAlarm.activity(), inside);
            if (deadline != null) {
                alarms.add(new Node.OnAlarm(deadline, body));
            }
        }
        return new Node.Pick(head, pick.createInstance(), List.copyOf(messages), List.copyOf(alarms));
    }

    private Node.@Nullable Deadline deadline(Construct.Deadline deadline, ScopeNames names) {
        Expression expression = expressions.expression(deadline.expression(), names);
        return expression == null ? null : new Node.Deadline(deadline.until(), expression);
    }

    private @Nullable Variable variable(String name, int line, ScopeNames names) {
        Variable variable = names.variable(name);
        if (variable == null) {
            unresolved.add(line, "the variable " + name + " is not declared");
        }
        return variable;
    }

    private Node assign(Construct.Assign assign, Head head, ScopeNames names) {
        if (assign.validate()) {
            schemas.need(assign.line());
        }
        return new Node.Assign(head, copies.operations(assign.operations(), names), assign.validate());
    }

    private Node java(Construct.Java java, Head head, ScopeNames names) {
        SnippetCompiler compiler = snippets;
        if (compiler == null) {
            XmlElement at = java.element();
            problems.tolerable(new Problem(
                    problems.file(),
                    at.line(),
                    at.column(),
                    SnippetCompiler.RULE,
                    "<exec> holds Java, which this server does not run",
                    "start the server with --allow-java, or deploy with --lenient: it fails when it is reached then"));
        }
        return new Node.Java(
                head,
                compiler == null ? null : compiler.add(java.code(), head.line()),
                names::variable,
                java.element()::lookupNamespace);
    }

    private Node validate(Construct.Validate validate, Head head, ScopeNames names) {
        List<Variable> checked = new ArrayList<>();
        for (String name : validate.variables()) {
            Variable variable = variable(name, validate.line(), names);
            if (variable != null) {
                checked.add(variable);
            }
        }
        schemas.need(validate.line());
        return new Node.Validate(head, List.copyOf(checked));
    }
}
