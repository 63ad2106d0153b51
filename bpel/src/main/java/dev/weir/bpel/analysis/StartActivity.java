package dev.weir.bpel.analysis;

import static dev.weir.bpel.analysis.ProcessSource.yes;

/** A process has an activity that starts it. */
final class StartActivity implements Rule {
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
