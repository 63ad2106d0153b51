package dev.weir.composite.assembly;

import dev.weir.xml.XmlName;
import java.util.List;
import java.util.Map;

/**
 * What a composite has to do with business events.
 *
 * @param definitions the events that imported documents define, by name
 * @param subscriptions by component
 */
public record BusinessEvents(
        Map<XmlName, EventDefinition> definitions, Map<String, List<EventSubscription>> subscriptions) {
    /** The subscriptions of a component. */
    public List<EventSubscription> of(String component) {
        return subscriptions.getOrDefault(component, List.of());
    }
}
