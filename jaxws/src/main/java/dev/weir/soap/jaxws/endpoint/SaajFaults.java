package dev.weir.soap.jaxws.endpoint;

import dev.weir.soap.SoapFault;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.FaultReader;
import dev.weir.xml.XmlEvent;
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
        return FaultReader.read(format, XmlElement.read(reader));
    }
}
