package dev.weir.composite.process;

import dev.weir.bpel.ProcessDefinition;
import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.Contract;
import dev.weir.composite.assembly.Wire;
import dev.weir.xml.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/**
 * Services of processes that a wire leads to, and on which the process receives nothing: no partner link has the
 * service's name, nothing receives on it, or none of the operations that the service has in its WSDL. A message finds a process by that name alone. Such a composite is deployed
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
            if (!component.name().equals(wire.target().component())) {
                continue;
            }
            String name = wire.target().name();
            Contract offers = component.services().get(name);
            if (links.contains(name)) {
                if (offers != null && receivesNone(offers, process, name)) {
                    deaf.add(new Problem(
                            Archive.shown(composite.location()),
                            wire.line(),
                            0,
                            RULE,
                            "the wire leads to '" + wire.target() + "', but the process receives none of the operations"
                                    + " that " + offers.portType().name() + " has in "
                                    + Archive.shown(offers.wsdl().location()) + ": messages by this wire fail",
                            "give the component's service the WSDL that the process is written for"));
                }
            } else {
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

    private static boolean receivesNone(Contract offers, ProcessDefinition process, String link) {
        return offers.portType().operations().stream().noneMatch(operation -> process.receives(link, operation.name()));
    }
}
