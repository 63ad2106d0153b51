package dev.weir.soap.jaxws.endpoint;

import dev.weir.soap.jaxws.body.AttachmentProperties;
import dev.weir.soap.jaxws.body.FastInfosetProperties;
import dev.weir.soap.jaxws.body.GzipProperty;
import dev.weir.soap.jaxws.body.LaxProperty;
import dev.weir.soap.jaxws.model.ValidationChoice;
import dev.weir.soap.jaxws.tls.TlsProperties;
import jakarta.xml.ws.Binding;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.EndpointContext;
import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.handler.PortInfo;
import jakarta.xml.ws.spi.http.HttpContext;
import jakarta.xml.ws.wsaddressing.W3CEndpointReference;
import jakarta.xml.ws.wsaddressing.W3CEndpointReferenceBuilder;
import java.io.ByteArrayInputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URL;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Function;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/** An implementation and where it is published. Thread-safe. */
public final class WeirEndpoint extends Endpoint {
    /**
     * The property with the address that the endpoint is published at, as a String: other than the one given to publish
     * where that has port 0.
     */
    public static final String ADDRESS = "dev.weir.jaxws.address";

    /** The property with the WSDL's location, a String: it counts before that of the annotation. */
    public static final String WSDL_LOCATION = "dev.weir.jaxws.wsdl-location";

    /**
     * The property with the machines that replies may go to, beside those of the public internet, where requests name an
     * address for them: a String of {@code HOST}, {@code ADDRESS} or {@code ADDRESS/BITS}, each with {@code :PORT} or
     * without, divided by commas.
     */
    public static final String REPLY_ADDRESSES = "dev.weir.jaxws.reply-addresses";

    /**
     * The property that takes the page away on which people try the service, and the service from the list of services: a
     * Boolean, or a String of one; true where it is absent.
     */
    public static final String TEST_PAGE = "dev.weir.jaxws.test-page";

    private static final Logger LOG = System.getLogger(WeirEndpoint.class.getName());

    private static final Set<String> KNOWN_PROPERTIES = known();

    private final Object implementor;
    /** Who gets the context injected: not the implementor where that is a proxy. */
    private final Object target;
    /** True where somebody else calls the lifecycle methods of the target. */
    private final boolean managed;

    private final @Nullable String bindingId;
    private final WebServiceFeature[] features;
    private final EndpointBinding binding;
    private Map<String, Object> properties = new HashMap<>();
    private @Nullable Executor executor;
    private @Nullable PublishedService service;
    private @Nullable Place place;
    private volatile String path = "";
    private boolean stopped;

    private static Set<String> known() {
        Set<String> names = new HashSet<>(Set.of(
                WSDL_SERVICE,
                WSDL_PORT,
                WSDL_LOCATION,
                ADDRESS,
                REPLY_ADDRESSES,
                TEST_PAGE,
                FastInfosetProperties.VOCABULARY,
                GzipProperty.FROM_BYTES,
                FastInfosetProperties.ENABLED));
        names.addAll(AttachmentProperties.NAMES);
        names.add(ValidationChoice.PROPERTY);
        names.add(LaxProperty.NAME);
        names.addAll(TlsProperties.NAMES);
        names.add(EndpointTls.CLIENTS);
        return names;
    }

    /**
     * Makes an endpoint that is not published yet.
     *
     * @param bindingId null for the one of the implementor's class
     * @throws dev.weir.soap.jaxws.model.InterfaceException where the implementor asks for what is not supported
     */
    public WeirEndpoint(@Nullable String bindingId, Object implementor, WebServiceFeature... features) {
        this(bindingId, implementor, implementor, false, features);
    }

    private WeirEndpoint(
            @Nullable String bindingId,
            Object implementor,
            Object target,
            boolean managed,
            WebServiceFeature... features) {
        this.implementor = implementor;
        this.target = target;
        this.managed = managed;
        this.bindingId = bindingId;
        this.features = features.clone();
        Implementation said = Implementation.of(implementor, target.getClass(), bindingId, properties, features);
        this.binding = new EndpointBinding(said.version(), said.mtom());
    }

