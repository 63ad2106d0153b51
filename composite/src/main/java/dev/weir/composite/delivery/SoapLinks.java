package dev.weir.composite.delivery;

import dev.weir.bpel.ProcessDefinition.PartnerLink;
import dev.weir.composite.assembly.CompositeReference;
import dev.weir.composite.assembly.CompositeService;
import dev.weir.composite.assembly.WsBinding;
import dev.weir.composite.statistics.CalledServers;
import dev.weir.composite.statistics.Statistics.CalledServer;
import dev.weir.soap.SoapService;
import dev.weir.soap.SoapService.Addressing;
import dev.weir.soap.client.SoapClient;
import dev.weir.soap.endpoint.EndpointOptions;
import dev.weir.soap.endpoint.SoapEndpoint;
import dev.weir.soap.http.HttpHandler;
import dev.weir.soap.http.HttpSender;
import dev.weir.soap.mtom.AttachmentOptions.Use;
import dev.weir.soap.wsdl.DerivedBinding;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.store.Store;
import dev.weir.wsdl.Wsdl.Actions;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.XmlName;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Where composites meet SOAP: their services as endpoints, their references and callbacks as destinations. */
public final class SoapLinks {
    private final EndpointDestination.Caller caller;
    private final EndpointDestination.Caller remote;
    private final CallMessageIds ids;
    private final CalledServers called = new CalledServers();
    private final CircuitBreaker breaker;
    private final Function<URI, @Nullable String> refusals;
    private final EndpointOptions options;

    /**
     * How messages are sent.
     *
     * @param local those to this server without a connection
     * @param network all over the network, for references that want it so
     */
    public record Senders(HttpSender local, HttpSender network) {}

    /**
     * Whom messages may name as receivers.
     *
     * @param senders send only where they may
     * @param refusals why an address would be refused, as far as this is known before anything is sent; null where not
     */
    public record Guard(Senders senders, Function<URI, @Nullable String> refusals) {}

    /**
     * @param guard for addresses that messages name
     * @param timeout of a call, where its reference says nothing else
     * @param store makes and proves the message ids
     * @param options of the endpoints
     * @param clock by which receivers that do not answer are tried again
     */
    public SoapLinks(
            Senders senders, Guard guard, Duration timeout, Store store, EndpointOptions options, InstantSource clock) {
        this.ids = new CallMessageIds(store);
        this.refusals = guard.refusals();
        this.breaker = new CircuitBreaker(clock);
        this.caller = new EndpointDestination.Caller(
                new SoapClient(senders.local()),
                new SoapClient(guard.senders().local()),
                ids,
                timeout,
                breaker,
                called);
        this.remote = new EndpointDestination.Caller(
                new SoapClient(senders.network()),
                new SoapClient(guard.senders().network()),
                ids,
                timeout,
                breaker,
                called);
        this.options = options;
    }

    /** The servers that have been called, since this one was started. */
    public List<CalledServer> called() {
        return called.now(breaker.openServers());
    }

    /** The ids of messages that this server sends. */
    CallMessageIds ids() {
        return ids;
    }

    /** Why a caller may not name an address for callbacks; null if it may, as far as this is known now. */
    @Nullable String refusal(String replyTo) {
        try {
            URI uri = new URI(replyTo);
            if ("http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme())) {
                return uri.getHost() == null ? "it names no host" : refusals.apply(uri);
            }
            return "it must be an http or https URL";
        } catch (URISyntaxException e) {
            return "it must be an http or https URL";
        }
    }

    /**
     * Where the messages of a service come in.
     *
     * @param description of the service, as {@link #description(CompositeService)} gives it
     */
    public HttpHandler endpoint(CompositeService service, ServiceDescription description, SoapService entry) {
        return new SoapEndpoint(
                description,
                entry,
                service.bindings().stream().anyMatch(WsBinding::mtom)
                        ? options.withAttachments(options.attachments().withUse(Use.ALWAYS))
                        : options);
    }

    /**
     * What is served of a service.
     *
     * @throws WsdlException if its binding is one that is not served
     */
    public static ServiceDescription description(CompositeService service) {
        Map<SoapVersion, String> ports = new EnumMap<>(SoapVersion.class);
        XmlName name = XmlName.of(service.contract().portType().name().namespace(), service.name());
        for (WsBinding binding : service.bindings()) {
            ports.putIfAbsent(binding.version(), binding.port());
            name = binding.service();
        }
        return ServiceDescription.of(
                service.contract().wsdl(), service.contract().portType(), name, ports);
    }

    /**
     * Where the callbacks of a reference come in: its callback port type, one-way for all who call.
     *
     * @param description as {@link #description(CompositeReference, PortType)} gives it
     */
    public HttpHandler callbacks(ServiceDescription description, SoapService entry) {
        return new SoapEndpoint(description, entry, options);
    }

