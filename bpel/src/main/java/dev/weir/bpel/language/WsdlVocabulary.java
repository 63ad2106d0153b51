package dev.weir.bpel.language;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The namespaces of what BPEL adds to WSDL, in WS-BPEL 2.0 and in BPEL4WS 1.1. */
public final class WsdlVocabulary {
    /** Of partnerLinkType. */
    public static final List<String> LINK_TYPES = List.of(
            "http://docs.oasis-open.org/wsbpel/2.0/plnktype", "http://schemas.xmlsoap.org/ws/2003/05/partner-link/");

    /** Of property and propertyAlias. */
    public static final List<String> PROPERTIES = List.of(
            "http://docs.oasis-open.org/wsbpel/2.0/varprop", "http://schemas.xmlsoap.org/ws/2003/03/business-process/");

    private WsdlVocabulary() {}

    /**
     * The port types of a partner link type by their roles: an attribute in 2.0, an element in 1.1.
     *
     * @param resolve gives the name that an element's attribute refers to; null for none
     */
    public static Map<String, XmlName> roles(
            XmlElement partnerLinkType, BiFunction<XmlElement, String, @Nullable XmlName> resolve) {
        String namespace = partnerLinkType.name().namespace();
        Map<String, XmlName> roles = new HashMap<>();
        for (XmlElement role : partnerLinkType.elements(XmlName.of(namespace, "role"))) {
            String name = role.attributeValue("name");
            XmlElement nested = role.element(XmlName.of(namespace, "portType"));
            XmlName portType = nested != null ? resolve.apply(nested, "name") : resolve.apply(role, "portType");
            if (name != null && portType != null) {
                roles.put(name, portType);
            }
        }
        return roles;
    }
}
