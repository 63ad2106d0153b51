package dev.weir.composite.mediator;

import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.Contract;
import dev.weir.composite.assembly.EventDefinition;
import dev.weir.composite.mediator.MediatorPlan.Entry;
import dev.weir.composite.mediator.Reading.Owner;
import dev.weir.composite.message.EventMessages;
import dev.weir.composite.message.MessageSchemas;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.XPathFunctions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a plan from top to bottom, checks it against the component's contracts, and collects the problems. Used once.
 * Each construct has a reader of its own: {@link RuleReader}, {@link StepReader}, {@link TransformationReader}, {@link
 * ExpressionReader}, {@link ResequencerReader}; what they share is in {@link Reading}.
 */
final class PlanReader {
    private static final List<String> OWNER_ATTRIBUTES =
            List.of("name", "event", "deliveryPolicy", "priority", "validateSchema", "consistency", "runAsRoles");
    private static final int DEFAULT_PRIORITY = 4;

    private final Reading reading;
    private final @Nullable Contract contract;
    /** One for all operations that validate. */
    private @Nullable MessageSchemas schemas;

    PlanReader(Component mediator, Composite composite, XPathFunctions functions) {
        this.reading = new Reading(mediator, composite, functions);
        if (mediator.services().size() > 1) {
            throw new AssemblyException(
                    reading.file(),
                    "mediator-services",
                    "the component type of a mediator must have one service, but has "
                            + mediator.services().size(),
                    "correct the component type");
        }
        this.contract = mediator.services().isEmpty()
                ? null
                : mediator.services().values().iterator().next();
    }

    MediatorPlan read() {
        XmlElement root = root();
        Map<String, Entry> operations = new LinkedHashMap<>();
        Map<XmlName, Entry> events = new LinkedHashMap<>();
        Resequencer common = null;
        for (XmlElement element : root.elements()) {
            if (Reading.is(element, "operation")) {
                operation(element, operations);
            } else if (Reading.is(element, "eventHandler")) {
                eventHandler(element, events);
            } else if (!Reading.is(element, "resequencer")) {
                reading.refuse(element, "in a mediator");
            }
        }
        XmlElement ofAll = root.element(Reading.name("resequencer"));
        if (ofAll != null) {
            for (Map.Entry<String, Entry> each : operations.entrySet()) {
                common = resequencer(ofAll, each.getValue().input());
                each.setValue(resequenced(each.getValue(), common));
            }
        }
        operations.values().stream()
                .filter(entry -> entry.resequencer() == null)
                .flatMap(entry -> entry.rules().stream())
                .filter(rule -> rule.execution() == Execution.RESEQUENCED)
                .forEach(this::unordered);
        if (!reading.problems.isEmpty()) {
            throw new AssemblyException(reading.problems.list(), reading.problems.warnings());
        }
        return new MediatorPlan(
                reading.mediator.name(),
                Collections.unmodifiableMap(operations),
                Collections.unmodifiableMap(events),
                List.copyOf(reading.stylesheets.values()),
                reading.problems.warnings());
    }

    private void unordered(RoutingRule rule) {
        int colon = rule.place().lastIndexOf(':');
        reading.problems.add(new Problem(
                rule.place().substring(0, colon),
                Integer.parseInt(rule.place().substring(colon + 1)),
                0,
                "mediator-resequencer",
                "rule '" + rule.name() + "' is resequenced, but neither its operation nor the mediator has a"
                        + " <resequencer>",
                "add one, or write executionType=\"sequential\""));
    }

    private XmlElement root() {
        try {
            XmlElement root = XmlElement.parse(reading.composite.resources().read(reading.mediator.source()));
            if (!Reading.is(root, "Mediator")) {
                reading.problems.add(
                        root,
                        "mediator-document-element",
                        "the root element must be " + Reading.name("Mediator") + ", but is " + root.name(),
                        "correct the document, or its name");
                throw new AssemblyException(reading.problems.list());
            }
            return root;
        } catch (XmlException e) {
            throw new AssemblyException(List.of(Problem.unreadable(reading.file(), e)));
        } catch (WsdlException e) {
            throw new AssemblyException(
                    reading.file(),
                    "mediator-plan-unreadable",
                    Reading.message(e),
                    "add the file, or correct its name");
        }
    }

