package dev.weir.bpel.analysis;

import static dev.weir.bpel.analysis.ProcessSource.bpel;
import static dev.weir.bpel.analysis.ProcessSource.yes;

import dev.weir.xml.tree.XmlElement;

/** A pick that starts a process has no alarm. */
final class NoAlarmAtTheStart implements Rule {
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
