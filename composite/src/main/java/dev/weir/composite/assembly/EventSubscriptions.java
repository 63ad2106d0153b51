package dev.weir.composite.assembly;

import static dev.weir.composite.assembly.ElementReader.SCA;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code business-events}: to which events the components of a composite have subscribed, and which they publish. */
final class EventSubscriptions {
    /** All are met by the same delivery: stored with the publication, once for each subscriber. */
    private static final Set<String> CONSISTENCIES = Set.of("oneAndOnlyOne", "guaranteed", "immediate");

    private final Map<XmlName, EventDefinition> definitions;
    private final ElementReader elements;
    private final Problems problems;
    private final Map<String, List<EventSubscription>> subscriptions = new LinkedHashMap<>();

    EventSubscriptions(Map<XmlName, EventDefinition> definitions, ElementReader elements, Problems problems) {
        this.definitions = definitions;
        this.elements = elements;
        this.problems = problems;
    }

    BusinessEvents events() {
        return new BusinessEvents(definitions, Collections.unmodifiableMap(subscriptions));
    }

    /** @param element business-events of a component */
    void read(XmlElement element, String component, URI document) {
        List<EventSubscription> own = new ArrayList<>();
        for (XmlElement child : element.elements()) {
            String local = child.name().local();
            if (!child.name().namespace().equals(SCA) || !local.equals("subscribe") && !local.equals("publishes")) {
                problems.add(
                        Archive.shown(document),
                        child,
                        "composite-element-unsupported",
                        "component '" + component + "': <" + local + "> is not supported in <business-events>",
                        "remove it");
                continue;
            }
            XmlName event = event(child, component, document);
            if (event != null && local.equals("subscribe")) {
                own.add(subscription(child, event, component, document));
            }
        }
        subscriptions.put(component, List.copyOf(own));
    }

    private @Nullable XmlName event(XmlElement element, String component, URI document) {
        String text = elements.required(element, "name", document);
        int colon = text.indexOf(':');
        String uri = colon < 0 ? "" : element.lookupNamespace(text.substring(0, colon));
        XmlName name = uri == null ? null : XmlName.of(uri, text.substring(colon + 1));
        if (name == null || !definitions.containsKey(name)) {
            problems.add(
                    Archive.shown(document),
                    element,
                    "composite-event-unknown",
                    "component '" + component + "': no imported document defines the event '" + text + "'",
                    "correct the name, or import the .edl document that defines it");
            return null;
        }
        return name;
    }

    private EventSubscription subscription(XmlElement element, XmlName event, String component, URI document) {
        String consistency = element.attributeValue("consistency");
        if (consistency != null && !CONSISTENCIES.contains(consistency)) {
            problems.add(
                    Archive.shown(document),
                    element,
                    "composite-attribute-value",
                    "component '" + component
                            + "': consistency must be oneAndOnlyOne, guaranteed or immediate, but is '" + consistency
                            + "'",
                    "write one of them");
        }
        XmlElement filter = element.element(XmlName.of(SCA, "filter"));
        XmlElement xpath = filter == null ? null : filter.element(XmlName.of(SCA, "xpath"));
        while (xpath != null && xpath.element(XmlName.of(SCA, "xpath")) != null) {
            // Some tools write one in the other.
            xpath = xpath.element(XmlName.of(SCA, "xpath"));
        }
        if (filter != null && (xpath == null || xpath.attributeValue("expression") == null)) {
            problems.add(
                    Archive.shown(document),
                    filter,
                    "composite-event-filter",
                    "component '" + component + "': the filter has no <xpath expression>",
                    "add one, or remove the filter");
        }
        return new EventSubscription(
                event,
                xpath == null ? null : xpath.attributeValue("expression"),
                xpath == null ? Map.of() : namespaces(xpath),
                element.line());
    }

    private static Map<String, String> namespaces(XmlElement element) {
        Map<String, String> bound = new LinkedHashMap<>();
        for (var at = element.parent(); at instanceof XmlElement outer; at = outer.parent()) {
            outer.declaredPrefixes().forEach(prefix -> add(bound, prefix, outer));
        }
        element.declaredPrefixes()
                .forEach(prefix -> bound.put(prefix, String.valueOf(element.lookupNamespace(prefix))));
        return Collections.unmodifiableMap(bound);
    }

    private static void add(Map<String, String> bound, String prefix, XmlElement element) {
        String uri = element.lookupNamespace(prefix);
        if (uri != null) {
            bound.putIfAbsent(prefix, uri);
        }
    }
}
