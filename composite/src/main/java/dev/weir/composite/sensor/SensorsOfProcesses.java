package dev.weir.composite.sensor;

import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.xml.Problem;
import dev.weir.xml.tree.Problems;
import java.util.List;
import java.util.Map;

/** The sensors and monitors of processes, which the properties of components name: they never fire here. */
final class SensorsOfProcesses {
    /** Properties of components, with what is in the files that they name. */
    private static final List<Map.Entry<String, String>> PROPERTIES = List.of(
            Map.entry("configuration.sensorLocation", "sensors"),
            Map.entry("configuration.monitorLocation", "monitors"));

    private SensorsOfProcesses() {}

    /** Warns of each; true if a file of that name beside composite.xml is of a process. */
    static boolean report(Composite composite, String file, Problems problems) {
        boolean found = false;
        for (Component component : composite.components().values()) {
            for (Map.Entry<String, String> property : PROPERTIES) {
                String location = component.properties().get(property.getKey());
                if (location == null || location.isBlank()) {
                    continue;
                }
                found |= location.strip().equals(file);
                problems.warn(new Problem(
                        "composite.xml",
                        component.line(),
                        0,
                        SensorReader.UNAVAILABLE,
                        "component '" + component.name() + "': the " + property.getValue() + " in " + location.strip()
                                + " look into a process: they never fire",
                        "let sensors of the composite look at its messages"));
            }
        }
        return found;
    }
}
