package dev.weir.bpel.analysis.messaging;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Operation;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.XmlName;
import java.util.HashSet;
import java.util.Set;

/** The port types that a process uses have one operation of a name. */
public final class Sa00002OverloadedOperations implements Rule {
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