    /**
     * Makes an endpoint of an object that a container for beans manages: its lifecycle methods and resources are the
     * container's affair, but for the {@link jakarta.xml.ws.WebServiceContext}.
     *
     * @param proxy what is called; the target itself, or a proxy of it
     * @param target whose class has the annotations
     */
    public static WeirEndpoint ofBean(
            @Nullable String bindingId, Object proxy, Object target, WebServiceFeature... features) {
        return new WeirEndpoint(bindingId, proxy, target, true, features);
    }

    /** The context of whatever request the current thread works on, for any endpoint. */
    public static jakarta.xml.ws.WebServiceContext context() {
        return new ServiceContext();
    }

    @Override
    public Binding getBinding() {
        return binding;
    }

    /** For what is chosen by service, port and binding, such as handlers. */
    public synchronized PortInfo portInfo() {
        return Implementation.of(implementor, target.getClass(), bindingId, properties, features)
                .portInfo();
    }

    @Override
    public Object getImplementor() {
        return implementor;
    }

    /**
     * Publishes at an address like {@code http://localhost:8080/path} or {@code https://localhost:8443/path}; 0.0.0.0 listens
     * on all addresses, port 0 on any free port. The JVM does not end while an endpoint is published there. Inside a servlet container with Weir's servlet,
     * {@code /path} publishes below the servlet's path.
     */
    @Override
    public synchronized void publish(String address) {
        EndpointContainer container = address.startsWith("/") ? EndpointContainer.current() : null;
        if (container != null) {
            publish(container, address);
            return;
        }
        EndpointTls tls = EndpointHosts.tls(address, properties);
        PublishedService made = prepare(null);
        Place entered = EndpointHosts.enter(address, tls, made);
        service = made;
        enter(entered);
        properties.put(ADDRESS, String.valueOf(entered.address()));
    }

    /**
     * Publishes inside a container, which passes requests on.
     *
     * @param path below the container's own path
     */
    public synchronized void publish(EndpointContainer container, String path) {
        EndpointTls.refuse(properties, path + " inside a container, which speaks TLS itself");
        PublishedService made = prepare(container.resources());
        ContainerEndpoint entered = container.enter(path, made);
        service = made;
        enter(new Place(null, entered.path(), () -> container.leave(entered)));
    }

    private PublishedService prepare(@Nullable Function<String, @Nullable URL> resources) {
        if (stopped || place != null) {
            throw new IllegalStateException(
                    stopped ? "an endpoint that was stopped cannot be published again" : "the endpoint is published");
        }
        Implementation implementation =
                Implementation.of(implementor, target.getClass(), bindingId, properties, features);
        for (String name : properties.keySet()) {
            if (!KNOWN_PROPERTIES.contains(name)) {
                LOG.log(
                        Level.WARNING,
                        "{0}: the endpoint property {1} is not known and changes nothing",
                        target.getClass().getName(),
                        name);
            }
        }
        PublishedService made = PublishedService.of(this, implementation, properties, executor, resources);
        Injection.inject(target, new ServiceContext(), managed);
        return made;
    }

    private void enter(Place entered) {
        place = entered;
        path = entered.path();
    }

    @Override
    public void publish(Object serverContext) {
        throw new UnsupportedOperationException("only addresses can be published at, not a "
                + serverContext.getClass().getName());
    }

    @Override
    public void publish(HttpContext serverContext) {
        publish((Object) serverContext);
    }

    /** What of requests' paths is the endpoint's own. */
    String path() {
        return path;
    }

    @Override
    public synchronized void stop() {
        Place left = place;
        stopped = true;
        if (left != null) {
            place = null;
            left.leave().run();
            if (!managed) {
                Injection.destroy(target);
            }
        }
    }

