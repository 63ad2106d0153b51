package dev.weir.bpel.analysis.scope;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.bpel.analysis.rule.UniqueNames;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.List;

/** The scopes directly inside a scope have different names. */
public final class Sa00092UniqueScopes implements Rule {
    @Override
    public String id() {
        return "SA00092";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement scope : process.scopes()) {
            List<XmlElement> inner = new ArrayList<>(process.immediatelyIn(scope).stream()
                    .filter(ProcessSource::isScope)
                    .toList());
            UniqueNames.check(inner, "scope", findings);
        }
    }
}
