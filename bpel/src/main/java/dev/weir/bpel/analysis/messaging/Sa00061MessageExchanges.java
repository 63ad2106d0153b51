package dev.weir.bpel.analysis.messaging;

import static dev.weir.bpel.analysis.rule.ProcessSource.is;
import static dev.weir.bpel.analysis.rule.ProcessSource.messageExchange;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Operation;
import dev.weir.bpel.analysis.rule.Messaging;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;
import java.util.List;
import java.util.Objects;

/** A message exchange that is used is declared in a scope around, the same for what receives and for what replies. */
public final class Sa00061MessageExchanges implements Rule {
    @Override
    public String id() {
        return "SA00061";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement activity : process.all("receive", "reply", "onMessage", "onEvent")) {
            String name = activity.attributeValue("messageExchange");
            XmlElement exchange = messageExchange(name, activity);
            if (name != null && exchange == null) {
                findings.add(
                        activity,
                        "the message exchange " + name + " is not declared",
                        "declare it in <messageExchanges>");
            } else if (exchange != null && !hasCounterpart(activity, exchange, process)) {
                boolean reply = is(activity, "reply");
                findings.add(
                        activity,
                        "no " + (reply ? "receive" : "reply") + " of this operation uses the message exchange " + name,
                        "name it in both, or in neither");
            }
        }
    }

    private static boolean hasCounterpart(XmlElement activity, XmlElement exchange, ProcessSource process) {
        Operation operation = Messaging.of(process, activity).operation();
        if (operation == null || operation.output() == null) {
            return true;
        }
        List<XmlElement> others =
                is(activity, "reply") ? process.all("receive", "onMessage", "onEvent") : process.all("reply");
        for (XmlElement other : others) {
            if (messageExchange(other.attributeValue("messageExchange"), other) == exchange
                    && Objects.equals(other.attributeValue("partnerLink"), activity.attributeValue("partnerLink"))
                    && Objects.equals(other.attributeValue("operation"), activity.attributeValue("operation"))) {
                return true;
            }
        }
        return false;
    }
}
