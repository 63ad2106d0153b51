package dev.weir.soap.wsdl;

import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import java.util.Set;

/**
 * Whether a WSDL says that requests must have WS-Addressing: by the assertion Addressing of a policy (WS-Addressing 1.0 -
 * Metadata, section 3.1), or by UsingAddressing of the version before (WSDL Binding, section 3.1), as an assertion or as a
 * required extension of the binding or of one of its ports.
 */
final class AddressingPolicy {
    private static final XmlName USING_ADDRESSING =
            XmlName.of("http://www.w3.org/2006/05/addressing/wsdl", "UsingAddressing");
    private static final Set<XmlName> ASSERTIONS =
            Set.of(XmlName.of("http://www.w3.org/2007/05/addressing/metadata", "Addressing"), USING_ADDRESSING);
    private static final XmlName REQUIRED = XmlName.of(PolicyAssertions.WSDL, "required");

    private AddressingPolicy() {}

    static boolean requires(Wsdl wsdl, Binding binding) {
        return PolicyAssertions.require(wsdl, binding, ASSERTIONS)
                || PolicyAssertions.subjects(wsdl, binding).stream()
                        .flatMap(subject -> subject.elements(USING_ADDRESSING).stream())
                        .anyMatch(AddressingPolicy::isRequired);
    }

    private static boolean isRequired(XmlElement extension) {
        XmlAttribute required = extension.attribute(REQUIRED);
        return required != null && Set.of("true", "1").contains(required.value().strip());
    }
}
