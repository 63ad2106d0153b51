package dev.weir.composite.assess;

import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.ComponentKind;
import dev.weir.composite.assembly.ComponentKinds;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.XmlException;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a composite is made of, by its documents' elements, whether they are supported or not: components, bindings and
 * adapters, events, policies, and what the files of components use. Documents that cannot be read are passed by; that they
 * cannot is found elsewhere.
 */
final class FeatureSurvey {
    private static final Map<String, String> PARTS = Map.ofEntries(
            Map.entry("implementation.sbpel", "BPEL sub-process"),
            Map.entry("implementation.workflow", "human task"),
            Map.entry("implementation.decision", "business rules"),
            Map.entry("implementation.spring", "Spring component"),
            Map.entry("implementation.bpmn", "BPMN process"),
            Map.entry("implementation.casemanagement", "case management"),
            Map.entry("binding.ws", "SOAP"),
            Map.entry("binding.wsif", "notification service (WSIF)"),
            Map.entry("binding.ejb", "EJB binding"),
            Map.entry("binding.adf", "ADF binding"),
            Map.entry("binding.direct", "direct binding"),
            Map.entry("binding.b2b", "B2B binding"),
            Map.entry("binding.http", "HTTP binding"),
            Map.entry("binding.rest", "REST binding"),
            Map.entry("interface.java", "Java interface"),
            Map.entry("business-events", "events"),
            Map.entry("PolicyReference", "security policy"));

    private final Archive archive;
    private final NavigableSet<String> features = new TreeSet<>();
    /** What the elements of composite.xml stand for, by line. */
    private final Map<Integer, String> parts = new HashMap<>();

    FeatureSurvey(Archive archive) {
        this.archive = archive;
    }

    SortedSet<String> features() {
        return features;
    }

    /** The feature at a line of composite.xml, for problems that are with it; null for none. */
    @Nullable String at(int line) {
        return parts.get(line);
    }

    void composite(XmlElement root) {
        Deque<XmlElement> open = new ArrayDeque<>();
        open.add(root);
        while (!open.isEmpty()) {
            XmlElement element = open.remove();
            String local = element.name().local();
            String feature = local.equals("binding.jca") ? adapter(element) : part(local);
            if (feature != null && !(local.equals("business-events") && element.firstElement() == null)) {
                features.add(feature);
                parts.put(element.line(), feature);
                if (element.parent() instanceof XmlElement owner && !local.equals("binding.ws")) {
                    parts.putIfAbsent(owner.line(), feature);
                }
            } else if (feature == null && (local.startsWith("implementation.") || local.startsWith("binding."))) {
                features.add(local);
                parts.put(element.line(), local);
            }
            if (local.equals("property")) {
                String name = String.valueOf(element.attributeValue("name"));
                if (name.startsWith("oracle.composite.faultPolicy")) {
                    features.add("fault policies");
                } else if (name.startsWith("configuration.sensor")) {
                    features.add("sensors of processes");
                } else if (name.startsWith("configuration.monitor")) {
                    features.add("monitors of processes");
                }
            }
            open.addAll(element.elements());
        }
        if (has("fault-policies.xml")) {
            features.add("fault policies");
        }
        if (has("sensor.xml")) {
            features.add("composite sensors");
        }
    }

    private static @Nullable String part(String element) {
        ComponentKind kind = ComponentKinds.find(element);
        return kind == null ? PARTS.get(element) : kind.title();
    }

    private boolean has(String path) {
        return archive.has(archive.compositeXml().resolve(path));
    }

    /** The kind of adapter, as its file says. */
    private String adapter(XmlElement binding) {
        String config = binding.attributeValue("config");
        XmlElement file = config == null ? null : read(config);
        String written = file == null
                ? ""
                : Objects.requireNonNullElse(file.attributeValue("adapter"), "").strip();
        String kind = written.toLowerCase(Locale.ROOT).replace(" adapter", "");
        return switch (kind) {
            case "" -> "JCA adapter";
            case "db", "database" -> "database adapter";
            case "file" -> usesFtp(file) ? "FTP adapter" : "file adapter";
            case "ftp" -> "FTP adapter";
            case "jms" -> "JMS adapter";
            case "aq" -> "AQ adapter";
            case "ums" -> "UMS adapter";
            case "ldap" -> "LDAP adapter";
            default -> kind.length() > 40 ? "JCA adapter" : kind + " adapter";
        };
    }

    private static boolean usesFtp(@Nullable XmlElement file) {
        return file != null
                && file.elements().stream()
                        .anyMatch(child -> String.valueOf(child.attributeValue("location"))
                                .toLowerCase(Locale.ROOT)
                                .contains("ftp"));
    }

    /** Counts what the file of a component uses. */
    void source(ComponentKind kind, XmlElement root) {
        Deque<XmlElement> open = new ArrayDeque<>();
        open.add(root);
        while (!open.isEmpty()) {
            XmlElement element = open.remove();
            kind.survey(element, features::add);
            open.addAll(element.elements());
        }
    }

    @Nullable XmlElement read(String location) {
        try {
            URI uri = archive.compositeXml().resolve(new URI(location.strip().replace(" ", "%20")));
            return archive.has(uri) ? XmlElement.parse(archive.read(uri)) : null;
        } catch (URISyntaxException | IllegalArgumentException | XmlException | WsdlException e) {
            return null;
        }
    }
}
