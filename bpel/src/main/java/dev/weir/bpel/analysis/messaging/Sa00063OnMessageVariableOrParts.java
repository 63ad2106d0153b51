package dev.weir.bpel.analysis.messaging;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;

/** An onMessage has a variable or fromParts. */
public final class Sa00063OnMessageVariableOrParts implements Rule {
    @Override
    public String id() {
        return "SA00063";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        OneOfTwo.check(process, findings, "onMessage", "variable", "fromParts");
    }
}
