package dev.weir.soap.step;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.SoapService;
import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeWriter;
import dev.weir.soap.envelope.FastInfosetType;
import dev.weir.soap.envelope.MessageVocabulary;
import dev.weir.soap.envelope.WsAddressing.Destination;
import dev.weir.soap.http.BodyRefusedException;
import dev.weir.soap.http.BodySource;
import dev.weir.soap.http.HttpCall;
import dev.weir.soap.http.HttpCall.ReplySinks;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.http.MemoryRefusedException;
import dev.weir.soap.mtom.AttachmentOptions;
import dev.weir.soap.mtom.MimeException;
import dev.weir.soap.mtom.MimeMessage;
import dev.weir.soap.step.AddressingRules.Extent;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlName;
import dev.weir.xml.encoding.InfosetEncoding;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The steps from an HTTP request with an envelope to its reply, in order. A step that fails ends the exchange in a fault,
 * which the last step writes. Thread-safe: an endpoint has one pipeline, each request an {@link Exchange} of its own.
 */
public final class ExchangePipeline<V> {
    private static final Logger LOG = System.getLogger(ExchangePipeline.class.getName());

    /** In which an answer gets to where the request says. */
    private static final Duration DELIVERY = Duration.ofSeconds(60);

    private final XmlName serviceName;
    private final List<ExchangeStep<V>> steps;
    private final int invoke;
    private final ReadEnvelope<V> reading;
    private final @Nullable ReplyRoute route;
    private final boolean requiresAddressing;

    /**
     * How messages are encoded.
     *
     * @param limits of request documents
     * @param attachments of requests and replies
     * @param fastInfoset true to speak it with those who do, where its module is there
     * @param gzipFromBytes replies of this length or longer are packed for those who accept it; 0 for none
     * @param references true where values of replies may be of type swaRef, which travel as attachments always
     * @param vocabulary that clients which speak Fast Infoset may have, too
     * @param separate true for who looks at replies before they are sent: those with parts are given as {@link
     *     dev.weir.soap.mtom.MimeBody}, and none is counted
     */
    public record Encodings(
            XmlLimits limits,
            AttachmentOptions attachments,
            boolean fastInfoset,
            int gzipFromBytes,
            boolean references,
            MessageVocabulary vocabulary,
            boolean separate) {
        /** Without values of type swaRef, and without a vocabulary. */
        public Encodings(XmlLimits limits, AttachmentOptions attachments, boolean fastInfoset, int gzipFromBytes) {
            this(limits, attachments, fastInfoset, gzipFromBytes, false, MessageVocabulary.NONE, false);
        }

        /** The defaults of an endpoint. */
        public static Encodings within(XmlLimits limits) {
            return new Encodings(limits, AttachmentOptions.DEFAULT, true, 0);
        }
    }

    /**
     * Makes the pipeline of a service.
     *
     * @param serviceName for the log
     * @param operations of each version of SOAP that the endpoint takes
     * @param limits of request documents
     */
    public ExchangePipeline(
            XmlName serviceName, Map<SoapVersion, ? extends List<ServedOperation<V>>> operations, XmlLimits limits) {
        this(serviceName, operations, Encodings.within(limits));
    }

    /** As {@link #ExchangePipeline(XmlName, Map, XmlLimits)}. */
    public ExchangePipeline(
            XmlName serviceName, Map<SoapVersion, ? extends List<ServedOperation<V>>> operations, Encodings encodings) {
        this(serviceName, operations, encodings, AddressingRules.RELATING);
    }

    /** As {@link #ExchangePipeline(XmlName, Map, XmlLimits)}. */
    public ExchangePipeline(
            XmlName serviceName,
            Map<SoapVersion, ? extends List<ServedOperation<V>>> operations,
            Encodings encodings,
            AddressingRules addressing) {
        this(serviceName, operations, encodings, addressing, false, false);
    }

