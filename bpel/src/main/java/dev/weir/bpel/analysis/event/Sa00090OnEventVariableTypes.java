package dev.weir.bpel.analysis.event;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/** The variable of an onEvent has one type, and a type has a variable. */
public final class Sa00090OnEventVariableTypes implements Rule {
    @Override
    public String id() {
        return "SA00090";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement event : process.all("onEvent")) {
            boolean message = event.attributeValue("messageType") != null;
            boolean element = event.attributeValue("element") != null;
            String variable = event.attributeValue("variable");
            if (variable != null ? message == element : message || element) {
                findings.add(
                        event,
                        variable == null
                                ? "the <onEvent> has a type but no variable"
                                : "the variable " + variable + " has no type, or two",
                        "give the <onEvent> a variable and exactly one of messageType and element");
            }
        }
    }
}
