package dev.weir.bpel.analysis.messaging;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;

/** An invoke has an inputVariable or toParts. */
public final class Sa00051InputOrToParts implements Rule {
    @Override
    public String id() {
        return "SA00051";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        OneOfTwo.check(process, findings, "invoke", "inputVariable", "toParts");
    }
}
