package dev.weir.bpel.graph;

import dev.weir.bpel.graph.ScopeCompiler.Given;
import dev.weir.bpel.language.Construct;
import dev.weir.bpel.language.Construct.Argument;
import dev.weir.bpel.language.Construct.Call;
import dev.weir.bpel.language.Construct.SubProcess;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Compiles calls of sub-processes, Oracle's extension. A call becomes a scope that holds the sub-process's own activities:
 * it runs in the caller's instance, and costs nothing that a scope does not cost. An argument by value is a variable of
 * that scope with a first value; one by reference is the caller's variable under another name.
 *
 * <p>A sub-process with a document of its own sees nothing of its caller but its arguments; an inline one sees also what
 * its document declares outermost. None may call itself, however indirectly: it would have no end here.
 */
final class SubProcessCompiler {
    /** Calls that copy one another's activities may become very many. */
    private static final int MAX_ACTIVITIES = 100_000;

    private final ActivityCompiler activities;
    private final ScopeCompiler scopes;
    private final GraphParts parts;
    private final Declarations declarations;
    private final CopyCompiler copies;
    private final List<SubProcess> standalone;
    private final Problems problems;

    SubProcessCompiler(
            ActivityCompiler activities,
            ScopeCompiler scopes,
            CompilerParts shared,
            CopyCompiler copies,
            List<SubProcess> standalone) {
        this.activities = activities;
        this.scopes = scopes;
        this.parts = shared.graph();
        this.declarations = shared.declarations();
        this.copies = copies;
        this.standalone = standalone;
        this.problems = shared.problems();
    }

    Node call(Call call, CompileContext context) {
        Frame frame = context.frame();
        SubProcess called = find(call, frame);
        if (called == null) {
            problems.add(
                    call.line(),
                    "bpel-sub-process-unknown",
                    "there is no sub-process " + call.target() + " to call",
                    "name an <inlineSubProcess> of the process, or a sub-process among the composite's components");
        } else if (frame.isWithin(called)) {
            problems.add(
                    call.line(),
                    "bpel-sub-process-recursive",
                    "the sub-process " + called.name().local() + " calls itself",
                    "use a loop, or make it a process and invoke that");
        } else if (parts.nodes.size() > MAX_ACTIVITIES) {
            problems.add(
                    call.line(),
                    "bpel-process-size",
                    "with its sub-processes the process has more than " + MAX_ACTIVITIES + " activities",
                    "make sub-processes that are called often into processes, and invoke these");
        } else {
            Given given = given(call, called, context);
            String caller = problems.enter(called.file());
            try {
                return scopes.scope(called.scope().called(call.head()), context, Map.of(), given);
            } finally {
                problems.enter(caller);
            }
        }
        return parts.put(new Node.Empty(activities.head(call.head(), context)));
    }

    /** One in the caller's own document by its name alone, one of another document by its namespace too. */
    private @Nullable SubProcess find(Call call, Frame frame) {
        XmlName name = call.targetName();
        String local = name == null ? call.target() : name.local();
        SubProcess elsewhere = find(
                standalone,
                each -> name == null
                        ? each.name().local().equals(local)
                        : each.name().equals(name));
        SubProcess here = find(frame.inline(), each -> each.name().local().equals(local));
        return here == null || name != null && elsewhere != null ? elsewhere : here;
    }

    private static @Nullable SubProcess find(List<SubProcess> known, Predicate<SubProcess> meant) {
        return known.stream().filter(meant).findFirst().orElse(null);
    }

