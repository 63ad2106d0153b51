package dev.weir.composite.assembly;

import dev.weir.wsdl.Resources;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the event definitions that a composite imports. */
final class EventDefinitions {
    private static final String EDL = "http://schemas.oracle.com/events/edl";

    private final Resources resources;
    private final Problems problems;
    private final Map<XmlName, EventDefinition> events = new LinkedHashMap<>();
    private final Set<URI> read = new HashSet<>();

    EventDefinitions(Resources resources, Problems problems) {
        this.resources = resources;
        this.problems = problems;
    }

    /** By name. */
    Map<XmlName, EventDefinition> events() {
        return Collections.unmodifiableMap(events);
    }

    /** True if a document that can be read has the element of event definitions. */
    boolean isEventDocument(URI location) {
        try {
            return XmlElement.parse(resources.read(location)).name().equals(XmlName.of(EDL, "definitions"));
        } catch (XmlException | WsdlException e) {
            return false; // whoever needs it says so
        }
    }

    /** @param element the import, in a document */
    void read(URI location, XmlElement element, URI document) {
        if (!read.add(location)) {
            return;
        }
        String file = Archive.shown(location);
        XmlElement root;
        try {
            root = XmlElement.parse(resources.read(location));
        } catch (XmlException e) {
            problems.add(Problem.unreadable(file, e));
            return;
        } catch (WsdlException e) {
            problems.add(
                    Archive.shown(document),
                    element,
                    "composite-file-unreadable",
                    String.valueOf(e.getMessage()),
                    "add the file, or correct its name");
            return;
        }
        if (!root.name().equals(XmlName.of(EDL, "definitions"))) {
            problems.add(
                    file,
                    root,
                    "composite-document-element",
                    "the root element must be " + XmlName.of(EDL, "definitions") + ", but is " + root.name(),
                    "correct the document, or its name");
            return;
        }
        String namespace = root.attributeValue("targetNamespace");
        Map<String, URI> schemas = new HashMap<>();
        for (XmlElement imported : root.elements(XmlName.of(EDL, "schema-import"))) {
            String of = imported.attributeValue("namespace");
            String where = imported.attributeValue("location");
            URI schema = where == null ? null : Archive.resolve(location, where);
            if (schema != null) {
                schemas.put(of == null ? "" : of, schema);
            }
        }
        for (XmlElement definition : root.elements(XmlName.of(EDL, "event-definition"))) {
            String name = definition.attributeValue("name");
            XmlElement content = definition.element(XmlName.of(EDL, "content"));
            XmlName payload = content == null ? null : payload(content);
            if (name == null || payload == null) {
                problems.add(
                        file,
                        definition,
                        "composite-event-definition",
                        "an event needs a name, and a <content> with the name of an element whose prefix is bound",
                        "complete the definition");
                continue;
            }
            XmlName event = XmlName.of(namespace == null ? "" : namespace, name.strip());
            EventDefinition before =
                    events.put(event, new EventDefinition(event, payload, schemas.get(payload.namespace())));
            if (before != null && !before.content().equals(payload)) {
                problems.add(
                        file,
                        definition,
                        "composite-event-definition",
                        "the event " + event + " is defined twice, with different contents",
                        "remove one of the definitions");
            }
        }
    }

    private static @Nullable XmlName payload(XmlElement content) {
        String name = content.attributeValue("element");
        if (name == null) {
            return null;
        }
        int colon = name.indexOf(':');
        String uri = colon < 0 ? content.lookupNamespace("") : content.lookupNamespace(name.substring(0, colon));
        return uri == null && colon >= 0 ? null : XmlName.of(uri == null ? "" : uri, name.substring(colon + 1));
    }
}
