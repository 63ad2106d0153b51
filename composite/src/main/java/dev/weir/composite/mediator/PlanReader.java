package dev.weir.composite.mediator;

import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.Contract;
import dev.weir.composite.mediator.MediatorPlan.OperationPlan;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.Wsdl.OperationFault;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathExpression;
import dev.weir.xpath.XPathFunctions;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a plan from top to bottom, checks it against the component's contracts, and collects the problems. Used once. */
final class PlanReader {
    private static final String MEDIATOR = "http://xmlns.oracle.com/sca/1.0/mediator";
    private static final Pattern XSLT =
            Pattern.compile("\\s*xslt\\(\\s*([^,()]+?)\\s*,\\s*\\$([\\w.\\-]+)\\s*((?:,[^()]*)?)\\)\\s*");
    private static final Pattern OUT = Pattern.compile("\\s*\\$out\\.([\\w.\\-]+)(/.*)?\\s*");

    private final Component mediator;
    private final Composite composite;
    private final XPathFunctions functions;
    private final Contract contract;
    private final String file;
    private final Problems problems;
    private final Map<URI, Stylesheet> stylesheets = new LinkedHashMap<>();
    /** One for all operations that validate. */
    private @Nullable PartSchemas schemas;

    /** The message types that expressions may name at this place of the plan, by the word before the dot. */
    private record Types(
            MessageType in, MessageType initial, @Nullable MessageType out) {
        @Nullable MessageType of(String word) {
            return switch (word) {
                case "in" -> in;
                case "initial" -> initial;
                case "out" -> out;
                default -> null;
            };
        }
    }

    PlanReader(Component mediator, Composite composite, XPathFunctions functions) {
        this.mediator = mediator;
        this.composite = composite;
        this.functions = functions;
        String path = mediator.source().getPath();
        this.file = path.startsWith("/") ? path.substring(1) : path;
        this.problems = new Problems(file);
        if (mediator.services().size() != 1) {
            throw new AssemblyException(
                    file,
                    "mediator-services",
                    "the component type of a mediator must have one service, but has "
                            + mediator.services().size(),
                    "correct the component type");
        }
        this.contract = mediator.services().values().iterator().next();
    }

    MediatorPlan read() {
        XmlElement root;
        try {
            root = XmlElement.parse(composite.resources().read(mediator.source()));
        } catch (XmlException e) {
            throw new AssemblyException(List.of(Problem.unreadable(file, e)));
        } catch (WsdlException e) {
            throw new AssemblyException(
                    file, "mediator-plan-unreadable", message(e), "add the file, or correct its name");
        }
        if (!root.name().equals(name("Mediator"))) {
            problems.add(
                    root,
                    "mediator-document-element",
                    "the root element must be " + name("Mediator") + ", but is " + root.name(),
                    "correct the document, or its name");
            throw new AssemblyException(problems.list());
        }
        Map<String, OperationPlan> operations = new LinkedHashMap<>();
        for (XmlElement element : root.elements()) {
            if (!element.name().equals(name("operation"))) {
                refuse(element, "in a mediator");
                continue;
            }
            String operationName = required(element, "name");
            Operation operation = contract.portType().operation(operationName);
            if (operation == null || operation.input() == null) {
                problems.add(
                        element,
                        "mediator-operation-unknown",
                        "there is no operation '" + operationName + "' in the port type "
                                + contract.portType().name(),
                        "correct the name, or the WSDL");
                continue;
            }
            OperationPlan plan = operation(element, operation, operation.input());
            if (operations.put(operationName, plan) != null) {
                problems.add(
                        element,
                        "mediator-duplicate",
                        "there are two operations '" + operationName + "'",
                        "remove one of them");
            }
        }
        if (!problems.isEmpty()) {
            throw new AssemblyException(problems.list());
        }
        return new MediatorPlan(
                mediator.name(), Collections.unmodifiableMap(operations), List.copyOf(stylesheets.values()));
    }

