package dev.weir.soap.jaxws.client;

import dev.weir.soap.envelope.MessageVocabulary;
import dev.weir.soap.jaxws.body.SchemaRules;
import dev.weir.soap.jaxws.handler.HandlerFile;
import dev.weir.soap.jaxws.model.EndpointInterface;
import dev.weir.soap.jaxws.model.ValidationChoice;
import dev.weir.soap.wsdl.BindingRequirements;
import dev.weir.wsdl.Wsdl.Port;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.HandlerResolver;
import jakarta.xml.ws.spi.ServiceDelegate;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A service as a client sees it: its ports, from WSDL or added by the program. Thread-safe. */
public final class ClientService extends ServiceDelegate {
    private final @Nullable URL wsdl;
    private final QName name;
    private final Class<? extends Service> serviceClass;
    private final WebServiceFeature[] features;
    private final MessageVocabulary vocabulary;
    private final Map<QName, ClientPort> ports = new LinkedHashMap<>();

    /** What proxies of a described port share. */
    private final Map<TypedPort, PortMethods> methods = new ConcurrentHashMap<>();

    /** What the messages of ports are validated by, of those that some client has asked for. */
    private final Map<XmlName, SchemaRules> rules = new ConcurrentHashMap<>();

    private volatile @Nullable HandlerResolver resolver;

    /** What follows the answer of an asynchronous call runs where the answer arrives: on a thread that may block. */
    private volatile Executor executor = Runnable::run;

    /**
     * @param wsdl null for none
     * @param features of all ports
     * @throws WebServiceException where the document cannot be read, or does not have the service
     */
    public ClientService(
            @Nullable URL wsdl, QName name, Class<? extends Service> serviceClass, WebServiceFeature... features) {
        this.wsdl = wsdl;
        this.name = Objects.requireNonNull(name, "the name of a service");
        this.serviceClass = serviceClass;
        this.features = features.clone();
        if (wsdl == null) {
            vocabulary = MessageVocabulary.NONE;
        } else {
            ServiceDocument.Content content = ServiceDocument.read(wsdl, name);
            ports.putAll(content.ports());
            vocabulary = content.vocabulary();
        }
    }

    /**
     * A typed proxy for an endpoint reference, of the service that the reference names.
     *
     * @throws WebServiceException where the reference names none, and the port therefore has no name either
     */
    public static <T> T port(EndpointReference reference, Class<T> type, WebServiceFeature... features) {
        EndpointReferences.Target target = EndpointReferences.read(reference);
        QName service = target.service();
        if (service == null) {
            XmlName portType = EndpointInterface.of(type).portType();
            service = new QName(portType.namespace(), portType.local() + "Service");
        }
        return new ClientService(null, service, Service.class).getPort(reference, type, features);
    }

    /** Of messages in Fast Infoset, for services that have the same. */
    MessageVocabulary vocabulary() {
        return vocabulary;
    }

    @Nullable String location() {
        return wsdl == null ? null : wsdl.toString();
    }

    /** Null without WSDL, and where its location is no URI. */
    @Nullable URI locationUri() {
        try {
            return wsdl == null ? null : wsdl.toURI();
        } catch (URISyntaxException e) {
            return null;
        }
    }

    // ---------------------------------------------------------------- ports

    @Override
    public synchronized void addPort(QName portName, String bindingId, String address) {
        ClientPort added = ClientPort.added(name, portName, bindingId, address == null ? "" : address);
        if (ports.putIfAbsent(portName, added) != null) {
            throw new WebServiceException("the service " + name + " has a port " + portName + " already");
        }
    }

    @Override
    public synchronized Iterator<QName> getPorts() {
        return List.copyOf(ports.keySet()).iterator();
    }

    private synchronized ClientPort port(QName portName) {
        ClientPort known = ports.get(portName);
        if (known == null) {
            throw new WebServiceException(
                    "the service " + name + " has no port " + portName + "; those are " + ports.keySet());
        }
        return known;
    }

    private synchronized @Nullable ClientPort portIfKnown(QName portName) {
        return ports.get(portName);
    }

