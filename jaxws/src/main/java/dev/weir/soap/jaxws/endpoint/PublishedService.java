package dev.weir.soap.jaxws.endpoint;

import dev.weir.soap.endpoint.EndpointOptions;
import dev.weir.soap.endpoint.EndpointPages;
import dev.weir.soap.endpoint.SoapEndpoint;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.FastInfosetType;
import dev.weir.soap.envelope.MessageVocabulary;
import dev.weir.soap.http.BodyRefusedException;
import dev.weir.soap.http.BodySink;
import dev.weir.soap.http.ContentCoding;
import dev.weir.soap.http.HttpHandler;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.jaxws.body.AttachmentProperties;
import dev.weir.soap.jaxws.body.BooleanProperty;
import dev.weir.soap.jaxws.body.FastInfosetProperties;
import dev.weir.soap.jaxws.body.GzipProperty;
import dev.weir.soap.jaxws.body.InterfaceCodecs;
import dev.weir.soap.jaxws.body.OperationCodec;
import dev.weir.soap.jaxws.body.SchemaRules;
import dev.weir.soap.jaxws.handler.HandlerChain;
import dev.weir.soap.jaxws.handler.HandlerFile;
import dev.weir.soap.jaxws.handler.MessageProperties;
import dev.weir.soap.jaxws.handler.ReplyForm;
import dev.weir.soap.jaxws.handler.ServerHandlers;
import dev.weir.soap.jaxws.model.EndpointInterface;
import dev.weir.soap.jaxws.model.InterfaceException;
import dev.weir.soap.jaxws.model.Operation;
import dev.weir.soap.jaxws.model.Style;
import dev.weir.soap.jaxws.wsdl.ContractFile;
import dev.weir.soap.jaxws.wsdl.InterfaceWsdl;
import dev.weir.soap.jaxws.wsdl.MessageSchema;
import dev.weir.soap.mtom.AttachmentOptions;
import dev.weir.soap.mtom.AttachmentOptions.Use;
import dev.weir.soap.mtom.MimeException;
import dev.weir.soap.mtom.MimeMessage;
import dev.weir.soap.mtom.MultipartSink;
import dev.weir.soap.step.AddressingRules;
import dev.weir.soap.step.AddressingRules.Extent;
import dev.weir.soap.step.ExchangePipeline;
import dev.weir.soap.step.ExchangePipeline.Encodings;
import dev.weir.soap.step.LoggedFailure;
import dev.weir.soap.step.ServedOperation;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.wsdl.Wsdl.Port;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.wsdl.Wsdl.Service;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.TreeMemory;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.AddressingFeature.Responses;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.URL;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A service whose operations are methods, or one that takes messages as they are, ready for requests. Thread-safe. */
final class PublishedService implements HttpHandler {
    private static final Logger LOG = System.getLogger(PublishedService.class.getName());

    /** What objects take of the heap, by the length of the text that they are read from; an estimate. */
    private static final int OBJECTS = 6;

    /** Longer requests are read on workers. */
    private static final int LOOP_BYTES = 64 * 1024;

    private final WeirEndpoint endpoint;
    private final Implementation implementation;
    private final @Nullable QName portType;
    private final @Nullable ServiceDescription description;
    private final HttpHandler soap;

    /** The same, with the message that a request came in. */
    private final BiFunction<HttpRequest, MimeMessage, CompletionStage<HttpReply>> soapWithParts;

    private final AttachmentOptions attachments;
    private final boolean isListed;
    private final @Nullable Executor executor;
    private final @Nullable ServerHandlers handlers;

    /** True where somebody looks at requests before the pipeline, which unpacks them otherwise. */
    private final boolean unpacksFirst;

    /** True where requests are put right before anything reads them. */
    private final boolean lax;

    /** True where some operation never waits, and nothing else may. */
    private final boolean beginsOnLoop;

    /** How requests become text for those. */
    private final ReceivedRequest.Reading reading;

    /** How their replies, which are text, are sent. */
    private final ReplyEncoding replies;

    /** The fields that are not the service's to set and that the log has named. */
    private final Set<String> ignored = ConcurrentHashMap.newKeySet();