    /**
     * As {@link #ExchangePipeline(XmlName, Map, XmlLimits)}.
     *
     * @param inAnyNamespace true where the first element of a body is found by its local name, too
     */
    public ExchangePipeline(
            XmlName serviceName,
            Map<SoapVersion, ? extends List<ServedOperation<V>>> operations,
            Encodings encodings,
            AddressingRules addressing,
            boolean inAnyNamespace) {
        this(serviceName, operations, encodings, addressing, inAnyNamespace, false);
    }

    private ExchangePipeline(
            XmlName serviceName,
            Map<SoapVersion, ? extends List<ServedOperation<V>>> operations,
            Encodings encodings,
            AddressingRules addressing,
            boolean inAnyNamespace,
            boolean trees) {
        this.serviceName = serviceName;
        List<ServedOperation<V>> all =
                operations.values().stream().flatMap(List::stream).toList();
        this.route = addressing.route();
        this.requiresAddressing = addressing.are(Extent.REQUIRING);
        InvokeService<V> invocation = new InvokeService<>();
        boolean read = addressing.are(Extent.RELATING);
        this.reading = new ReadEnvelope<>(operations.keySet(), encodings.limits(), trees, read);
        this.steps = List.of(
                new UnpackMtom<>(
                        encodings.attachments().limits(),
                        encodings.fastInfoset() ? FastInfosetType.encoding() : null,
                        encodings.vocabulary()),
                reading,
                new UnderstandHeaders<>(all, read),
                new Dispatch<>(operations, inAnyNamespace),
                new CheckAddressing<>(addressing),
                new BindRequest<>(),
                invocation,
                new BindReply<>(),
                new PackMtom<>(encodings.attachments(), encodings.references()),
                new WriteEnvelope<>(encodings.attachments(), encodings.gzipFromBytes(), encodings.separate()));
        this.invoke = steps.indexOf(invocation);
    }

    /**
     * The pipeline of a service whose messages are trees.
     *
     * @param service called on the thread that processes the request, several at a time
     */
    public static ExchangePipeline<MessageValue> of(
            ServiceDescription description, SoapService service, Encodings encodings) {
        Map<SoapVersion, List<ServedOperation<MessageValue>>> operations = new EnumMap<>(SoapVersion.class);
        description
                .bindings()
                .forEach((version, binding) ->
                        operations.put(version, WsdlOperation.of(binding, description.actions(), service)));
        return new ExchangePipeline<>(
                description.service(), operations, encodings, AddressingRules.RELATING, false, true);
    }

    /**
     * Processes a request; never fails.
     *
     * @param format of a fault that occurs before the version of the envelope is known
     */
    public CompletionStage<HttpReply> process(HttpRequest request, EnvelopeFormat format) {
        return run(new Exchange<>(request, format), 0);
    }

    /**
     * As {@link #process(HttpRequest, EnvelopeFormat)}, for a request whose message has been separated into parts.
     *
     * @param message closed when the reply has been sent
     */
    public CompletionStage<HttpReply> process(HttpRequest request, EnvelopeFormat format, MimeMessage message) {
        Exchange<V> exchange = new Exchange<>(request, format);
        exchange.attachments(message);
        return run(exchange, 0);
    }

    /**
     * What {@link #process} answers a request with that cannot be read: one that is no XML within the limits, or no envelope
     * that this endpoint takes. For those who look at requests before they are processed; nothing is invoked.
     *
     * @param request an envelope in text, without a content coding
     * @param format as in process
     * @return null for a request that can be read
     */
    public @Nullable CompletionStage<HttpReply> refusal(HttpRequest request, EnvelopeFormat format) {
        Exchange<V> exchange = new Exchange<>(request, format);
        ContentType type = ContentType.parse(request.header("Content-Type"));
        exchange.document(new EnvelopeDocument(request.body(), type.mediaType(), type.parameter("charset"), null));
        try {
            var unused = reading.process(exchange);
            exchange.envelope().skipBody();
            exchange.release();
            return null;
        } catch (RuntimeException e) {
            CompletionStage<HttpReply> earlier = refusalInSteps(request, format);
            if (earlier != null) {
                exchange.release();
                return earlier;
            }
            exchange.fault(faultOf(exchange, e));
            return run(exchange, steps.size() - 1);
        }
    }

