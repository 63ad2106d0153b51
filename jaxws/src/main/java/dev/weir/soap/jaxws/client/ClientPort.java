package dev.weir.soap.jaxws.client;

import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.wsdl.Wsdl.Port;
import dev.weir.xml.XmlName;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.PortInfo;
import jakarta.xml.ws.http.HTTPBinding;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A port of a service.
 *
 * @param address empty where neither WSDL nor program has said one
 * @param described the port in WSDL; null for one without
 * @param mtom true where the name of the binding, or a policy of the WSDL, says that messages may have parts
 * @param mtomOptional true where a policy says so which has an alternative without parts
 * @param required extensions that the WSDL binding wants understood
 * @param actions the WS-Addressing actions of requests by operation, as far as the WSDL says them
 */
record ClientPort(
        QName service,
        QName name,
        EnvelopeFormat format,
        String address,
        @Nullable Port described,
        boolean mtom,
        boolean mtomOptional,
        List<XmlName> required,
        Map<String, String> actions)
        implements PortInfo {
    /** A port that a WSDL describes. */
    static ClientPort described(
            QName service,
            QName name,
            Port port,
            boolean mtom,
            boolean mtomOptional,
            List<XmlName> required,
            Map<String, String> actions) {
        EnvelopeFormat format = EnvelopeFormat.of(port.binding().version());
        return new ClientPort(service, name, format, port.address(), port, mtom, mtomOptional, required, actions);
    }

    /** A port that the program adds. */
    static ClientPort added(QName service, QName name, @Nullable String bindingId, String address) {
        return new ClientPort(
                service,
                name,
                format(bindingId),
                address,
                null,
                bindingId != null && bindingId.endsWith("?mtom=true"),
                false,
                List.of(),
                Map.of());
    }

    /** @throws WebServiceException for a binding that is not supported; names it */
    static EnvelopeFormat format(@Nullable String bindingId) {
        if (bindingId == null
                || bindingId.equals(SOAPBinding.SOAP11HTTP_BINDING)
                || bindingId.equals(SOAPBinding.SOAP11HTTP_MTOM_BINDING)) {
            return EnvelopeFormat.SOAP_11;
        } else if (bindingId.equals(SOAPBinding.SOAP12HTTP_BINDING)
                || bindingId.equals(SOAPBinding.SOAP12HTTP_MTOM_BINDING)) {
            return EnvelopeFormat.SOAP_12;
        } else if (bindingId.equals(HTTPBinding.HTTP_BINDING)) {
            throw new WebServiceException("the binding " + bindingId
                    + " (XML over HTTP without SOAP) is not supported; use a SOAP binding or an HTTP client");
        }
        throw new WebServiceException("the binding " + bindingId + " is not supported; those that are: "
                + SOAPBinding.SOAP11HTTP_BINDING + ", " + SOAPBinding.SOAP12HTTP_BINDING);
    }

    ClientPort at(String other) {
        return new ClientPort(service, name, format, other, described, mtom, mtomOptional, required, actions);
    }

    @Override
    public QName getServiceName() {
        return service;
    }

    @Override
    public QName getPortName() {
        return name;
    }

    @Override
    public String getBindingID() {
        return format == EnvelopeFormat.SOAP_12 ? SOAPBinding.SOAP12HTTP_BINDING : SOAPBinding.SOAP11HTTP_BINDING;
    }
}