    private PublishedService(
            WeirEndpoint endpoint,
            Implementation implementation,
            @Nullable QName portType,
            @Nullable ServiceDescription description,
            HttpHandler soap,
            BiFunction<HttpRequest, MimeMessage, CompletionStage<HttpReply>> soapWithParts,
            AttachmentOptions attachments,
            @Nullable Executor executor,
            HandlerChain chain,
            ServerHandlers.Refusals refusals,
            boolean nonBlocking,
            Map<String, Object> properties) {
        this.endpoint = endpoint;
        this.implementation = implementation;
        this.portType = portType;
        this.description = description;
        this.soap = soap;
        this.soapWithParts = soapWithParts;
        this.attachments = attachments;
        this.executor = executor;
        this.isListed = hasTestPage(properties);
        this.handlers = chain.isEmpty()
                ? null
                : new ServerHandlers(chain, refusals, new ReplyForm(attachments.use() == Use.ALWAYS));
        this.lax = implementation.lax();
        this.unpacksFirst = !chain.isEmpty() || implementation.isProvider();
        this.beginsOnLoop = nonBlocking && executor == null && !unpacksFirst;
        this.reading = new ReceivedRequest.Reading(
                attachments.limits(),
                implementation.isProvider() ? text -> 0 : TreeMemory::ofXml, // a provider's form counts what it makes
                unpacksFirst && FastInfosetProperties.isSpoken(properties) ? FastInfosetType.encoding() : null);
        this.replies = new ReplyEncoding(reading.fastInfoset());
    }

    /**
     * Makes everything that requests need.
     *
     * @param resources of the container, where wsdlLocation is looked for too; null for none
     * @throws InterfaceException where something is not supported, or implementation and WSDL do not agree; names it
     */
    static PublishedService of(
            WeirEndpoint endpoint,
            Implementation implementation,
            Map<String, Object> properties,
            @Nullable Executor executor,
            @Nullable Function<String, @Nullable URL> resources) {
        EndpointBinding ofEndpoint = (EndpointBinding) endpoint.getBinding();
        if (implementation.isProvider()) {
            return provider(endpoint, implementation, properties, executor, resources);
        }
        EndpointInterface service = implementation.endpointInterface();
        XmlSeeAlso also = implementation.marks().get(XmlSeeAlso.class);
        InterfaceCodecs codecs = InterfaceCodecs.of(service, also == null ? Set.of() : Set.of(also.value()));
        HandlerChain chain = chain(endpoint, implementation, service.type());
        ServiceDescription description;
        try {
            description = implementation.wsdlLocation().isEmpty()
                    ? generated(implementation, codecs, chain, ofEndpoint.mtom().enabled())
                    : contract(implementation, service, resources);
        } catch (WsdlException e) {
            throw new InterfaceException(
                    implementation.type().getName() + " cannot be published: " + e.getMessage(), e);
        }
        ofEndpoint.describedBy(description);
        SchemaRules rules = rules(implementation, service, codecs, description);
        if (implementation.lax() && rules != null) {
            throw new InterfaceException(implementation.type().getName()
                    + ": SchemaValidation is not supported with Lax, which takes what no schema does");
        }
        SchemaRules ofRequests = implementation.validation().requests() ? rules : null;
        SchemaRules ofReplies = implementation.validation().replies() ? rules : null;
        List<MethodOperation> methods = new ArrayList<>();
        Map<SoapVersion, List<ServedOperation<@Nullable Object[]>>> operations = new EnumMap<>(SoapVersion.class);
        description.bindings().forEach((version, binding) -> {
            List<MethodOperation> served = new ArrayList<>();
            for (Operation operation : service.operations()) {
                BindingOperation bound = binding.operations().get(operation.name());
                OperationCodec codec = bound == null ? codecs.operation(operation) : codecs.operation(operation, bound);
                MethodOperation method = new MethodOperation(
                        service,
                        implementation.implementor(),
                        implementation.lax() ? codec.lax() : codec,
                        ofRequests,
                        ofReplies,
                        bound == null ? operation.soapAction() : bound.soapAction(),
                        description.actions().get(operation.name()),
                        chain.headers());
                served.add(method);
            }
            OperationSignatures.requireDistinct(served);
            methods.addAll(served);
            operations.put(version, List.copyOf(served));
        });
        AttachmentOptions attachments = AttachmentProperties.read(properties, ofEndpoint.mtom());
        EndpointOptions options = EndpointOptions.DEFAULT
                .withFastInfoset(chain.isEmpty() && FastInfosetProperties.isSpoken(properties))
                .withGzipFromBytes(gzipFromBytes(implementation, chain.isEmpty(), properties))
                .withTestPage(hasTestPage(properties))
                .withAttachments(chain.isEmpty() ? attachments : attachments.withUse(Use.NEVER));
        ExchangePipeline<@Nullable Object[]> pipeline = new ExchangePipeline<>(
                description.service(),
                operations,
                new Encodings(
                        options.limits(),
                        options.attachments(),
                        options.fastInfoset(),
                        options.gzipFromBytes(),
                        codecs.model().hasAttachmentReferences(),
                        FastInfosetProperties.hasVocabulary(properties)
                                ? MessageVocabulary.of(description::published)
                                : MessageVocabulary.NONE,
                        !chain.isEmpty()),
                addressing(implementation, chain, properties),
                implementation.lax());
        SoapEndpoint soap = new SoapEndpoint(description, pipeline, bytes -> bytes * OBJECTS, options);
        return new PublishedService(
                endpoint,
                implementation,
                qname(service.portType()),
                description,
                soap,
                soap::handle,
                attachments,
                executor,
                chain,
                pipeline::refusal,
                methods.stream().anyMatch(MethodOperation::isNonBlocking),
                properties);
    }