    /** The answer to a request that fails before it is invoked: by the step that fails first, as it would have without asking. */
    private @Nullable CompletionStage<HttpReply> refusalInSteps(HttpRequest request, EnvelopeFormat format) {
        Exchange<V> exchange = new Exchange<>(request, format);
        try {
            for (ExchangeStep<V> step : steps.subList(0, invoke)) {
                var unused = step.process(exchange);
            }
            exchange.release();
            return null;
        } catch (RuntimeException e) {
            exchange.fault(faultOf(exchange, e));
            return run(exchange, steps.size() - 1);
        }
    }

    /** Runs the steps from one on; a fault skips to the last step. */
    private CompletionStage<HttpReply> run(Exchange<V> exchange, int from) {
        int last = steps.size() - 1;
        for (int i = from; i <= last; i++) {
            if (i == invoke && from < invoke && route != null && exchange.isAnsweredElsewhere()) {
                return later(exchange, route);
            }
            try {
                CompletionStage<?> pending = steps.get(i).process(exchange);
                if (pending != null) {
                    int next = i + 1;
                    return pending.handle((done, failure) -> {
                                if (failure != null) {
                                    exchange.fault(faultOf(exchange, failure));
                                    return run(exchange, last);
                                }
                                return run(exchange, next);
                            })
                            .thenCompose(stage -> stage);
                }
            } catch (RuntimeException | Error e) {
                exchange.fault(faultOf(exchange, e));
                if (e instanceof VirtualMachineError fatal && !(e instanceof StackOverflowError)) {
                    // It is in the log; whoever ends a process whose heap is exhausted must see it, too.
                    throw fatal;
                }
                if (i == last) {
                    // The reply or the fault has content that XML cannot represent, or that there is no memory for; a
                    // fault of our own does not.
                    exchange.httpReply(ownFault(exchange));
                } else {
                    i = last - 1;
                }
            }
        }
        HttpReply reply = exchange.httpReply();
        Destination to = exchange.destination();
        if (to != null && !to.isAnonymous()) {
            deliver(exchange, to, reply);
            return CompletableFuture.completedFuture(HttpReply.of(202));
        }
        // What is sent piece by piece may be the request's own attachments.
        return CompletableFuture.completedFuture(reply.releasing(exchange::release));
    }

    /** Answers at once; the operation runs, and its answer is sent, afterwards. */
    private CompletionStage<HttpReply> later(Exchange<V> exchange, ReplyRoute way) {
        Sent sent = new Sent(new CountDownLatch(1));
        exchange.outlivesRequest();
        try {
            way.later(() -> {
                sent.await();
                rest(exchange);
            });
            return CompletableFuture.completedFuture(new HttpReply(202, Map.of(), new byte[0], sent));
        } catch (RejectedExecutionException full) {
            exchange.answerTo(null, null);
            exchange.faultStatus(503);
            exchange.fault(SoapFault.receiver("The service is busy; try again later."));
            return run(exchange, steps.size() - 1);
        }
    }

    /** The empty body of an answer that must not be overtaken: there are peers that lose a reply which comes before the 202. */
    private record Sent(CountDownLatch written) implements BodySource {
        private static final long AT_MOST_MS = 1_000;

