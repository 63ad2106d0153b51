package dev.weir.composite.process;

import dev.weir.bpel.ProcessDefinition;
import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.Contract;
import dev.weir.composite.assembly.Wire;
import dev.weir.composite.assembly.WireEnd;
import dev.weir.composite.assembly.WireVersions;
import dev.weir.xml.Problem;
import java.util.ArrayList;
import java.util.List;

/**
 * Operations that a process calls by another version of the port type than its component type has: where the far end of
 * the wire lacks them as well, these calls fail. Where only the far end does, {@link WireVersions} has it.
 */
final class UnofferedCalls {
    private UnofferedCalls() {}

    /** One for each operation of each wire. */
    static List<Problem> of(Composite composite, Component component, ProcessDefinition process) {
        List<Problem> problems = new ArrayList<>();
        process.calledOperations().forEach((link, operations) -> {
            WireEnd source = WireEnd.ofLink(component.name(), link);
            Contract own = composite.called(source);
            for (Wire wire : composite.wires()) {
                Contract offers = wire.source().equals(source) ? composite.offered(wire.target()) : null;
                for (String operation : operations) {
                    if (own != null && offers != null && !has(own, operation) && !has(offers, operation)) {
                        problems.add(WireVersions.problem(
                                composite,
                                wire,
                                "the process calls the operation '" + operation + "' by '" + source + "', but '"
                                        + wire.target() + "' offers "
                                        + offers.portType().name() + " of "
                                        + Archive.shown(offers.wsdl().location())
                                        + ", which has no such operation: these calls fail"));
                    }
                }
            }
        });
        return problems;
    }

    private static boolean has(Contract contract, String operation) {
        return contract.portType().operation(operation) != null;
    }
}
