package dev.weir.soap.jaxws.endpoint;

import dev.weir.soap.envelope.WsAddressing;
import dev.weir.soap.http.HeaderFields;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.jaxws.handler.MessageProperties;
import dev.weir.soap.jaxws.handler.OutboundAttachments;
import dev.weir.soap.jaxws.handler.SoapMessages;
import dev.weir.soap.jaxws.model.Operation;
import dev.weir.soap.mtom.MimeMessage;
import dev.weir.soap.mtom.MimePart;
import dev.weir.xml.XmlName;
import dev.weir.xml.dom.DomBuilder;
import dev.weir.xml.reader.XmlReaders;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import jakarta.activation.DataHandler;
import jakarta.xml.ws.handler.MessageContext;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.Principal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** The request that a thread is working on: what a service's context shows of it. For one thread at a time. */
final class ServerCall {
    private static final XmlName REFERENCE_PARAMETER = XmlName.of(WsAddressing.VERSION_10, "IsReferenceParameter");
    private static final Set<String> TRUE = Set.of("true", "1");
    private static final ThreadLocal<@Nullable ServerCall> CURRENT = new ThreadLocal<>();

    private final PublishedService service;
    private final HttpRequest request;
    private final @Nullable Executor workers;
    private @Nullable ContainerCall container;
    private @Nullable Principal user;
    private @Nullable Operation operation;
    private @Nullable MimeMessage parts;
    private List<XmlElement> referenceParameters = List.of();
    private @Nullable CallContext context;

    /**
     * @param container null where there is none
     * @param workers for methods that may wait; null where the request is on a thread that may
     */
    ServerCall(
            PublishedService service,
            HttpRequest request,
            @Nullable ContainerCall container,
            @Nullable Executor workers) {
        this.service = service;
        this.request = request;
        this.container = container;
        this.workers = workers;
    }

    /** The message that the request came in; its attachments are there until it is closed. The first to know it says it. */
    void separated(@Nullable MimeMessage message) {
        if (parts == null && message != null) {
            parts = message;
            CallContext known = context;
            if (known != null) {
                known.put(MessageContext.INBOUND_MESSAGE_ATTACHMENTS, inbound());
            }
        }
    }

    private Map<String, DataHandler> inbound() {
        MimeMessage message = parts;
        return SoapMessages.handlers(message == null ? List.of() : message.unreferredParts());
    }

    /**
     * What the service has given its reply to attach; none where handlers see it before it is sent.
     *
     * @throws IllegalArgumentException for what cannot be sent; names the property
     */
    List<MimePart> attachments() {
        CallContext known = context;
        return known == null || service.hasHandlers() ? List.of() : OutboundAttachments.of(known);
    }

    HttpRequest request() {
        return request;
    }

    /** For a method that may wait; null where the thread that has read the request may. */
    @Nullable Executor workers() {
        return workers;
    }

    /** Null for a thread that works on none. */
    static @Nullable ServerCall current() {
        return CURRENT.get();
    }

    /** Runs something as a part of this call. */
    <T> T run(Callable<T> work) throws Exception {
        ServerCall before = CURRENT.get();
        CURRENT.set(this);
        try {
            return work.call();
        } finally {
            restore(before);
        }
    }

    /** As {@link #run}, of work that throws nothing checked. */
    void runPlain(Runnable work) {
        ServerCall before = CURRENT.get();
        CURRENT.set(this);
        try {
            work.run();
        } finally {
            restore(before);
        }
    }

    private static void restore(@Nullable ServerCall before) {
        if (before == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(before);
        }
    }

    /** @param headers the request's blocks, of which some are reference parameters */
    void dispatched(Operation found, List<XmlElement> headers) {
        this.operation = found;
        if (!headers.isEmpty()) {
            referenceParameters =
                    headers.stream().filter(ServerCall::isReferenceParameter).toList();
        }
        CallContext known = context;
        if (known != null) {
            fillDispatched(known);
        }
        if (container != null) {
            container.dispatched(found.name());
        }
    }

    private static boolean isReferenceParameter(XmlElement block) {
        XmlAttribute said = block.attribute(REFERENCE_PARAMETER);
        return said != null && TRUE.contains(said.value().strip());
    }

    /** Null where a sender has named a host that is none. */
    private static @Nullable URI uri(String address) {
        try {
            return new URI(address);
        } catch (URISyntaxException e) {
            return null;
        }
    }

    /** What is known of a request when its envelope has been read. */
    private void fillDispatched(CallContext to) {
        Operation known = operation;
        QName portType = service.portType();
        if (known != null && portType != null) {
            to.put(MessageContext.WSDL_OPERATION, new QName(portType.getNamespaceURI(), known.name()));
        }
        List<Element> parameters = new ArrayList<>();
        for (XmlElement block : referenceParameters) {
            Document made = DomBuilder.DEFAULT.build(XmlReaders.open(block.toBytes()));
            parameters.add(made.getDocumentElement());
        }
        to.put(MessageContext.REFERENCE_PARAMETERS, parameters);
    }

