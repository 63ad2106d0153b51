package dev.weir.bpel.analysis.messaging;

import static dev.weir.bpel.analysis.rule.ProcessSource.bpel;
import static dev.weir.bpel.analysis.rule.ProcessSource.is;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Message;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Operation;
import dev.weir.bpel.analysis.rule.Messaging;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;
import org.jspecify.annotations.Nullable;

/** A message with parts comes from and goes to variables; for one without, there are no parts to name. */
public final class Sa00047MessageVariables implements Rule {
    @Override
    public String id() {
        return "SA00047";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement activity : process.all("receive", "reply", "invoke", "onMessage", "onEvent")) {
            Messaging messaging = Messaging.of(process, activity);
            boolean invoke = is(activity, "invoke");
            boolean faulty = activity.attributeValue("faultName") != null;
            String received = invoke ? "outputVariable" : "variable";
            String sent = invoke ? "inputVariable" : "variable";
            check(activity, messaging.received(), received, "fromParts", faulty, findings);
            check(activity, messaging.sent(), sent, "toParts", faulty, findings);
            Operation operation = messaging.operation();
            if (invoke && operation != null && operation.output() == null) {
                if (activity.attributeValue("outputVariable") != null || activity.element(bpel("fromParts")) != null) {
                    findings.add(
                            activity,
                            "the operation " + operation.name() + " is one-way and gives no output",
                            "remove outputVariable and <fromParts>");
                }
            }
        }
    }

    private static void check(
            XmlElement activity,
            @Nullable Message message,
            String attribute,
            String parts,
            boolean faulty,
            Findings findings) {
        if (message == null) {
            return;
        }
        boolean byParts = activity.element(bpel(parts)) != null;
        if (message.parts().isEmpty() && byParts) {
            findings.add(activity, "the message " + message.name() + " has no parts", "remove <" + parts + ">");
        } else if (!message.parts().isEmpty() && !byParts && !faulty && activity.attributeValue(attribute) == null) {
            findings.add(
                    activity,
                    "the message " + message.name() + " has parts, and nothing "
                            + (parts.equals("toParts") ? "fills" : "takes") + " them",
                    "name a variable of this message type by " + attribute + ", or use <" + parts + ">");
        }
    }
}
