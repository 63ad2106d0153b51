package dev.weir.soap.jaxws.handler;

import dev.weir.soap.SoapFault;
import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeWriter;
import dev.weir.soap.http.BodyRefusedException;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.http.RequestMemory;
import dev.weir.soap.mtom.MimeBody;
import dev.weir.soap.mtom.MimeMessage;
import dev.weir.soap.mtom.MimePart;
import dev.weir.soap.step.LoggedFailure;
import jakarta.xml.ws.ProtocolException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.MessageContext.Scope;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The handlers in front of an endpoint: requests pass them on their way in, replies on their way out. An endpoint without
 * handlers has none of this. Thread-safe.
 */
public final class ServerHandlers {
    private static final System.Logger LOG = System.getLogger(ServerHandlers.class.getName());

    private final HandlerChain chain;
    private final Refusals refusals;
    private final ReplyForm replies;

    /** Reads requests as the endpoint does, before handlers do: what cannot be read comes to none of them. */
    @FunctionalInterface
    public interface Refusals {
        /**
         * The endpoint's answer to a request that cannot be read; null for one that can.
         *
         * @param format of the request's media type
         */
        @Nullable CompletionStage<HttpReply> of(HttpRequest request, EnvelopeFormat format);
    }

    /** What answers the requests that the handlers have let through. */
    @FunctionalInterface
    public interface Handled {
        /**
         * Answers a request.
         *
         * @param request with the envelope in text, as the handlers have left it
         * @param parts the message that it is the root of, whose other parts are the attachments that it has now, of which none
         *     need be referred to; null for an envelope alone
         * @return replies with parts as {@link MimeBody}
         */
        CompletionStage<HttpReply> handle(HttpRequest request, @Nullable MimeMessage parts);
    }

    /** @param chain not empty */
    public ServerHandlers(HandlerChain chain, Refusals refusals, ReplyForm replies) {
        this.chain = chain;
        this.refusals = refusals;
        this.replies = replies;
    }

    /**
     * Handles a request. One that cannot be read is answered as by the endpoint alone, and no handler is called.
     *
     * @param request not packed. One that is not POSTed goes to the endpoint unseen; one with an envelope in another form
     *     than text is refused, so that nothing comes past the handlers
     * @param parts the message that the envelope came in, with base64 in the place of each xop:Include now; null for an envelope
     *     alone. It is there until the reply has been sent
     * @param properties of this exchange: what the service's context shows, and what handlers add
     * @param endpoint answers the request that the handlers have let through
     */
    public CompletionStage<HttpReply> handle(
            HttpRequest request, @Nullable MimeMessage parts, MessageProperties properties, Handled endpoint) {
        ContentType type = ContentType.parse(request.header("Content-Type"));
        EnvelopeFormat format = EnvelopeFormat.ofMediaType(type.mediaType());
        if (request.method().equals("POST") && !isPlain(request, type)) {
            return CompletableFuture.completedFuture(refused(format == null ? EnvelopeFormat.SOAP_11 : format));
        }
        if (!request.method().equals("POST")) {
            return endpoint.handle(request, null);
        }
        if (format == null) {
            return CompletableFuture.completedFuture(unseen(type));
        }
        CompletionStage<HttpReply> refusal = refusals.of(request, format);
        if (refusal != null) {
            return refusal;
        }
        properties.put(MessageContext.HTTP_REQUEST_METHOD, request.method(), Scope.APPLICATION);
        List<MimePart> attachments = parts == null ? List.of() : parts.unreferredParts();
        HandledMessage message =
                new HandledMessage(format, request.body(), type.parameter("charset"), attachments, request.memory());
        HandlerExchange exchange = new HandlerExchange(chain, false, false, properties);
        HandlerExchange.Outcome outcome;
        try {
            outcome = exchange.request(message);
            if (outcome != HandlerExchange.Outcome.CONTINUE) {
                HttpReply reply = reply(exchange, message);
                exchange.close(message);
                return CompletableFuture.completedFuture(reply);
            }
            HttpRequest handled = with(request, message);
            return endpoint.handle(handled, with(parts, handled, message))
                    .handle((reply, failed) -> answered(exchange, request.path(), format, reply, failed));
        } catch (BodyRefusedException refused) {
            exchange.close(message);
            throw refused;
        } catch (VirtualMachineError fatal) {
            throw fatal;
        } catch (RuntimeException | Error failure) {
            return CompletableFuture.completedFuture(failed(exchange, request.path(), message, failure));
        }
    }

    /** False for what would reach the service past its handlers, of which one may be there for its protection. */
    private static boolean isPlain(HttpRequest request, ContentType type) {
        String coding = request.list("Content-Encoding");
        return !type.isMultipart()
                && (coding == null || coding.isBlank() || coding.strip().equalsIgnoreCase("identity"));
    }

