package dev.weir.bpel.analysis.correlation;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Alias;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/** A property alias is for a part of a message, or for an element, or for a type. */
public final class Sa00020AliasTargets implements Rule {
    @Override
    public String id() {
        return "SA00020";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (Alias alias : process.imported().aliases()) {
            XmlElement source = alias.source();
            boolean message = source.attributeValue("messageType") != null;
            boolean part = source.attributeValue("part") != null;
            boolean element = source.attributeValue("element") != null;
            boolean type = source.attributeValue("type") != null;
            int given = (message || part ? 1 : 0) + (element ? 1 : 0) + (type ? 1 : 0);
            if (given != 1 || message != part) {
                findings.add(
                        source,
                        "the property alias does not say which values it is for",
                        "give it messageType and part, or element, or type");
            }
        }
    }
}
