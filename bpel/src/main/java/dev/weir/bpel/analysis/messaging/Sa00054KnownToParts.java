package dev.weir.bpel.analysis.messaging;

import static dev.weir.bpel.analysis.rule.ProcessSource.items;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.Messaging;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/** A toPart names a part that its message has. */
public final class Sa00054KnownToParts implements Rule {
    @Override
    public String id() {
        return "SA00054";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement activity : process.all("reply", "invoke")) {
            KnownParts.check(
                    items(activity, "toParts", "toPart"),
                    Messaging.of(process, activity).sent(),
                    findings);
        }
    }
}