    private static boolean hasTestPage(Map<String, Object> properties) {
        Boolean said = BooleanProperty.read(properties, WeirEndpoint.TEST_PAGE);
        return said == null || said;
    }

    /** Of replies; 0 for none. */
    private static int gzipFromBytes(
            Implementation implementation, boolean isLastToWrite, Map<String, Object> properties) {
        int bytes = GzipProperty.fromBytes(properties, GzipProperty.FROM_BYTES);
        if (bytes > 0 && !isLastToWrite) {
            throw new InterfaceException(implementation.type().getName() + ": the property " + GzipProperty.FROM_BYTES
                    + " is not supported for a Provider, nor with handlers, which see plain envelopes only");
        }
        return Math.max(0, bytes);
    }

    /**
     * What becomes of WS-Addressing: who asks for it gets it as the standard has it; who says nothing answers those who use it,
     * and is not strict with them. Handlers see what goes on the connection only, so nothing goes elsewhere where there are some.
     */
    private static AddressingRules addressing(
            Implementation implementation, HandlerChain chain, Map<String, Object> properties) {
        AddressingFeature asked = implementation.addressing();
        if (asked == null || !asked.isEnabled()) {
            return new AddressingRules(asked == null ? Extent.HEEDING : Extent.IGNORING, true, null);
        }
        Responses responses = asked.getResponses();
        if (responses == Responses.NON_ANONYMOUS && !chain.isEmpty()) {
            throw new InterfaceException(
                    implementation.type().getName() + ": Addressing.responses NON_ANONYMOUS is not"
                            + " supported for endpoints with handlers, which see replies on the connection of the request only");
        }
        boolean here = responses == Responses.ANONYMOUS || !chain.isEmpty();
        return new AddressingRules(
                asked.isRequired() ? Extent.REQUIRING : Extent.CHECKING,
                responses != Responses.NON_ANONYMOUS,
                here ? null : DecoupledReplies.of(properties));
    }

    /** What messages are validated by; null where none are. */
    private static @Nullable SchemaRules rules(
            Implementation implementation,
            EndpointInterface service,
            InterfaceCodecs codecs,
            ServiceDescription description) {
        if (!implementation.validation().any()) {
            return null;
        }
        for (Operation operation : service.operations()) {
            if (operation.style().isRpc()) {
                throw new InterfaceException(implementation.type().getName()
                        + ": SchemaValidation is not supported for rpc style, whose messages no schema declares");
            }
        }
        if (codecs.model().hasAttachmentReferences()) {
            throw new InterfaceException(implementation.type().getName()
                    + ": SchemaValidation is not supported with values with XmlAttachmentRef");
        }
        return new SchemaRules(MessageSchema.of(description));
    }

