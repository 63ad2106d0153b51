package dev.weir.bpel.analysis.handler;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/** A fault variable has one type, and a fault type has a variable. */
public final class Sa00081FaultVariables implements Rule {
    @Override
    public String id() {
        return "SA00081";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement handler : process.all("catch")) {
            boolean message = handler.attributeValue("faultMessageType") != null;
            boolean element = handler.attributeValue("faultElement") != null;
            String variable = handler.attributeValue("faultVariable");
            if (variable != null && message == element) {
                findings.add(
                        handler,
                        "the fault variable " + variable + " has no type, or two",
                        "give the <catch> exactly one of faultMessageType and faultElement");
            } else if (variable == null && (message || element)) {
                findings.add(handler, "the <catch> has a fault type but no variable for it", "give it a faultVariable");
            }
        }
    }
}
