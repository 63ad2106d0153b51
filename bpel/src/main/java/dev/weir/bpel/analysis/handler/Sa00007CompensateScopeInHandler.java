package dev.weir.bpel.analysis.handler;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;

/** A compensateScope must be inside a fault, compensation or termination handler. */
public final class Sa00007CompensateScopeInHandler implements Rule {
    @Override
    public String id() {
        return "SA00007";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        Sa00008CompensateInHandler.check("compensateScope", process, findings);
    }
}
