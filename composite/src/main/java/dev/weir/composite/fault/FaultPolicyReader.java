package dev.weir.composite.fault;

import dev.weir.composite.fault.FaultPolicy.Alert;
import dev.weir.composite.fault.FaultPolicy.Case;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.InvalidExpression;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathExpression;
import dev.weir.xpath.functions.OracleFunctions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code fault-policies.xml}. An action that Weir cannot carry out is a problem only where a bound policy may come
 * to it: designers leave unused ones of all kinds in their files. What matters only to a fault that comes to it, such as
 * the name of an action that is not there, is a warning. Used once.
 */
final class FaultPolicyReader {
    static final String NAMESPACE = "http://schemas.oracle.com/bpel/faultpolicy";
    private static final int MOST_RETRIES = 1_000_000;
    private static final long LONGEST_PAUSE_SECONDS = Duration.ofDays(3_650).toSeconds();

    private final Problems problems;
    private final Map<String, FaultPolicy> policies = new LinkedHashMap<>();
    /** By policy and action. */
    private final Map<String, Map<String, Problem>> unable = new HashMap<>();

    /** Java actions without their class, by policy and action: warnings where a bound policy may come to them. */
    private final Map<String, Map<String, Problem>> classless = new HashMap<>();

    /** Those of the policy that is being read, by action. */
    private Map<String, Problem> awaited = Map.of();

    FaultPolicyReader(Problems problems) {
        this.problems = problems;
    }

    /** The policies by id. */
    Map<String, FaultPolicy> read(XmlElement root) {
        for (XmlElement element : children(root)) {
            if (!element.name().local().equals("faultPolicy")) {
                unknown(element);
                continue;
            }
            String id = required(element, "id");
            if (policies.containsKey(id)) {
                problems.add(
                        element, "fault-policy-duplicate", "there are two policies '" + id + "'", "rename one of them");
                continue;
            }
            policies.put(id, policy(id, element));
        }
        return policies;
    }

    /** Reports what a policy that is bound may come to and cannot be done; once. */
    void require(String id) {
        FaultPolicy policy = policies.get(id);
        Map<String, Problem> impossible = unable.remove(id);
        Map<String, Problem> missing = Objects.requireNonNullElse(classless.remove(id), Map.of());
        if (policy == null || impossible == null) {
            return;
        }
        Set<String> seen = new HashSet<>();
        Deque<String> reached = new ArrayDeque<>();
        policy.cases().forEach(each -> reached.add(each.action()));
        while (!reached.isEmpty()) {
            String action = reached.remove();
            if (!seen.add(action)) {
                continue;
            }
            Problem problem = impossible.get(action);
            if (problem != null) {
                problems.add(problem);
            }
            Problem warning = missing.get(action);
            if (warning != null) {
                problems.warn(warning);
            }
            FaultAction known = policy.actions().get(action);
            if (known instanceof FaultAction.Retry retry) {
                add(reached, retry.onFailure());
                add(reached, retry.onSuccess());
            } else if (known instanceof FaultAction.Java java) {
                reached.addAll(java.next().values());
                reached.add(java.otherwise());
            }
        }
    }

    private static void add(Deque<String> ids, @Nullable String id) {
        if (id != null) {
            ids.add(id);
        }
    }

    private FaultPolicy policy(String id, XmlElement element) {
        XmlElement conditions = null;
        Map<String, Alert> alerts = new HashMap<>();
        Map<String, XmlElement> actions = new LinkedHashMap<>();
        Map<String, Map<String, String>> properties = new HashMap<>();
        for (XmlElement child : children(element)) {
            switch (child.name().local()) {
                case "Conditions" -> conditions = child;
                case "Alerts" -> children(child).forEach(alert -> alert(alert, alerts));
                case "Actions" -> children(child).forEach(action -> declare(action, actions));
                case "Properties" -> children(child).forEach(set -> propertySet(set, properties));
                default -> unknown(child);
            }
        }
        Map<String, FaultAction> known = new LinkedHashMap<>();
        Map<String, Problem> impossible = new HashMap<>();
        awaited = new HashMap<>();
        actions.forEach((name, action) -> {
            FaultAction made = action(name, action, actions.keySet(), properties, impossible);
            if (made != null) {
                known.put(name, made);
            }
        });
        known.forEach((name, action) -> checkSuccess(name, action, known, actions));
        unable.put(id, impossible);
        classless.put(id, awaited);
        List<Case> cases = new ArrayList<>();
        if (conditions != null) {
            children(conditions).forEach(fault -> cases(fault, actions.keySet(), alerts, cases));
        }
        return new FaultPolicy(id, List.copyOf(cases), Map.copyOf(known));
    }

