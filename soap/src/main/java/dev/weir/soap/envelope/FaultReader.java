package dev.weir.soap.envelope;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFault.Code;
import dev.weir.soap.SoapFault.Origin;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a Fault element of either version; missing parts get defaults, as many peers omit them. */
public final class FaultReader {
    private FaultReader() {}

    public static SoapFault read(EnvelopeFormat format, XmlElement fault) {
        return format == EnvelopeFormat.SOAP_11 ? read11(fault) : read12(fault);
    }

    private static SoapFault read11(XmlElement fault) {
        XmlElement faultcode = child(fault, "", "faultcode");
        XmlElement reason = child(fault, "", "faultstring");
        XmlElement detail = child(fault, "", "detail");
        XmlName name = faultcode == null ? SoapFault.NO_SUBCODE : qname(faultcode);
        boolean standard = name.namespace().isEmpty() || name.namespace().equals(EnvelopeFormat.SOAP_11.namespace);
        // The dot notation of SOAP 1.1, section 4.4.1: Client.Authentication.
        String code = name.local().split("\\.", 2)[0];
        return new SoapFault(
                standard ? EnvelopeFormat.SOAP_11.code(code) : Code.RECEIVER,
                standard ? SoapFault.NO_SUBCODE : name,
                SoapFault.NO_SUBCODE,
                reason == null ? "" : reason.stringValue().strip(),
                detail == null ? List.of() : detail.elements(),
                origin(null, child(fault, "", "faultactor")));
    }

    private static SoapFault read12(XmlElement fault) {
        String namespace = EnvelopeFormat.SOAP_12.namespace;
        XmlElement code = child(fault, namespace, "Code");
        XmlElement value = code == null ? null : child(code, namespace, "Value");
        XmlElement subcode = code == null ? null : child(code, namespace, "Subcode");
        XmlElement subvalue = subcode == null ? null : child(subcode, namespace, "Value");
        XmlElement narrower = subcode == null ? null : child(subcode, namespace, "Subcode");
        XmlElement narrowest = narrower == null ? null : child(narrower, namespace, "Value");
        XmlElement reason = child(fault, namespace, "Reason");
        XmlElement text = reason == null ? null : child(reason, namespace, "Text");
        XmlElement detail = child(fault, namespace, "Detail");
        return new SoapFault(
                value == null
                        ? Code.RECEIVER
                        : EnvelopeFormat.SOAP_12.code(qname(value).local()),
                subvalue == null ? SoapFault.NO_SUBCODE : qname(subvalue),
                narrowest == null ? SoapFault.NO_SUBCODE : qname(narrowest),
                text == null ? "" : text.stringValue().strip(),
                detail == null ? List.of() : detail.elements(),
                origin(child(fault, namespace, "Node"), child(fault, namespace, "Role")));
    }

    private static Origin origin(@Nullable XmlElement node, @Nullable XmlElement role) {
        return node == null && role == null
                ? Origin.UNSAID
                : new Origin(
                        node == null ? "" : node.stringValue().strip(),
                        role == null ? "" : role.stringValue().strip());
    }

    /** A child by its name; where there is none, by its local name: some peers qualify the children of SOAP 1.1, or forget to. */
    private static @Nullable XmlElement child(XmlElement parent, String namespace, String local) {
        XmlElement found = parent.element(XmlName.of(namespace, local));
        if (found != null) {
            return found;
        }
        for (XmlElement child : parent.elements()) {
            if (child.name().local().equals(local)) {
                return child;
            }
        }
        return null;
    }

    private static XmlName qname(XmlElement element) {
        String text = element.stringValue().strip();
        try {
            return element.resolveQName(text);
        } catch (XmlException e) {
            // The local name of a code is useful even where its prefix is not bound.
            return XmlName.of(text.substring(text.indexOf(':') + 1));
        }
    }
}
