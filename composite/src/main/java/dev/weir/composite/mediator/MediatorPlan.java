package dev.weir.composite.mediator;

import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.message.Incoming;
import dev.weir.composite.message.MessageSchemas;
import dev.weir.composite.message.MessageScope;
import dev.weir.composite.message.MessageScope.Source;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlName;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.functions.OracleFunctions;
import dev.weir.xpath.schema.SchemaException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A mediator's plan (.mplan), read and checked against the contracts of its component. Immutable and thread-safe; it
 * decides and transforms, and does no I/O but for reading stylesheets, each once, when first needed or by {@link
 * #wrongStylesheets}. Who runs it carries out its {@link Effect}s, and keeps what outlives a message: parallel rules, awaited
 * callbacks, sequences.
 */
public final class MediatorPlan {
    private final String name;
    private final Map<String, Entry> operations;
    private final Map<XmlName, Entry> events;
    private final List<Stylesheet> stylesheets;
    private final List<Problem> warnings;

    /**
     * What is done with messages of one operation, or one event.
     *
     * @param name of the operation or event
     * @param priority of its parallel rules among those of other operations: 0 to 9, 9 is the most urgent
     * @param schemas checks incoming messages; null where the operation does not ask for it
     * @param resequencer null where messages are not put in order
     * @param headers names of header blocks in the expressions, see {@link MessageScope}
     */
    record Entry(
            String name,
            MessageType input,
            int priority,
            List<RoutingRule> rules,
            @Nullable MessageSchemas schemas,
            @Nullable Resequencer resequencer,
            Map<String, XmlName> headers) {}

    MediatorPlan(
            String name,
            Map<String, Entry> operations,
            Map<XmlName, Entry> events,
            List<Stylesheet> stylesheets,
            List<Problem> warnings) {
        this.warnings = warnings;
        this.name = name;
        this.operations = operations;
        this.events = events;
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

    /** The events that it handles. */
    public Set<XmlName> events() {
        return events.keySet();
    }

    /** What the rules of an operation call: the operations, by reference. */
    public Map<String, Set<String>> calls(String operation) {
        Map<String, Set<String>> calls = new LinkedHashMap<>();
        Entry entry = operations.get(operation);
        if (entry != null) {
            for (RoutingRule rule : entry.rules()) {
                if (rule.step() instanceof Step.Invoke invoke) {
                    calls.computeIfAbsent(invoke.reference(), reference -> new LinkedHashSet<>())
                            .add(invoke.operation());
                }
            }
        }
        return calls;
    }

    /** How messages of an operation are put in order; empty where they are not. */
    public Optional<Resequencer> resequencer(String operation) {
        return Optional.ofNullable(entry(operation).resequencer());
    }

    /** The operation whose messages are put in order by themselves; {@code *} where all operations of the plan share one order. */
    public String sequenceOf(String operation) {
        Resequencer own = entry(operation).resequencer();
        boolean shared = operations.values().stream()
                        .map(Entry::resequencer)
                        .filter(other ->
                                own != null && other != null && other.place().equals(own.place()))
                        .count()
                > 1;
        return shared ? "*" : operation;
    }

    /** The priority of an operation's parallel rules: 0 to 9, 9 is the most urgent. */
    public int priority(String operation) {
        return entry(operation).priority();
    }

    /** What will fail when it is reached, and what else people should know of the plan before it runs. */
    public List<Problem> warnings() {
        return warnings;
    }

    /**
     * Compiles the stylesheets, several at a time; returns what is wrong with them, calls that will fail when they are
     * evaluated among that.
     */
    public List<Problem> wrongStylesheets() {
        return stylesheets.parallelStream()
                .flatMap(stylesheet -> stylesheet.problems().stream())
                .distinct()
                .toList();
    }

    /**
     * Compiles the schemas that would otherwise be compiled when first needed.
     *
     * @throws MediatorException when they are wrong
     */
    public void prepareSchemas() {
        for (Entry operation : operations.values()) {
            MessageSchemas schemas = operation.schemas();
            if (schemas != null) {
                try {
                    schemas.prepare();
                } catch (SchemaException e) {
                    throw wrong(schemas, e);
                }
            }
        }
    }

    /** Routes a message without properties. */
    Routing route(String operation, MessageValue in) {
        return route(operation, Incoming.of(in));
    }

    /**
     * Decides which rules apply to a message.
     *
     * @param operation its name; for an event its expanded name, {@code {namespace}name}
     * @throws MediatorException when the operation is unknown, the message breaks its schema where the plan says to
     *     validate it, or a condition fails
     */
    public Routing route(String operation, Incoming in) {
        return route(entry(operation), in);
    }

    /**
     * A rule that was chosen for a message before: its condition is not asked again.
     *
     * @param index see {@link AppliedRule#index}
     * @throws MediatorException when there is no such operation or rule
     */
    public AppliedRule chosen(String operation, int index, Incoming in) {
        Entry entry = entry(operation);
        if (index < 0 || index >= entry.rules().size()) {
            throw new MediatorException(
                    "the operation '" + operation + "' of the mediator " + name + " has no rule " + index);
        }
        RoutingRule rule = entry.rules().get(index);
        return new AppliedRule(rule, index, rule.step().replies(), in, entry);
    }

    private Entry entry(String operation) {
        Entry entry = operation.startsWith("{") ? events.get(XmlName.parse(operation)) : operations.get(operation);
        if (entry == null) {
            throw new MediatorException("the mediator " + name + " has no operation '" + operation + "'");
        }
        return entry;
    }

    private static void check(MessageSchemas schemas, MessageType type, MessageValue message) {
        String errors;
        try {
            errors = schemas.errors(type, message);
        } catch (SchemaException e) {
            throw wrong(schemas, e);
        }
        if (errors != null) {
            throw new InvalidMessageException(errors);
        }
    }

    private static MediatorException wrong(MessageSchemas schemas, SchemaException failure) {
        return MediatorException.worded(
                "the schemas of " + schemas.location() + " are wrong: " + failure.getMessage(),
                "the schemas of the composite are wrong");
    }

    private static Routing route(Entry plan, Incoming in) {
        if (plan.schemas() != null) {
            check(plan.schemas(), plan.input(), in.message());
        }
        List<RoutingRule> rules = plan.rules();
        boolean[] applies = new boolean[rules.size()];
        boolean any = false;
        try (MessageScope scope = new MessageScope(Map.of("in", new Source(plan.input(), in)), plan.headers())) {
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
            boolean replies = rule.step().replies() && !answered;
            answered |= replies;
            decisions.add(new AppliedRule(rule, i, replies, in, plan));
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
            throw MediatorException.failed(rule.place(), e);
        }
    }
}
