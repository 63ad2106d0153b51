package dev.weir.soap.jaxws.client;

import dev.weir.soap.SoapTraffic;
import dev.weir.soap.SoapTraffic.Encoding;
import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.FastInfosetType;
import dev.weir.soap.envelope.LaxMessage;
import dev.weir.soap.envelope.MessageVocabulary;
import dev.weir.soap.http.BodyRefusedException;
import dev.weir.soap.http.BodySink;
import dev.weir.soap.http.ContentCoding;
import dev.weir.soap.http.HttpCall;
import dev.weir.soap.http.HttpCall.ReplySinks;
import dev.weir.soap.http.HttpClientLimits;
import dev.weir.soap.http.HttpException;
import dev.weir.soap.http.HttpHeaders;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpTransport;
import dev.weir.soap.http.RequestMemory;
import dev.weir.soap.jaxws.body.AttachmentProperties;
import dev.weir.soap.jaxws.body.LaxProperty;
import dev.weir.soap.jaxws.handler.HandledMessage;
import dev.weir.soap.jaxws.handler.HandlerChain;
import dev.weir.soap.jaxws.handler.HandlerExchange;
import dev.weir.soap.jaxws.handler.MessageProperties;
import dev.weir.soap.jaxws.handler.OutboundAttachments;
import dev.weir.soap.jaxws.handler.SoapMessages;
import dev.weir.soap.jaxws.model.MtomChoice;
import dev.weir.soap.jaxws.model.ValidationChoice;
import dev.weir.soap.mtom.AttachmentOptions;
import dev.weir.soap.mtom.MimeBody;
import dev.weir.soap.mtom.MimeException;
import dev.weir.soap.mtom.MimeMessage;
import dev.weir.soap.mtom.MimeMessage.Receiver;
import dev.weir.soap.mtom.MimePart;
import dev.weir.soap.mtom.XopPackage;
import dev.weir.soap.tls.CertificateProblem;
import dev.weir.wsdl.Wsdl.Port;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlName;
import dev.weir.xml.encoding.InfosetEncoding;
import dev.weir.xml.encoding.PreparedEncoding;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.MessageContext.Scope;
import java.io.IOException;
import java.net.ConnectException;
import java.net.CookieManager;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLException;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** One call: an envelope passes the handlers, goes out over HTTP, and what comes back passes them again. */
final class EnvelopeCall {
    /** A request with parts up to this length is put together in memory. */
    private static final int WHOLE_BYTES = 1024 * 1024;

    /** What the caller is to get back. */
    enum Answer {
        /** An envelope, as the operation's reply or as its fault. */
        ENVELOPE,
        /** An envelope; nothing where the service says that there is none, as for one-way operations: the caller need not know. */
        IF_ANY,
        /** Nothing but a fault. */
        NONE
    }

    private final ClientPort port;
    private final @Nullable URI wsdl;
    private final HandlerChain handlers;
    private final MtomChoice mtom;
    private final FastInfosetPeers negotiation;
    private final ClientConnections connections;
    private final CookieManager cookies;
    private final Map<String, Object> context;
    private final String action;
    private final Answer answer;
    private final boolean lax;
    private final ValidationChoice validation;

    /** What the program gives the request to attach; handlers may give it more. */
    private final List<MimePart> attached;

    private @Nullable HandlerExchange exchange;
    private volatile AttachmentOptions attachments = AttachmentOptions.DEFAULT;
    /** Settled when the request is sent, as handlers may change the context. */
    private volatile FastInfosetPeers.@Nullable Choice choice;

    private volatile String address = "";

    /** Has the reply, where that is a long one with parts. */
    private volatile @Nullable Receiver receiver;

