package dev.weir.composite.event;

import dev.weir.composite.assembly.EventSubscription;
import dev.weir.store.ComponentId;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlName;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathExpression;
import dev.weir.xpath.functions.OracleFunctions;
import java.util.function.Consumer;
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
    /**
     * @param lenient true where a filter that is no XPath fails when an event comes to it, which then does not pass
     * @param found takes the problem of a wrong filter: a warning leniently
     */
    public static Subscriber of(
            ComponentId component,
            EventSubscription subscription,
            String operation,
            boolean lenient,
            Consumer<Problem> found) {
        String text = subscription.filter();
        XPathExpression filter = null;
        if (text != null) {
            try {
                filter = XPathExpression.compile(text, subscription.namespaces()::get, OracleFunctions.SYSTEM);
                if (!filter.variables().isEmpty()) {
                    throw new XPathException("'" + text + "': there are no variables in a filter");
                }
            } catch (XPathException e) {
                filter = lenient ? XPathExpression.failing(text, String.valueOf(e.getMessage())) : null;
                found.accept(new Problem(
                        "composite.xml",
                        subscription.line(),
                        0,
                        "composite-event-filter",
                        "component '" + component.name() + "': " + e.getMessage(),
                        "correct the filter, or deploy with --lenient: it fails when an event comes to it then"));
            }
        }
        return new Subscriber(component, subscription.event(), operation, filter);
    }
}
