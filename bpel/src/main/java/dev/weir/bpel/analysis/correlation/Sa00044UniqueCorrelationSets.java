package dev.weir.bpel.analysis.correlation;

import static dev.weir.bpel.analysis.rule.ProcessSource.items;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.bpel.analysis.rule.UniqueNames;
import dev.weir.xml.tree.XmlElement;

/** The correlation sets of a scope have names of their own. */
public final class Sa00044UniqueCorrelationSets implements Rule {
    @Override
    public String id() {
        return "SA00044";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement scope : process.scopes()) {
            UniqueNames.check(items(scope, "correlationSets", "correlationSet"), "correlation set", findings);
        }
    }
}
