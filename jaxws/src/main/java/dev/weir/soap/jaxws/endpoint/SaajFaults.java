package dev.weir.soap.jaxws.endpoint;

import dev.weir.soap.SoapFault;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.FaultReader;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.dom.NodeReader;
import dev.weir.xml.tree.XmlElement;
import jakarta.xml.soap.SOAPFault;
import javax.xml.namespace.QName;

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
        SoapFault read = FaultReader.read(format, XmlElement.read(reader));
        QName code = fault.getFaultCodeAsQName();
        boolean dotted = format == EnvelopeFormat.SOAP_11
                && code != null
                && code.getNamespaceURI().equals(format.namespace)
                && code.getLocalPart().indexOf('.') > 0;
        return dotted
                ? new SoapFault(
                        read.code(),
                        XmlName.of(format.namespace, code.getLocalPart()),
                        SoapFault.NO_SUBCODE,
                        read.reason(),
                        read.detail(),
                        read.origin())
                : read;
    }
}
