package dev.weir.bpel.analysis.messaging;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;

/** An invoke has an outputVariable or fromParts. */
public final class Sa00052OutputOrFromParts implements Rule {
    @Override
    public String id() {
        return "SA00052";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        OneOfTwo.check(process, findings, "invoke", "outputVariable", "fromParts");
    }
}