    private static PublishedService provider(
            WeirEndpoint endpoint,
            Implementation implementation,
            Map<String, Object> properties,
            @Nullable Executor executor,
            @Nullable Function<String, @Nullable URL> resources) {
        if (implementation.validation().any()) {
            throw new InterfaceException(
                    implementation.type().getName() + ": SchemaValidation is not supported for a Provider");
        }
        Object implementor = implementation.implementor();
        ProviderForm<?> form = ProviderForm.of(implementor, implementation.marks());
        ServiceDescription description;
        try {
            description = implementation.wsdlLocation().isEmpty() ? null : contract(implementation, resources);
        } catch (WsdlException e) {
            throw new InterfaceException(
                    implementation.type().getName() + " cannot be published: " + e.getMessage(), e);
        }
        EndpointBinding binding = (EndpointBinding) endpoint.getBinding();
        binding.describedBy(description);
        AttachmentOptions attachments = AttachmentProperties.read(properties, binding.mtom());
        HandlerChain chain = chain(endpoint, implementation, implementation.type());
        var unused = gzipFromBytes(implementation, false, properties);
        ProviderService<?> provider = new ProviderService<>(
                implementor,
                form,
                implementation.version(),
                description == null
                        ? null
                        : new EndpointPages(
                                description,
                                EndpointOptions.DEFAULT.withTestPage(hasTestPage(properties)),
                                Set.of(implementation.version()),
                                false),
                chain.headers(),
                chain.isEmpty() ? new ReplyForm(attachments.use() == Use.ALWAYS) : null);
        return new PublishedService(
                endpoint,
                implementation,
                description == null ? null : qname(description.portType().name()),
                description,
                provider,
                provider::handle,
                attachments,
                executor,
                chain,
                (request, format) -> provider.refusal(request),
                false,
                properties);
    }

    /** Those of the endpoint's binding, else those of the annotation of the implementation or of its interface. */
    private static HandlerChain chain(WeirEndpoint endpoint, Implementation implementation, Class<?> type) {
        if (!endpoint.getBinding().getHandlerChain().isEmpty()) {
            return HandlerChain.of(endpoint.getBinding().getHandlerChain());
        }
        Class<?> named = implementation.marks().bearer(jakarta.jws.HandlerChain.class);
        HandlerFile file = named == null ? null : HandlerFile.of(named);
        if (file == null) {
            file = HandlerFile.of(type);
        }
        return file == null ? HandlerChain.EMPTY : HandlerChain.of(file.handlers(implementation.portInfo()));
    }

    private static ServiceDescription generated(
            Implementation implementation, InterfaceCodecs codecs, HandlerChain chain, boolean mtom) {
        codecs.service().operations().forEach(codecs::operation); // refuses those that only a contract could decide
        Map<SoapVersion, String> ports = Map.of(implementation.version(), implementation.port());
        AddressingFeature asked = implementation.addressing();
        AddressingFeature addressing = asked == null || !asked.isEnabled()
                ? null
                : chain.isEmpty() ? asked : new AddressingFeature(true, asked.isRequired(), Responses.ANONYMOUS);
        Map<URI, byte[]> documents = InterfaceWsdl.write(codecs, implementation.service(), ports, addressing, mtom);
        Wsdl wsdl = Wsdl.read(InterfaceWsdl.ROOT, uri -> {
            byte[] document = documents.get(uri);
            if (document == null) {
                throw new WsdlException("there is no document " + uri);
            }
            return document;
        });
        return described(wsdl, implementation, codecs.service());
    }

    private static ServiceDescription contract(
            Implementation implementation,
            EndpointInterface service,
            @Nullable Function<String, @Nullable URL> resources) {
        Wsdl wsdl = contractFile(implementation, resources);
        ServiceDescription description = described(wsdl, implementation, service);
        for (Binding binding : description.bindings().values()) {
            compare(binding, service);
        }
        return description;
    }

