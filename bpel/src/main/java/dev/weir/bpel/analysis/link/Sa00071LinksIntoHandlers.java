package dev.weir.bpel.analysis.link;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;
import java.util.Set;

/** Links lead out of fault and termination handlers, and not into them. */
public final class Sa00071LinksIntoHandlers implements Rule {
    @Override
    public String id() {
        return "SA00071";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement target : process.all("target")) {
            XmlElement crossed = Links.crossed(target, Set.of("catch", "catchAll", "terminationHandler"));
            if (crossed != null) {
                findings.add(
                        target,
                        "the link " + target.attributeValue("linkName") + " leads into <"
                                + crossed.name().local() + ">",
                        "declare it in a <flow> inside");
            }
        }
    }
}
