package dev.weir.bpel.analysis.event;

import static dev.weir.bpel.analysis.rule.ProcessSource.typeOf;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Message;
import dev.weir.bpel.analysis.rule.Messaging;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.ProcessSource.VariableType;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/** The variable of an onEvent holds its message. */
public final class Sa00087OnEventMessages implements Rule {
    @Override
    public String id() {
        return "SA00087";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement event : process.all("onEvent")) {
            Message message = Messaging.of(process, event).received();
            VariableType type = typeOf(event);
            if (message != null
                    && event.attributeValue("variable") != null
                    && (type.messageType() != null || type.element() != null)
                    && !Messaging.fits(type, message)) {
                findings.add(
                        event,
                        "the variable " + event.attributeValue("variable") + " does not hold the message "
                                + message.name(),
                        "give it messageType=\"" + message.name().local() + "\"");
            }
        }
    }
}
