package dev.weir.bpel.analysis.assign;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.xml.tree.XmlElement;
import org.jspecify.annotations.Nullable;

/** SA00035, SA00036 and SA00037: an endpoint that is copied belongs to a role that its partner link has. */
final class CopiedRoles {
    private CopiedRoles() {}

    /** @param endpoint the endpointReference that the rule is about; null for any */
    static void check(ProcessSource process, Findings findings, String spec, @Nullable String endpoint, String role) {
        for (XmlElement place : process.all(spec)) {
            String name = place.attributeValue("partnerLink");
            XmlElement link = ProcessSource.partnerLink(name, place);
            if (link != null
                    && link.attributeValue(role) == null
                    && (endpoint == null || endpoint.equals(place.attributeValue("endpointReference")))) {
                findings.add(
                        place,
                        "the partner link " + name + " has no " + role + " to "
                                + (spec.equals("to") ? "assign to" : "copy from"),
                        "declare one");
            }
        }
    }
}
