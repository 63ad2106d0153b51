package dev.weir.bpel.analysis.process;

import static dev.weir.bpel.analysis.rule.ProcessSource.yes;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;

/** A process has an activity that starts it. */
public final class Sa00015StartActivity implements Rule {
    @Override
    public String id() {
        return "SA00015";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        if (process.all("receive", "pick").stream().noneMatch(activity -> yes(activity, "createInstance"))) {
            findings.add(
                    process.root(),
                    "no activity starts an instance of the process",
                    "give its first <receive> or <pick> createInstance=\"yes\"");
        }
    }
}