    private Given given(Call call, SubProcess called, CompileContext context) {
        boolean inline = called.component() == null;
        Frame caller = context.frame();
        Frame frame =
                new Frame(caller, called, inline ? caller.inline() : called.inline(), inline ? caller.names() : null);
        ScopeNames seen = inline ? Objects.requireNonNull(caller.names()) : new ScopeNames(null);
        Map<String, Node.From> values = new HashMap<>();
        Map<String, Variable> references = new HashMap<>();
        Map<String, PartnerLink> links = new HashMap<>();
        Set<String> named = new HashSet<>();
        for (Argument argument : call.arguments()) {
            if (!named.add(argument.name())) {
                problems.add(
                        argument.line(),
                        "bpel-argument-duplicate",
                        "the argument " + argument.name() + " is given twice",
                        "remove one");
            }
            String link = argument.partnerLink();
            String variable = argument.variable();
            Construct.Expression expression = argument.expression();
            if (variable != null && link == null && expression == null) {
                Variable found = variable(argument, variable, called, context.names());
                if (found != null && argument.byValue()) {
                    values.put(argument.name(), new Node.ValueOf(found));
                } else if (found != null) {
                    references.put(argument.name(), found);
                }
            } else if (expression != null && link == null && variable == null) {
                Node.From value = copies.from(new Construct.ExpressionSpec(expression), context.names());
                if (called.scope().variables().stream()
                        .noneMatch(each -> each.name().equals(argument.name()))) {
                    noParameter(argument, called, "variable");
                } else if (value != null) {
                    values.put(argument.name(), value);
                }
            } else if (link != null && variable == null && expression == null) {
                PartnerLink found = link(argument, link, called, context.names());
                if (found != null) {
                    links.put(argument.name(), found);
                }
            } else {
                problems.add(
                        argument.line(),
                        "bpel-argument-kind",
                        "the argument " + argument.name() + " is not one variable, one partner link or one expression",
                        "give it one of the attributes variable and partnerLink, or an expression as content");
            }
        }
        for (String required : called.required()) {
            if (!named.contains(required)) {
                problems.add(
                        call.line(),
                        "bpel-argument-missing",
                        "the sub-process " + called.name().local() + " wants the argument " + required,
                        "add <param name=\"" + required + "\"> to the call");
            }
        }
        return new Given(seen, frame, inline ? "" : called.component() + "/", values, references, links);
    }

    private @Nullable Variable variable(Argument argument, String name, SubProcess called, ScopeNames names) {
        Variable given = names.variable(name);
        if (given == null) {
            if (names.withoutType(name) && !problems.isEmpty()) {
                return null;
            }
            problems.add(
                    argument.line(),
                    "bpel-variable-unknown",
                    "the variable " + name + " is not declared",
                    "declare it, or name another");
            return null;
        }
        for (Construct.Variable parameter : called.scope().variables()) {
            if (parameter.name().equals(argument.name())) {
                Variable.Type wanted = declarations.type(parameter);
                if (wanted != null && !same(wanted, given.type())) {
                    problems.add(
                            argument.line(),
                            "bpel-argument-type",
                            "the variable " + name + " is not of the type of the parameter " + argument.name(),
                            "pass one of its messageType, element or type");
                    return null;
                }
                return given;
            }
        }
        noParameter(argument, called, "variable");
        return null;
    }

    private @Nullable PartnerLink link(Argument argument, String name, SubProcess called, ScopeNames names) {
        PartnerLink given = names.partnerLink(name);
        if (given == null) {
            problems.add(
                    argument.line(),
                    "bpel-variable-unknown",
                    "the partner link " + name + " is not declared",
                    "declare it, or name another");
            return null;
        }
        for (Construct.PartnerLink parameter : called.scope().partnerLinks()) {
            if (parameter.name().equals(argument.name())) {
                String component = called.component();
                Declarations.Roles wanted = declarations.roles(
                        parameter, component == null ? parameter.name() : component + "/" + parameter.name());
                if (!same(wanted.myPortType(), given.myPortType())
                        || !same(wanted.partnerPortType(), given.partnerPortType())) {
                    problems.add(
                            argument.line(),
                            "bpel-argument-type",
                            "the partner link " + name + " is not of the type and roles of the parameter "
                                    + argument.name(),
                            "pass one of its partnerLinkType, with the same roles");
                    return null;
                }
                return given;
            }
        }
        noParameter(argument, called, "partner link");
        return null;
    }

    private void noParameter(Argument argument, SubProcess called, String kind) {
        problems.add(
                argument.line(),
                "bpel-argument-unknown",
                "the sub-process " + called.name().local() + " declares no " + kind + " " + argument.name(),
                "remove the <param>, or correct its name");
    }

    /** Two partner links may see other definitions of one port type. */
    private static boolean same(@Nullable PortType one, @Nullable PortType other) {
        return one == null ? other == null : other != null && one.name().equals(other.name());
    }

    private static boolean same(Variable.Type one, Variable.Type other) {
        if (one instanceof Variable.OfMessage message && other instanceof Variable.OfMessage of) {
            MessageType type = message.message();
            return type.name().equals(of.message().name());
        }
        return one.equals(other);
    }
}