    private OperationPlan operation(XmlElement element, Operation operation, MessageType input) {
        List<RoutingRule> rules = new ArrayList<>();
        for (XmlElement child : element.elements()) {
            if (!child.name().equals(name("switch"))) {
                refuse(child, "in an operation");
                continue;
            }
            if (child.firstAttribute() != null) {
                problems.add(
                        child,
                        "mediator-unsupported",
                        "dynamic routing is not supported yet: <switch> must have no attributes",
                        "route by the rules of a static <switch>");
            }
            for (XmlElement option : child.elements()) {
                if (option.name().equals(name("case"))) {
                    RoutingRule rule = rule(option, operation, input);
                    if (rule != null) {
                        rules.add(rule);
                    }
                } else {
                    refuse(option, "in a switch");
                }
            }
        }
        boolean validate = flag(element, "validateSchema");
        if (validate && schemas == null) {
            schemas = new PartSchemas(contract.wsdl(), composite.resources());
        }
        return new OperationPlan(input, List.copyOf(rules), validate ? schemas : null);
    }

    private @Nullable RoutingRule rule(XmlElement element, Operation operation, MessageType input) {
        String ruleName = required(element, "name");
        String execution = Objects.requireNonNullElse(element.attributeValue("executionType"), "direct");
        switch (execution) {
            case "direct", "sequential" -> {
                // Followed in order, on the caller's thread.
            }
            case "queued" ->
                problems.add(
                        element,
                        "mediator-unsupported",
                        "rule '" + ruleName + "': parallel rules (executionType=\"queued\") are not supported yet",
                        "write executionType=\"direct\", which runs the rule in order");
            default ->
                problems.add(
                        element,
                        "mediator-attribute-value",
                        "rule '" + ruleName + "': executionType must be direct or sequential, but is '" + execution
                                + "'",
                        "write direct");
        }
        String conditionText = "";
        XPathExpression condition = null;
        XmlElement action = null;
        for (XmlElement child : element.elements()) {
            if (child.name().equals(name("condition"))) {
                String language = Objects.requireNonNullElse(child.attributeValue("language"), "xpath");
                XmlElement expression = child.element(name("expression"));
                if (!language.equals("xpath")) {
                    problems.add(
                            child,
                            "mediator-unsupported",
                            "rule '" + ruleName + "': the condition's language must be xpath, but is '" + language
                                    + "'",
                            "write the condition in XPath");
                } else if (expression == null) {
                    problems.add(
                            child,
                            "mediator-element-missing",
                            "rule '" + ruleName + "': the condition has no <expression>",
                            "add one, or remove the condition");
                } else {
                    conditionText = expression.stringValue().strip();
                    condition = compile(conditionText, expression, new Types(input, input, null));
                }
            } else if (child.name().equals(name("action"))) {
                action = child;
            } else {
                refuse(child, "in a case");
            }
        }
        if (action == null) {
            problems.add(element, "mediator-element-missing", "rule '" + ruleName + "' has no <action>", "add one");
            return null;
        }
        List<XmlElement> changes = new ArrayList<>();
        XmlElement invoke = null;
        for (XmlElement child : action.elements()) {
            if (child.name().equals(name("invoke"))) {
                if (invoke != null) {
                    problems.add(
                            child,
                            "mediator-duplicate",
                            "rule '" + ruleName + "' has two <invoke>",
                            "put the second into a rule of its own");
                }
                invoke = child;
            } else {
                changes.add(child);
            }
        }
        if (invoke == null) {
            int before = problems.size();
            changes.forEach(change -> knownChange(change, "in an action"));
            if (problems.size() == before) {
                problems.add(action, "mediator-element-missing", "rule '" + ruleName + "' has no <invoke>", "add one");
            }
            return null;
        }
        String reference = required(invoke, "reference");
        String called = required(invoke, "operation");
        Contract target = mediator.references().get(reference);
        if (target == null) {
            problems.add(
                    invoke,
                    "mediator-reference-unknown",
                    "rule '" + ruleName + "': the component type has no reference '" + reference + "'; it has "
                            + (mediator.references().isEmpty()
                                    ? "none"
                                    : String.join(", ", mediator.references().keySet())),
                    "correct the name, or add the reference to the component type");
            return null;
        }
        Operation targetOperation = target.portType().operation(called);
        if (targetOperation == null || targetOperation.input() == null) {
            problems.add(
                    invoke,
                    "mediator-operation-unknown",
                    "rule '" + ruleName + "': there is no operation '" + called + "' in the port type "
                            + target.portType().name() + " of the reference '" + reference + "'",
                    "correct the name, or the WSDL");
            return null;
        }
        Transformation request = transformation(changes, action, input, input, targetOperation.input());
        Answers answers = answers(invoke, ruleName, operation, input, targetOperation);
        return new RoutingRule(
                ruleName,
                place(element),
                conditionText,
                condition,
                flag(element, "defaultRule"),
                reference,
                called,
                targetOperation.oneWay(),
                request,
                answers.onReply(),
                answers.onFaults());
    }