    /**
     * @param wsdl where the port's description is; null for none
     * @param context the properties of this call; handlers may change them
     * @param action of the operation; empty for none
     */
    EnvelopeCall(
            ClientPort port,
            @Nullable URI wsdl,
            ClientBinding binding,
            FastInfosetPeers negotiation,
            ClientConnections connections,
            CookieManager cookies,
            Map<String, Object> context,
            String action,
            Answer answer) {
        this.port = port;
        this.wsdl = wsdl;
        this.handlers = binding.handlers();
        this.mtom = binding.mtom();
        this.negotiation = negotiation;
        this.connections = connections;
        this.cookies = cookies;
        this.context = context;
        this.action = action;
        this.answer = answer;
        this.lax = Boolean.TRUE.equals(LaxProperty.said(context));
        this.validation = ValidationChoice.ofClient(context.get(ValidationChoice.PROPERTY));
        this.attached = attached(List.of(), context);
    }

    private static List<MimePart> attached(List<MimePart> own, Map<String, Object> context) {
        try {
            return OutboundAttachments.beside(own, context);
        } catch (IllegalArgumentException e) {
            throw new WebServiceException("the request cannot be sent: " + e.getMessage(), e);
        }
    }

    /** True where the program gives the request attachments: it is text with parts. */
    boolean isAttaching() {
        return !attached.isEmpty();
    }

    /** Which of its messages are validated. */
    ValidationChoice validation() {
        return validation;
    }

    /** True where the service need not be careful with what it answers. */
    boolean isLax() {
        return lax;
    }

    /**
     * Waits for the answer.
     *
     * @throws WebServiceException on an event loop of a server, all of whose connections would wait, too
     */
    ReceivedEnvelope run(SentEnvelope sent, @Nullable QName operation) {
        if (HttpTransport.isEventLoop()) {
            throw new WebServiceException((operation == null ? "a Dispatch" : "operation " + operation) + " of port "
                    + port.name() + " is called on an event loop of a server, which must not wait for the answer; take"
                    + " NonBlocking from the method that calls it, or let it call the asynchronous method");
        }
        HandledMessage message = handled(sent);
        ReceivedEnvelope early = request(message, operation);
        if (early != null) {
            return early;
        }
        HttpReply reply;
        try {
            reply = post(message, sent).toCompletableFuture().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw closing(message, new WebServiceException("the thread was interrupted while it waited", e));
        } catch (ExecutionException e) {
            throw closing(message, failure(e.getCause()));
        } catch (RuntimeException e) {
            throw closing(message, e);
        }
        return response(reply);
    }

    /** @param executor runs what follows the answer, handlers and the binding included */
    CompletionStage<ReceivedEnvelope> start(SentEnvelope outgoing, @Nullable QName operation, Executor executor) {
        HandledMessage message = handled(outgoing);
        ReceivedEnvelope early = request(message, operation);
        if (early != null) {
            return CompletableFuture.supplyAsync(() -> early, executor);
        }
        CompletionStage<HttpReply> sent;
        try {
            sent = post(message, outgoing);
        } catch (RuntimeException e) {
            throw closing(message, e);
        }
        return sent.handleAsync(
                (reply, failed) -> {
                    if (failed != null) {
                        throw closing(message, failure(failed));
                    }
                    return response(reply);
                },
                executor);
    }

    // ---------------------------------------------------------------- the request

    /** The attachments of a request are what it has been written with; where handlers look at it, values in base64 are none. */
    private HandledMessage handled(SentEnvelope sent) {
        XopPackage packing = sent.packing();
        return new HandledMessage(
                port.format(),
                sent.envelope(),
                null,
                packing == null ? List.of() : packing.parts(),
                RequestMemory.UNCOUNTED);
    }

    /** The message with parts that a request is sent as; null for the envelope alone. */
    private @Nullable XopPackage packing(HandledMessage message, SentEnvelope outgoing) {
        boolean isHandled = !handlers.isEmpty();
        List<MimePart> attachments = isHandled ? attached(message.attachments(), context) : attached;
        XopPackage written = isHandled ? null : outgoing.packing();
        if (attachments.isEmpty()) {
            return written;
        }
        XopPackage packing = written == null ? XopPackage.ofReferences() : written;
        try {
            attachments.forEach(packing::attach);
        } catch (IllegalArgumentException e) {
            throw new WebServiceException("the request cannot be sent: " + e.getMessage(), e);
        }
        return packing;
    }

