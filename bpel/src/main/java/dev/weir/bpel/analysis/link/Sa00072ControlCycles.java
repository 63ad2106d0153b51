package dev.weir.bpel.analysis.link;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/** Links, together with sequences, form no cycle: no activity waits for itself. */
public final class Sa00072ControlCycles implements Rule {
    @Override
    public String id() {
        return "SA00072";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        Links links = Links.of(process);
        ControlOrder order = ControlOrder.of(process, links);
        for (XmlElement link : process.all("link")) {
            for (XmlElement target : links.targets(link)) {
                if (order.waitsForItself(target)) {
                    findings.add(
                            link,
                            "the link " + link.attributeValue("name") + " closes a cycle of activities that wait for"
                                    + " each other",
                            "remove it, or turn it round");
                }
            }
        }
    }
}
