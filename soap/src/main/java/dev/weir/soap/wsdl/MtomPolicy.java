package dev.weir.soap.wsdl;

import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.xml.XmlName;
import java.util.Set;

/**
 * Whether a WSDL asks for messages with parts: by an assertion OptimizedMimeSerialization (of 2004/09), or MTOM (of the W3C's MTOM
 * Serialization Policy 1.1), that a policy of the binding or of one of its ports contains and does not call optional.
 */
public final class MtomPolicy {
    private static final Set<XmlName> ASSERTIONS = Set.of(
            XmlName.of(
                    "http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization",
                    "OptimizedMimeSerialization"),
            XmlName.of("http://www.w3.org/2007/08/soap12-mtom-policy", "MTOM"));

    private MtomPolicy() {}

    /** True where the binding's messages must have parts. */
    public static boolean asksFor(Wsdl wsdl, Binding binding) {
        return PolicyAssertions.require(wsdl, binding, ASSERTIONS);
    }
}
