package dev.weir.soap.jaxws;

import dev.weir.soap.jaxws.client.ClientService;
import dev.weir.soap.jaxws.client.EndpointReferences;
import dev.weir.soap.jaxws.endpoint.WeirEndpoint;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import dev.weir.xml.dom.NodeReader;
import dev.weir.xml.tree.XmlElement;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.spi.Invoker;
import jakarta.xml.ws.spi.Provider;
import jakarta.xml.ws.spi.ServiceDelegate;
import jakarta.xml.ws.wsaddressing.W3CEndpointReference;
import java.net.URL;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * Weir as a provider of Jakarta XML Web Services 4.0: {@link jakarta.xml.ws.Service} and {@link
 * jakarta.xml.ws.Endpoint} find it as a service, where it is on the class path or the module path. Thread-safe.
 */
public final class WeirProvider extends Provider {
    /** For {@link java.util.ServiceLoader}. */
    public WeirProvider() {}

    @Override
    public ServiceDelegate createServiceDelegate(
            @Nullable URL wsdlDocumentLocation,
            QName serviceName,
            Class<? extends jakarta.xml.ws.Service> serviceClass) {
        return new ClientService(wsdlDocumentLocation, serviceName, serviceClass);
    }

    @Override
    public ServiceDelegate createServiceDelegate(
            @Nullable URL wsdlDocumentLocation,
            QName serviceName,
            Class<? extends jakarta.xml.ws.Service> serviceClass,
            WebServiceFeature... features) {
        return new ClientService(wsdlDocumentLocation, serviceName, serviceClass, features);
    }

    @Override
    public Endpoint createEndpoint(@Nullable String bindingId, @Nullable Object implementor) {
        return createEndpoint(bindingId, implementor, new WebServiceFeature[0]);
    }

    @Override
    public Endpoint createEndpoint(
            @Nullable String bindingId, @Nullable Object implementor, WebServiceFeature... features) {
        if (implementor == null) {
            throw new WebServiceException("an endpoint must have an implementor");
        }
        return new WeirEndpoint(bindingId, implementor, features);
    }

    /** Not supported: the calls of an Invoker are a container's, which Weir's servlet and starter do without. */
    @Override
    public Endpoint createEndpoint(
            @Nullable String bindingId, Class<?> implementorClass, Invoker invoker, WebServiceFeature... features) {
        throw new UnsupportedOperationException(
                "an endpoint with an Invoker is not supported; create it with the implementor: "
                        + implementorClass.getName());
    }

    @Override
    public Endpoint createAndPublishEndpoint(String address, Object implementor, WebServiceFeature... features) {
        Endpoint endpoint = createEndpoint(null, implementor, features);
        endpoint.publish(address);
        return endpoint;
    }

    @Override
    public Endpoint createAndPublishEndpoint(String address, Object implementor) {
        Endpoint endpoint = createEndpoint(null, implementor);
        endpoint.publish(address);
        return endpoint;
    }

    @Override
    public EndpointReference readEndpointReference(Source eprInfoset) {
        return new W3CEndpointReference(eprInfoset);
    }

    @Override
    public <T> T getPort(
            EndpointReference endpointReference, Class<T> serviceEndpointInterface, WebServiceFeature... features) {
        return ClientService.port(endpointReference, serviceEndpointInterface, features);
    }

    @Override
    public W3CEndpointReference createW3CEndpointReference(
            @Nullable String address,
            @Nullable QName serviceName,
            @Nullable QName portName,
            @Nullable List<Element> metadata,
            @Nullable String wsdlDocumentLocation,
            @Nullable List<Element> referenceParameters) {
        return createW3CEndpointReference(
                address,
                null,
                serviceName,
                portName,
                metadata,
                wsdlDocumentLocation,
                referenceParameters,
                List.of(),
                Map.of());
    }

    @Override
    public W3CEndpointReference createW3CEndpointReference(
            @Nullable String address,
            @Nullable QName interfaceName,
            @Nullable QName serviceName,
            @Nullable QName portName,
            @Nullable List<Element> metadata,
            @Nullable String wsdlDocumentLocation,
            @Nullable List<Element> referenceParameters,
            @Nullable List<Element> elements,
            @Nullable Map<QName, String> attributes) {
        if (address == null && serviceName == null) {
            throw new IllegalStateException("an endpoint reference must have an address, or a service and a port");
        }
        if (serviceName == null && portName != null) {
            throw new IllegalStateException("an endpoint reference with a port must have a service");
        }
        if (elements != null && !elements.isEmpty() || attributes != null && !attributes.isEmpty()) {
            throw new UnsupportedOperationException("elements and attributes of an endpoint reference beside address,"
                    + " parameters and metadata are not supported");
        }
        return EndpointReferences.make(
                address,
                interfaceName,
                serviceName,
                portName,
                wsdlDocumentLocation,
                bytes(metadata),
                bytes(referenceParameters));
    }

    private static List<byte[]> bytes(@Nullable List<Element> elements) {
        return elements == null
                ? List.of()
                : elements.stream().map(element -> tree(element).toBytes()).toList();
    }

    private static XmlElement tree(Element element) {
        XmlReader reader = NodeReader.over(element);
        while (reader.event() != XmlEvent.START_ELEMENT) {
            reader.next();
        }
        return XmlElement.read(reader);
    }
}
