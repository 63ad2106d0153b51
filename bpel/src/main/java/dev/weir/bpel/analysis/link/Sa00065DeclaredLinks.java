package dev.weir.bpel.analysis.link;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/** A link is declared by a flow around its ends. */
public final class Sa00065DeclaredLinks implements Rule {
    @Override
    public String id() {
        return "SA00065";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement end : process.all("source", "target")) {
            String name = end.attributeValue("linkName");
            if (name != null && Links.declaration(end) == null) {
                findings.add(end, "no <flow> around declares the link " + name, "declare it in the flow's <links>");
            }
        }
    }
}
