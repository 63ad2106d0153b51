package dev.weir.soap.jaxws.client;

import dev.weir.soap.envelope.WsAddressing;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.wsaddressing.W3CEndpointReference;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.List;
import javax.xml.namespace.QName;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.jspecify.annotations.Nullable;

/** Endpoint references of WS-Addressing 1.0 with the metadata of WSDL, as XML and as objects of the standard. */
public final class EndpointReferences {
    private static final String WSA = WsAddressing.VERSION_10;
    private static final String METADATA = "http://www.w3.org/ns/wsdl-instance";
    private static final String WSAM = "http://www.w3.org/2007/05/addressing/metadata";

    private EndpointReferences() {}

    /**
     * What a client needs of a reference.
     *
     * @param parameters header blocks that every message to the endpoint carries
     */
    record Target(
            String address,
            @Nullable QName service,
            @Nullable String port,
            List<XmlElement> parameters) {}

    /**
     * A reference.
     *
     * @param wsdl the location of the service's document; null for none
     * @param metadata documents, each one element; the same holds for the parameters
     */
    public static W3CEndpointReference make(
            @Nullable String address,
            @Nullable QName interfaceName,
            @Nullable QName service,
            @Nullable QName port,
            @Nullable String wsdl,
            List<byte[]> metadata,
            List<byte[]> parameters) {
        XmlElement reference = element("EndpointReference");
        XmlElement to = element("Address");
        to.setText(address == null ? "" : address);
        reference.append(to);
        if (!parameters.isEmpty()) {
            XmlElement all = element("ReferenceParameters");
            parameters.forEach(one -> all.append(XmlElement.parse(one).copy()));
            reference.append(all);
        }
        XmlElement about = element("Metadata");
        if (wsdl != null && service != null) {
            about.attribute(XmlName.of(METADATA, "wsdlLocation"), service.getNamespaceURI() + " " + wsdl);
        }
        if (interfaceName != null) {
            about.append(named("InterfaceName", interfaceName));
        }
        if (service != null) {
            XmlElement name = named("ServiceName", service);
            if (port != null) {
                name.attribute(XmlName.of("EndpointName"), port.getLocalPart());
            }
            about.append(name);
        }
        metadata.forEach(one -> about.append(XmlElement.parse(one).copy()));
        if (about.firstChild() != null) {
            reference.append(about);
        }
        return new W3CEndpointReference(new StreamSource(new ByteArrayInputStream(reference.toBytes())));
    }

    private static XmlElement element(String local) {
        return new XmlElement("wsa", XmlName.of(WSA, local));
    }

    private static XmlElement named(String local, QName name) {
        XmlElement element = new XmlElement("wsam", XmlName.of(WSAM, local));
        element.declareNamespace("n", name.getNamespaceURI());
        element.setText("n:" + name.getLocalPart());
        return element;
    }

    /** @throws WebServiceException for a reference that is not of WS-Addressing 1.0, or has no address */
    static Target read(EndpointReference reference) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        reference.writeTo(new StreamResult(bytes));
        XmlElement root;
        try {
            root = XmlElement.parse(bytes.toByteArray());
        } catch (XmlException e) {
            throw new WebServiceException("an endpoint reference cannot be read: " + e.getMessage(), e);
        }
        XmlElement address = root.element(XmlName.of(WSA, "Address"));
        if (address == null) {
            throw new WebServiceException("an endpoint reference must have an Address in the namespace " + WSA);
        }
        XmlElement parameters = root.element(XmlName.of(WSA, "ReferenceParameters"));
        XmlElement metadata = root.element(XmlName.of(WSA, "Metadata"));
        XmlElement name = metadata == null ? null : metadata.element(XmlName.of(WSAM, "ServiceName"));
        QName service = null;
        String port = null;
        if (name != null) {
            XmlName resolved = name.resolveQName(name.stringValue().strip());
            service = new QName(resolved.namespace(), resolved.local());
            port = name.attributeValue("EndpointName");
        }
        return new Target(
                address.stringValue().strip(),
                service,
                port,
                parameters == null
                        ? List.of()
                        : parameters.elements().stream()
                                .map(EndpointReferences::parameter)
                                .toList());
    }

    /** Marked as one (WS-Addressing 1.0 - SOAP Binding, section 4.1). */
    private static XmlElement parameter(XmlElement given) {
        XmlElement block = XmlElement.parse(given.toBytes());
        block.attribute(XmlName.of(WSA, "IsReferenceParameter"), "true");
        return block;
    }
}
