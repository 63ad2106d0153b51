package dev.weir.bpel.analysis.messaging;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions;
import dev.weir.bpel.analysis.rule.Messaging;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.Objects;

/** A port type that an activity names is that of its partner link's role. */
public final class Sa00005PortTypesAgree implements Rule {
    @Override
    public String id() {
        return "SA00005";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement activity : process.all("receive", "reply", "invoke", "onMessage", "onEvent")) {
            XmlName implied = Messaging.of(process, activity).portType();
            String written = activity.attributeValue("portType");
            if (written != null
                    && implied != null
                    && !Objects.equals(implied, ImportedDefinitions.reference(activity, "portType"))) {
                findings.add(
                        activity,
                        "the port type " + written + " is not that of the partner link "
                                + activity.attributeValue("partnerLink"),
                        "name " + implied + ", or leave portType out");
            }
        }
    }
}
