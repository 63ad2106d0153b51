package dev.weir.bpel.analysis;

import static dev.weir.bpel.analysis.ProcessSource.items;

import dev.weir.xml.tree.XmlElement;

/** The correlation sets of a scope have names of their own. */
final class UniqueCorrelationSets implements Rule {
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
