package dev.weir.bpel;

import dev.weir.bpel.language.ProcessReader;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Says what a process of WS-BPEL 2.0 does with business events ({@code bpelx:eventName}) in the words of partner links: an
 * event is a one-way operation, its publisher calls it, its subscriber offers it. Each event has a partner link of its
 * own, whose type is defined in a WSDL that is written here.
 */
final class EventTranslation {
    /** Where the WSDL is to be found. */
    static final URI WSDL = URI.create("weir:events.wsdl");

    private static final String NAMESPACE = "urn:weir:events";
    private static final XmlName EVENT = XmlName.of(ProcessReader.ORACLE, "eventName");
    private static final Set<String> RECEIVING = Set.of("receive", "onMessage", "onEvent");
    private static final String PREFIX = "weir-events";

    private final Map<XmlName, EventType> known;
    private final Problems problems;
    private final Map<XmlName, EventType> used = new LinkedHashMap<>();
    private final Map<XmlName, XmlElement> links = new LinkedHashMap<>();

    private EventTranslation(Map<XmlName, EventType> known, Problems problems) {
        this.known = known;
        this.problems = problems;
    }

    /**
     * Translates in place.
     *
     * @param known the events that the composite defines, by name
     * @return the WSDL that is to be found at {@link #WSDL}; null where the process has to do with no event
     */
    static byte @Nullable [] translate(XmlElement root, Map<XmlName, EventType> known, Problems problems) {
        EventTranslation translation = new EventTranslation(known, problems);
        List<XmlElement> activities = activities(root);
        for (XmlElement activity : activities) {
            translation.activity(activity);
        }
        if (translation.used.isEmpty()) {
            return null;
        }
        translation.declareLinks(root);
        return translation.wsdl();
    }

    /** Reports the events of a document in which they are not supported: one of a sub-process. */
    static void refuse(XmlElement root, Problems problems) {
        for (XmlElement activity : activities(root)) {
            problems.add(
                    activity,
                    "bpel-event",
                    "business events are not supported in a sub-process",
                    "publish and receive events in the process itself");
        }
    }

    private static List<XmlElement> activities(XmlElement root) {
        List<XmlElement> found = new ArrayList<>();
        Deque<XmlElement> open = new ArrayDeque<>(List.of(root));
        while (!open.isEmpty()) {
            XmlElement next = open.poll();
            if (next.attribute(EVENT) != null) {
                found.add(next);
            }
            open.addAll(next.elements());
        }
        return found;
    }

    private void activity(XmlElement activity) {
        XmlAttribute attribute = activity.attribute(EVENT);
        String qname = attribute == null ? "" : attribute.value().strip();
        String local = activity.name().local();
        boolean receives = RECEIVING.contains(local);
        if (!activity.name().namespace().equals(ProcessReader.NAMESPACE) || !receives && !local.equals("invoke")) {
            problems.add(
                    activity,
                    "bpel-event",
                    "<" + local + "> has to do with no event",
                    "write bpelx:eventName on an invoke, receive, onMessage or onEvent");
            return;
        }
        int colon = qname.indexOf(':');
        String uri = colon < 0 ? "" : activity.lookupNamespace(qname.substring(0, colon));
        XmlName name = XmlName.of(uri == null ? "" : uri, qname.substring(colon + 1));
        EventType event = uri == null ? null : known.get(name);
        if (event == null) {
            problems.add(
                    activity,
                    "bpel-event",
                    uri == null
                            ? "the prefix of the event " + qname + " is not bound"
                            : "no event " + name + " is defined in the composite",
                    "correct the name, or import the .edl document that defines the event in composite.xml");
            return;
        }
        used.putIfAbsent(name, event);
        activity.attribute(XmlName.of("partnerLink"), event.link());
        activity.attribute(XmlName.of("operation"), event.operation());
        XmlElement link = links.computeIfAbsent(name, each -> link(event));
        link.attribute(XmlName.of(receives ? "myRole" : "partnerRole"), receives ? "subscriber" : "publisher");
    }

    private static XmlElement link(EventType event) {
        XmlElement link = new XmlElement(name("partnerLink"));
        link.declareNamespace(PREFIX, NAMESPACE);
        link.attribute(XmlName.of("name"), event.link());
        link.attribute(XmlName.of("partnerLinkType"), PREFIX + ":" + event.link());
        return link;
    }

    private void declareLinks(XmlElement root) {
        XmlElement declared = root.element(name("partnerLinks"));
        if (declared == null) {
            declared = new XmlElement(name("partnerLinks"));
            XmlNode first = root.firstChild();
            if (first == null) {
                root.append(declared);
            } else {
                root.insertBefore(declared, first);
            }
        }
        links.values().forEach(declared::append);
    }

    private byte[] wsdl() {
        StringBuilder text = new StringBuilder(
                        "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/' targetNamespace='")
                .append(NAMESPACE)
                .append("' xmlns:w='")
                .append(NAMESPACE)
                .append("' xmlns:xsd='http://www.w3.org/2001/XMLSchema'"
                        + " xmlns:p='http://docs.oasis-open.org/wsbpel/2.0/plnktype'>\n");
        schemas(used.values(), text);
        used.values().forEach(event -> event(event, text));
        return text.append("</definitions>").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void schemas(Collection<EventType> events, StringBuilder text) {
        Map<URI, String> schemas = new TreeMap<>();
        for (EventType event : events) {
            if (event.schema() != null) {
                schemas.put(event.schema(), event.content().namespace());
            }
        }
        if (schemas.isEmpty()) {
            return;
        }
        text.append("<types><xsd:schema>");
        schemas.forEach((location, namespace) -> text.append("<xsd:import namespace='")
                .append(escaped(namespace))
                .append("' schemaLocation='")
                .append(escaped(location.toString()))
                .append("'/>"));
        text.append("</xsd:schema></types>\n");
    }

    private static void event(EventType event, StringBuilder text) {
        String name = event.link();
        text.append("<message name='")
                .append(name)
                .append("'><part name='" + EventType.PART + "' element='c:")
                .append(event.content().local())
                .append("' xmlns:c='")
                .append(escaped(event.content().namespace()))
                .append("'/></message>\n<portType name='")
                .append(name)
                .append("'><operation name='")
                .append(event.operation())
                .append("'><input message='w:")
                .append(name)
                .append("'/></operation></portType>\n<p:partnerLinkType name='")
                .append(name)
                .append("'>");
        for (String role : List.of("subscriber", "publisher")) {
            text.append("<p:role name='")
                    .append(role)
                    .append("' portType='w:")
                    .append(name)
                    .append("'/>");
        }
        text.append("</p:partnerLinkType>\n");
    }

    private static XmlName name(String local) {
        return XmlName.of(ProcessReader.NAMESPACE, local);
    }

    private static String escaped(String value) {
        return value.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&apos;");
    }
}