    /** Null where it goes on. */
    private @Nullable ReceivedEnvelope request(HandledMessage message, @Nullable QName operation) {
        if (handlers.isEmpty()) {
            return null;
        }
        MessageProperties properties = new MessageProperties();
        properties.putForApplication(context);
        properties.put(MessageContext.WSDL_SERVICE, port.service(), Scope.HANDLER);
        properties.put(MessageContext.WSDL_PORT, port.name(), Scope.HANDLER);
        properties.put(MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS, OutboundAttachments.copy(context), Scope.HANDLER);
        Port described = port.described();
        if (described != null) {
            XmlName portType = described.binding().portType().name();
            properties.put(
                    MessageContext.WSDL_INTERFACE, new QName(portType.namespace(), portType.local()), Scope.HANDLER);
        }
        if (wsdl != null) {
            properties.put(MessageContext.WSDL_DESCRIPTION, wsdl, Scope.HANDLER);
        }
        properties.put(MessageContext.INBOUND_MESSAGE_ATTACHMENTS, Map.of(), Scope.HANDLER);
        if (operation != null) {
            properties.put(MessageContext.WSDL_OPERATION, operation, Scope.HANDLER);
        }
        HandlerExchange started = new HandlerExchange(handlers, true, answer == Answer.NONE, properties);
        exchange = started;
        HandlerExchange.Outcome outcome;
        try {
            outcome = started.request(message);
        } catch (RuntimeException e) {
            throw closing(message, e);
        }
        context.clear();
        context.putAll(properties.all());
        return switch (outcome) {
            case CONTINUE -> null;
            case ANSWERED -> {
                byte[] answer = message.envelope();
                started.close(message);
                yield new ReceivedEnvelope(answer, message.charset(), properties.forApplication())
                        .with(properties.forApplication(), answer, message.charset(), message.attachments());
            }
            case DROPPED -> {
                started.close(message);
                yield new ReceivedEnvelope(new byte[0], null, properties.forApplication());
            }
        };
    }

    private CompletionStage<HttpReply> post(HandledMessage message, SentEnvelope outgoing) {
        XopPackage packing = packing(message, outgoing);
        CallSettings settings = CallSettings.of(context, port.address());
        Map<String, String> fields = new LinkedHashMap<>(settings.headers());
        String value = settings.action() == null ? action : settings.action();
        RequestHeaders.requireValue("SOAPAction", value);
        String quoted = "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
        EnvelopeFormat format = port.format();
        address = settings.address().toString();
        FastInfosetPeers.Choice choice = negotiation.of(context);
        this.choice = choice;
        InfosetEncoding encoding = packing == null ? choice.ofRequest(address) : null;
        byte[] envelope = message.envelope();
        if (outgoing.encoding() != null) {
            encoding = outgoing.encoding();
        } else if (encoding != null) {
            envelope = encoded(envelope, message.charset(), encoding);
        }
        String type = encoding == null ? format.contentType() : FastInfosetType.of(format);
        if (format == EnvelopeFormat.SOAP_11) {
            fields.put("Content-Type", type);
            fields.put("SOAPAction", quoted);
        } else {
            fields.put("Content-Type", type + (value.isEmpty() ? "" : "; action=" + quoted));
        }
        fields.put(
                "Accept",
                (choice.encoding() == null ? "" : FastInfosetType.of(format) + ", ") + format.mediaType + ", "
                        + MimeMessage.MEDIA_TYPE);
        AttachmentOptions options = AttachmentProperties.read(context, mtom);
        attachments = options;
        MimeBody parts = packing == null
                ? null
                : packing.body(envelope, format.mediaType, format == EnvelopeFormat.SOAP_12 ? value : "");
        if (parts != null) {
            fields.put("Content-Type", parts.contentType());
        }
        if (settings.session()) {
            try {
                List<String> kept = cookies.get(settings.address(), Map.of()).getOrDefault("Cookie", List.of());
                if (!kept.isEmpty()) {
                    fields.merge(
                            RequestHeaders.COOKIE, String.join("; ", kept), (own, session) -> own + "; " + session);
                }
            } catch (IOException e) {
                throw new WebServiceException("the session's cookies cannot be read", e);
            }
        }
        Compression compression = settings.compression();
        if (compression != null) {
            fields.put("Accept-Encoding", ContentCoding.offer());
        }
        String vocabulary = packing == null ? choice.toName(address, encoding) : null;
        if (vocabulary != null) {
            fields.put(MessageVocabulary.FIELD, vocabulary);
        }
        ContentCoding coding =
                compression == null || parts != null || encoding != null ? null : compression.of(envelope.length);
        if (coding != null) {
            envelope = coding.pack(envelope);
            fields.put("Content-Encoding", coding.fieldName());
        }
        ReplySinks sinks = (status, head, length) -> sink(head, length, options);
        HttpCall call;
        try {
            byte[] whole = parts == null ? envelope : parts.whole(WHOLE_BYTES);
            Encoding text = encoding == null ? SoapTraffic.ofText(coding) : Encoding.FAST_INFOSET;
            SoapTraffic.countSent(packing == null ? text : packing.traffic(), whole == null ? 0 : whole.length);
            call = parts == null || whole != null
                    ? new HttpCall(
                            settings.address(), fields, whole == null ? envelope : whole, sinks, settings.timeout())
                    : new HttpCall(settings.address(), fields, parts, sinks, settings.timeout());
        } catch (IOException e) {
            throw new WebServiceException("an attachment of the request cannot be read: " + e.getMessage(), e);
        }
        try {
            CompletionStage<HttpReply> sent = connections.sender(settings).send(call);
            return encoding instanceof PreparedEncoding prepared
                    ? sent.thenCompose(reply -> orWithoutVocabulary(reply, settings, call, prepared, choice))
                    : sent;
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new WebServiceException("the request to " + address + " cannot be sent: " + e.getMessage(), e);
        }
    }