    /** What becomes of what comes back. */
    private record Answers(@Nullable Transformation onReply, Map<String, FaultRule> onFaults) {}

    private Answers answers(XmlElement invoke, String rule, Operation operation, MessageType input, Operation target) {
        Transformation onReply = null;
        Map<String, FaultRule> onFaults = new HashMap<>();
        for (XmlElement child : invoke.elements()) {
            if (child.name().equals(name("onReply"))) {
                onReply = onReply(child, rule, operation, input, target);
            } else if (child.name().equals(name("onFault"))) {
                onFault(child, rule, operation, input, target, onFaults);
            } else {
                refuse(child, "in an invoke");
            }
        }
        for (OperationFault fault : target.faults()) {
            OperationFault same = fault(operation, fault.name());
            if (same != null && same.message().name().equals(fault.message().name())) {
                onFaults.putIfAbsent(
                        fault.name(),
                        new FaultRule(faultName(fault.name()), unchanged(fault.message(), input, same.message())));
            }
        }
        return new Answers(onReply, Map.copyOf(onFaults));
    }

    private @Nullable Transformation onReply(
            XmlElement element, String rule, Operation operation, MessageType input, Operation target) {
        List<XmlElement> changes = new ArrayList<>();
        boolean replies = false;
        for (XmlElement child : element.elements()) {
            if (child.name().equals(name("reply"))) {
                replies = true;
            } else {
                changes.add(child);
            }
        }
        if (!replies) {
            changes.forEach(change -> knownChange(change, "in onReply"));
            problems.add(
                    element,
                    "mediator-unsupported",
                    "rule '" + rule + "': onReply must end in <reply/>: forwarding is not supported yet",
                    "end onReply by <reply/>");
            return null;
        }
        if (target.output() == null || operation.output() == null) {
            String oneWay = target.output() == null
                    ? "the target operation '" + target.name() + "'"
                    : "the mediator's operation '" + operation.name() + "'";
            problems.add(
                    element,
                    "mediator-reply-one-way",
                    "rule '" + rule + "' has onReply, but " + oneWay + " is one-way",
                    "remove onReply");
            return null;
        }
        return transformation(changes, element, target.output(), input, operation.output());
    }

