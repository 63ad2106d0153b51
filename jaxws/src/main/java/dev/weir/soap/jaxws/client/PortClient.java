package dev.weir.soap.jaxws.client;

import dev.weir.soap.SoapService;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.envelope.WsAddressing;
import dev.weir.soap.jaxws.client.EnvelopeCall.Answer;
import dev.weir.soap.mtom.XopPackage;
import dev.weir.xml.encoding.InfosetEncoding;
import dev.weir.xml.tree.XmlElement;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.wsaddressing.W3CEndpointReference;
import java.io.Closeable;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What proxies and dispatches share: the contexts, the binding, the session. The request context may be read and changed by
 * several threads; the response context is that of the thread's own last call.
 *
 * <p>Programs written for CXF or Metro close their clients, which need not be here: nothing is lost by one that is not closed, nor
 * by one that is, and may be called still.
 */
abstract class PortClient implements BindingProvider, Closeable {
    private final ClientPort port;
    private final ClientFeatures features;
    private final ClientBinding binding;
    private final FastInfosetPeers negotiation;
    private final ClientService service;
    private final List<XmlElement> referenceParameters;
    private final ClientConnections connections = new ClientConnections();
    private final CookieManager cookies = new CookieManager(null, CookiePolicy.ACCEPT_ALL);
    private final Map<String, Object> requestContext = Collections.synchronizedMap(new HashMap<>());
    private final ThreadLocal<Map<String, Object>> responseContext = ThreadLocal.withInitial(HashMap::new);

    PortClient(ClientService service, ClientPort port, ClientFeatures features, List<XmlElement> referenceParameters) {
        this.service = service;
        this.port = port;
        this.features = features;
        this.binding = new ClientBinding(port, features.mtom());
        this.negotiation = new FastInfosetPeers(features.fastInfoset(), service.vocabulary());
        this.referenceParameters = List.copyOf(referenceParameters);
        if (!port.address().isEmpty()) {
            requestContext.put(ENDPOINT_ADDRESS_PROPERTY, port.address());
        }
    }

    final ClientPort port() {
        return port;
    }

    final ClientService service() {
        return service;
    }

    @Override
    public final Map<String, Object> getRequestContext() {
        return requestContext;
    }

    @Override
    public final Map<String, Object> getResponseContext() {
        return responseContext.get();
    }

    final void respond(Map<String, Object> context) {
        responseContext.set(context);
    }

    /** Lets go of the connections that are this client's own; those that all clients share stay. Calls under way go on. */
    @Override
    public final void close() {
        connections.release();
    }

    @Override
    public final ClientBinding getBinding() {
        return binding;
    }

    /** A call with the request context as it is now. */
    final EnvelopeCall call(String action, Answer answer) {
        Map<String, Object> context;
        synchronized (requestContext) {
            context = new HashMap<>(requestContext);
        }
        return new EnvelopeCall(
                port, service.locationUri(), binding, negotiation, connections, cookies, context, action, answer);
    }

    /**
     * The encoding of the next request; null for text, as it is where handlers look at it or anything goes in parts.
     *
     * @param parts true where something may, whatever the binding says
     */
    final @Nullable InfosetEncoding encoding(boolean parts) {
        if (parts || hasMtom() || !binding.handlers().isEmpty()) {
            return null;
        }
        synchronized (requestContext) {
            Object address = requestContext.get(ENDPOINT_ADDRESS_PROPERTY);
            return negotiation.of(requestContext).ofRequest(address == null ? port.address() : address.toString());
        }
    }

    /** True where requests have parts: Fast Infoset, which only a program asks for, counts before a policy that merely offers MTOM. */
    private boolean hasMtom() {
        if (!binding.isMtomByOffer()) {
            return binding.mtom().enabled();
        }
        synchronized (requestContext) {
            return negotiation.of(requestContext).encoding() == null;
        }
    }

    /**
     * The message that a request's binary values become parts of; null where they stay in the envelope, as all but those of type
     * swaRef do where handlers look at it.
     *
     * @param references true where some may be of type swaRef, which needs parts
     */
    final @Nullable XopPackage packing(boolean references) {
        boolean xop = hasMtom() || references && binding.mtom().enabled();
        if (xop && binding.handlers().isEmpty()) {
            return new XopPackage(binding.mtom().threshold());
        }
        return references ? XopPackage.ofReferences() : null;
    }

    /** The header blocks that a request has beside those of its operation. */
    final List<XmlElement> headerBlocks(@Nullable String action, boolean oneWay) {
        if (!features.addressing()) {
            return new ArrayList<>(referenceParameters);
        }
        Object address = requestContext.get(ENDPOINT_ADDRESS_PROPERTY);
        List<XmlElement> blocks = WsAddressing.blocks(
                WsAddressing.VERSION_10,
                new SoapService.Addressing(
                        "urn:uuid:" + UUID.randomUUID(),
                        null,
                        address == null ? port.address() : address.toString(),
                        action,
                        oneWay ? null : WsAddressing.VERSION_10 + "/anonymous"));
        blocks.addAll(referenceParameters);
        return blocks;
    }

    final boolean isAddressed() {
        return features.addressing();
    }

    /** @throws WebServiceException where the answer must use WS-Addressing and does not */
    final void requireAddressing(EnvelopeReader answer) {
        if (features.addressingRequired() && answer.headers().stream().noneMatch(WsAddressing::isAddressing)) {
            throw new WebServiceException(
                    "the answer has no WS-Addressing header block, which AddressingFeature.required asks for");
        }
    }

    @Override
    public final EndpointReference getEndpointReference() {
        return getEndpointReference(W3CEndpointReference.class);
    }

    @Override
    public final <T extends EndpointReference> T getEndpointReference(Class<T> type) {
        if (type != W3CEndpointReference.class) {
            throw new WebServiceException("an endpoint reference must be a W3CEndpointReference: " + type.getName());
        }
        Object address = requestContext.get(ENDPOINT_ADDRESS_PROPERTY);
        return type.cast(EndpointReferences.make(
                address == null ? port.address() : address.toString(),
                null,
                port.service(),
                port.name(),
                service.location(),
                List.of(),
                referenceParameters.stream().map(XmlElement::toBytes).toList()));
    }
}
