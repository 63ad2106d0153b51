package dev.weir.composite.runtime;

import dev.weir.bpel.EventType;
import dev.weir.bpel.ProcessDefinition;
import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.EventSubscription;
import dev.weir.composite.event.Subscriber;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/** The subscriptions of a composite's components, each checked against what its component does with the event. */
final class Subscribers {
    private Subscribers() {}

    /** The events that a composite's processes may publish and wait for. */
    static List<EventType> known(Composite composite) {
        return composite.events().definitions().values().stream()
                .map(event -> new EventType(event.name(), event.content(), event.schema()))
                .toList();
    }

    /**
     * @param handles whether a mediator handles an event
     * @param problems takes those of filters, and of components that do nothing with an event
     */
    static List<Subscriber> of(
            CompositeRevision name,
            Composite composite,
            Map<String, ProcessDefinition> processes,
            BiPredicate<String, XmlName> handles,
            List<Problem> problems) {
        List<Subscriber> subscribers = new ArrayList<>();
        for (Component component : composite.components().values()) {
            ComponentId id = name.component(component.name());
            for (EventSubscription subscription : composite.events().of(component.name())) {
                String operation = operation(component, subscription, processes, handles);
                if (operation.isEmpty()) {
                    problems.add(new Problem(
                            "composite.xml",
                            subscription.line(),
                            0,
                            "composite-event-unhandled",
                            "component '" + component.name() + "' has subscribed to " + subscription.event()
                                    + ", and does nothing with it",
                            component.kind() == Component.Kind.MEDIATOR
                                    ? "add an <eventHandler> to its plan, or remove the subscription"
                                    : "receive the event by bpelx:eventName, or remove the subscription"));
                } else {
                    subscribers.add(Subscriber.of(id, subscription, operation, problems));
                }
            }
        }
        return subscribers;
    }

    /** By what operation an event comes to a component; empty where it does nothing with it. */
    private static String operation(
            Component component,
            EventSubscription subscription,
            Map<String, ProcessDefinition> processes,
            BiPredicate<String, XmlName> handles) {
        XmlName event = subscription.event();
        if (component.kind() == Component.Kind.MEDIATOR) {
            return handles.test(component.name(), event) ? event.toString() : "";
        }
        ProcessDefinition process = processes.get(component.name());
        if (process == null) {
            // It has problems of its own.
            return event.local();
        }
        EventType type = process.event(EventType.link(event));
        return type != null && process.awaits(type) ? type.operation() : "";
    }
}
