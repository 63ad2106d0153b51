package dev.weir.bpel.analysis.handler;

import static dev.weir.bpel.analysis.rule.ProcessSource.above;
import static dev.weir.bpel.analysis.rule.ProcessSource.isScope;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.List;

/** Where a standard fault exits the process, no handler catches one. */
public final class Sa00003StandardFaultsThatExit implements Rule {
    @Override
    public String id() {
        return "SA00003";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement handler : process.all("catch")) {
            XmlName fault = ImportedDefinitions.reference(handler, "faultName");
            if (fault != null && StandardFaults.exits(fault) && exits(handler)) {
                findings.add(
                        handler,
                        "the standard fault " + fault.local() + " is caught where it exits the process",
                        "remove the <catch>, or set exitOnStandardFault=\"no\"");
            }
        }
    }

    /** The nearest scope that says so decides. */
    private static boolean exits(XmlElement handler) {
        for (XmlElement scope = handler; scope != null; scope = above(scope, List.of("scope", "process"))) {
            String stated = isScope(scope) ? scope.attributeValue("exitOnStandardFault") : null;
            if (stated != null) {
                return stated.equals("yes");
            }
        }
        return false;
    }
}
