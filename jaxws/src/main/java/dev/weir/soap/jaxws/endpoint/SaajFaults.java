package dev.weir.soap.jaxws.endpoint;

import dev.weir.soap.SoapFault;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.FaultReader;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.dom.NodeReader;
import dev.weir.xml.tree.XmlElement;
import jakarta.xml.soap.SOAPFault;

/** The faults of jakarta.xml.soap, which services throw. */
final class SaajFaults {
    private SaajFaults() {}

    static SoapFault read(SOAPFault fault) {
        EnvelopeFormat format = EnvelopeFormat.SOAP_12.namespace.equals(fault.getNamespaceURI())
                ? EnvelopeFormat.SOAP_12
                : EnvelopeFormat.SOAP_11;
        XmlReader reader = NodeReader.over(fault);
        while (reader.event() != XmlEvent.START_ELEMENT) {
            reader.next();
        }
        XmlElement element = XmlElement.read(reader);
        SoapFault read = FaultReader.read(format, element);
        XmlName code = format == EnvelopeFormat.SOAP_11 ? code(element) : SoapFault.NO_SUBCODE;
        boolean dotted =
                code.namespace().equals(format.namespace) && code.local().indexOf('.') > 0;
        return dotted
                ? new SoapFault(read.code(), code, SoapFault.NO_SUBCODE, read.reason(), read.detail(), read.origin())
                : read;
    }

    /** By the element: accessors of SAAJ fail where there is none, or where its prefix is not bound. */
    private static XmlName code(XmlElement fault) {
        XmlElement code = fault.element(XmlName.of("faultcode"));
        if (code == null) {
            return SoapFault.NO_SUBCODE;
        }
        try {
            return code.resolveQName(code.stringValue());
        } catch (XmlException e) {
            return SoapFault.NO_SUBCODE; // which it is then, is what FaultReader makes of it
        }
    }
}