    private static Wsdl contractFile(
            Implementation implementation, @Nullable Function<String, @Nullable URL> resources) {
        ContractFile files = new ContractFile(implementation.type(), resources);
        Wsdl wsdl = Wsdl.read(files.locate(implementation.wsdlLocation()), files);
        if (wsdl.service(implementation.service()) == null) {
            throw new WsdlException("its WSDL, " + wsdl.location() + ", has no service " + implementation.service()
                    + "; serviceName and targetNamespace of "
                    + (implementation.isProvider() ? "WebServiceProvider" : "WebService") + " must name one");
        }
        return wsdl;
    }

    /** What describes a provider: the port that its annotation names. */
    private static ServiceDescription contract(
            Implementation implementation, @Nullable Function<String, @Nullable URL> resources) {
        Wsdl wsdl = contractFile(implementation, resources);
        Service service = wsdl.service(implementation.service());
        Port port = service == null ? null : service.port(implementation.port());
        if (port == null) {
            throw new WsdlException("service " + implementation.service() + " of its WSDL, " + wsdl.location()
                    + ", has no SOAP port " + implementation.port() + "; portName of WebServiceProvider must name one");
        }
        if (port.binding().version() != implementation.version()) {
            throw new WsdlException("port " + port.name() + " of its WSDL, " + wsdl.location() + ", is of "
                    + port.binding().version() + "; BindingType must ask for the same");
        }
        return ServiceDescription.of(wsdl, port.binding().portType(), implementation.service(), Map.of());
    }

    private static ServiceDescription described(Wsdl wsdl, Implementation implementation, EndpointInterface service) {
        PortType portType = wsdl.portType(service.portType());
        if (portType == null) {
            throw new WsdlException("its WSDL, " + wsdl.location() + ", has no portType " + service.portType());
        }
        boolean encoded = service.operations().stream().anyMatch(operation -> operation.style() == Style.ENCODED);
        if (encoded && implementation.version() != SoapVersion.SOAP_11) {
            throw new InterfaceException(implementation.implementor().getClass().getName() + " is rpc/encoded, which is"
                    + " served by SOAP 1.1 only; BindingType must not ask for SOAP 1.2");
        }
        return ServiceDescription.withEncoded(wsdl, portType, implementation.service());
    }

    /** Each operation of the contract must be one of the interface, and the other way round. */
    private static void compare(Binding binding, EndpointInterface service) {
        for (BindingOperation wanted : binding.operations().values()) {
            String name = wanted.operation().name();
            if (service.operations().stream().noneMatch(given -> given.name().equals(name))) {
                throw new WsdlException("its WSDL has operation " + name + " in binding " + binding.name() + ", but "
                        + service.type().getName() + " has no such method");
            }
        }
        for (Operation given : service.operations()) {
            BindingOperation wanted = binding.operations().get(given.name());
            if (wanted != null && wanted.rpc() != given.style().isRpc()) {
                throw new WsdlException(
                        "operation " + given.name() + " is of style " + (wanted.rpc() ? "rpc" : "document")
                                + " in binding " + binding.name() + " of its WSDL; SOAPBinding of "
                                + service.type().getName() + " must say the same");
            }
            if (wanted == null) {
                throw new WsdlException("method " + given.method().getName() + " of "
                        + service.type().getName() + " is operation " + given.name() + ", which binding "
                        + binding.name() + " of its WSDL has not");
            }
        }
    }

    private static QName qname(XmlName name) {
        return new QName(name.namespace(), name.local());
    }

    WeirEndpoint endpoint() {
        return endpoint;
    }

    QName serviceName() {
        return qname(implementation.service());
    }

    QName portName() {
        return new QName(implementation.service().namespace(), implementation.port());
    }

    /** Null for a provider without WSDL. */
    @Nullable QName portType() {
        return portType;
    }

    /** True where handlers see replies before they are sent. */
    boolean hasHandlers() {
        return handlers != null;
    }

    /** True where there is a WSDL to be had. */
    boolean isDescribed() {
        return description != null;
    }

    /** How much of a path is the endpoint's own. */
    int pathLength(String path) {
        return Math.min(path.length(), endpoint.path().length());
    }

