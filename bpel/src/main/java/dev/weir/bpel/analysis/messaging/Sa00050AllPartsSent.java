package dev.weir.bpel.analysis.messaging;

import static dev.weir.bpel.analysis.rule.ProcessSource.bpel;
import static dev.weir.bpel.analysis.rule.ProcessSource.items;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Message;
import dev.weir.bpel.analysis.rule.Messaging;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;
import java.util.Set;
import java.util.TreeSet;

/** Where a message is made of parts, all of them are given. */
public final class Sa00050AllPartsSent implements Rule {
    @Override
    public String id() {
        return "SA00050";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement activity : process.all("invoke", "reply")) {
            Message message = Messaging.of(process, activity).sent();
            if (message == null || activity.element(bpel("toParts")) == null) {
                continue;
            }
            Set<String> missing = new TreeSet<>(message.parts().keySet());
            items(activity, "toParts", "toPart").forEach(part -> missing.remove(part.attributeValue("part")));
            if (!missing.isEmpty()) {
                findings.add(
                        activity,
                        "the message " + message.name() + " lacks its parts " + String.join(", ", missing),
                        "add a <toPart> for each");
            }
        }
    }
}
