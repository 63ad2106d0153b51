package dev.weir.composite.assembly;

import dev.weir.xml.XmlName;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * That a component wants to have an event.
 *
 * @param filter an XPath expression over the document of the event, which must hold; null for every event of the name
 * @param namespaces bound where the filter is written, by prefix
 * @param line in composite.xml
 */
public record EventSubscription(XmlName event, @Nullable String filter, Map<String, String> namespaces, int line) {}
