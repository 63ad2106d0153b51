package dev.weir.bpel.analysis.correlation;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Kind;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/** A property has a type or an element. */
public final class Sa00019PropertyTypes implements Rule {
    @Override
    public String id() {
        return "SA00019";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement property : process.imported().all(Kind.PROPERTY)) {
            boolean byType = property.attributeValue("type") != null;
            boolean byElement = property.attributeValue("element") != null;
            if (byType == byElement) {
                findings.add(
                        property,
                        "the property " + property.attributeValue("name") + " has "
                                + (byType ? "both a type and an element" : "neither a type nor an element"),
                        "give it exactly one of them");
            }
        }
    }
}
