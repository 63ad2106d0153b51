package dev.weir.composite.sensor;

import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/**
 * Reads {@code sensorAction.xml}: what happens with values. Here they become columns by which instances are found, which
 * is what Oracle's action for Enterprise Manager does; nothing is published.
 */
final class SensorActions {
    static final String FILE = "sensorAction.xml";

    /** Types of actions that send values elsewhere. Whatever the action for Enterprise Manager is called, it is another. */
    private static final Set<String> ELSEWHERE =
            Set.of("jmsqueue", "jmstopic", "jmsadapter", "bam", "logfile", "custom");

    private SensorActions() {}

    /**
     * @param known the names of all sensors
     * @param problems takes a warning for each action that does nothing here
     * @return the sensors whose values are not kept, since the action that keeps them is switched off
     */
    static Set<String> read(XmlElement root, Set<String> known, Problems problems) {
        Set<String> off = new HashSet<>();
        for (XmlElement action : root.elements()) {
            if (!action.name().local().equals("action")) {
                problems.warn(
                        action,
                        SensorReader.UNAVAILABLE,
                        "<" + action.name().local() + "> is not supported here: it changes nothing",
                        "remove it");
                continue;
            }
            List<String> sensors = sensors(action, known, problems);
            String name = Objects.requireNonNullElse(action.attributeValue("name"), "");
            String type = Objects.requireNonNullElse(action.attributeValue("publishType"), "")
                    .strip();
            boolean enabled = !"false".equals(action.attributeValue("enabled"));
            if (!ELSEWHERE.contains(type.toLowerCase(Locale.ROOT))) {
                if (!enabled) {
                    off.addAll(sensors);
                    problems.warn(
                            action,
                            SensorReader.UNAVAILABLE,
                            "the action '" + name + "' is switched off: no values of " + String.join(", ", sensors)
                                    + " are kept",
                            "switch it on, to search by them");
                }
            } else if (enabled) {
                String target = Objects.requireNonNullElse(action.attributeValue("publishTarget"), "");
                problems.warn(
                        action,
                        SensorReader.UNAVAILABLE,
                        "the action '" + name + "' does nothing: values are not published by " + type
                                + (target.isBlank() ? "" : " to " + target.strip()) + ", only kept for searches",
                        "send them by a component, if somebody waits for them");
            }
        }
        return off;
    }

    private static List<String> sensors(XmlElement action, Set<String> known, Problems problems) {
        List<String> sensors = new ArrayList<>();
        for (XmlElement child : action.elements()) {
            if (!child.name().local().equals("sensorName")) {
                continue; // how it is published
            }
            String sensor = child.stringValue().strip();
            if (known.contains(sensor)) {
                sensors.add(sensor);
            } else {
                problems.warn(
                        child,
                        "sensor-action-unknown",
                        "there is no sensor '" + sensor + "' in " + SensorReader.FILE,
                        "correct the name");
            }
        }
        return sensors;
    }
}
