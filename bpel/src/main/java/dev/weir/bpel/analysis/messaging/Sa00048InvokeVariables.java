package dev.weir.bpel.analysis.messaging;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.Messaging;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/** The variables of an invoke hold its messages. */
public final class Sa00048InvokeVariables implements Rule {
    @Override
    public String id() {
        return "SA00048";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement invoke : process.all("invoke")) {
            Messaging messaging = Messaging.of(process, invoke);
            FittingVariables.check(invoke, "inputVariable", messaging, messaging.sent(), process, findings);
            FittingVariables.check(invoke, "outputVariable", messaging, messaging.received(), process, findings);
        }
    }
}