    /** The documents of the description, as who asks at an address gets them. */
    List<byte[]> documents(String address) {
        List<byte[]> documents = new ArrayList<>();
        ServiceDescription known = description;
        for (String query : known == null ? Set.<String>of() : known.queries()) {
            byte[] document = known == null ? null : known.document(query, address);
            if (document != null) {
                documents.add(document);
            }
        }
        return documents;
    }

    @Override
    public long memory(long bodyBytes) {
        return soap.memory(bodyBytes);
    }

    /** By what a packed body says it unpacks to; of one that becomes text first, what becomes of it is counted then. */
    @Override
    public long memory(HttpRequest request) {
        return reading.isEncoded(request) ? ContentCoding.unpackedBytes(request) : soap.memory(request);
    }

    @Override
    public HttpReply refuse(HttpRequest request, int status, String reason) {
        return soap.refuse(reading.typed(request), status, reason);
    }

    /** Long messages with parts go to a file as they come. */
    @Override
    public @Nullable BodySink sink(HttpRequest head, long length) {
        return unpacksFirst ? MultipartSink.of(head, length, attachments) : soap.sink(head, length);
    }

    @Override
    public CompletionStage<HttpReply> handle(HttpRequest request) {
        return handle(request, (ContainerCall) null);
    }

    @Override
    public @Nullable CompletionStage<HttpReply> handleOnLoop(HttpRequest request, Executor workers) {
        return beginsOnLoop && isShortText(request)
                ? process(new ServerCall(this, request, null, workers), call -> soap.handle(putRight(request)))
                : null;
    }

    /** True for envelopes that take no longer to read than their length says. */
    private static boolean isShortText(HttpRequest request) {
        String type = request.header("Content-Type");
        return request.body().length <= LOOP_BYTES
                && request.method().equals("POST")
                && request.list("Content-Encoding") == null
                && type != null
                && (isOf(type, EnvelopeFormat.SOAP_11) || isOf(type, EnvelopeFormat.SOAP_12));
    }

    private static boolean isOf(String type, EnvelopeFormat format) {
        return type.startsWith(format.mediaType);
    }

    /** @param container null where there is none */
    CompletionStage<HttpReply> handle(HttpRequest request, @Nullable ContainerCall container) {
        return onExecutor(() -> process(
                new ServerCall(this, request, container, null),
                call -> answer(call, prepared(request)).thenApply(reply -> encoded(request, reply))));
    }

    /** A reply that the pipeline has not encoded, as the caller wants it. */
    private HttpReply encoded(HttpRequest request, HttpReply reply) {
        try {
            return unpacksFirst ? replies.encoded(request, reply) : reply;
        } catch (XmlException e) {
            return replies.encoded(request, failed(request, e));
        }
    }

    /** As whoever looks at it first wants it. */
    private ReceivedRequest prepared(HttpRequest request) {
        if (!unpacksFirst) {
            return new ReceivedRequest(lax ? putRight(PackedRequest.unpack(request)) : request, null);
        }
        return putRight(ReceivedRequest.of(PackedRequest.unpack(request), reading));
    }

    /** What has come to a sink. */
    private ReceivedRequest prepared(HttpRequest request, MultipartSink body) {
        MimeMessage message;
        try {
            message = body.complete();
        } catch (MimeException e) {
            throw ReceivedRequest.refused(e);
        }
        return putRight(ReceivedRequest.of(request, message, reading));
    }

    private ReceivedRequest putRight(ReceivedRequest received) {
        return lax ? new ReceivedRequest(LaxRequest.of(received.request()), received.parts()) : received;
    }

    private HttpRequest putRight(HttpRequest request) {
        return lax ? LaxRequest.of(request) : request;
    }

    @Override
    public CompletionStage<HttpReply> handle(HttpRequest request, BodySink body) {
        return handle(request, body, null);
    }

    /** @param container null where there is none */
    CompletionStage<HttpReply> handle(HttpRequest request, BodySink body, @Nullable ContainerCall container) {
        try {
            return onExecutor(() -> process(
                    new ServerCall(this, request, container, null),
                    call -> body instanceof MultipartSink parts && unpacksFirst
                            ? answer(call, prepared(request, parts)).thenApply(reply -> encoded(request, reply))
                            : soap.handle(request, body)));
        } catch (RejectedExecutionException e) {
            body.abandon();
            throw e;
        }
    }

