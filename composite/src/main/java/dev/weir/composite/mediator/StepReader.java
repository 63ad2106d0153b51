package dev.weir.composite.mediator;

import dev.weir.composite.assembly.Contract;
import dev.weir.composite.assembly.EventDefinition;
import dev.weir.composite.mediator.Reading.Owner;
import dev.weir.composite.message.EventMessages;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.Wsdl.OperationFault;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what is done with a message of a rule, and with what comes back: invoke, forward, reply, callback, and so on. */
final class StepReader {
    private static final Set<String> ENDS_OF_ANSWERS = Set.of("reply", "callback", "fault", "forward", "raise");

    private final Reading reading;
    private final TransformationReader transformations;
    private final String rule;
    private final Owner owner;

    /** @param rule the name of the rule that is read */
    StepReader(Reading reading, TransformationReader transformations, String rule, Owner owner) {
        this.reading = reading;
        this.transformations = transformations;
        this.rule = rule;
        this.owner = owner;
    }

    /**
     * A step.
     *
     * @param end the element that says what is done
     * @param changes what makes its message
     * @param around the element that holds both
     * @param in the message at hand
     * @return null where there is a problem
     */
    @Nullable Step read(XmlElement end, List<XmlElement> changes, XmlElement around, MessageType in) {
        return switch (end.name().local()) {
            case "invoke", "forward" -> invoke(end, changes, around, in);
            case "echo" -> echo(end, changes, around, in);
            case "reply" -> reply(end, changes, around, in);
            case "callback" -> callback(end, reading.required(end, "operation"), changes, around, in);
            case "fault" -> fault(end, changes, around, in);
            case "raise" -> raise(end, changes, around, in);
            default -> {
                reading.refuse(end, "in <" + around.name().local() + ">");
                yield null;
            }
        };
    }

    private Transformation message(List<XmlElement> changes, XmlElement around, MessageType in, MessageType out) {
        return transformations.read(changes, around, in, owner.input(), out);
    }

    // Requests

    private @Nullable Step invoke(XmlElement element, List<XmlElement> changes, XmlElement around, MessageType in) {
        reading.known(element, List.of("reference", "operation"));
        String reference = reading.required(element, "reference");
        String called = reading.required(element, "operation");
        Contract target = reading.mediator.references().get(reference);
        if (target == null) {
            reading.problems.add(
                    element,
                    "mediator-reference-unknown",
                    "rule '" + rule + "': the component type has no reference '" + reference + "'; it has "
                            + (reading.mediator.references().isEmpty()
                                    ? "none"
                                    : String.join(
                                            ", ", reading.mediator.references().keySet())),
                    "correct the name, or add the reference to the component type");
            return null;
        }
        Operation operation = target.portType().operation(called);
        if (operation == null || operation.input() == null) {
            reading.problems.add(
                    element,
                    "mediator-operation-unknown",
                    "rule '" + rule + "': there is no operation '" + called + "' in the port type "
                            + target.portType().name() + " of the reference '" + reference + "'",
                    "correct the name, or the WSDL");
            return null;
        }
        Transformation request = message(changes, around, in, operation.input());
        return new Step.Invoke(reference, called, operation.oneWay(), request, answers(element, target, operation));
    }

    private Step.Answers answers(XmlElement invoke, Contract target, Operation called) {
        Step onReply = null;
        Map<String, Step> onFaults = new HashMap<>();
        Map<String, Step> onCallbacks = new HashMap<>();
        Step.Timeout timeout = null;
        boolean forward = Reading.is(invoke, "forward");
        for (XmlElement child : invoke.elements()) {
            if (Reading.is(child, "onReply")) {
                onReply = onReply(child, called);
            } else if (Reading.is(child, "onFault")) {
                onFault(child, called, onFaults);
            } else if (Reading.is(child, "onCallback") && !forward) {
                onCallback(child, target, onCallbacks);
            } else if (Reading.is(child, "onCallbackTimeout") && !forward) {
                timeout = onCallbackTimeout(child);
            } else {
                reading.refuse(child, "in <" + invoke.name().local() + ">");
            }
        }
        if (owner.operation() != null) {
            for (OperationFault fault : called.faults()) {
                OperationFault same = owner.fault(fault.name());
                if (same != null && same.message().name().equals(fault.message().name())) {
                    onFaults.putIfAbsent(
                            fault.name(),
                            new Step.Fault(
                                    faultName(fault.name()),
                                    transformations.unchanged(fault.message(), owner.input(), same.message())));
                }
            }
        }
        return new Step.Answers(onReply, Map.copyOf(onFaults), Map.copyOf(onCallbacks), timeout);
    }