    /**
     * The answer; where the service does not know the vocabulary any more, and has read nothing therefore, that to the same request
     * without it.
     */
    private CompletionStage<HttpReply> orWithoutVocabulary(
            HttpReply reply,
            CallSettings settings,
            HttpCall refused,
            PreparedEncoding prepared,
            FastInfosetPeers.Choice choice) {
        InfosetEncoding plain = choice.encoding();
        if (reply.status() != MessageVocabulary.UNKNOWN_STATUS || plain == null || receiver != null) {
            return CompletableFuture.completedFuture(reply);
        }
        choice.refusedVocabulary(address);
        byte[] envelope = FastInfosetType.recode(refused.body(), prepared, plain);
        SoapTraffic.countSent(Encoding.FAST_INFOSET, envelope.length);
        return connections
                .sender(settings)
                .send(new HttpCall(
                        refused.address(), refused.headers(), envelope, refused.replies(), settings.timeout()));
    }

    private static byte[] encoded(byte[] envelope, @Nullable String charset, InfosetEncoding encoding) {
        try {
            return FastInfosetType.encode(envelope, charset, encoding);
        } catch (XmlException e) {
            throw new WebServiceException("a message to be sent is no XML: " + e.getMessage(), e);
        }
    }

    // ---------------------------------------------------------------- the answer

    /** A long message with parts goes into its place as it comes, which may be a file. */
    private @Nullable BodySink sink(HttpHeaders head, long length, AttachmentOptions options) {
        ContentType type = ContentType.parse(head.value("content-type"));
        if (!type.isMultipart() || head.value("content-encoding") != null) {
            return null;
        }
        try {
            Receiver begun = new Receiver(type, options.limits(), length, options.directory());
            receiver = begun;
            return begun;
        } catch (MimeException e) {
            throw new BodyRefusedException(400, String.valueOf(e.getMessage()));
        }
    }

    /** The message with parts that has come; null for a plain envelope. */
    private @Nullable MimeMessage parts(HttpReply reply, ContentType type) {
        if (!type.isMultipart()) {
            return null;
        }
        try {
            Receiver whole = receiver;
            return whole != null ? whole.complete() : MimeMessage.read(type, reply.body(), attachments.limits());
        } catch (MimeException e) {
            throw new WebServiceException("the answer cannot be read: " + e.getMessage(), e);
        }
    }

