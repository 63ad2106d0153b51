package dev.weir.bpel.analysis.messaging;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Operation;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.XmlName;

/** The port types that a process uses have neither notifications nor solicit-response operations. */
public final class Sa00001UnsupportedOperations implements Rule {
    @Override
    public String id() {
        return "SA00001";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlName portType : UsedPortTypes.of(process)) {
            for (Operation operation : process.imported().operations(portType)) {
                if (operation.input() == null || operation.soliciting()) {
                    findings.add(
                            operation.source(),
                            "the operation " + operation.name() + " sends before it receives",
                            "make it one-way or request-response, or take it out of the port type " + portType);
                }
            }
        }
    }
}
