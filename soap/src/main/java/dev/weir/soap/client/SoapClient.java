package dev.weir.soap.client;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.SoapService.Addressing;
import dev.weir.soap.client.ClientEncodings.FastInfoset;
import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.envelope.FaultReader;
import dev.weir.soap.envelope.MessageBodyCodec;
import dev.weir.soap.envelope.WsAddressing;
import dev.weir.soap.http.BodyRefusedException;
import dev.weir.soap.http.HttpCall;
import dev.weir.soap.http.HttpException;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpSender;
import dev.weir.soap.mtom.MimeException;
import dev.weir.soap.wsdl.BindingRequirements;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.encoding.InfosetEncoding;
import dev.weir.xml.tree.XmlElement;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Calls SOAP services. Thread-safe. */
public final class SoapClient {
    /** Addresses that are known to speak Fast Infoset; further ones are sent text. */
    private static final int MOST_PEERS = 1_000;

    private final HttpSender http;
    private final XmlLimits limits;
    private final ClientEncodings encodings;

    /** The addresses whose last reply was in Fast Infoset; shared by clients that differ in their encodings only. */
    private final Set<String> fastInfosetPeers;

    public SoapClient(HttpSender http) {
        this(http, XmlLimits.DEFAULT);
    }

    /** @param limits of reply documents */
    public SoapClient(HttpSender http, XmlLimits limits) {
        this(http, limits, ClientEncodings.DEFAULT, ConcurrentHashMap.newKeySet());
    }

    private SoapClient(HttpSender http, XmlLimits limits, ClientEncodings encodings, Set<String> fastInfosetPeers) {
        this.http = http;
        this.limits = limits;
        this.encodings = encodings;
        this.fastInfosetPeers = fastInfosetPeers;
    }

    /** A client over the same connections that encodes its requests so. */
    public SoapClient with(ClientEncodings others) {
        return new SoapClient(http, limits, others, fastInfosetPeers);
    }

    public ClientEncodings encodings() {
        return encodings;
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
     * @return the reply with its header blocks, whose binary content may be in a file, which is freed when nothing refers to it
     *     any more, completed on a thread that may block; without parts for a one-way
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
        EncodedReply answer;
        HttpCall call;
        try {
            InfosetEncoding offered =
                    encodings.fastInfoset() == FastInfoset.NONE ? null : InfosetEncoding.fastInfoset();
            boolean fast =
                    encodings.fastInfoset() == FastInfoset.OPTIMISTIC || fastInfosetPeers.contains(address.toString());
            answer = new EncodedReply(encodings.attachments(), offered);
            BindingRequirements.check(binding, bound);
            List<XmlElement> headers = WsAddressing.blocks(WsAddressing.VERSION_10, addressing);
            // Header blocks of the message itself replace those made from the addressing properties.
            List<XmlElement> own = request.headerBlocks(input);
            headers.removeIf(made -> own.stream().anyMatch(block -> block.name().equals(made.name())));
            headers.addAll(own);
            request.check(input);
            call = EncodedRequest.write(
                            format,
                            bound.soapAction(),
                            headers,
                            writer -> request.write(input, writer),
                            encodings,
                            fast ? offered : null)
                    .call(address, answer, timeout);
        } catch (IllegalArgumentException
                | WsdlException
                | XmlException
                | UnsupportedOperationException
                | IOException e) {
            return CompletableFuture.failedFuture(e);
        }
        CompletableFuture<MessageValue> result = new CompletableFuture<>();
        http.send(call).whenComplete((reply, failure) -> {
            try {
                if (failure != null) {
                    result.completeExceptionally(transport(failure));
                } else {
                    result.complete(answer(bound, address, answer, reply));
                }
            } catch (SoapFaultException | SoapTransportException e) {
                result.completeExceptionally(e);
            } catch (RuntimeException e) {
                result.completeExceptionally(new SoapTransportException("the call failed: " + e, false, true, e));
            }
        });
        return result;
    }

    private static SoapTransportException transport(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof HttpException http) {
            boolean retryable = switch (http.kind()) {
                case BAD_ADDRESS, FORBIDDEN, TOO_LARGE -> false;
                case UNKNOWN_HOST, NOT_CONNECTED, TLS, BUSY, TIMEOUT, BROKEN -> true;
            };
            return new SoapTransportException(
                    String.valueOf(http.getMessage()), retryable, http.mayHaveReachedPeer(), http);
        }
        return new SoapTransportException("the call failed: " + cause, false, true, cause);
    }

    private MessageValue answer(BindingOperation operation, URI address, EncodedReply answer, HttpReply given) {
        int status = given.status();
        boolean taken = status >= 200 && status < 300;
        MessageBodyCodec expected = MessageBodyCodec.output(operation);
        if (expected == null && taken) {
            answer.abandon(given);
            return new MessageValue();
        }
        if (status == 503 && given.header("retry-after") != null) {
            answer.abandon(given);
            // Whoever says when to come back has not taken the message, whatever words come with it.
            throw new SoapTransportException(address + " is busy: it answered with HTTP status 503", true, false);
        }
        HttpReply reply;
        EncodedReply.Envelope come;
        try {
            reply = answer.received(given);
            come = answer.envelope(reply);
        } catch (MimeException | BodyRefusedException | IOException e) {
            throw unreadable(address, given, String.valueOf(e.getMessage()), e);
        }
        note(address, come);
        boolean empty = come.document().length == 0;
        if (!come.isSoap() || empty || !taken && status < 400) {
            come.close();
            String type = ContentType.parse(reply.header("content-type")).mediaType();
            throw new SoapTransportException(
                    address + " answered with HTTP status " + status + " and "
                            + (empty ? "no body" : "a body of type " + type)
                            + " where a SOAP envelope was expected",
                    status == 408 || status == 425 || status == 429 || status >= 500,
                    status != 429 && status != 503);
        }
        boolean read = false;
        try {
            MessageValue value = read(expected, address, reply, come);
            read = true;
            return value;
        } finally {
            if (!read) {
                come.close();
            }
        }
    }

    /** Whoever falls back to text is not sent anything else unasked. */
    private void note(URI address, EncodedReply.Envelope come) {
        if (encodings.fastInfoset() == FastInfoset.PESSIMISTIC) {
            if (come.encoding() == null) {
                fastInfosetPeers.remove(address.toString());
            } else if (fastInfosetPeers.size() < MOST_PEERS) {
                fastInfosetPeers.add(address.toString());
            }
        }
    }

    private MessageValue read(
            @Nullable MessageBodyCodec expected, URI address, HttpReply reply, EncodedReply.Envelope come) {
        SoapFault fault;
        try (EnvelopeReader envelope = come.open(limits)) {
            boolean faulted = !envelope.bodyIsEmpty() && envelope.body().name().equals(envelope.format().fault);
            if (!faulted && (expected == null || reply.status() >= 300)) {
                throw unreadable(address, reply, "no fault comes with it", null);
            }
            if (!faulted && expected != null) {
                MessageValue value = expected.read(envelope);
                envelope.headers().forEach(value::addHeader);
                int left = EncodedReply.left(come);
                if (left > 0) {
                    throw unreadable(
                            address,
                            reply,
                            "it has attachments to which nothing in its envelope refers: " + left,
                            null);
                }
                return value;
            }
            fault = FaultReader.read(envelope.format(), XmlElement.read(envelope.body()));
        } catch (SoapFaultException | XmlException | MimeException e) {
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
