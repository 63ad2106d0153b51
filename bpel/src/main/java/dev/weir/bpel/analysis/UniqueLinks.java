package dev.weir.bpel.analysis;

import static dev.weir.bpel.analysis.ProcessSource.items;

import dev.weir.xml.tree.XmlElement;

/** The links of a flow have names of their own. */
final class UniqueLinks implements Rule {
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
