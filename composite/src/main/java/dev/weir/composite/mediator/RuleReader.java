package dev.weir.composite.mediator;

import dev.weir.composite.mediator.ExpressionReader.Types;
import dev.weir.composite.mediator.Reading.Owner;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathExpression;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the rules of an operation or event handler: {@code switch} and {@code case}. */
final class RuleReader {
    private static final Set<String> ENDS_OF_ACTIONS = Set.of("invoke", "echo", "raise");

    private final Reading reading;
    private final ExpressionReader expressions;
    private final TransformationReader transformations;
    private final Owner owner;

    RuleReader(Reading reading, Owner owner) {
        this.reading = reading;
        this.expressions = new ExpressionReader(reading);
        this.transformations = new TransformationReader(reading, expressions);
        this.owner = owner;
    }

    List<RoutingRule> rules(XmlElement choice) {
        if (choice.attribute(XmlName.of("decisionServiceRef")) != null
                || choice.attribute(XmlName.of("externalServiceRef")) != null) {
            reading.problems.add(
                    choice,
                    "mediator-dynamic-routing",
                    "dynamic routing asks the business rules behind '"
                            + Objects.requireNonNullElse(
                                    choice.attributeValue("decisionServiceRef"),
                                    choice.attributeValue("externalServiceRef"))
                            + "' where each message goes, and business rules are not supported",
                    "route by the rules of a static <switch>");
            return List.of();
        }
        reading.known(choice, List.of());
        List<RoutingRule> rules = new ArrayList<>();
        for (XmlElement option : choice.elements()) {
            if (Reading.is(option, "case")) {
                RoutingRule rule = rule(option);
                if (rule != null) {
                    rules.add(rule);
                }
            } else {
                reading.refuse(option, "in a switch");
            }
        }
        return rules;
    }

    private @Nullable RoutingRule rule(XmlElement element) {
        reading.known(element, List.of("name", "executionType", "defaultRule"));
        String name = reading.required(element, "name");
        Execution execution = execution(element, name);
        String conditionText = "";
        XPathExpression condition = null;
        XmlElement action = null;
        for (XmlElement child : element.elements()) {
            if (Reading.is(child, "condition")) {
                XmlElement expression = condition(child, name);
                if (expression != null) {
                    conditionText = expression.stringValue().strip();
                    condition = expressions.compile(
                            conditionText, expression, new Types(owner.input(), owner.input(), null));
                }
            } else if (Reading.is(child, "action") && action == null) {
                action = child;
            } else {
                reading.refuse(child, "in a case");
            }
        }
        if (action == null) {
            reading.missing(element, "rule '" + name + "' has no <action>");
            return null;
        }
        List<SchematronCheck> checks = new ArrayList<>();
        Step step = step(action, name, checks);
        return step == null
                ? null
                : new RoutingRule(
                        name,
                        reading.place(element),
                        conditionText,
                        condition,
                        reading.flag(element, "defaultRule"),
                        execution,
                        List.copyOf(checks),
                        step);
    }

    private Execution execution(XmlElement element, String name) {
        String text = Objects.requireNonNullElse(element.attributeValue("executionType"), "direct");
        return switch (text) {
            case "direct", "sequential" -> Execution.SEQUENTIAL;
            case "queued" -> Execution.QUEUED;
            case "resequence" -> Execution.RESEQUENCED;
            default -> {
                reading.problems.add(
                        element,
                        "mediator-attribute-value",
                        "rule '" + name + "': executionType must be direct, sequential, queued or resequence, but is '"
                                + text + "'",
                        "write one of them");
                yield Execution.SEQUENTIAL;
            }
        };
    }

    /** The expression of a condition; null where there is a problem. */
    private @Nullable XmlElement condition(XmlElement element, String name) {
        String language = Objects.requireNonNullElse(element.attributeValue("language"), "xpath");
        XmlElement expression = element.element(Reading.name("expression"));
        if (!language.equals("xpath")) {
            reading.problems.add(
                    element,
                    "mediator-unsupported",
                    "rule '" + name + "': the condition's language must be xpath, but is '" + language + "'",
                    "write the condition in XPath");
            return null;
        }
        if (expression == null) {
            reading.problems.add(
                    element,
                    "mediator-element-missing",
                    "rule '" + name + "': the condition has no <expression>",
                    "add one, or remove the condition");
        }
        return expression;
    }

    private @Nullable Step step(XmlElement action, String name, List<SchematronCheck> checks) {
        List<XmlElement> changes = new ArrayList<>();
        XmlElement end = null;
        int before = reading.problems.size();
        for (XmlElement child : action.elements()) {
            String local = child.name().local();
            if (transformations.isChange(child)) {
                changes.add(child);
            } else if (Reading.is(child, "validate")) {
                validate(child, checks);
            } else if (Reading.is(child, local) && ENDS_OF_ACTIONS.contains(local)) {
                if (end != null) {
                    reading.problems.add(
                            child,
                            "mediator-duplicate",
                            "rule '" + name + "' has <" + end.name().local() + "> and <" + local + ">",
                            "put the second into a rule of its own");
                } else {
                    end = child;
                }
            } else {
                reading.refuse(child, "in an action");
            }
        }
        if (end == null) {
            if (reading.problems.size() == before) {
                reading.missing(action, "rule '" + name + "' has no <invoke>, <echo> or <raise>");
            }
            return null;
        }
        return new StepReader(reading, transformations, name, owner).read(end, changes, action, owner.input());
    }

    private void validate(XmlElement element, List<SchematronCheck> checks) {
        reading.known(element, List.of("part"));
        String part = reading.required(element, "part");
        boolean known = part.startsWith("$in.")
                && expressions.known(part.substring(1), new Types(owner.input(), owner.input(), null), element);
        if (!known && !part.startsWith("$in.") && !part.isEmpty()) {
            reading.problems.add(
                    element,
                    "mediator-attribute-value",
                    "the part to validate must be $in.PART, but is '" + part + "'",
                    "correct it");
        }
        for (XmlElement child : element.elements()) {
            if (!Reading.is(child, "schematron")) {
                reading.refuse(child, "in <validate>");
                continue;
            }
            String location = child.stringValue().strip();
            URI found = reading.locate(location);
            if (found == null) {
                reading.problems.add(
                        child,
                        "mediator-schematron-missing",
                        "there is no Schematron schema '" + location + "'",
                        "correct the path, or add the file");
                continue;
            }
            try {
                Schematron schema = Schematron.compile(found, reading.composite.resources());
                if (known) {
                    checks.add(new SchematronCheck(reading.place(element), part.substring(1), schema));
                }
            } catch (SchematronException e) {
                reading.problems.addAll(e.problems());
            } catch (XPathException e) {
                reading.problems.add(child, "mediator-schematron", Reading.message(e), "correct the schema");
            }
        }
    }
}
