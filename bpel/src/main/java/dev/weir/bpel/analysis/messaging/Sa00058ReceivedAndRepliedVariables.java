package dev.weir.bpel.analysis.messaging;

import static dev.weir.bpel.analysis.rule.ProcessSource.is;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Message;
import dev.weir.bpel.analysis.rule.Messaging;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/** The variable of a receive, an onMessage or a reply holds its message. */
public final class Sa00058ReceivedAndRepliedVariables implements Rule {
    @Override
    public String id() {
        return "SA00058";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement activity : process.all("receive", "onMessage", "reply")) {
            Messaging messaging = Messaging.of(process, activity);
            Message message = is(activity, "reply") ? messaging.sent() : messaging.received();
            FittingVariables.check(activity, "variable", messaging, message, process, findings);
        }
    }
}
