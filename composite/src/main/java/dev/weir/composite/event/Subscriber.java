package dev.weir.composite.event;

import dev.weir.composite.assembly.EventSubscription;
import dev.weir.store.ComponentId;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlName;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathExpression;
import dev.weir.xpath.functions.OracleFunctions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A component that has subscribed to an event.
 *
 * @param operation by which the event comes to the component
 * @param filter must hold for the document of the event; null for every event of the name
 */
public record Subscriber(
        ComponentId component,
        XmlName event,
        String operation,
        @Nullable XPathExpression filter) {
    /** @param problems takes the problem of a wrong filter, with which every event passes */
    public static Subscriber of(
            ComponentId component, EventSubscription subscription, String operation, List<Problem> problems) {
        String text = subscription.filter();
        XPathExpression filter = null;
        if (text != null) {
            try {
                filter = XPathExpression.compile(text, subscription.namespaces()::get, OracleFunctions.SYSTEM);
                if (!filter.variables().isEmpty()) {
                    throw new XPathException("'" + text + "': there are no variables in a filter");
                }
            } catch (XPathException e) {
                problems.add(new Problem(
                        "composite.xml",
                        subscription.line(),
                        0,
                        "composite-event-filter",
                        "component '" + component.name() + "': " + e.getMessage(),
                        "correct the filter"));
            }
        }
        return new Subscriber(component, subscription.event(), operation, filter);
    }
}