    /** The answer without its content coding; itself where it has none. */
    private HttpReply unpacked(HttpReply reply) {
        try {
            byte[] body = ContentCoding.unpacked(reply, HttpClientLimits.DEFAULT.maxReplyBytes());
            return body == reply.body() ? reply : new HttpReply(reply.status(), reply.headers(), body);
        } catch (IOException | BodyRefusedException e) {
            WebServiceException failure = new WebServiceException("the answer cannot be read: " + e.getMessage(), e);
            throw closing(HandledMessage.none(port.format()), failure);
        }
    }

    /** As a service that is careful would have sent it; itself where it cannot be put right. */
    private static HttpReply putRight(HttpReply reply) {
        LaxMessage message = LaxMessage.of(reply.header("content-type"), reply.body(), XmlLimits.DEFAULT);
        return message == null
                ? reply
                : new HttpReply(reply.status(), reply.headers(), message.document())
                        .with("content-type", message.contentType());
    }

    private static byte[] root(MimeMessage parts) {
        try {
            return parts.root();
        } catch (IOException e) {
            parts.close();
            throw new WebServiceException("the answer cannot be read: " + e.getMessage(), e);
        }
    }

    private ReceivedEnvelope response(HttpReply coded) {
        HttpReply unpacked = unpacked(coded);
        keepCookies(unpacked);
        HttpReply reply = lax ? putRight(unpacked) : unpacked;
        Map<String, Object> http = new HashMap<>();
        http.put(MessageContext.HTTP_RESPONSE_CODE, reply.status());
        http.put(MessageContext.HTTP_RESPONSE_HEADERS, fields(unpacked));
        HandledMessage empty = HandledMessage.none(port.format());
        boolean taken = reply.status() >= 200 && reply.status() < 300;
        Receiver unread = receiver;
        boolean accepted = reply.status() == 202 && reply.body().length == 0 && unread == null;
        if (answer == Answer.NONE && taken || answer == Answer.IF_ANY && accepted) {
            if (unread != null) {
                unread.abandon();
            }
            close(empty);
            return new ReceivedEnvelope(new byte[0], null, http);
        }
        ContentType whole = ContentType.parse(reply.header("content-type"));
        ContentType type = whole;
        ReceivedEnvelope received;
        EnvelopeFormat format = port.format();
        try {
            MimeMessage parts = parts(reply, whole);
            byte[] envelope = parts == null ? reply.body() : root(parts);
            if (parts != null) {
                String named = parts.envelopeType();
                type = ContentType.parse(named.isEmpty() ? port.format().mediaType : named);
            }
            InfosetEncoding encoding = parts == null ? encoding(reply, type) : encoding(envelope);
            if (parts == null && encoding != null) {
                type = ContentType.parse(port.format().mediaType);
            }
            try {
                require(reply, envelope, type.mediaType(), taken);
            } catch (RuntimeException e) {
                if (parts != null) {
                    parts.close();
                }
                throw e;
            }
            Encoding text = SoapTraffic.ofText(ContentCoding.of(coded.header("content-encoding")));
            SoapTraffic.countReceived(
                    parts != null && parts.isXop() ? Encoding.MTOM : encoding == null ? text : Encoding.FAST_INFOSET,
                    parts == null ? coded.body().length : parts.length());
            String charset = (parts == null ? whole : parts.rootType()).parameter("charset");
            received = new ReceivedEnvelope(envelope, charset, http, parts, encoding);
            if (exchange != null) {
                received = received.inlined();
                format = received.format();
            }
        } catch (RuntimeException e) {
            throw closing(empty, e);
        }
        HandlerExchange started = exchange;
        if (started == null) {
            return received;
        }
        MimeMessage attached = received.parts();
        List<MimePart> attachments = attached == null ? List.of() : attached.unreferredParts();
        HandledMessage message = new HandledMessage(
                format, received.envelope(), received.charset(), attachments, RequestMemory.UNCOUNTED);
        started.properties().putForApplication(http);
        byte[] envelope;
        try {
            started.properties()
                    .put(MessageContext.INBOUND_MESSAGE_ATTACHMENTS, SoapMessages.handlers(attachments), Scope.HANDLER);
            started.response(message);
            envelope = message.envelope();
            close(message);
            return received.with(
                    started.properties().forApplication(), envelope, message.charset(), message.attachments());
        } catch (RuntimeException e) {
            if (attached != null) {
                attached.close();
            }
            throw closing(message, e);
        }
    }