    // Answers

    private @Nullable Step onReply(XmlElement element, Operation called) {
        reading.known(element, List.of());
        if (called.output() == null) {
            if (element.firstElement() != null) {
                reading.problems.add(
                        element,
                        "mediator-reply-one-way",
                        "rule '" + rule + "' has onReply, but the target operation '" + called.name() + "' is one-way",
                        "remove onReply");
            }
            return null;
        }
        return answer(element, called.output());
    }

    private void onFault(XmlElement element, Operation called, Map<String, Step> onFaults) {
        reading.known(element, List.of("type"));
        if (element.firstElement() == null) {
            // Names a fault and says nothing of it.
            return;
        }
        String type = reading.required(element, "type");
        String caught = type.substring(type.lastIndexOf(':') + 1);
        OperationFault fault = Reading.fault(called, caught);
        if (fault == null) {
            reading.problems.add(
                    element,
                    "mediator-fault-unknown",
                    "rule '" + rule + "': the target operation '" + called.name() + "' has no fault '" + caught + "'",
                    "correct the fault's name, or the WSDL");
            return;
        }
        Step step = answer(element, fault.message());
        if (step != null && onFaults.put(caught, step) != null) {
            reading.duplicate(element, "rule '" + rule + "' has two onFault for '" + caught + "'");
        }
    }

    private void onCallback(XmlElement element, Contract target, Map<String, Step> onCallbacks) {
        reading.known(element, List.of("operation"));
        String name = reading.required(element, "operation");
        PortType portType = target.callback();
        Operation operation = portType == null ? null : portType.operation(name);
        if (operation == null || operation.input() == null) {
            reading.problems.add(
                    element,
                    "mediator-operation-unknown",
                    "rule '" + rule + "': the target calls back by no operation '" + name + "'"
                            + (portType == null
                                    ? ": its interface has no callback"
                                    : " of the port type " + portType.name()),
                    "correct the name, or the interface of the reference");
            return;
        }
        Step step = answer(element, operation.input());
        if (step != null && onCallbacks.put(name, step) != null) {
            reading.duplicate(element, "rule '" + rule + "' has two onCallback for '" + name + "'");
        }
    }

    private Step.@Nullable Timeout onCallbackTimeout(XmlElement element) {
        reading.known(element, List.of("duration"));
        String text = reading.required(element, "duration");
        Duration duration = duration(text);
        if (duration == null) {
            reading.problems.add(
                    element,
                    "mediator-attribute-value",
                    "the duration must be an xs:duration of days, hours, minutes and seconds, but is '" + text + "'",
                    "write PT1M for a minute");
            return null;
        }
        Step step = answer(element, owner.input());
        return step == null ? null : new Step.Timeout(duration, step);
    }