    private static HttpReply refused(EnvelopeFormat format) {
        SoapFault fault = SoapFault.sender(
                "This service has handlers, which see envelopes in text; send the envelope"
                        + " as text/xml or application/soap+xml, alone or in multipart/related, in a content coding that is known here.");
        return HttpReply.of(415, format.contentType(), EnvelopeWriter.writeFault(format, List.of(), fault));
    }

    private static HttpReply unseen(ContentType type) {
        EnvelopeFormat format = EnvelopeFormat.SOAP_11;
        return HttpReply.of(
                415,
                format.contentType(),
                EnvelopeWriter.writeFault(
                        format,
                        List.of(),
                        SoapFault.sender("The content type must be text/xml (SOAP 1.1) or application/soap+xml (SOAP"
                                + " 1.2) at this endpoint, which has handlers, "
                                + (type.mediaType().isEmpty()
                                        ? "but there is none."
                                        : "not " + type.mediaType() + "."))));
    }

    /** The request with the envelope as the handlers have left it; an envelope that they have written is in UTF-8. */
    private static HttpRequest with(HttpRequest request, HandledMessage message) {
        byte[] envelope = message.envelope();
        if (envelope == request.body()) {
            return request;
        }
        return request.with(
                name -> name.equalsIgnoreCase("Content-Type") && message.charset() == null
                        ? message.format().contentType()
                        : request.header(name),
                envelope);
    }

    /** The attachments as the handlers have left them; null where neither came any, nor has a handler added one. */
    private static @Nullable MimeMessage with(
            @Nullable MimeMessage parts, HttpRequest handled, HandledMessage message) {
        List<MimePart> left = message.attachments();
        if (parts == null && left.isEmpty()) {
            return null;
        }
        String type = handled.header("Content-Type");
        return MimeMessage.handled(
                parts, handled.body(), type == null ? message.format().contentType() : type, left);
    }

    private HttpReply answered(
            HandlerExchange exchange,
            String path,
            EnvelopeFormat format,
            @Nullable HttpReply reply,
            @Nullable Throwable failed) {
        HandledMessage none = HandledMessage.none(format);
        if (reply == null) {
            exchange.close(none);
            throw failed instanceof CompletionException known ? known : new CompletionException(failed);
        }
        MimeBody.Envelope written = ReplyForm.envelope(reply);
        if (written.bytes().length == 0) {
            exchange.close(none); // the answer to a one-way request passes no handler
            return reply;
        }
        HandledMessage message =
                new HandledMessage(format, written.bytes(), null, written.parts(), RequestMemory.UNCOUNTED);
        try {
            boolean wasFault = reply.status() >= 400;
            boolean said = exchange.properties().all().get(MessageContext.HTTP_RESPONSE_CODE) instanceof Integer;
            if (wasFault || !said) {
                exchange.properties().put(MessageContext.HTTP_RESPONSE_CODE, reply.status(), Scope.APPLICATION);
            }
            exchange.response(message);
            byte[] envelope = message.envelope();
            int status = !wasFault && message.isFault() ? 500 : reply.status();
            List<MimePart> attachments = attachments(exchange, message, status);
            exchange.close(message);
            return replies.reply(status, reply, format, envelope, attachments);
        } catch (VirtualMachineError fatal) {
            throw fatal;
        } catch (RuntimeException | Error failure) {
            reply.discard();
            return failed(exchange, path, message, failure);
        }
    }

    /** What the reply has, and what its context does; the latter not of a fault. */
    private static List<MimePart> attachments(HandlerExchange exchange, HandledMessage message, int status) {
        List<MimePart> own = message.attachments();
        return status >= 400
                ? own
                : OutboundAttachments.beside(own, exchange.properties().all());
    }

    private HttpReply reply(HandlerExchange exchange, HandledMessage message) {
        byte[] envelope = message.envelope();
        int status = message.isFault() ? 500 : 200;
        return replies.reply(
                status, HttpReply.of(200), message.format(), envelope, attachments(exchange, message, status));
    }

    /** Answers with a fault that holds no internals, but the number under which the log has the cause. */
    private HttpReply failed(HandlerExchange exchange, String path, HandledMessage message, Throwable failure) {
        ProtocolException answer;
        if (failure instanceof ProtocolException known) {
            LOG.log(Level.ERROR, "a handler has failed, at " + path, failure);
            answer = known;
        } else {
            answer = new ProtocolException(LoggedFailure.reason(LOG, "a handler", path, failure));
        }
        try {
            exchange.close(message);
        } catch (RuntimeException also) {
            LOG.log(Level.ERROR, "a handler could not be closed", also);
        }
        message.fault(answer);
        return reply(exchange, message);
    }
}
