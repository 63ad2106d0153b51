package dev.weir.bpel.analysis.handler;

import static dev.weir.bpel.analysis.rule.ProcessSource.handlerOwner;
import static dev.weir.bpel.analysis.rule.ProcessSource.is;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;
import java.util.List;
import java.util.Set;

/** What a compensateScope names has a compensation handler or a fault handler. */
public final class Sa00078CompensableTargets implements Rule {
    private static final Set<String> HANDLERS = Set.of("compensationHandler", "faultHandlers", "catch", "catchAll");

    @Override
    public String id() {
        return "SA00078";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement compensate : process.all("compensateScope")) {
            XmlElement owner = handlerOwner(compensate);
            String target = compensate.attributeValue("target");
            for (XmlElement scope : owner == null ? List.<XmlElement>of() : process.immediatelyIn(owner)) {
                if (target != null
                        && target.equals(scope.attributeValue("name"))
                        && scope.elements().stream().noneMatch(child -> is(child, HANDLERS))) {
                    findings.add(
                            compensate,
                            target + " has no compensation handler and no fault handler",
                            "give it one, or do not compensate it");
                }
            }
        }
    }
}
