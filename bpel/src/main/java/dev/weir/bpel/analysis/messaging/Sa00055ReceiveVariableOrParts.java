package dev.weir.bpel.analysis.messaging;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;

/** A receive has a variable or fromParts. */
public final class Sa00055ReceiveVariableOrParts implements Rule {
    @Override
    public String id() {
        return "SA00055";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        OneOfTwo.check(process, findings, "receive", "variable", "fromParts");
    }
}