    /** True where the list of services names this one. */
    boolean isListed() {
        return isListed;
    }

    private CompletionStage<HttpReply> onExecutor(Supplier<CompletionStage<HttpReply>> work) {
        Executor own = executor;
        return own == null
                ? work.get()
                : CompletableFuture.supplyAsync(work, own).thenCompose(stage -> stage);
    }

    private CompletionStage<HttpReply> process(
            ServerCall call, Function<ServerCall, CompletionStage<HttpReply>> answer) {
        try {
            return call.run(() -> answer.apply(call)).thenApply(reply -> finished(call, reply));
        } catch (BodyRefusedException e) {
            return CompletableFuture.completedFuture(refused(call.request(), e));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    private HttpReply refused(HttpRequest request, BodyRefusedException refusal) {
        HttpReply reply = refuse(request, refusal.status(), String.valueOf(refusal.getMessage()));
        EnvelopeFormat format = ReplyEncoding.format(reply);
        if (format != null) {
            reply = new HttpReply(format.statusOfRefused(refusal.status()), reply.headers(), reply.body());
        }
        return encoded(request, reply);
    }

    /**
     * Names a field that the service has set and that is not sent, once.
     *
     * @param field null for one without a name
     */
    void ignores(@Nullable String field) {
        if (ignored.add(field == null ? "" : field.toLowerCase(Locale.ROOT))) {
            LOG.log(
                    Level.WARNING,
                    field == null
                            ? "{0} sets a header field of its reply that has no name (null), which is ignored"
                            : "{0} sets the header field {1} of its reply, which is ignored: the server sets it itself, by"
                                    + " what it sends",
                    implementation.type().getName(),
                    field);
        }
    }

    /** What a service says of the HTTP reply may be wrong, as anything else of it: the caller gets a fault without internals. */
    private HttpReply finished(ServerCall call, HttpReply reply) {
        try {
            return call.finished(reply);
        } catch (IllegalArgumentException e) {
            reply.discard();
            return failed(call.request(), e);
        }
    }

    /** A fault without internals; the log has the cause. */
    HttpReply failed(HttpRequest request, Throwable cause) {
        return refuse(
                request, 500, LoggedFailure.reason(LOG, implementation.type().getName(), request.path(), cause));
    }

    /** The message that a request came in is there until its reply has been sent, whatever becomes of the request. */
    private CompletionStage<HttpReply> answer(ServerCall call, ReceivedRequest received) {
        MimeMessage parts = received.parts();
        if (parts == null) {
            return answered(call, received);
        }
        call.separated(parts);
        Runnable held = parts.hold();
        Runnable release = () -> {
            held.run();
            parts.close();
        };
        boolean begun = false;
        try {
            CompletionStage<HttpReply> answer = answered(call, received).handle((reply, failed) -> {
                if (reply == null) {
                    release.run();
                    throw failed instanceof CompletionException known ? known : new CompletionException(failed);
                }
                return reply.releasing(release);
            });
            begun = true;
            return answer;
        } finally {
            if (!begun) {
                release.run();
            }
        }
    }

    private CompletionStage<HttpReply> soap(HttpRequest request, @Nullable MimeMessage parts) {
        return parts == null ? soap.handle(request) : soapWithParts.apply(request, parts);
    }

    private CompletionStage<HttpReply> answered(ServerCall call, ReceivedRequest received) {
        HttpRequest request = received.request();
        ServerHandlers chain = handlers;
        if (chain == null) {
            return soap(request, received.parts());
        }
        MessageProperties properties = new MessageProperties();
        call.showTo(properties);
        return chain.handle(request, received.parts(), properties, (handled, parts) -> {
                    call.take(properties);
                    CompletionStage<HttpReply> reply = soap(handled, parts);
                    call.showTo(properties);
                    return reply;
                })
                .whenComplete((reply, failed) -> call.takeReply(properties));
    }
}
