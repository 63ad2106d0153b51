package dev.weir.composite.process;

import dev.weir.composite.assembly.Component;
import dev.weir.xml.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * How durable a process is, by its component's properties {@code bpel.config.*}, with Oracle's names, values and
 * defaults.
 *
 * @param inMemory {@code inMemoryOptimization}: instances that come to rest nowhere are kept in memory until they end
 * @param completion {@code completionPersistPolicy}, of instances in memory only: what is stored when they end
 * @param oneWay {@code oneWayDeliveryPolicy}: what becomes of a one-way message that creates an instance
 * @param joinsCaller {@code transaction} is {@code required}: instances share the transaction of who calls them
 */
record ProcessPolicies(boolean inMemory, Completion completion, OneWay oneWay, boolean joinsCaller) {
    /** Whether and when the history of an in-memory instance is stored at its end. */
    enum Completion {
        /** Its history, before its caller hears of it. */
        ON,
        /** Its history, by and by: a crash may lose it. */
        DEFERRED,
        /** Its history if it ended by a fault. */
        FAULTED,
        OFF;

        boolean keeps(boolean faulted) {
            return this == ON || this == DEFERRED || this == FAULTED && faulted;
        }
    }

    /** What becomes of a one-way message that creates an instance. */
    enum OneWay {
        /** It is stored, then taken; a crash loses nothing. */
        ASYNC_PERSIST("async.persist"),
        /** It is taken at once and kept in memory until the instance's first step is stored; a crash before loses it. */
        ASYNC_CACHE("async.cache"),
        /** The first step is done on the sender's thread; it is taken when that is stored, and a fault is the sender's. */
        SYNC("sync");

        private final String value;

        OneWay(String value) {
            this.value = value;
        }
    }

    private static final String PREFIX = "bpel.config.";
    private static final String AGGREGATION = "reenableAggregationOnComplete";

    /** Those that are read somewhere. */
    private static final Set<String> KNOWN = Set.of(
            "auditLevel",
            "completionPersistPolicy",
            "disableAsserts",
            "inMemoryOptimization",
            "initializeVariables",
            "oneWayDeliveryPolicy",
            AGGREGATION,
            "transaction");

    /**
     * Reads a component's properties; what they leave open is as Oracle has it.
     *
     * @param problems takes one for each property that has an unknown value
     * @param warnings takes one for an unknown transaction: Oracle's engine begins one of its own then
     */
    static ProcessPolicies of(Component component, List<Problem> problems, List<Problem> warnings) {
        Map<String, String> properties = component.properties();
        List<Refusal> refusals = new ArrayList<>();
        String inMemory = read(properties, "inMemoryOptimization", "false", List.of("true", "false"), refusals);
        String completion = read(
                properties, "completionPersistPolicy", "on", List.of("on", "deferred", "faulted", "off"), refusals);
        String oneWay = read(
                properties,
                "oneWayDeliveryPolicy",
                OneWay.ASYNC_PERSIST.value,
                Arrays.stream(OneWay.values()).map(policy -> policy.value).toList(),
                refusals);
        List<Refusal> tolerated = new ArrayList<>();
        String transaction = read(
                properties,
                "transaction",
                "requiresNew",
                List.of("required", "requiresNew", "notSupported"),
                tolerated);
        for (Refusal refusal : refusals) {
            problems.add(problem(component, refusal, ""));
        }
        aggregation(component, warnings);
        unknown(component, warnings);
        for (Refusal refusal : tolerated) {
            warnings.add(problem(component, refusal, "; it is taken for requiresNew"));
        }
        if (!refusals.isEmpty()) {
            return new ProcessPolicies(false, Completion.ON, OneWay.ASYNC_PERSIST, false);
        }
        return new ProcessPolicies(
                inMemory.equals("true"),
                Completion.valueOf(completion.toUpperCase(Locale.ROOT)),
                Arrays.stream(OneWay.values())
                        .filter(policy -> policy.value.equals(oneWay))
                        .findFirst()
                        .orElseThrow(),
                transaction.equals("required"));
    }

    /** A property whose value is none of those allowed. */
    private record Refusal(String name, String value, List<String> allowed) {}

    private static String read(
            Map<String, String> properties, String name, String missing, List<String> allowed, List<Refusal> refusals) {
        String value = properties.get(PREFIX + name);
        if (value == null || value.isEmpty()) {
            return missing;
        }
        if (!allowed.contains(value)) {
            refusals.add(new Refusal(name, value, allowed));
        }
        return value;
    }

    /**
     * What a new message begins whose correlation an instance had that has ended: with true, Weir's way, another instance;
     * with false, none, for which the correlations of all that have ever been would have to be kept.
     */
    private static void aggregation(Component component, List<Problem> warnings) {
        String value =
                component.properties().getOrDefault(PREFIX + AGGREGATION, "").strip();
        if (!value.isEmpty() && !value.equals("true")) {
            warnings.add(new Problem(
                    "composite.xml",
                    component.line(),
                    0,
                    "composite-property-without-effect",
                    "the component " + component.name() + ": the property " + PREFIX + AGGREGATION + " is " + value
                            + " and has no effect: a message that correlates with an instance that has ended begins"
                            + " another one, as if it were true",
                    "remove it, or say true"));
        }
    }

    private static void unknown(Component component, List<Problem> warnings) {
        for (String name : new TreeSet<>(component.properties().keySet())) {
            if (name.startsWith(PREFIX) && !KNOWN.contains(name.substring(PREFIX.length()))) {
                warnings.add(new Problem(
                        "composite.xml",
                        component.line(),
                        0,
                        "composite-property-without-effect",
                        "the component " + component.name() + ": the property " + name
                                + " is not known and has no effect",
                        "remove it, or check its spelling"));
            }
        }
    }

    private static Problem problem(Component component, Refusal refusal, String consequence) {
        return new Problem(
                "composite.xml",
                component.line(),
                0,
                "composite-property-value",
                "the component " + component.name() + ": the property " + PREFIX + refusal.name() + " must not be "
                        + refusal.value() + consequence,
                "write " + String.join(" or ", refusal.allowed()));
    }

    /** The same for a process that comes to rest somewhere: it cannot do without the store. */
    ProcessPolicies durable() {
        return new ProcessPolicies(false, completion, oneWay, joinsCaller);
    }
}