    private void operation(XmlElement element, Map<String, Entry> operations) {
        String name = reading.required(element, "name");
        if (contract == null) {
            reading.problems.add(
                    element,
                    "mediator-services",
                    "there is no operation '" + name + "': the component type of the mediator has no service",
                    "add the service to the component type");
            return;
        }
        Operation operation = contract.portType().operation(name);
        if (operation == null || operation.input() == null) {
            reading.problems.add(
                    element,
                    "mediator-operation-unknown",
                    "there is no operation '" + name + "' in the port type "
                            + contract.portType().name(),
                    "correct the name, or the WSDL");
            return;
        }
        Entry entry = entry(element, name, new Owner(contract, operation, operation.input()));
        if (entry.resequencer() != null && operation.output() != null) {
            reading.problems.add(
                    element,
                    "mediator-resequencer",
                    "messages of the operation '" + name + "' cannot be put in order: their senders wait for replies",
                    "resequence one-way operations only");
        }
        if (operations.put(name, entry) != null) {
            reading.duplicate(element, "there are two operations '" + name + "'");
        }
    }

    private void eventHandler(XmlElement element, Map<XmlName, Entry> events) {
        XmlName name = reading.qname(element, "event");
        if (name == null) {
            return;
        }
        EventDefinition event = reading.composite.events().definitions().get(name);
        if (event == null) {
            reading.problems.add(
                    element,
                    "mediator-event-unknown",
                    "no event " + name + " is defined in the composite",
                    "correct the name, or import the .edl document that defines it");
            return;
        }
        MessageType type = EventMessages.type(event);
        if (events.put(name, entry(element, name.toString(), new Owner(null, null, type))) != null) {
            reading.duplicate(element, "there are two handlers of the event " + name);
        }
    }

    private Entry entry(XmlElement element, String name, Owner owner) {
        reading.known(element, OWNER_ATTRIBUTES);
        for (XmlElement translation : element.elements(Reading.name("translate"))) {
            reading.translated(translation);
        }
        RuleReader reader = new RuleReader(reading, owner);
        List<RoutingRule> rules = new ArrayList<>();
        Resequencer resequencer = null;
        for (XmlElement child : element.elements()) {
            if (Reading.is(child, "switch")) {
                rules.addAll(reader.rules(child));
            } else if (Reading.is(child, "resequencer")) {
                resequencer = resequencer(child, owner.input());
            } else if (!Reading.is(child, "translate")) {
                reading.refuse(child, "in <" + element.name().local() + ">");
            }
        }
        Contract owned = owner.contract();
        boolean validate = reading.flag(element, "validateSchema") && owned != null;
        if (validate && schemas == null && owned != null) {
            schemas = new MessageSchemas(owned.wsdl(), reading.composite.resources());
        }
        deliveryPolicy(element);
        return new Entry(
                name,
                owner.input(),
                priority(element),
                List.copyOf(rules),
                validate ? schemas : null,
                resequencer,
                reading.headers);
    }

    /** The one policy that there is: rules before one that fails are done again with it. */
    private void deliveryPolicy(XmlElement element) {
        String policy = element.attributeValue("deliveryPolicy");
        if (policy != null && !policy.equals("AllOrNothing")) {
            reading.problems.add(
                    element,
                    "mediator-attribute-value",
                    "deliveryPolicy must be AllOrNothing, but is '" + policy + "'",
                    "write AllOrNothing");
        }
    }

    private int priority(XmlElement element) {
        String text = element.attributeValue("priority");
        if (text == null) {
            return DEFAULT_PRIORITY;
        }
        if (!text.strip().matches("[0-9]")) {
            reading.problems.add(
                    element,
                    "mediator-attribute-value",
                    "priority must be a digit, but is '" + text + "'",
                    "write a number from 0 to 9");
            return DEFAULT_PRIORITY;
        }
        return Integer.parseInt(text.strip());
    }

    private @Nullable Resequencer resequencer(XmlElement element, MessageType input) {
        return new ResequencerReader(reading, input).read(element);
    }

    private static Entry resequenced(Entry entry, @Nullable Resequencer common) {
        return entry.resequencer() != null
                ? entry
                : new Entry(
                        entry.name(),
                        entry.input(),
                        entry.priority(),
                        entry.rules(),
                        entry.schemas(),
                        common,
                        entry.headers());
    }
}