    /**
     * What is served of a reference's callbacks.
     *
     * @throws WsdlException if its binding is one that is not served
     */
    public static ServiceDescription description(CompositeReference reference, PortType callback) {
        String name = reference.name() + "Callback";
        Map<SoapVersion, String> ports = new EnumMap<>(SoapVersion.class);
        ports.put(SoapVersion.SOAP_11, name + "Port");
        ports.put(SoapVersion.SOAP_12, name + "Port12");
        return ServiceDescription.of(
                reference.contract().wsdl(),
                callback,
                XmlName.of(callback.name().namespace(), name),
                ports);
    }

    /**
     * A reference at the address that its binding names.
     *
     * @param replyTo where the caller takes callbacks; null where it does not
     */
    public Destination reference(CompositeReference reference, @Nullable String replyTo) {
        WsBinding port = binding(reference);
        String missing = port.missing();
        return missing != null && port.address().isEmpty() && !port.properties().containsKey("endpointURI")
                ? unavailable(reference, missing)
                : reference(reference, port.address(), replyTo);
    }

    /** A reference's binding, at an address that a process chose; empty where each message says where it goes. */
    public Destination reference(CompositeReference reference, String address, @Nullable String replyTo) {
        WsBinding port = binding(reference);
        Binding binding;
        try {
            binding = called(reference, port);
        } catch (WsdlException e) {
            String missing = port.missing();
            if (missing == null) {
                throw e;
            }
            return unavailable(reference, missing + ", and " + e.getMessage());
        }
        Duration timeout = port.readTimeout();
        EndpointDestination.Caller how = (port.isLocal() ? caller : remote).with(port.encodings());
        if (!isOwnAddress(port, address)) {
            how = how.cautious();
        }
        return new EndpointDestination(
                timeout == null ? how : how.withTimeout(timeout),
                reference.name(),
                binding,
                operation -> reference
                        .contract()
                        .wsdl()
                        .actions(binding.portType(), operation)
                        .input(),
                address.isEmpty() ? null : uri(address),
                new Addressing(null, null, null, null, replyTo),
                ReferenceTerms.PLAIN);
    }

    /**
     * The binding by which a reference is called: that of its port, or one that is made from its interface.
     *
     * @param port its binding
     * @throws WsdlException if none can be made
     */
    public static Binding called(CompositeReference reference, WsBinding port) {
        return port.definition() == null
                ? derived(reference.contract().portType(), port.version())
                : port.definition().binding();
    }

    private static Destination unavailable(CompositeReference reference, String why) {
        return new UnavailableDestination("reference '" + reference.name() + "'", why);
    }

    private static WsBinding binding(CompositeReference reference) {
        if (reference.bindings().isEmpty()) {
            throw new DeliveryException("the reference " + reference.name() + " has no binding", true);
        }
        return reference.bindings().get(0);
    }

    /** True for an address on the machine that the composite names; a process may have another from anybody. */
    private static boolean isOwnAddress(WsBinding port, String address) {
        if (address.equals(port.address())) {
            return true;
        }
        return !port.address().isEmpty() && EndpointDestination.isSameServer(uri(port.address()), uri(address));
    }

    private static URI uri(String address) {
        try {
            return new URI(address);
        } catch (URISyntaxException e) {
            throw DeliveryException.hopeless("not an address: " + e.getMessage());
        }
    }

    /** An address that a process assigned to a partner link which no wire leads from. */
    public Destination assigned(String address, PartnerLink partner) {
        return callback(new CallTarget.HttpCallback(address, null), partner);
    }

    /** The address to which a conversation's caller wants callbacks. */
    public Destination callback(CallTarget.HttpCallback callback, PartnerLink partner) {
        PortType portType = partner.partnerPortType();
        if (portType == null) {
            throw new DeliveryException("the partner link " + partner.name() + " has no callback port type", true);
        }
        return callback(callback, partner.name(), portType);
    }

    /** The same for an interface of any component. */
    Destination callback(CallTarget.HttpCallback callback, String name, PortType portType) {
        return new EndpointDestination(
                caller.cautious(),
                name,
                derived(portType, SoapVersion.SOAP_11),
                operation -> Actions.byName(portType.name(), operation.name()),
                uri(callback.address()),
                new Addressing(null, callback.relatesTo(), null, null, null),
                ReferenceTerms.decode(callback.terms()));
    }

    private static Binding derived(PortType portType, SoapVersion version) {
        return DerivedBinding.of(
                portType,
                version,
                XmlName.of(portType.name().namespace(), portType.name().local() + "Binding"));
    }
}