    // Conditions

    private void cases(XmlElement fault, Set<String> actions, Map<String, Alert> alerts, List<Case> cases) {
        if (!fault.name().local().equals("faultName")) {
            unknown(fault);
            return;
        }
        String written = fault.attributeValue("name");
        XmlName name = null;
        if (written != null && !written.isBlank()) {
            try {
                name = fault.resolveQName(written.strip());
            } catch (XmlException e) {
                problems.warn(
                        fault,
                        "fault-policy-name",
                        "the fault name '" + written + "' is not a QName with a declared prefix: it is no fault's name",
                        "declare its prefix");
                return;
            }
        }
        for (XmlElement condition : children(fault)) {
            if (!condition.name().local().equals("condition")) {
                unknown(condition);
                continue;
            }
            Case made = condition(name, condition, actions, alerts);
            if (made != null) {
                cases.add(made);
            }
        }
    }

    private @Nullable Case condition(
            @Nullable XmlName fault, XmlElement condition, Set<String> actions, Map<String, Alert> alerts) {
        XPathExpression test = null;
        String action = null;
        boolean sound = true;
        List<Alert> raised = new ArrayList<>();
        for (XmlElement child : children(condition)) {
            switch (child.name().local()) {
                case "test" -> {
                    test = test(child);
                    sound &= test != null;
                }
                case "action" -> action = reference(child, "ref", actions);
                case "alert" -> {
                    Alert alert = alerts.get(required(child, "ref"));
                    if (alert == null) {
                        problems.add(
                                child,
                                "fault-policy-alert-unknown",
                                "there is no alert '" + child.attributeValue("ref") + "' in the policy",
                                "add it to <Alerts>");
                    } else {
                        raised.add(alert);
                    }
                }
                default -> unknown(child);
            }
        }
        if (action == null) {
            if (sound
                    && children(condition).stream()
                            .noneMatch(child -> child.name().local().equals("action"))) {
                problems.add(
                        condition, "fault-policy-action-missing", "the condition has no action", "add <action ref>");
            }
            return null;
        }
        return sound ? new Case(fault, test, action, List.copyOf(raised)) : null;
    }

    private @Nullable XPathExpression test(XmlElement element) {
        try {
            XPathExpression test = XPathExpression.compile(
                    element.stringValue().strip(), element::lookupNamespace, OracleFunctions.SYSTEM);
            for (String variable : test.variables()) {
                if (!variable.equals(FaultScope.VARIABLE) && !variable.startsWith(FaultScope.VARIABLE + ".")) {
                    problems.add(
                            element,
                            "fault-policy-variable",
                            "a test sees the fault only, not the variable $" + variable,
                            "write $fault.PART");
                    return null;
                }
            }
            return test;
        } catch (XPathException e) {
            Problem problem = InvalidExpression.problem(e, problems.file(), element);
            problems.tolerable(problem);
            return XPathExpression.failing(element.stringValue().strip(), problem.what());
        }
    }

    // Alerts and properties

    private void alert(XmlElement alert, Map<String, Alert> alerts) {
        if (!alert.name().local().equals("Alert")) {
            unknown(alert);
            return;
        }
        String id = required(alert, "id");
        for (XmlElement medium : children(alert)) {
            String kind = medium.name().local();
            if (!kind.equals("log") && !kind.equals("email") && !kind.equals("JMS")) {
                unknown(medium);
                continue;
            }
            XmlElement logger = child(medium, "Logger");
            String name = logger == null ? "" : logger.stringValue().strip();
            alerts.put(id, new Alert(id, kind, name.isEmpty() ? FaultPolicies.class.getName() : name));
        }
    }

