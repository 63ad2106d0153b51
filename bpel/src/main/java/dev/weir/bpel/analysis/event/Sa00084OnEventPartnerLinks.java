package dev.weir.bpel.analysis.event;

import static dev.weir.bpel.analysis.rule.ProcessSource.partnerLink;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/** The partner link of an onEvent, looked for in its scope first, has a role of the process. */
public final class Sa00084OnEventPartnerLinks implements Rule {
    @Override
    public String id() {
        return "SA00084";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement event : process.all("onEvent")) {
            String name = event.attributeValue("partnerLink");
            XmlElement link = partnerLink(name, event);
            if (link != null && link.attributeValue("myRole") == null) {
                findings.add(
                        event,
                        "the partner link " + name + " has no myRole",
                        "declare one, or use another partner link");
            }
        }
    }
}
