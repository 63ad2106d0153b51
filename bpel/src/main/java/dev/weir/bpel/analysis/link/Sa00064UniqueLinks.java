package dev.weir.bpel.analysis.link;

import static dev.weir.bpel.analysis.rule.ProcessSource.items;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.bpel.analysis.rule.UniqueNames;
import dev.weir.xml.tree.XmlElement;

/** The links of a flow have names of their own. */
public final class Sa00064UniqueLinks implements Rule {
    @Override
    public String id() {
        return "SA00064";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement flow : process.all("flow")) {
            UniqueNames.check(items(flow, "links", "link"), "link", findings);
        }
    }
}