    /** The port whose binding has the interface's port type; without WSDL the only one, or a new one. */
    private synchronized ClientPort portOf(Class<?> type) {
        XmlName portType = EndpointInterface.of(type).portType();
        for (ClientPort port : ports.values()) {
            Port described = port.described();
            if (described != null && described.binding().portType().name().equals(portType)) {
                return port;
            }
        }
        if (wsdl != null) {
            throw new WebServiceException("the service " + name + " of " + wsdl + " has no port of the type " + portType
                    + ", which " + type.getName() + " is; those are " + ports.keySet());
        }
        return ports.size() == 1
                ? ports.values().iterator().next()
                : undescribed(new QName(name.getNamespaceURI(), portType.local() + "Port"), type);
    }

    private ClientPort undescribed(QName portName, Class<?> type) {
        BindingType binding = type.getAnnotation(BindingType.class);
        return ClientPort.added(
                name, portName, binding == null || binding.value().isEmpty() ? null : binding.value(), "");
    }

    @Override
    public <T> T getPort(QName portName, Class<T> type) {
        return getPort(portName, type, new WebServiceFeature[0]);
    }

    @Override
    public <T> T getPort(QName portName, Class<T> type, WebServiceFeature... more) {
        if (portName == null) {
            return getPort(type, more);
        }
        ClientPort known = wsdl == null ? portIfKnown(portName) : port(portName);
        return proxy(known == null ? undescribed(portName, type) : known, List.of(), type, more);
    }

    @Override
    public <T> T getPort(Class<T> type) {
        return getPort(type, new WebServiceFeature[0]);
    }

    @Override
    public <T> T getPort(Class<T> type, WebServiceFeature... more) {
        return proxy(portOf(type), List.of(), type, more);
    }

    @Override
    public <T> T getPort(EndpointReference reference, Class<T> type, WebServiceFeature... more) {
        EndpointReferences.Target target = EndpointReferences.read(reference);
        ClientPort port =
                target.port() == null ? portOf(type) : portIfKnown(new QName(name.getNamespaceURI(), target.port()));
        if (port == null) {
            port = undescribed(new QName(name.getNamespaceURI(), Objects.requireNonNull(target.port())), type);
        }
        return proxy(port.at(target.address()), target.parameters(), type, more);
    }

    private <T> T proxy(ClientPort port, List<XmlElement> parameters, Class<T> type, WebServiceFeature... more) {
        if (!type.isInterface()) {
            throw new WebServiceException(type.getName() + " must be an interface, to be called by a proxy");
        }
        ClientFeatures wanted = ClientFeatures.of(type, together(more));
        respect(port, wanted);
        return PortProxy.make(this, port, wanted, parameters, type);
    }

    private record TypedPort(QName port, Class<?> type) {}

    /** What the methods of an interface call at a port. */
    PortMethods methods(ClientPort port, EndpointInterface type) {
        return port.described() == null
                ? PortMethods.of(type, port) // the program may give such a port any name
                : methods.computeIfAbsent(new TypedPort(port.name(), type.type()), key -> PortMethods.of(type, port));
    }

    /**
     * What the messages of a port are validated by; made when it is first asked for.
     *
     * @throws WebServiceException where no WSDL describes the port, or its schemas cannot be read
     */
    SchemaRules rules(ClientPort port) {
        Port described = port.described();
        URL location = wsdl;
        if (described == null || location == null) {
            throw new WebServiceException("messages of port " + port.name() + " cannot be validated, as asked for by "
                    + ValidationChoice.PROPERTY + ": its service has no WSDL; make it with the location of one");
        }
        PortType portType = described.binding().portType();
        return rules.computeIfAbsent(
                portType.name(), key -> new SchemaRules(ServiceDocument.schema(location, name, portType)));
    }

    private WebServiceFeature[] together(WebServiceFeature... more) {
        List<WebServiceFeature> all = new ArrayList<>(List.of(features));
        all.addAll(List.of(more));
        return all.toArray(new WebServiceFeature[0]);
    }

    private static void respect(ClientPort port, ClientFeatures wanted) {
        Port described = port.described();
        if (described != null && wanted.respectBinding()) {
            for (XmlName extension : port.required()) {
                if (!extension.equals(RequiredExtensions.USING_ADDRESSING) || !wanted.addressing()) {
                    throw new WebServiceException("the binding of port " + port.name() + " requires the extension "
                            + extension
                            + (extension.equals(RequiredExtensions.USING_ADDRESSING)
                                    ? "; use AddressingFeature"
                                    : ", which is not supported"));
                }
            }
            try {
                BindingRequirements.checkWithEncoded(described.binding());
            } catch (WsdlException e) {
                throw new WebServiceException(
                        "the binding of port " + port.name() + " requires what is not supported: " + e.getMessage(), e);
            }
        }
    }

