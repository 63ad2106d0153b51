package dev.weir.bpel.analysis.messaging;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;

/** A reply has a variable or toParts. */
public final class Sa00059ReplyVariableOrParts implements Rule {
    @Override
    public String id() {
        return "SA00059";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        OneOfTwo.check(process, findings, "reply", "variable", "toParts");
    }
}
