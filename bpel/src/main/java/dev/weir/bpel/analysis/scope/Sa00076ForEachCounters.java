package dev.weir.bpel.analysis.scope;

import static dev.weir.bpel.analysis.rule.ProcessSource.bpel;
import static dev.weir.bpel.analysis.rule.ProcessSource.items;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;
import java.util.List;

/** The scope of a forEach does not declare the counter again. */
public final class Sa00076ForEachCounters implements Rule {
    @Override
    public String id() {
        return "SA00076";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement loop : process.all("forEach")) {
            XmlElement scope = loop.element(bpel("scope"));
            String counter = loop.attributeValue("counterName");
            for (XmlElement variable : scope == null ? List.<XmlElement>of() : items(scope, "variables", "variable")) {
                if (counter != null && counter.equals(variable.attributeValue("name"))) {
                    findings.add(
                            variable,
                            "the counter " + counter + " is declared again",
                            "rename the variable or the counter");
                }
            }
        }
    }
}