        /** For a peer that does not read, no longer than it takes anybody who does. */
        void await() {
            try {
                var unused = written.await(AT_MOST_MS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public long length() {
            return 0;
        }

        @Override
        public InputStream open() {
            return InputStream.nullInputStream();
        }

        @Override
        public void close() {
            written.countDown();
        }
    }

    private void rest(Exchange<V> exchange) {
        CompletionStage<HttpReply> answered;
        try {
            answered = run(exchange, invoke);
        } catch (Error e) {
            // Nobody else would answer whoever waits.
            exchange.fault(faultOf(exchange, e));
            answered = run(exchange, steps.size() - 1);
        }
        answered.whenComplete((done, failure) -> {
            if (failure != null) {
                LOG.log(Level.ERROR, "service " + serviceName + " has not answered a request", failure);
            }
        });
    }

    /** True where requests without WS-Addressing are refused. */
    public boolean requiresAddressing() {
        return requiresAddressing;
    }

    /** Sends the answer to where the request says, or drops it; what does not get there is in the log. */
    private void deliver(Exchange<V> exchange, Destination to, HttpReply reply) {
        ReplyRoute way = route;
        String type = reply.headers().get("Content-Type");
        if (way == null || to.isNone() || type == null) {
            reply.discard();
            exchange.release();
            return;
        }
        Map<String, String> headers = exchange.format() == EnvelopeFormat.SOAP_11
                ? Map.of("Content-Type", type, "SOAPAction", "\"\"")
                : Map.of("Content-Type", type);
        CompletionStage<HttpReply> sent;
        try {
            URI address = URI.create(to.address());
            BodySource source = reply.source();
            sent = way.send(
                    source == null
                            ? new HttpCall(address, headers, reply.body(), ReplySinks.NONE, DELIVERY)
                            : new HttpCall(address, headers, source, ReplySinks.NONE, DELIVERY));
        } catch (RuntimeException e) {
            sent = CompletableFuture.failedFuture(e);
        }
        sent.whenComplete((answer, failure) -> {
            exchange.release();
            if (failure != null || answer.status() >= 300) {
                LOG.log(
                        Level.ERROR,
                        "the {0} of service {1} to the message {2} could not be delivered to {3}: {4}",
                        exchange.fault() == null ? "reply" : "fault",
                        serviceName,
                        // Whatever the sender has written, the entry is one line.
                        String.valueOf(exchange.addressingProperties().messageId())
                                .replaceAll("\\p{Cntrl}+", " "),
                        to.address(),
                        failure == null ? "HTTP status " + answer.status() : failure.getMessage());
            }
        });
    }

    private SoapFault faultOf(Exchange<V> exchange, Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof SoapFaultException e) {
            if (e.httpStatus() > 0) {
                exchange.faultStatus(e.httpStatus());
            }
            return e.fault();
        }
        if (cause instanceof BodyRefusedException e && (!exchange.bound() || cause instanceof MemoryRefusedException)) {
            exchange.faultStatus(exchange.format().statusOfRefused(e.status()));
            String reason = String.valueOf(e.getMessage());
            return e.status() < 500 ? SoapFault.sender(reason) : SoapFault.receiver(reason);
        }
        if (cause instanceof MimeException e && !exchange.bound()) {
            if (e.tooLarge()) {
                exchange.faultStatus(413);
            }
            return SoapFault.sender(String.valueOf(e.getMessage()));
        }
        if (cause instanceof XmlException e && !exchange.bound()) {
            return SoapFault.sender("The request cannot be read as XML: " + e.getMessage());
        }
        return SoapFault.receiver(LoggedFailure.reason(
                LOG, "service " + serviceName, exchange.request().path(), cause));
    }

    /** The fault with no header blocks but those of WS-Addressing. */
    private static HttpReply ownFault(Exchange<?> exchange) {
        EnvelopeFormat format = exchange.format();
        SoapFault fault = Objects.requireNonNull(exchange.fault());
        exchange.replyHeaders().clear();
        String namespace = exchange.addressing().namespace();
        if (namespace != null) {
            BindReply.addressReply(exchange, namespace + "/fault");
        }
        byte[] envelope = EnvelopeWriter.writeFault(format, exchange.replyHeaders(), fault);
        InfosetEncoding encoding = exchange.replyEncoding();
        return WriteEnvelope.toBeRepeated(HttpReply.of(
                WriteEnvelope.status(exchange, fault),
                encoding == null ? format.contentType() : FastInfosetType.of(format),
                encoding == null ? envelope : FastInfosetType.encode(envelope, "UTF-8", encoding)));
    }
}
