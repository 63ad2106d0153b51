package dev.weir.bpel.analysis;

import dev.weir.bpel.analysis.ImportedDefinitions.Operation;
import dev.weir.xml.XmlName;
import java.util.HashSet;
import java.util.Set;

/** The port types that a process uses have one operation of a name. */
final class NoOverloadedOperations implements Rule {
    @Override
    public String id() {
        return "SA00002";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlName portType : UsedPortTypes.of(process)) {
            Set<String> names = new HashSet<>();
            for (Operation operation : process.imported().operations(portType)) {
                if (!names.add(operation.name())) {
                    findings.add(
                            operation.source(),
                            "the port type " + portType + " has two operations " + operation.name(),
                            "rename one of them");
                }
            }
        }
    }
}
