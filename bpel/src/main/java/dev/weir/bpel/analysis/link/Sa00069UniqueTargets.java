package dev.weir.bpel.analysis.link;

import static dev.weir.bpel.analysis.rule.ProcessSource.bpel;
import static dev.weir.bpel.analysis.rule.ProcessSource.duplicates;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/** A link enters an activity once. */
public final class Sa00069UniqueTargets implements Rule {
    @Override
    public String id() {
        return "SA00069";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement targets : process.all("targets")) {
            for (XmlElement target : duplicates(targets.elements(bpel("target")), "linkName")) {
                findings.add(
                        target,
                        "the link " + target.attributeValue("linkName") + " enters this activity twice",
                        "remove one of the two");
            }
        }
    }
}
