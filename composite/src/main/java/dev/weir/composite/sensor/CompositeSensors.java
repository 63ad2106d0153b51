package dev.weir.composite.sensor;

import dev.weir.xml.XmlName;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All sensors of a composite, by what they look at. Not changed once the files are read; thread-safe then. */
public final class CompositeSensors {
    public static final CompositeSensors NONE = new CompositeSensors();

    /** By service or reference, then by operation. */
    private final Map<String, Map<String, OperationSensors>> services = new HashMap<>();

    private final Map<String, Map<String, OperationSensors>> references = new HashMap<>();
    /** By component, then by event. */
    private final Map<String, Map<XmlName, OperationSensors>> events = new HashMap<>();

    Map<String, OperationSensors> service(String name) {
        return services.computeIfAbsent(name, none -> new HashMap<>());
    }

    Map<String, OperationSensors> reference(String name) {
        return references.computeIfAbsent(name, none -> new HashMap<>());
    }

    Map<XmlName, OperationSensors> component(String name) {
        return events.computeIfAbsent(name, none -> new HashMap<>());
    }

    /** Those of a service, by operation; empty where it has none. */
    public Map<String, OperationSensors> ofService(String name) {
        return services.getOrDefault(name, Map.of());
    }

    /** Those of a reference, by operation; empty where it has none. */
    public Map<String, OperationSensors> ofReference(String name) {
        return references.getOrDefault(name, Map.of());
    }

    /** Those of an event that comes to a component; null for none. */
    public @Nullable OperationSensors ofEvent(String component, XmlName event) {
        return events.getOrDefault(component, Map.of()).get(event);
    }
}
