package dev.weir.bpel.analysis.messaging;

import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The port types of the roles that a process's partner links name. */
final class UsedPortTypes {
    private UsedPortTypes() {}

    static Set<XmlName> of(ProcessSource process) {
        Set<XmlName> used = new LinkedHashSet<>();
        for (XmlElement link : process.all("partnerLink")) {
            Map<String, XmlName> roles = process.imported().roles(link);
            for (String attribute : List.of("myRole", "partnerRole")) {
                String role = link.attributeValue(attribute);
                XmlName portType = roles == null || role == null ? null : roles.get(role);
                if (portType != null) {
                    used.add(portType);
                }
            }
        }
        return used;
    }
}
