package dev.weir.bpel.analysis.assign;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Message;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.ProcessSource.VariableType;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/** Only a variable of a message type has parts. */
public final class Sa00034PartsOfMessages implements Rule {
    @Override
    public String id() {
        return "SA00034";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement spec : process.all("from", "to")) {
            String part = spec.attributeValue("part");
            VariableType type = process.variable(spec.attributeValue("variable"), spec);
            if (part == null || type == null) {
                continue;
            }
            Message message = process.imported().message(type.messageType());
            if (type.messageType() == null) {
                findings.add(
                        spec,
                        "the variable " + spec.attributeValue("variable") + " has no part " + part,
                        "leave the part out");
            } else if (message != null && !message.parts().containsKey(part)) {
                findings.add(
                        spec,
                        "the variable " + spec.attributeValue("variable") + " has no part " + part,
                        "use one of " + String.join(", ", message.parts().keySet()));
            }
        }
    }
}