    private void onFault(
            XmlElement element,
            String rule,
            Operation operation,
            MessageType input,
            Operation target,
            Map<String, FaultRule> onFaults) {
        String caught = localName(required(element, "type"));
        OperationFault fault = fault(target, caught);
        if (fault == null) {
            problems.add(
                    element,
                    "mediator-fault-unknown",
                    "rule '" + rule + "': the target operation '" + target.name() + "' has no fault '" + caught + "'",
                    "correct the fault's name, or the WSDL");
            return;
        }
        List<XmlElement> changes = new ArrayList<>();
        XmlElement thrown = null;
        for (XmlElement child : element.elements()) {
            if (child.name().equals(name("fault"))) {
                thrown = child;
            } else {
                changes.add(child);
            }
        }
        if (thrown == null) {
            changes.forEach(change -> knownChange(change, "in onFault"));
            problems.add(
                    element,
                    "mediator-unsupported",
                    "rule '" + rule + "': onFault must end in <fault type=\"...\"/>: forwarding is not supported"
                            + " yet",
                    "end onFault by <fault type=\"...\"/>");
            return;
        }
        String type = localName(required(thrown, "type"));
        OperationFault own = fault(operation, type);
        if (own == null) {
            problems.add(
                    thrown,
                    "mediator-fault-unknown",
                    "rule '" + rule + "': the mediator's operation '" + operation.name() + "' has no fault '" + type
                            + "'",
                    "correct the fault's name, or the WSDL");
            return;
        }
        Transformation transformation = transformation(changes, element, fault.message(), input, own.message());
        if (onFaults.put(caught, new FaultRule(faultName(type), transformation)) != null) {
            problems.add(
                    element,
                    "mediator-duplicate",
                    "rule '" + rule + "' has two onFault for '" + caught + "'",
                    "remove one of them");
        }
    }

    private XmlName faultName(String type) {
        return XmlName.of(contract.portType().name().namespace(), type);
    }

    private static @Nullable OperationFault fault(Operation operation, String name) {
        for (OperationFault fault : operation.faults()) {
            if (fault.name().equals(name)) {
                return fault;
            }
        }
        return null;
    }

    private static String localName(String qname) {
        return qname.substring(qname.lastIndexOf(':') + 1);
    }

    // Transform and assign

    private void knownChange(XmlElement element, String where) {
        if (!element.name().equals(name("transform")) && !element.name().equals(name("assign"))) {
            refuse(element, where);
        }
    }

    private static Transformation unchanged(MessageType in, MessageType initial, MessageType out) {
        return new Transformation(in, initial, out, passThrough(in, out), List.of());
    }

    private Transformation transformation(
            List<XmlElement> changes, XmlElement owner, MessageType in, MessageType initial, MessageType out) {
        Types types = new Types(in, initial, out);
        List<Action> actions = new ArrayList<>();
        Set<String> set = new HashSet<>();
        boolean transforms = false;
        int before = problems.size();
        for (XmlElement change : changes) {
            knownChange(change, "in an action");
            for (XmlElement child : change.elements()) {
                if (change.name().equals(name("transform")) && child.name().equals(name("part"))) {
                    transforms = true;
                    Action action = transform(child, types, set);
                    if (action != null) {
                        actions.add(action);
                    }
                } else if (change.name().equals(name("assign")) && child.name().equals(name("copy"))) {
                    Action action = copy(child, types, set);
                    if (action != null) {
                        actions.add(action);
                    }
                } else {
                    refuse(child, "in <" + change.name().local() + ">");
                }
            }
        }
        // A transform makes the whole message; assigning alone changes one that passes through.
        Map<String, String> passThrough = transforms ? Map.of() : passThrough(in, out);
        for (Part part : out.parts()) {
            if (!set.contains(part.name()) && !passThrough.containsKey(part.name()) && problems.size() == before) {
                problems.add(
                        owner,
                        "mediator-part-unset",
                        "nothing gives the part '" + part.name() + "' of the outgoing message " + out.name()
                                + " a value; the incoming " + in.name() + " has " + listed(in),
                        "transform or assign it");
            }
        }
        return new Transformation(in, initial, out, passThrough, List.copyOf(actions));
    }

