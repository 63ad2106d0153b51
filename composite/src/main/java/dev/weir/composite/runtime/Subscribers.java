package dev.weir.composite.runtime;

import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.EventSubscription;
import dev.weir.composite.engine.CompiledComponent;
import dev.weir.composite.engine.ComponentEngine;
import dev.weir.composite.event.Subscriber;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The subscriptions of a composite's components, each checked against what its component does with the event. */
final class Subscribers {
    private Subscribers() {}

    /**
     * @param compiled the components by name, but those that have problems of their own
     * @param problems takes those of filters, and of components that do nothing with an event
     * @param warnings takes those of filters leniently
     */
    static List<Subscriber> of(
            CompositeRevision name,
            Composite composite,
            Map<String, CompiledComponent> compiled,
            List<Problem> problems,
            List<Problem> warnings) {
        List<Subscriber> subscribers = new ArrayList<>();
        for (Component component : composite.components().values()) {
            ComponentId id = name.component(component.name());
            for (EventSubscription subscription : composite.events().of(component.name())) {
                CompiledComponent receiver = compiled.get(component.name());
                XmlName event = subscription.event();
                String operation = receiver == null ? event.local() : receiver.operation(event);
                if (operation.isEmpty()) {
                    problems.add(new Problem(
                            "composite.xml",
                            subscription.line(),
                            0,
                            "composite-event-unhandled",
                            "component '" + component.name() + "' has subscribed to " + event
                                    + ", and does nothing with it",
                            ComponentEngine.of(component).remedyForUnhandledEvent()));
                } else {
                    boolean lenient = composite.lenient();
                    subscribers.add(Subscriber.of(
                            id, subscription, operation, lenient, lenient ? warnings::add : problems::add));
                }
            }
        }
        return subscribers;
    }
}
