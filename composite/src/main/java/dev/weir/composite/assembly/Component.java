package dev.weir.composite.assembly;

import java.net.URI;
import java.util.Map;

/**
 * A component with its component type.
 *
 * @param source its file, such as a .bpel, .sbpel or .mplan, readable through {@link Composite#resources}
 * @param services what it offers, by name, in order
 * @param references what it calls, by name, in order: partner links of a process or sub-process, targets of a mediator
 * @param properties as written, unknown ones too, such as {@code bpel.config.oneWayDeliveryPolicy}
 */
public record Component(
        String name,
        ComponentKind kind,
        URI source,
        Map<String, Contract> services,
        Map<String, Contract> references,
        Map<String, String> properties,
        int line) {
    private static final String SUB_PROCESS = ".sbpel";

    /** True for activities that processes of the composite call as their own; no engine runs it by itself. */
    public boolean isSubProcess() {
        return isSubProcess(source.toString());
    }

    static boolean isSubProcess(String file) {
        return file.endsWith(SUB_PROCESS);
    }
}
