package dev.weir.server.command;

import dev.weir.composite.audit.FlowTrace;
import dev.weir.store.SensorValue;
import java.io.PrintWriter;
import java.util.List;

/** What the sensors of a composite have found in an instance, a line for each value. */
final class SensorLines {
    private SensorLines() {}

    static void print(PrintWriter out, List<SensorValue> sensors) {
        sensors.forEach(found -> out.println(
                "sensor " + FlowTrace.printable(found.name()) + " = " + FlowTrace.printable(found.value())));
    }
}
