package dev.weir.soap.endpoint;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapService;
import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeWriter;
import dev.weir.soap.envelope.FastInfosetType;
import dev.weir.soap.http.BodyRefusedException;
import dev.weir.soap.http.BodySink;
import dev.weir.soap.http.ContentCoding;
import dev.weir.soap.http.HttpHandler;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.mtom.AttachmentOptions;
import dev.weir.soap.mtom.AttachmentOptions.Use;
import dev.weir.soap.mtom.MimeException;
import dev.weir.soap.mtom.MimeMessage;
import dev.weir.soap.mtom.MultipartSink;
import dev.weir.soap.step.ExchangePipeline;
import dev.weir.soap.step.ExchangePipeline.Encodings;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.tree.TreeMemory;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A service at one address. POST takes SOAP messages of the versions that the service has ports for, GET with {@code
 * ?wsdl} gives the description, GET alone a page for people. Thread-safe.
 *
 * <p>A failure is answered with a fault that names the problem and its place in the request and holds no internals; the
 * cause is logged.
 */
public final class SoapEndpoint implements HttpHandler {
    private final ServiceDescription description;
    private final EndpointPages pages;
    private final EnvelopeFormat preferred;
    private final AttachmentOptions attachments;
    private final boolean fastInfoset;
    private final boolean onlyComputes;
    private final ExchangePipeline<?> pipeline;
    private final LongUnaryOperator memory;

    /** @param service called on worker threads, several at a time */
    public SoapEndpoint(ServiceDescription description, SoapService service, EndpointOptions options) {
        this(
                description,
                ExchangePipeline.of(
                        description,
                        service,
                        new Encodings(
                                options.limits(),
                                attachments(description, options),
                                options.fastInfoset(),
                                options.gzipFromBytes())),
                TreeMemory::ofMessage,
                options);
    }

    /** The options for attachments; replies have them always where the description asks for MTOM. */
    private static AttachmentOptions attachments(ServiceDescription description, EndpointOptions options) {
        AttachmentOptions given = options.attachments();
        return description.asksForMtom() && given.use() == Use.AS_ASKED ? given.withUse(Use.ALWAYS) : given;
    }

    /**
     * An endpoint with operations of its own.
     *
     * @param memory an estimate of what a request takes of the heap, by the length of its body
     */
    @SuppressWarnings("exports") // for the modules that the pipeline is exported to
    public SoapEndpoint(
            ServiceDescription description,
            ExchangePipeline<?> pipeline,
            LongUnaryOperator memory,
            EndpointOptions options) {
        this.description = description;
        this.pages =
                new EndpointPages(description, options, description.bindings().keySet(), pipeline.requiresAddressing());
        this.preferred = EnvelopeFormat.of(
                description.bindings().containsKey(SoapVersion.SOAP_11) ? SoapVersion.SOAP_11 : SoapVersion.SOAP_12);
        this.attachments = attachments(description, options);
        this.fastInfoset = options.fastInfoset() && FastInfosetType.encoding() != null;
        this.onlyComputes = options.onlyComputes();
        this.pipeline = pipeline;
        this.memory = memory;
    }

    public ServiceDescription description() {
        return description;
    }

    @Override
    public boolean onlyComputes() {
        return onlyComputes;
    }

    @Override
    public long memory(long bodyBytes) {
        return memory.applyAsLong(bodyBytes);
    }

    /** By what a packed body says it unpacks to; {@link ContentCoding} holds it to that. */
    @Override
    public long memory(HttpRequest request) {
        return memory(ContentCoding.unpackedBytes(request));
    }

    /** Messages with parts are taken as they come, into a file where they are long. */
    @Override
    public @Nullable BodySink sink(HttpRequest head, long length) {
        return MultipartSink.of(head, length, attachments);
    }

    @Override
    public CompletionStage<HttpReply> handle(HttpRequest request, BodySink body) {
        EnvelopeFormat format = format(request);
        MimeMessage message;
        try {
            message = ((MultipartSink) body).complete();
        } catch (MimeException e) {
            int status = e.tooLarge() ? 413 : format.status(SoapFault.Code.SENDER);
            return CompletableFuture.completedFuture(
                    fault(format, status, SoapFault.sender(String.valueOf(e.getMessage()))));
        } catch (BodyRefusedException e) {
            return CompletableFuture.completedFuture(fault(
                    format, format.statusOfRefused(e.status()), SoapFault.sender(String.valueOf(e.getMessage()))));
        }
        return pipeline.process(request, format, message);
    }

    /**
     * Answers a request whose message has been separated into parts.
     *
     * @param request its body is passed over
     * @param message closed when the reply has been sent
     */
    public CompletionStage<HttpReply> handle(HttpRequest request, MimeMessage message) {
        return pipeline.process(request, format(request), message);
    }

    private EnvelopeFormat format(HttpRequest request) {
        EnvelopeFormat known = formatOf(request);
        return known == null ? preferred : known;
    }

    @Override
    public CompletionStage<HttpReply> handle(HttpRequest request) {
        return switch (request.method()) {
            case "POST" -> post(request);
            case "GET", "HEAD" -> CompletableFuture.completedFuture(pages.get(request));
            default ->
                CompletableFuture.completedFuture(HttpReply.text(405, "This address takes SOAP messages by POST.\n")
                        .with("Allow", "GET, HEAD, POST"));
        };
    }

    private CompletionStage<HttpReply> post(HttpRequest request) {
        EnvelopeFormat format = formatOf(request);
        if (format == null) {
            String type = ContentType.parse(request.header("Content-Type")).mediaType();
            return CompletableFuture.completedFuture(fault(
                    preferred,
                    415,
                    SoapFault.sender("The content type must be text/xml (SOAP 1.1) or application/soap+xml (SOAP 1.2), "
                            + "or multipart/related with one of them, "
                            + (type.isEmpty() ? "but there is none." : "not " + type + "."))));
        }
        return pipeline.process(request, format);
    }

    /** By content type; null where it is none of SOAP's. */
    private @Nullable EnvelopeFormat formatOf(HttpRequest request) {
        ContentType type = ContentType.parse(request.header("Content-Type"));
        if (type.isMultipart()) {
            EnvelopeFormat format = formatOf(ContentType.parse(type.parameter("type")));
            if (format == null) {
                format = formatOf(ContentType.parse(type.parameter("start-info")));
            }
            // Only the part itself may say which it is.
            return format == null ? preferred : format;
        }
        return formatOf(type);
    }

    private @Nullable EnvelopeFormat formatOf(ContentType type) {
        EnvelopeFormat text = EnvelopeFormat.ofMediaType(type.mediaType());
        return text != null || !fastInfoset ? text : FastInfosetType.format(type.mediaType());
    }

    private static HttpReply fault(EnvelopeFormat format, int status, SoapFault fault) {
        return HttpReply.of(status, format.contentType(), EnvelopeWriter.writeFault(format, List.of(), fault));
    }

    @Override
    public HttpReply refuse(HttpRequest request, int status, String reason) {
        EnvelopeFormat format = formatOf(request);
        if (!request.method().equals("POST") || format == null) {
            return HttpReply.text(status, reason + "\n");
        }
        return fault(format, status, status < 500 ? SoapFault.sender(reason) : SoapFault.receiver(reason));
    }
}
