package dev.weir.bpel.analysis.handler;

import static dev.weir.bpel.analysis.rule.ProcessSource.handlerOwner;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/** A compensate must be inside a fault, compensation or termination handler. */
public final class Sa00008CompensateInHandler implements Rule {
    @Override
    public String id() {
        return "SA00008";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        check("compensate", process, findings);
    }

    static void check(String activity, ProcessSource process, Findings findings) {
        for (XmlElement compensate : process.all(activity)) {
            if (handlerOwner(compensate) == null) {
                findings.add(
                        compensate,
                        "<" + activity + "> is outside of a handler",
                        "move it into the fault, compensation or termination handler of the scope around those it is"
                                + " for");
            }
        }
    }
}