    @Override
    public synchronized boolean isPublished() {
        return place != null;
    }

    /** The WSDL and the schemas, once the endpoint is published; null before. */
    @Override
    public synchronized @Nullable List<Source> getMetadata() {
        Place at = place;
        PublishedService published = service;
        if (at == null || published == null) {
            return null;
        }
        List<Source> sources = new ArrayList<>();
        String address = at.address() == null ? at.path() : at.address().toString();
        for (byte[] document : published.documents(address)) {
            sources.add(new StreamSource(new ByteArrayInputStream(document)));
        }
        return sources;
    }

    @Override
    public void setMetadata(@Nullable List<Source> metadata) {
        if (metadata != null && !metadata.isEmpty()) {
            throw new UnsupportedOperationException(
                    "metadata is not supported; name the WSDL by WebService.wsdlLocation");
        }
    }

    @Override
    public void setEndpointContext(EndpointContext context) {
        throw new UnsupportedOperationException(
                "setEndpointContext is not supported: each endpoint has its own address");
    }

    @Override
    public synchronized @Nullable Executor getExecutor() {
        return executor;
    }

    /** The executor that requests are handled on, from the publishing on; null for the server's own threads. */
    @Override
    public synchronized void setExecutor(@Nullable Executor executor) {
        this.executor = executor;
    }

    @Override
    public synchronized Map<String, Object> getProperties() {
        return properties;
    }

    /**
     * Those that count, when the endpoint is published, are {@link #WSDL_SERVICE}, {@link #WSDL_PORT}, {@link
     * #WSDL_LOCATION}, {@link #REPLY_ADDRESSES}, {@code dev.weir.jaxws.gzip-from-bytes}, {@code dev.weir.jaxws.lax}, and CXF's for attachments, validation and Fast Infoset:
     * {@code attachment-max-size}, {@code attachment-memory-threshold}, {@code attachment-directory},
     * {@code schema-validation-enabled} and {@code org.apache.cxf.fastinfoset.enabled}; at an https address
     * {@code dev.weir.jaxws.ssl-context}, or {@code dev.weir.jaxws.tls-certificate}, {@code -key}, {@code -password},
     * {@code -trust}, and {@code dev.weir.jaxws.tls-clients}. Others are named in the log.
     */
    @Override
    public synchronized void setProperties(Map<String, Object> properties) {
        this.properties = new HashMap<>(properties);
    }

    @Override
    public EndpointReference getEndpointReference(Element... referenceParameters) {
        return getEndpointReference(W3CEndpointReference.class, referenceParameters);
    }

    @Override
    public synchronized <T extends EndpointReference> T getEndpointReference(
            Class<T> type, Element... referenceParameters) {
        Place at = place;
        if (at == null) {
            throw new WebServiceException("the endpoint is not published");
        }
        if (at.address() == null) {
            throw new WebServiceException("the endpoint is published inside a container, at " + at.path()
                    + "; its whole address is known while a request is served, by WebServiceContext");
        }
        return reference(type, at.address().toString(), referenceParameters);
    }

    /** A reference to the endpoint by an address that it is known at. */
    synchronized <T extends EndpointReference> T reference(
            Class<T> type, String address, Element... referenceParameters) {
        PublishedService published = service;
        if (published == null) {
            throw new WebServiceException("the endpoint is not published");
        }
        if (type != W3CEndpointReference.class) {
            throw new WebServiceException("only a W3CEndpointReference can be had, not a " + type.getName());
        }
        W3CEndpointReferenceBuilder builder = new W3CEndpointReferenceBuilder()
                .address(address)
                .serviceName(published.serviceName())
                .endpointName(published.portName());
        for (Element parameter : referenceParameters == null ? new Element[0] : referenceParameters) {
            builder.referenceParameter(parameter);
        }
        return type.cast(builder.build());
    }
}
