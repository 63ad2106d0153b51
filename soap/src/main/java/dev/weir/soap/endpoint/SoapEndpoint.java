package dev.weir.soap.endpoint;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapService;
import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeWriter;
import dev.weir.soap.http.HttpHandler;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.step.ExchangePipeline;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.tree.TreeMemory;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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
    private final ExchangePipeline pipeline;

    /** @param service called on worker threads, several at a time */
    public SoapEndpoint(ServiceDescription description, SoapService service, EndpointOptions options) {
        this.description = description;
        this.pages = new EndpointPages(description, options);
        this.preferred = EnvelopeFormat.of(
                description.bindings().containsKey(SoapVersion.SOAP_11) ? SoapVersion.SOAP_11 : SoapVersion.SOAP_12);
        this.pipeline = new ExchangePipeline(description, service, options.limits());
    }

    public ServiceDescription description() {
        return description;
    }

    @Override
    public long memory(long bodyBytes) {
        return TreeMemory.ofDocument(bodyBytes);
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
                            + (type.isEmpty() ? "but there is none." : "not " + type + "."))));
        }
        return pipeline.process(request, format);
    }

    /** By content type; null where it is none of SOAP's. */
    private static @Nullable EnvelopeFormat formatOf(HttpRequest request) {
        String type = ContentType.parse(request.header("Content-Type")).mediaType();
        return type.equals(EnvelopeFormat.SOAP_11.mediaType)
                ? EnvelopeFormat.SOAP_11
                : type.equals(EnvelopeFormat.SOAP_12.mediaType) ? EnvelopeFormat.SOAP_12 : null;
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