    /** The container's request ends before the call does: nothing of it may be used from now on but who has sent it. */
    void outlivesRequest() {
        ContainerCall ending = container;
        if (ending != null) {
            user = ending.user();
            container = null;
            CallContext known = context;
            if (known != null) {
                known.keySet().removeAll(ending.properties().keySet());
            }
        }
    }

    @Nullable Principal user() {
        if (container != null) {
            return container.user();
        }
        return user == null ? request.client() : user;
    }

    boolean isUserInRole(String role) {
        return container != null && container.isUserInRole(role);
    }

    /** The endpoint's address, as the request has it. */
    String address() {
        String path = request.path();
        return request.target().scheme() + "://" + request.target().authority() + path;
    }

    PublishedService service() {
        return service;
    }

    /** Made when it is looked at. */
    MessageContext context() {
        CallContext known = context;
        if (known == null) {
            known = new CallContext();
            context = known;
            fill(known);
        }
        return known;
    }

    private void fill(CallContext to) {
        to.put(MessageContext.MESSAGE_OUTBOUND_PROPERTY, false);
        to.put(MessageContext.HTTP_REQUEST_METHOD, request.method());
        Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String name : request.headers().names()) {
            fields.put(name, List.copyOf(request.headers().values(name)));
        }
        to.put(MessageContext.HTTP_REQUEST_HEADERS, fields);
        if (request.query() != null) {
            to.put(MessageContext.QUERY_STRING, request.query());
        }
        to.put(MessageContext.PATH_INFO, request.path().substring(service.pathLength(request.path())));
        to.put(MessageContext.INBOUND_MESSAGE_ATTACHMENTS, inbound());
        to.put(MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS, new LinkedHashMap<String, DataHandler>());
        to.put(MessageContext.WSDL_SERVICE, service.serviceName());
        to.put(MessageContext.WSDL_PORT, service.portName());
        @Nullable QName portType = service.portType();
        if (portType != null) {
            to.put(MessageContext.WSDL_INTERFACE, portType);
        }
        URI description = service.isDescribed() ? uri(address() + "?wsdl") : null;
        if (description != null) {
            to.put(MessageContext.WSDL_DESCRIPTION, description);
        }
        fillDispatched(to);
        if (container != null) {
            to.putAll(container.properties());
        }
        to.inherited();
    }

    /** Shows handlers what the service sees. */
    void showTo(MessageProperties properties) {
        properties.putForApplication(new HashMap<>((CallContext) context()));
    }

    /** Shows the service what handlers have added. */
    void take(MessageProperties properties) {
        ((CallContext) context()).putAll(properties.forApplication());
    }

    /** Takes what handlers have said of the HTTP reply, which they may have done after the service. */
    void takeReply(MessageProperties properties) {
        for (String name : List.of(MessageContext.HTTP_RESPONSE_CODE, MessageContext.HTTP_RESPONSE_HEADERS)) {
            Object said = properties.all().get(name);
            if (said != null) {
                context().put(name, said);
            }
        }
    }

    /**
     * The reply with the status and the header fields that the service has set.
     *
     * @throws IllegalArgumentException for what HTTP cannot carry
     */
    HttpReply finished(HttpReply reply) {
        CallContext known = context;
        if (known == null) {
            return reply;
        }
        HttpReply changed = reply;
        if (known.get(MessageContext.HTTP_RESPONSE_CODE) instanceof Integer status && reply.status() < 300) {
            if (status < 200 || status > 599) {
                throw new IllegalArgumentException(
                        MessageContext.HTTP_RESPONSE_CODE + " must be 200 to 599, but is " + status);
            }
            changed = new HttpReply(status, reply.headers(), reply.body(), reply.source());
        }
        if (known.get(MessageContext.HTTP_RESPONSE_HEADERS) instanceof Map<?, ?> fields) {
            for (Map.Entry<?, ?> field : fields.entrySet()) {
                changed = with(changed, field.getKey(), HeaderFields.values(field.getValue()));
            }
        }
        return changed;
    }

    private HttpReply with(HttpReply reply, @Nullable Object key, List<String> values) {
        if (key == null) { // of java.net, which has the status line so
            service.ignores(null);
            return reply;
        }
        String name = key.toString();
        if (!HeaderFields.isName(name)) {
            throw new IllegalArgumentException(
                    MessageContext.HTTP_RESPONSE_HEADERS + " has a field whose name is no token of HTTP: " + name);
        }
        if (HeaderFields.isOfTheMessage(name)) {
            service.ignores(name);
            return reply;
        }
        for (String value : values) {
            if (!HeaderFields.isValue(value)) {
                throw new IllegalArgumentException(MessageContext.HTTP_RESPONSE_HEADERS
                        + " has control characters in field " + name + "; a value must be one line of text");
            }
        }
        return values.isEmpty()
                ? reply
                : reply.with(name, String.join(HeaderFields.isCookie(name) ? "\n" : ", ", values));
    }
}
