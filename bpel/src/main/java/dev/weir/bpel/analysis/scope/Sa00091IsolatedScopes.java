package dev.weir.bpel.analysis.scope;

import static dev.weir.bpel.analysis.rule.ProcessSource.above;
import static dev.weir.bpel.analysis.rule.ProcessSource.yes;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;
import java.util.List;

/** An isolated scope holds no other. */
public final class Sa00091IsolatedScopes implements Rule {
    @Override
    public String id() {
        return "SA00091";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement scope : process.all("scope")) {
            XmlElement around = above(scope, List.of("scope"));
            while (around != null && !yes(around, "isolated")) {
                around = above(around, List.of("scope"));
            }
            if (yes(scope, "isolated") && around != null) {
                findings.add(
                        scope,
                        "this isolated scope is inside another, at line " + around.line(),
                        "make one of them not isolated");
            }
        }
    }
}
