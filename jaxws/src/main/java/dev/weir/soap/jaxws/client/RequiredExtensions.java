package dev.weir.soap.jaxws.client;

import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/** What a WSDL binding says that a client must understand (WSDL 1.1, section 2.1.3: wsdl:required). */
final class RequiredExtensions {
    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
    private static final XmlName REQUIRED = XmlName.of(WSDL, "required");
    private static final Set<String> TRUE = Set.of("true", "1");
    private static final Set<String> SOAP =
            Set.of("http://schemas.xmlsoap.org/wsdl/soap/", "http://schemas.xmlsoap.org/wsdl/soap12/");

    /** Understood where WS-Addressing is used. */
    static final XmlName USING_ADDRESSING = XmlName.of("http://www.w3.org/2006/05/addressing/wsdl", "UsingAddressing");

    private RequiredExtensions() {}

    /** The names of those that are not SOAP's own, in document order. */
    static List<XmlName> of(Wsdl wsdl, Binding binding) {
        List<XmlName> found = new ArrayList<>();
        Deque<XmlElement> open = new ArrayDeque<>();
        for (XmlElement element : wsdl.extensions(XmlName.of(WSDL, "binding"))) {
            if (binding.name().local().equals(element.attributeValue("name"))
                    && wsdl.targetNamespaceOf(element).equals(binding.name().namespace())) {
                open.add(element);
            }
        }
        while (!open.isEmpty()) {
            for (XmlElement child : open.remove().elements()) {
                XmlAttribute required = child.attribute(REQUIRED);
                if (child.name().namespace().equals(WSDL)) {
                    open.add(child);
                } else if (required != null
                        && TRUE.contains(required.value().strip())
                        && !SOAP.contains(child.name().namespace())) {
                    found.add(child.name());
                }
            }
        }
        return found;
    }
}
