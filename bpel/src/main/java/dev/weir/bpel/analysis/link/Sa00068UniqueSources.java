package dev.weir.bpel.analysis.link;

import static dev.weir.bpel.analysis.rule.ProcessSource.bpel;
import static dev.weir.bpel.analysis.rule.ProcessSource.duplicates;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/** A link leaves an activity once. */
public final class Sa00068UniqueSources implements Rule {
    @Override
    public String id() {
        return "SA00068";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement sources : process.all("sources")) {
            for (XmlElement source : duplicates(sources.elements(bpel("source")), "linkName")) {
                findings.add(
                        source,
                        "the link " + source.attributeValue("linkName") + " leaves this activity twice",
                        "remove one of the two");
            }
        }
    }
}
