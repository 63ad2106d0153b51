package dev.weir.bpel.analysis.assign;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;

/** An endpoint is assigned to a partner link that has a partner's role. */
public final class Sa00037AssignedEndpoint implements Rule {
    @Override
    public String id() {
        return "SA00037";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        CopiedRoles.check(process, findings, "to", null, "partnerRole");
    }
}