    /** A positive duration; null for anything else. */
    static @Nullable Duration duration(String text) {
        try {
            Duration duration = Duration.parse(text.strip());
            return duration.isNegative() || duration.isZero() ? null : duration;
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    /** What becomes of an answer: nothing, or one step. */
    private @Nullable Step answer(XmlElement element, MessageType in) {
        List<XmlElement> changes = new ArrayList<>();
        XmlElement end = null;
        for (XmlElement child : element.elements()) {
            if (transformations.isChange(child)) {
                changes.add(child);
            } else if (!child.name().equals(Reading.name(child.name().local()))
                    || !ENDS_OF_ANSWERS.contains(child.name().local())) {
                reading.refuse(child, "in <" + element.name().local() + ">");
                return null;
            } else if (end != null) {
                reading.duplicate(
                        child, "rule '" + rule + "': <" + element.name().local() + "> has two ends");
            } else {
                end = child;
            }
        }
        if (end != null) {
            return read(end, changes, element, in);
        }
        if (!changes.isEmpty()) {
            reading.missing(
                    element,
                    "rule '" + rule + "': <" + element.name().local()
                            + "> makes a message and says not where it goes: it has no <reply>, <callback>, <forward>,"
                            + " <fault> or <raise>");
            return null;
        }
        return new Step.Ignore();
    }

    private @Nullable Step reply(XmlElement element, List<XmlElement> changes, XmlElement around, MessageType in) {
        MessageType output = owner.output();
        if (output == null) {
            reading.problems.add(
                    around,
                    "mediator-reply-one-way",
                    "rule '" + rule + "' has " + around.name().local() + ", but the mediator's " + owner.what()
                            + " is one-way",
                    "remove " + around.name().local());
            return null;
        }
        reading.known(element, List.of());
        return new Step.Reply(message(changes, around, in, output));
    }

    private @Nullable Step fault(XmlElement element, List<XmlElement> changes, XmlElement around, MessageType in) {
        reading.known(element, List.of("type"));
        String text = reading.required(element, "type");
        String type = text.substring(text.lastIndexOf(':') + 1);
        OperationFault own = owner.fault(type);
        if (own == null) {
            reading.problems.add(
                    element,
                    "mediator-fault-unknown",
                    "rule '" + rule + "': the mediator's " + owner.what() + " has no fault '" + type + "'",
                    "correct the fault's name, or the WSDL");
            return null;
        }
        return new Step.Fault(faultName(type), message(changes, around, in, own.message()));
    }

    private XmlName faultName(String type) {
        Contract contract = owner.contract();
        return XmlName.of(contract == null ? "" : contract.portType().name().namespace(), type);
    }

    private @Nullable Step callback(
            XmlElement element, String name, List<XmlElement> changes, XmlElement around, MessageType in) {
        reading.known(element, List.of("operation"));
        PortType portType = owner.contract() == null ? null : owner.contract().callback();
        Operation operation = portType == null ? null : portType.operation(name);
        if (operation == null || operation.input() == null) {
            reading.problems.add(
                    element,
                    "mediator-operation-unknown",
                    "rule '" + rule + "': the mediator calls back by no operation '" + name + "'"
                            + (portType == null
                                    ? ": its interface has no callback"
                                    : " of the port type " + portType.name()),
                    "correct the name, or the interface of the mediator");
            return null;
        }
        return new Step.Callback(name, message(changes, around, in, operation.input()));
    }

    // Without a target

    private @Nullable Step echo(XmlElement element, List<XmlElement> changes, XmlElement around, MessageType in) {
        reading.known(element, List.of("operation"));
        MessageType output = owner.output();
        if (output != null) {
            return new Step.Reply(message(changes, around, in, output));
        }
        PortType callback = owner.contract() == null ? null : owner.contract().callback();
        String named = element.attributeValue("operation");
        if (callback != null && named == null && callback.operations().size() == 1) {
            named = callback.operations().get(0).name();
        }
        if (callback != null && named != null) {
            return callback(element, named, changes, around, in);
        }
        reading.problems.add(
                element,
                "mediator-reply-one-way",
                "rule '" + rule + "' has <echo>, but the mediator's " + owner.what()
                        + " is one-way and has no callback",
                "remove the rule, or invoke a reference");
        return null;
    }

    private @Nullable Step raise(XmlElement element, List<XmlElement> changes, XmlElement around, MessageType in) {
        reading.known(element, List.of("event"));
        XmlName name = reading.qname(element, "event");
        if (name == null) {
            return null;
        }
        EventDefinition event = reading.composite.events().definitions().get(name);
        if (event == null) {
            reading.problems.add(
                    element,
                    "mediator-event-unknown",
                    "rule '" + rule + "': no event " + name + " is defined in the composite",
                    "correct the name, or import the .edl document that defines it");
            return null;
        }
        return new Step.Raise(reading.place(element), name, message(changes, around, in, EventMessages.type(event)));
    }
}