    // ---------------------------------------------------------------- dispatches

    @Override
    public <T> Dispatch<T> createDispatch(QName portName, Class<T> type, Service.Mode mode) {
        return createDispatch(portName, type, mode, new WebServiceFeature[0]);
    }

    @Override
    public <T> Dispatch<T> createDispatch(QName portName, Class<T> type, Service.Mode mode, WebServiceFeature... more) {
        return dispatch(port(portName), List.of(), DispatchForm.of(type, mode), more);
    }

    @Override
    public <T> Dispatch<T> createDispatch(
            EndpointReference reference, Class<T> type, Service.Mode mode, WebServiceFeature... more) {
        EndpointReferences.Target target = EndpointReferences.read(reference);
        return dispatch(portOf(target), target.parameters(), DispatchForm.of(type, mode), more);
    }

    @Override
    public Dispatch<Object> createDispatch(QName portName, JAXBContext context, Service.Mode mode) {
        return createDispatch(portName, context, mode, new WebServiceFeature[0]);
    }

    @Override
    public Dispatch<Object> createDispatch(
            QName portName, JAXBContext context, Service.Mode mode, WebServiceFeature... more) {
        return dispatch(port(portName), List.of(), DispatchForm.of(context, mode), more);
    }

    @Override
    public Dispatch<Object> createDispatch(
            EndpointReference reference, JAXBContext context, Service.Mode mode, WebServiceFeature... more) {
        EndpointReferences.Target target = EndpointReferences.read(reference);
        return dispatch(portOf(target), target.parameters(), DispatchForm.of(context, mode), more);
    }

    private ClientPort portOf(EndpointReferences.Target target) {
        if (target.port() == null) {
            throw new WebServiceException("the endpoint reference must name a port (EndpointName in ServiceName of its"
                    + " metadata), as a Dispatch has no interface to find it by");
        }
        return port(new QName(name.getNamespaceURI(), target.port())).at(target.address());
    }

    private <T> Dispatch<T> dispatch(
            ClientPort port, List<XmlElement> parameters, DispatchForm<T> form, WebServiceFeature... more) {
        ClientFeatures wanted = ClientFeatures.of(null, together(more));
        if (wanted.addressingRequired()) {
            throw new WebServiceException("AddressingFeature.required is not supported for a Dispatch, which leaves the"
                    + " header blocks of answers to the program; look at them in mode MESSAGE");
        }
        respect(port, wanted);
        ClientDispatch<T> made = new ClientDispatch<>(this, port, wanted, parameters, form);
        made.getBinding().setHandlerChain(handlers(port, null));
        return made;
    }

    // ---------------------------------------------------------------- the service

    /** The handlers of a new proxy or dispatch. */
    @SuppressWarnings("rawtypes") // declared so by the standard
    List<Handler> handlers(ClientPort port, @Nullable Class<?> type) {
        HandlerResolver chosen = resolver;
        if (chosen != null) {
            List<Handler> chain = chosen.getHandlerChain(port);
            return chain == null ? List.of() : chain;
        }
        HandlerFile file = HandlerFile.of(serviceClass);
        if (file == null && type != null) {
            file = HandlerFile.of(type);
        }
        return file == null ? List.of() : new ArrayList<>(file.handlers(port));
    }

    @Override
    public QName getServiceName() {
        return name;
    }

    @Override
    public @Nullable URL getWSDLDocumentLocation() {
        return wsdl;
    }

    /** Null where the program has set none. */
    @Override
    public @Nullable HandlerResolver getHandlerResolver() {
        return resolver;
    }

    @Override
    public void setHandlerResolver(@Nullable HandlerResolver given) {
        resolver = given;
    }

    @Override
    public Executor getExecutor() {
        return executor;
    }

    @Override
    public void setExecutor(Executor given) {
        executor = Objects.requireNonNull(given, "an executor");
    }
}
