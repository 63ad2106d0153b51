package dev.weir.soap.wsdl;

import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.xml.XmlName;
import java.util.Set;

/**
 * What a WSDL says of messages with parts: by an assertion OptimizedMimeSerialization (of 2004/09), or MTOM (of the W3C's MTOM
 * Serialization Policy 1.1), in a policy of the binding, of its port type, or of one of its ports or their services.
 */
public final class MtomPolicy {
    /** What most peers know: the W3C's successor is known to few. */
    public static final XmlName ASSERTION = XmlName.of(
            "http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization", "OptimizedMimeSerialization");

    private static final Set<XmlName> ASSERTIONS =
            Set.of(ASSERTION, XmlName.of("http://www.w3.org/2007/08/soap12-mtom-policy", "MTOM"));

    private MtomPolicy() {}

    /** True where the binding's messages must have parts: no alternative of the policy is without the assertion. */
    public static boolean asksFor(Wsdl wsdl, Binding binding) {
        return PolicyAssertions.require(wsdl, binding, ASSERTIONS);
    }

    /** True where the binding's messages may have parts, or must. */
    public static boolean allows(Wsdl wsdl, Binding binding) {
        return PolicyAssertions.mention(wsdl, binding, ASSERTIONS);
    }
}
