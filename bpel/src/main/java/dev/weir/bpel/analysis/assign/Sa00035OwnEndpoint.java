package dev.weir.bpel.analysis.assign;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;

/** The endpoint of the process's own role is copied from a partner link that has one. */
public final class Sa00035OwnEndpoint implements Rule {
    @Override
    public String id() {
        return "SA00035";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        CopiedRoles.check(process, findings, "from", "myRole", "myRole");
    }
}
