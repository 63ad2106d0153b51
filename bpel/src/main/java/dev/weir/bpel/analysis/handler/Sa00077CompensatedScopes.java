package dev.weir.bpel.analysis.handler;

import static dev.weir.bpel.analysis.rule.ProcessSource.handlerOwner;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/** A compensateScope names a scope, or an invoke with handlers, directly inside the scope whose handler it is in. */
public final class Sa00077CompensatedScopes implements Rule {
    @Override
    public String id() {
        return "SA00077";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement compensate : process.all("compensateScope")) {
            XmlElement owner = handlerOwner(compensate);
            String target = compensate.attributeValue("target");
            if (owner != null
                    && target != null
                    && process.immediatelyIn(owner).stream()
                            .noneMatch(scope -> target.equals(scope.attributeValue("name")))) {
                findings.add(
                        compensate,
                        "no scope " + target + " is directly inside the scope whose handler this is",
                        "name the scope, or the invoke with handlers, that is to be compensated");
            }
        }
    }
}