    /** What an answer without parts is in, if it was offered; null for text. Whether it is one of SOAP decides about the next. */
    private @Nullable InfosetEncoding encoding(HttpReply reply, ContentType type) {
        FastInfosetPeers.Choice offered = choice;
        if (offered == null || reply.body().length == 0) {
            return null;
        }
        EnvelopeFormat format = FastInfosetType.ofReply(type.mediaType(), reply.body());
        InfosetEncoding encoding = format == null ? null : offered.ofReply(reply.body());
        offered.answered(address, encoding);
        return encoding;
    }

    /** What the root of a message with parts is in; null for text. */
    private @Nullable InfosetEncoding encoding(byte[] root) {
        FastInfosetPeers.Choice offered = choice;
        return offered != null && FastInfosetType.begins(root) ? offered.encoding() : null;
    }

    private void require(HttpReply reply, byte[] envelope, String mediaType, boolean taken) {
        boolean soap = EnvelopeFormat.ofMediaType(mediaType) != null;
        if (!soap || envelope.length == 0 || !taken && reply.status() < 400) {
            throw new WebServiceException("the service answered with HTTP status " + reply.status() + " and "
                    + (envelope.length == 0 ? "no body" : "a body of type " + mediaType)
                    + " where a SOAP envelope was expected");
        }
    }

    private void keepCookies(HttpReply reply) {
        List<String> set = reply.values("set-cookie");
        if (!set.isEmpty()
                && Boolean.TRUE.equals(context.get(jakarta.xml.ws.BindingProvider.SESSION_MAINTAIN_PROPERTY))) {
            try {
                cookies.put(CallSettings.of(context, port.address()).address(), Map.of("Set-Cookie", set));
            } catch (IOException e) {
                throw closing(
                        HandledMessage.none(port.format()),
                        new WebServiceException("the session's cookies cannot be kept", e));
            }
        }
    }

    /** Programs look for the names in the letters that other providers give them. */
    private static Map<String, List<String>> fields(HttpReply reply) {
        Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        reply.headers().keySet().forEach(name -> fields.put(name, new ArrayList<>(reply.values(name))));
        return fields;
    }

    // ---------------------------------------------------------------- the end

    private void close(HandledMessage message) {
        HandlerExchange started = exchange;
        if (started != null) {
            exchange = null;
            started.close(message);
        }
    }

    /** Closes the handlers after a failure, which is returned to be thrown. */
    private RuntimeException closing(HandledMessage message, RuntimeException failure) {
        try {
            close(message);
        } catch (RuntimeException also) {
            failure.addSuppressed(also);
        }
        return failure;
    }

    /** True for a server that would be trusted if somebody said so. */
    private static boolean isOfStrangers(HttpException failure) {
        CertificateProblem problem = failure.kind() == HttpException.Kind.TLS ? CertificateProblem.of(failure) : null;
        return problem != null
                && (problem.kind() == CertificateProblem.Kind.SELF_SIGNED
                        || problem.kind() == CertificateProblem.Kind.UNKNOWN_AUTHORITY);
    }

    /** With the cause that programs look for: the exceptions of java.net. */
    private static RuntimeException failure(@Nullable Throwable thrown) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (cause instanceof HttpException http) {
            String message = http.getMessage() + (isOfStrangers(http) ? TlsSettings.REMEDY : "");
            IOException known = switch (http.kind()) {
                case TIMEOUT -> new SocketTimeoutException(message);
                case NOT_CONNECTED -> new ConnectException(message);
                case UNKNOWN_HOST -> new UnknownHostException(message);
                case TLS -> new SSLException(message);
                case BAD_ADDRESS, FORBIDDEN, BUSY, BROKEN, TOO_LARGE -> null;
            };
            if (known != null) {
                known.initCause(http);
            }
            return new WebServiceException(message, known == null ? http : known);
        }
        return cause instanceof RuntimeException unexpected ? unexpected : new WebServiceException(cause);
    }
}
