package dev.weir.composite.mediator;

import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.mediator.MessageScope.Source;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.xml.Problem;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.functions.OracleFunctions;
import dev.weir.xpath.xslt.XsltException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A mediator's plan (.mplan), read and checked against the contracts of its component. Immutable and thread-safe; it
 * does no I/O but for reading stylesheets, each once, when first needed or by {@link #prepare}.
 *
 * <p>Rules with executionType direct or sequential are followed in the order of the plan. Parallel rules (queued), events,
 * echo, callbacks and dynamic routing are refused when read.
 */
public final class MediatorPlan {
    private final String name;
    private final Map<String, OperationPlan> operations;
    private final List<Stylesheet> stylesheets;

    /**
     * An operation's rules.
     *
     * @param schemas checks incoming messages; null where the operation does not ask for it
     */
    record OperationPlan(
            MessageType input,
            List<RoutingRule> rules,
            @Nullable PartSchemas schemas) {}

    MediatorPlan(String name, Map<String, OperationPlan> operations, List<Stylesheet> stylesheets) {
        this.name = name;
        this.operations = operations;
        this.stylesheets = stylesheets;
    }

    /** Reads and checks the plan of a mediator that is not deployed: functions that ask for its place are unknown. */
    public static MediatorPlan read(Component mediator, Composite composite) {
        return read(mediator, composite, OracleFunctions.SYSTEM);
    }

    /**
     * Reads and checks a mediator's plan.
     *
     * @param functions those that its expressions and stylesheets may call
     * @throws AssemblyException with every problem found
     */
    public static MediatorPlan read(Component mediator, Composite composite, XPathFunctions functions) {
        return new PlanReader(mediator, composite, functions).read();
    }

    public String name() {
        return name;
    }

    /**
     * Compiles the stylesheets and schemas that would otherwise be compiled when first needed.
     *
     * @throws AssemblyException with every stylesheet that is wrong
     */
    public void prepare() {
        List<Problem> problems = new ArrayList<>();
        for (Stylesheet stylesheet : stylesheets) {
            try {
                stylesheet.compiled();
            } catch (XsltException e) {
                problems.addAll(e.problems());
            }
        }
        if (!problems.isEmpty()) {
            throw new AssemblyException(problems);
        }
        for (OperationPlan operation : operations.values()) {
            if (operation.schemas() != null) {
                operation.schemas().prepare();
            }
        }
    }

    /** As {@link #route(String, MessageValue, Map)} for a message without properties. */
    public Routing route(String operation, MessageValue in) {
        return route(operation, in, Map.of());
    }

    /**
     * Decides which rules apply to a message.
     *
     * @param in stays the caller's; outgoing messages may share its parts, so neither may be changed while the other is
     *     in use
     * @param properties for {@code $in.property.name}; one that is missing is empty
     * @throws MediatorException when the operation is unknown, the message breaks its schema where the plan says to
     *     validate it, or a condition fails
     */
    public Routing route(String operation, MessageValue in, Map<String, String> properties) {
        OperationPlan plan = operations.get(operation);
        if (plan == null) {
            throw new MediatorException("the mediator " + name + " has no operation '" + operation + "'");
        }
        if (plan.schemas() != null) {
            plan.schemas().check(plan.input(), in);
        }
        List<RoutingRule> rules = plan.rules();
        boolean[] applies = new boolean[rules.size()];
        boolean any = false;
        try (MessageScope scope =
                new MessageScope(Map.of("in", new Source(plan.input(), in)), Map.copyOf(properties))) {
            for (int i = 0; i < applies.length; i++) {
                applies[i] = !rules.get(i).fallback() && holds(rules.get(i), scope);
                any |= applies[i];
            }
            for (int i = 0; i < applies.length && !any; i++) {
                applies[i] = rules.get(i).fallback() && holds(rules.get(i), scope);
            }
        }
        List<RuleDecision> decisions = new ArrayList<>(rules.size());
        boolean answered = false;
        for (int i = 0; i < applies.length; i++) {
            RoutingRule rule = rules.get(i);
            if (!applies[i]) {
                decisions.add(new SkippedRule(rule.name(), rule.conditionText()));
                continue;
            }
            boolean replies = rule.onReply() != null && !answered;
            answered |= replies;
            decisions.add(new AppliedRule(rule, in, properties, replies));
        }
        return new Routing(decisions);
    }

    private static boolean holds(RoutingRule rule, MessageScope scope) {
        if (rule.condition() == null) {
            return true;
        }
        try {
            return rule.condition().evaluateBoolean(scope);
        } catch (XPathException e) {
            throw new MediatorException(rule.place() + ": " + e.getMessage(), e);
        }
    }
}
