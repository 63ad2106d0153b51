package dev.weir.soap.jaxws.handler;

import dev.weir.soap.SoapFault;
import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeWriter;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.step.LoggedFailure;
import jakarta.xml.ws.ProtocolException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.MessageContext.Scope;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The handlers in front of an endpoint: requests pass them on their way in, replies on their way out. An endpoint without
 * handlers has none of this. Thread-safe.
 */
public final class ServerHandlers {
    private static final System.Logger LOG = System.getLogger(ServerHandlers.class.getName());

    private final HandlerChain chain;
    private final Refusals refusals;

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

    /** @param chain not empty */
    public ServerHandlers(HandlerChain chain, Refusals refusals) {
        this.chain = chain;
        this.refusals = refusals;
    }

    /**
     * Handles a request. One that cannot be read is answered as by the endpoint alone, and no handler is called.
     *
     * @param request not packed. One that is not POSTed goes to the endpoint unseen; one with an envelope in another form
     *     than text is refused, so that nothing comes past the handlers
     * @param properties of this exchange: what the service's context shows, and what handlers add
     * @param endpoint answers the request that the handlers have let through
     */
    public CompletionStage<HttpReply> handle(
            HttpRequest request,
            MessageProperties properties,
            Function<HttpRequest, CompletionStage<HttpReply>> endpoint) {
        ContentType type = ContentType.parse(request.header("Content-Type"));
        EnvelopeFormat format = format(type);
        if (request.method().equals("POST") && !isPlain(request, type)) {
            return CompletableFuture.completedFuture(refused(format == null ? EnvelopeFormat.SOAP_11 : format));
        }
        if (!request.method().equals("POST")) {
            return endpoint.apply(request);
        }
        if (format == null) {
            return CompletableFuture.completedFuture(unseen(type));
        }
        CompletionStage<HttpReply> refusal = refusals.of(request, format);
        if (refusal != null) {
            return refusal;
        }
        properties.put(MessageContext.HTTP_REQUEST_METHOD, request.method(), Scope.APPLICATION);
        HandledMessage message = new HandledMessage(format, request.body(), type.parameter("charset"));
        HandlerExchange exchange = new HandlerExchange(chain, false, false, properties);
        HandlerExchange.Outcome outcome;
        try {
            outcome = exchange.request(message);
            if (outcome != HandlerExchange.Outcome.CONTINUE) {
                HttpReply reply = reply(message);
                exchange.close(message);
                return CompletableFuture.completedFuture(reply);
            }
            return endpoint.apply(with(request, message))
                    .handle((reply, failed) -> answered(exchange, request.path(), format, reply, failed));
        } catch (VirtualMachineError fatal) {
            throw fatal;
        } catch (RuntimeException | Error failure) {
            return CompletableFuture.completedFuture(failed(exchange, request.path(), message, failure));
        }
    }

    /** False for what would reach the service past its handlers, of which one may be there for its protection. */
    private static boolean isPlain(HttpRequest request, ContentType type) {
        String coding = request.header("Content-Encoding");
        return !type.isMultipart()
                && (coding == null || coding.isBlank() || coding.strip().equalsIgnoreCase("identity"));
    }

    private static HttpReply refused(EnvelopeFormat format) {
        SoapFault fault =
                SoapFault.sender("This service has handlers, which see plain envelopes only; send the envelope"
                        + " as text/xml or application/soap+xml, without attachments and without a content coding.");
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

    /** Null for a type that is none of SOAP's text. */
    private static @Nullable EnvelopeFormat format(ContentType type) {
        return type.mediaType().equals(EnvelopeFormat.SOAP_11.mediaType)
                ? EnvelopeFormat.SOAP_11
                : type.mediaType().equals(EnvelopeFormat.SOAP_12.mediaType) ? EnvelopeFormat.SOAP_12 : null;
    }

    /** The request with the envelope as the handlers have left it; an envelope that they have written is in UTF-8. */
    private static HttpRequest with(HttpRequest request, HandledMessage message) {
        byte[] envelope = message.envelope();
        if (envelope == request.body()) {
            return request;
        }
        return new HttpRequest(
                request.method(),
                request.target(),
                name -> name.equalsIgnoreCase("Content-Type") && message.charset() == null
                        ? message.format().contentType()
                        : request.header(name),
                envelope,
                request.peer(),
                request.memory(),
                request.client());
    }

    private static HttpReply answered(
            HandlerExchange exchange,
            String path,
            EnvelopeFormat format,
            @Nullable HttpReply reply,
            @Nullable Throwable failed) {
        HandledMessage none = new HandledMessage(format, new byte[0], null);
        if (reply == null) {
            exchange.close(none);
            throw failed instanceof CompletionException known ? known : new CompletionException(failed);
        }
        if (reply.body().length == 0) {
            exchange.close(none); // the answer to a one-way request passes no handler
            return reply;
        }
        HandledMessage message = new HandledMessage(format, reply.body(), null);
        try {
            boolean wasFault = reply.status() >= 400;
            boolean said = exchange.properties().all().get(MessageContext.HTTP_RESPONSE_CODE) instanceof Integer;
            if (wasFault || !said) {
                exchange.properties().put(MessageContext.HTTP_RESPONSE_CODE, reply.status(), Scope.APPLICATION);
            }
            exchange.response(message);
            byte[] envelope = message.envelope();
            int status = !wasFault && message.isFault() ? 500 : reply.status();
            exchange.close(message);
            return new HttpReply(status, reply.headers(), envelope);
        } catch (VirtualMachineError fatal) {
            throw fatal;
        } catch (RuntimeException | Error failure) {
            return failed(exchange, path, message, failure);
        }
    }

    private static HttpReply reply(HandledMessage message) {
        byte[] envelope = message.envelope();
        return HttpReply.of(message.isFault() ? 500 : 200, message.format().contentType(), envelope);
    }

    /** Answers with a fault that holds no internals, but the number under which the log has the cause. */
    private static HttpReply failed(HandlerExchange exchange, String path, HandledMessage message, Throwable failure) {
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
        return reply(message);
    }
}
