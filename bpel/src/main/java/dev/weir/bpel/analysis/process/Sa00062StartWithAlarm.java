package dev.weir.bpel.analysis.process;

import static dev.weir.bpel.analysis.rule.ProcessSource.bpel;
import static dev.weir.bpel.analysis.rule.ProcessSource.yes;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/** A pick that starts a process has no alarm. */
public final class Sa00062StartWithAlarm implements Rule {
    @Override
    public String id() {
        return "SA00062";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement pick : process.all("pick")) {
            if (yes(pick, "createInstance")) {
                for (XmlElement alarm : pick.elements(bpel("onAlarm"))) {
                    findings.add(
                            alarm, "a <pick> that starts an instance cannot have an alarm", "remove the <onAlarm>");
                }
            }
        }
    }
}
