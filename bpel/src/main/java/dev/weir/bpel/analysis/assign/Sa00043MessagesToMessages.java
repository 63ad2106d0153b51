package dev.weir.bpel.analysis.assign;

import static dev.weir.bpel.analysis.rule.ProcessSource.bpel;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.ProcessSource.VariableType;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/**
 * A whole message is copied to a whole message only, and nothing else to one. Messages of two types are left to the fault
 * that such a copy is: there are processes that want it.
 */
public final class Sa00043MessagesToMessages implements Rule {
    @Override
    public String id() {
        return "SA00043";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement copy : process.all("copy")) {
            XmlElement from = copy.element(bpel("from"));
            XmlElement to = copy.element(bpel("to"));
            VariableType target = to == null ? null : CopyEnds.declared(process, to);
            if (from == null || target == null) {
                continue;
            }
            boolean literal = from.element(bpel("literal")) != null;
            VariableType source = CopyEnds.declared(process, from);
            boolean message = target.messageType() != null;
            if (literal && message) {
                findings.add(copy, "a literal is copied to a whole message", "name the part that it is for");
            } else if (source != null && (source.messageType() != null) != message) {
                findings.add(
                        copy,
                        message
                                ? "something other than a message is copied to a whole message"
                                : "a whole message is copied to something other than a message",
                        "name the part that is meant");
            }
        }
    }
}
