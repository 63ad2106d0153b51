package dev.weir.bpel.analysis.messaging;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/** A partner link has a role. */
public final class Sa00016PartnerLinkRoles implements Rule {
    @Override
    public String id() {
        return "SA00016";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement link : process.all("partnerLink")) {
            if (link.attributeValue("myRole") == null && link.attributeValue("partnerRole") == null) {
                findings.add(link, "the partner link names no role", "give it myRole, partnerRole or both");
            }
        }
    }
}
