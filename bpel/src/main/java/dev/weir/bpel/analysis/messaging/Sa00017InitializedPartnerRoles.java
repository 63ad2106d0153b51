package dev.weir.bpel.analysis.messaging;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/** Only a partner role can be initialized. */
public final class Sa00017InitializedPartnerRoles implements Rule {
    @Override
    public String id() {
        return "SA00017";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement link : process.all("partnerLink")) {
            if (link.attributeValue("initializePartnerRole") != null && link.attributeValue("partnerRole") == null) {
                findings.add(
                        link,
                        "the partner link has no partnerRole to initialize",
                        "remove initializePartnerRole, or declare a partnerRole");
            }
        }
    }
}