    /** Parts of the same name and kind; or the only part on both sides. */
    private static Map<String, String> passThrough(MessageType in, MessageType out) {
        Map<String, String> same = new LinkedHashMap<>();
        for (Part part : out.parts()) {
            Part from = in.part(part.name());
            if (from == null && in.parts().size() == 1 && out.parts().size() == 1) {
                from = in.parts().get(0);
            }
            if (from != null
                    && Objects.equals(from.element(), part.element())
                    && Objects.equals(from.type(), part.type())
                    && (part.element() != null || from.name().equals(part.name()))) {
                same.put(part.name(), from.name());
            }
        }
        return Collections.unmodifiableMap(same);
    }

    private @Nullable Action transform(XmlElement element, Types types, Set<String> set) {
        Matcher target = OUT.matcher(required(element, "name"));
        Part part = target.matches() && target.group(2) == null ? outPart(target.group(1), types, element) : null;
        if (part == null) {
            if (!target.matches() || target.group(2) != null) {
                problems.add(
                        element,
                        "mediator-attribute-value",
                        "the name of a transformed part must be $out.PART, but is '" + element.attributeValue("name")
                                + "'",
                        "correct it");
            }
            return null;
        }
        set.add(part.name());
        String function = required(element, "function");
        Matcher xslt = XSLT.matcher(function);
        if (!xslt.matches()) {
            if (function.strip().startsWith("xslt(")) {
                problems.add(
                        element,
                        "mediator-attribute-value",
                        "the function must be xslt(FILE, $in.PART), but is '" + function + "'",
                        "correct it");
                return null;
            }
            XPathExpression expression = compile(function, element, types);
            return expression == null
                    ? null
                    : new Action.SetPart(place(element), part, new Operand(expression, function));
        }
        if (!xslt.group(3).isEmpty()) {
            problems.add(
                    element,
                    "mediator-unsupported",
                    "xslt() with further sources is not supported yet: '" + function + "'",
                    "transform one source");
            return null;
        }
        String source = xslt.group(2);
        if (!knownVariable(source, types, element) || source.contains("." + MessageScope.PROPERTY)) {
            return null;
        }
        Stylesheet stylesheet = stylesheet(xslt.group(1), element);
        return stylesheet == null ? null : new Action.Transform(place(element), part, stylesheet, source);
    }

    private @Nullable Action copy(XmlElement element, Types types, Set<String> set) {
        String target = required(element, "target");
        String expression = element.attributeValue("expression");
        String constant = element.attributeValue("value");
        if ((expression == null) == (constant == null)) {
            problems.add(
                    element, "mediator-copy", "a copy needs either an expression or a value", "give it one of the two");
            return null;
        }
        Operand operand;
        if (expression != null) {
            XPathExpression compiled = compile(expression, element, types);
            if (compiled == null) {
                return null;
            }
            operand = new Operand(compiled, expression);
        } else {
            operand = new Operand(null, Objects.requireNonNull(constant));
        }
        Matcher matcher = OUT.matcher(target);
        if (!matcher.matches()) {
            problems.add(
                    element,
                    "mediator-attribute-value",
                    "the target of a copy must begin with $out.PART or $out.property.NAME, but is '" + target + "'",
                    "correct it");
            return null;
        }
        String name = matcher.group(1);
        if (name.startsWith(MessageScope.PROPERTY) && matcher.group(2) == null) {
            return new Action.SetProperty(place(element), name.substring(MessageScope.PROPERTY.length()), operand);
        }
        Part part = outPart(name, types, element);
        if (part == null) {
            return null;
        }
        if (matcher.group(2) == null) {
            set.add(part.name());
            return new Action.SetPart(place(element), part, operand);
        }
        XPathExpression path = compile(target, element, types);
        return path == null ? null : new Action.SetPath(place(element), path, operand);
    }

    private @Nullable Part outPart(String name, Types types, XmlElement element) {
        MessageType out = Objects.requireNonNull(types.out());
        Part part = out.part(name);
        if (part == null) {
            problems.add(
                    element,
                    "mediator-part-unknown",
                    "there is no part '" + name + "' in the outgoing message " + out.name() + ", which has "
                            + listed(out),
                    "correct the name of the part");
        }
        return part;
    }

