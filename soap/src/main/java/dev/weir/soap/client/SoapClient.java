package dev.weir.soap.client;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.SoapService.Addressing;
import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.envelope.EnvelopeWriter;
import dev.weir.soap.envelope.FaultReader;
import dev.weir.soap.envelope.MessageBodyCodec;
import dev.weir.soap.envelope.WsAddressing;
import dev.weir.soap.http.HttpException;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpSender;
import dev.weir.soap.wsdl.BindingRequirements;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Calls SOAP services. Thread-safe. */
public final class SoapClient {
    private final HttpSender http;
    private final XmlLimits limits;

    public SoapClient(HttpSender http) {
        this(http, XmlLimits.DEFAULT);
    }

    /** @param limits of reply documents */
    public SoapClient(HttpSender http, XmlLimits limits) {
        this.http = http;
        this.limits = limits;
    }

    /**
     * Calls an operation.
     *
     * @param binding says the SOAP version, the style and the SOAPAction; {@link dev.weir.soap.wsdl.DerivedBinding}
     *     makes one where there is none
     * @param input its header blocks are sent as they are, beside those that the binding names
     * @param addressing sent as WS-Addressing 1.0 header blocks, those that are not null; {@link Addressing#NONE} sends
     *     none
     * @param timeout for the whole call
     * @return the reply with its header blocks, completed on a thread that may block; without parts for a one-way
     *     operation. Fails with {@link
     *     SoapFaultException} where the service answers with a fault, with {@link SoapTransportException} where it does
     *     not answer in SOAP, and with IllegalArgumentException where the message is not one of the operation's
     */
    public CompletionStage<MessageValue> call(
            Binding binding,
            String operation,
            URI address,
            MessageValue input,
            Addressing addressing,
            Duration timeout) {
        BindingOperation bound = binding.operations().get(operation);
        MessageBodyCodec request = bound == null ? null : MessageBodyCodec.input(bound);
        if (bound == null || request == null) {
            return CompletableFuture.failedFuture(
                    new IllegalArgumentException("binding " + binding.name() + " has no operation " + operation));
        }
        EnvelopeFormat format = EnvelopeFormat.of(binding.version());
        byte[] envelope;
        try {
            BindingRequirements.check(binding);
            List<XmlElement> headers = WsAddressing.blocks(WsAddressing.VERSION_10, addressing);
            headers.addAll(request.headerBlocks(input));
            // Header blocks of the message itself replace those made from the addressing properties.
            headers.removeIf(
                    block -> input.headers().stream().anyMatch(own -> own.name().equals(block.name())));
            headers.addAll(input.headers());
            request.check(input);
            envelope = EnvelopeWriter.write(format, headers, writer -> request.write(input, writer));
        } catch (IllegalArgumentException | WsdlException | XmlException e) {
            return CompletableFuture.failedFuture(e);
        }
        CompletableFuture<MessageValue> result = new CompletableFuture<>();
        http.post(address, fields(format, action(bound, addressing)), envelope, timeout)
                .whenComplete((reply, failure) -> {
                    try {
                        if (failure != null) {
                            result.completeExceptionally(transport(failure));
                        } else {
                            result.complete(answer(bound, address, reply));
                        }
                    } catch (SoapFaultException | SoapTransportException e) {
                        result.completeExceptionally(e);
                    } catch (RuntimeException e) {
                        result.completeExceptionally(
                                new SoapTransportException("the call failed: " + e, false, true, e));
                    }
                });
        return result;
    }

    /**
     * WS-Addressing 1.0 SOAP Binding, section 5.2.1: beside an action in the header there may be the same in HTTP, or
     * nothing.
     */
    private static String action(BindingOperation operation, Addressing addressing) {
        String action = operation.soapAction();
        return addressing.action() == null || addressing.action().equals(action) ? action : "";
    }

    private static Map<String, String> fields(EnvelopeFormat format, String action) {
        Map<String, String> fields = new LinkedHashMap<>();
        String quoted = "\"" + action.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
        if (format == EnvelopeFormat.SOAP_11) {
            fields.put("Content-Type", format.contentType());
            fields.put("SOAPAction", quoted);
        } else {
            fields.put("Content-Type", format.contentType() + (action.isEmpty() ? "" : "; action=" + quoted));
        }
        fields.put("Accept", format.mediaType);
        return fields;
    }

    private static SoapTransportException transport(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof HttpException http) {
            boolean retryable = switch (http.kind()) {
                case BAD_ADDRESS, TOO_LARGE -> false;
                case UNKNOWN_HOST, NOT_CONNECTED, TLS, BUSY, TIMEOUT, BROKEN -> true;
            };
            return new SoapTransportException(
                    String.valueOf(http.getMessage()), retryable, http.mayHaveReachedPeer(), http);
        }
        return new SoapTransportException("the call failed: " + cause, false, true, cause);
    }

    private MessageValue answer(BindingOperation operation, URI address, HttpReply reply) {
        int status = reply.status();
        boolean taken = status >= 200 && status < 300;
        MessageBodyCodec expected = MessageBodyCodec.output(operation);
        if (expected == null && taken) {
            return new MessageValue();
        }
        if (status == 503 && reply.header("retry-after") != null) {
            // Whoever says when to come back has not taken the message, whatever words come with it.
            throw new SoapTransportException(address + " is busy: it answered with HTTP status 503", true, false);
        }
        String type = ContentType.parse(reply.header("content-type")).mediaType();
        boolean soap = type.equals(EnvelopeFormat.SOAP_11.mediaType) || type.equals(EnvelopeFormat.SOAP_12.mediaType);
        if (!soap || reply.body().length == 0 || !taken && status < 400) {
            throw new SoapTransportException(
                    address + " answered with HTTP status " + status + " and "
                            + (reply.body().length == 0 ? "no body" : "a body of type " + type)
                            + " where a SOAP envelope was expected",
                    status == 408 || status == 425 || status == 429 || status >= 500,
                    status != 429 && status != 503);
        }
        return read(expected, address, reply);
    }

    private MessageValue read(@Nullable MessageBodyCodec expected, URI address, HttpReply reply) {
        String charset = ContentType.parse(reply.header("content-type")).parameter("charset");
        SoapFault fault;
        try (EnvelopeReader envelope = EnvelopeReader.open(reply.body(), charset, limits)) {
            boolean faulted = !envelope.bodyIsEmpty() && envelope.body().name().equals(envelope.format().fault);
            if (!faulted && (expected == null || reply.status() >= 300)) {
                throw unreadable(address, reply, "no fault comes with it", null);
            }
            if (!faulted && expected != null) {
                MessageValue value = expected.read(envelope);
                envelope.headers().forEach(value::addHeader);
                return value;
            }
            fault = FaultReader.read(envelope.format(), XmlElement.read(envelope.body()));
        } catch (SoapFaultException | XmlException e) {
            throw unreadable(address, reply, String.valueOf(e.getMessage()), e);
        }
        throw new SoapFaultException(fault);
    }

    private static SoapTransportException unreadable(
            URI address, HttpReply reply, String why, @Nullable Exception cause) {
        String message = "the answer of " + address + " with HTTP status " + reply.status() + " cannot be read: " + why;
        boolean retryable = reply.status() >= 500;
        return cause == null
                ? new SoapTransportException(message, retryable, true)
                : new SoapTransportException(message, retryable, true, cause);
    }
}
