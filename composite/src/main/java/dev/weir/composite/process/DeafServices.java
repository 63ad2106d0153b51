package dev.weir.composite.process;

import dev.weir.bpel.ProcessDefinition;
import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.Wire;
import dev.weir.xml.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/**
 * Services of processes that a wire leads to, and on which the process receives nothing: no partner link has the
 * service's name, or nothing receives on it. A message finds a process by that name alone. Such a composite is deployed
 * nevertheless, as on Oracle's server: a message that comes to such a place is refused.
 */
public final class DeafServices {
    /** The rule of these problems. */
    public static final String RULE = "composite-service-deaf";

    private DeafServices() {}

    /** One for each wire to a process, in the order of the document. */
    static List<Problem> of(Composite composite, Component component, ProcessDefinition process) {
        List<Problem> deaf = new ArrayList<>();
        SortedSet<String> links = process.receivingLinks();
        for (Wire wire : composite.wires()) {
            if (component.name().equals(wire.target().component())
                    && !links.contains(wire.target().name())) {
                deaf.add(new Problem(
                        Archive.shown(composite.location()),
                        wire.line(),
                        0,
                        RULE,
                        "the wire leads to '" + wire.target()
                                + "', but the process receives nothing on a partner link '"
                                + wire.target().name() + "'"
                                + (links.isEmpty() ? "" : ", only on " + String.join(", ", links))
                                + ": messages by this wire fail",
                        "give the partner link and the component's service one name"));
            }
        }
        return deaf;
    }
}