    private @Nullable Stylesheet stylesheet(String location, XmlElement element) {
        URI found = locate(location);
        if (found == null) {
            problems.add(
                    element,
                    "mediator-stylesheet-missing",
                    "there is no stylesheet '" + location + "'",
                    "correct the path, or add the file");
            return null;
        }
        Stylesheet known = stylesheets.get(found);
        if (known == null) {
            known = new Stylesheet(found, composite.resources());
            stylesheets.put(found, known);
        }
        return known;
    }

    /** A location is relative to the plan; some tools write it relative to the composite. */
    private @Nullable URI locate(String location) {
        for (URI base : List.of(mediator.source(), composite.location())) {
            try {
                URI uri = base.resolve(new URI(location.replace(" ", "%20")));
                if (composite.resources().read(uri).length > 0) {
                    return uri;
                }
            } catch (URISyntaxException | WsdlException e) {
                // Not there: the caller reports a stylesheet that is nowhere.
            }
        }
        return null;
    }

    // Expressions

    private @Nullable XPathExpression compile(String text, XmlElement element, Types types) {
        XPathExpression expression;
        try {
            expression = XPathExpression.compile(text, element::lookupNamespace, functions);
        } catch (XPathException e) {
            problems.add(element, "xpath", message(e), "correct the expression");
            return null;
        }
        boolean known = true;
        for (String variable : expression.variables()) {
            known &= knownVariable(variable, types, element);
        }
        return known ? expression : null;
    }

    private boolean knownVariable(String variable, Types types, XmlElement element) {
        int dot = variable.indexOf('.');
        MessageType type = dot < 0 ? null : types.of(variable.substring(0, dot));
        if (type == null) {
            problems.add(
                    element,
                    "mediator-variable-unknown",
                    "there is no variable $" + variable + " here; $in.PART"
                            + (types.out() == null ? "" : ", $initial.PART, $out.PART")
                            + " and $in.property.NAME are known",
                    "correct the name");
            return false;
        }
        String part = variable.substring(dot + 1);
        if (part.startsWith(MessageScope.PROPERTY)) {
            return true;
        }
        if (type.part(part) == null) {
            problems.add(
                    element,
                    "mediator-part-unknown",
                    "$" + variable + ": there is no part '" + part + "' in the message " + type.name() + ", which has "
                            + listed(type),
                    "correct the name of the part");
            return false;
        }
        return true;
    }

    // Small things

    private static String listed(MessageType type) {
        return type.parts().isEmpty()
                ? "none"
                : String.join(", ", type.parts().stream().map(Part::name).toList());
    }

    private static XmlName name(String local) {
        return XmlName.of(MEDIATOR, local);
    }

    private static String message(RuntimeException e) {
        return Objects.requireNonNullElse(e.getMessage(), e.toString());
    }

    private boolean flag(XmlElement element, String attribute) {
        String value = Objects.requireNonNullElse(element.attributeValue(attribute), "false");
        if (!value.equals("true") && !value.equals("false")) {
            problems.add(
                    element,
                    "mediator-attribute-value",
                    attribute + " must be true or false, but is '" + value + "'",
                    "write true or false");
        }
        return value.equals("true");
    }

    private String required(XmlElement element, String attribute) {
        String value = element.attributeValue(attribute);
        if (value == null || value.isBlank()) {
            problems.add(
                    element,
                    "mediator-attribute-missing",
                    "<" + element.name().local() + "> needs the attribute " + attribute,
                    "add it");
            return "";
        }
        return value.strip();
    }

    private void refuse(XmlElement element, String where) {
        problems.add(
                element,
                "mediator-unsupported",
                "<" + element.name().local() + "> " + where + " is not supported yet",
                "remove it");
    }

    private String place(XmlElement element) {
        return file + ":" + element.line();
    }
}
