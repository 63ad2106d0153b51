package dev.weir.bpel.analysis.messaging;

import static dev.weir.bpel.analysis.rule.ProcessSource.items;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.Messaging;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/** A fromPart names a part that its message has. */
public final class Sa00053KnownFromParts implements Rule {
    @Override
    public String id() {
        return "SA00053";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement activity : process.all("receive", "invoke", "onMessage", "onEvent")) {
            KnownParts.check(
                    items(activity, "fromParts", "fromPart"),
                    Messaging.of(process, activity).received(),
                    findings);
        }
    }
}