    private void propertySet(XmlElement set, Map<String, Map<String, String>> properties) {
        if (!set.name().local().equals("propertySet")) {
            unknown(set);
            return;
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (XmlElement property : children(set)) {
            if (property.name().local().equals("property")) {
                values.put(required(property, "name"), property.stringValue().strip());
            } else {
                unknown(property);
            }
        }
        properties.put(required(set, "name"), Map.copyOf(values));
    }

    // Actions

    private void declare(XmlElement action, Map<String, XmlElement> actions) {
        if (!action.name().local().equals("Action")) {
            unknown(action);
            return;
        }
        String id = required(action, "id");
        if (actions.putIfAbsent(id, action) != null) {
            problems.add(
                    action, "fault-policy-duplicate", "the policy has two actions '" + id + "'", "rename one of them");
        }
    }

    private @Nullable FaultAction action(
            String id,
            XmlElement action,
            Set<String> actions,
            Map<String, Map<String, String>> properties,
            Map<String, Problem> impossible) {
        List<XmlElement> kinds = children(action);
        if (kinds.size() != 1) {
            problems.add(
                    action,
                    "fault-policy-action",
                    "the action '" + id + "' must be one of retry, rethrowFault, abort, replayScope,"
                            + " humanIntervention and javaAction",
                    "write one element in it");
            return null;
        }
        XmlElement kind = kinds.get(0);
        return switch (kind.name().local()) {
            case "retry" -> retry(kind, actions);
            case "rethrowFault" -> new FaultAction.Rethrow();
            case "abort" -> new FaultAction.Abort();
            case "replayScope" -> new FaultAction.ReplayScope();
            case "humanIntervention" -> new FaultAction.HumanIntervention();
            case "javaAction" -> java(id, kind, actions, properties);
            case "invokeWS", "enqueue", "fileAction" -> {
                impossible.put(
                        id,
                        problem(
                                kind,
                                "fault-policy-rejected-message",
                                "<" + kind.name().local() + "> is for messages that inbound adapters reject, which"
                                        + " Weir does not have",
                                "choose another action"));
                yield null;
            }
            default -> {
                unknown(kind);
                yield null;
            }
        };
    }

    private @Nullable FaultAction retry(XmlElement retry, Set<String> actions) {
        long count = -1;
        long seconds = 0;
        boolean doubles = false;
        String onFailure = null;
        String onSuccess = null;
        for (XmlElement child : children(retry)) {
            switch (child.name().local()) {
                case "retryCount" -> count = number(child, 0, MOST_RETRIES);
                case "retryInterval" -> seconds = number(child, 0, LONGEST_PAUSE_SECONDS);
                case "exponentialBackoff" -> doubles = true;
                case "retryFailureAction" -> onFailure = reference(child, "ref", actions);
                case "retrySuccessAction" -> onSuccess = reference(child, "ref", actions);
                default -> unknown(child);
            }
        }
        if (count < 0) {
            if (child(retry, "retryCount") == null) {
                problems.add(retry, "fault-policy-retry", "a retry needs a <retryCount>", "add it");
            }
            return null;
        }
        return new FaultAction.Retry((int) count, Duration.ofSeconds(seconds), doubles, onFailure, onSuccess);
    }

    /** What follows a successful repetition can no longer change the call. */
    private void checkSuccess(
            String name, FaultAction action, Map<String, FaultAction> known, Map<String, XmlElement> written) {
        if (!(action instanceof FaultAction.Retry retry) || retry.onSuccess() == null) {
            return;
        }
        FaultAction next = known.get(retry.onSuccess());
        if (next != null && !(next instanceof FaultAction.Java) && !(next instanceof FaultAction.Abort)) {
            problems.add(
                    Objects.requireNonNull(written.get(name)),
                    "fault-policy-success-action",
                    "the retrySuccessAction of '" + name + "' is '" + retry.onSuccess()
                            + "', which can do nothing after the call has succeeded",
                    "name a javaAction or abort, or remove it");
        }
    }

    private long number(XmlElement element, long least, long most) {
        String text = element.stringValue().strip();
        try {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        problems.add(
                element,
                "fault-policy-number",
                "<" + element.name().local() + "> must be a number from " + least + " to " + most + ", but is '" + text
                        + "'",
                "correct it");
        return least;
    }

    private @Nullable FaultAction java(
            String id, XmlElement java, Set<String> actions, Map<String, Map<String, String>> properties) {
        Map<String, String> next = new LinkedHashMap<>();
        for (XmlElement child : children(java)) {
            if (!child.name().local().equalsIgnoreCase("returnValue")) {
                unknown(child);
                continue;
            }
            String target = reference(child, "ref", actions);
            if (target != null) {
                next.put(required(child, "value"), target);
            }
        }
        String otherwise = reference(java, "defaultAction", actions);
        String set = java.attributeValue("propertySet");
        if (set != null && !properties.containsKey(set)) {
            problems.warn(
                    java,
                    "fault-policy-properties-unknown",
                    "there is no propertySet '" + set + "' in the policy: the class gets no properties",
                    "add it to <Properties>");
        }
        String className = required(java, "className");
        FaultRecovery code = className.isEmpty() ? null : code(className);
        if (code == null) {
            awaited.put(
                    id,
                    problem(
                            java,
                            "fault-policy-java",
                            "there is no service " + FaultRecovery.class.getName() + " of the class " + className
                                    + ": its defaultAction follows (classes in SCA-INF, and those that implement"
                                    + " oracle.integration.platform.faultpolicy.IFaultRecoveryJavaClass, are not run)",
                            "let the class implement that interface, and put it on the server's class path with its"
                                    + " entry in META-INF/services"));
            code = new MissingRecovery(className);
        }
        return otherwise == null || className.isEmpty()
                ? null
                : new FaultAction.Java(
                        code,
                        Map.copyOf(next),
                        otherwise,
                        set == null ? Map.of() : properties.getOrDefault(set, Map.of()));
    }

    private static @Nullable FaultRecovery code(String className) {
        return ServiceLoader.load(FaultRecovery.class).stream()
                .filter(provider -> provider.type().getName().equals(className))
                .findFirst()
                .map(ServiceLoader.Provider::get)
                .orElse(null);
    }

    // Elements

    /**
     * An attribute that names an action; null, and a problem, where it is absent. An action that is not there is no
     * problem before a fault comes to it.
     */
    private @Nullable String reference(XmlElement element, String attribute, Set<String> actions) {
        String id = required(element, attribute);
        if (!id.isEmpty() && !actions.contains(id)) {
            problems.warn(
                    element,
                    "fault-policy-action-unknown",
                    "there is no action '" + id
                            + "' in the policy: a fault that comes to it goes on as without policies",
                    "add it, or correct the name");
        }
        return id.isEmpty() ? null : id;
    }

    private String required(XmlElement element, String attribute) {
        return required(element, attribute, problems);
    }

    static String required(XmlElement element, String attribute, Problems problems) {
        String value = Objects.requireNonNullElse(element.attributeValue(attribute), "")
                .strip();
        if (value.isEmpty()) {
            problems.add(
                    element,
                    "fault-policy-attribute-missing",
                    "<" + element.name().local() + "> needs the attribute " + attribute,
                    "add it");
        }
        return value;
    }

    private void unknown(XmlElement element) {
        unknown(element, problems);
    }

    static void unknown(XmlElement element, Problems problems) {
        problems.add(
                element,
                "fault-policy-element-unknown",
                "<" + element.name().local() + "> is not known here",
                "correct its name, or remove it");
    }

    private Problem problem(XmlElement element, String rule, String what, String remedy) {
        return new Problem(problems.file(), element.line(), element.column(), rule, what, remedy);
    }

    private static List<XmlElement> children(XmlElement element) {
        return element.elements();
    }

    private static @Nullable XmlElement child(XmlElement element, String local) {
        for (XmlElement child : element.elements()) {
            if (child.name().local().equals(local)) {
                return child;
            }
        }
        return null;
    }
}
