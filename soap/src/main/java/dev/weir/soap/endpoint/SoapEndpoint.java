package dev.weir.soap.endpoint;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.SoapService;
import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeWriter;
import dev.weir.soap.http.HttpHandler;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.step.BindReply;
import dev.weir.soap.step.BindRequest;
import dev.weir.soap.step.Dispatch;
import dev.weir.soap.step.Exchange;
import dev.weir.soap.step.ExchangeStep;
import dev.weir.soap.step.InvokeService;
import dev.weir.soap.step.ReadEnvelope;
import dev.weir.soap.step.UnderstandHeaders;
import dev.weir.soap.step.WriteEnvelope;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.XmlException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A service at one address. POST takes SOAP messages of the versions that the service has ports for, GET with {@code
 * ?wsdl} gives the description, GET alone a page for people. Thread-safe.
 *
 * <p>What goes wrong is answered with a fault that tells the caller what and where, and nothing of what is inside; the
 * cause is in the log.
 */
public final class SoapEndpoint implements HttpHandler {
    private static final Logger LOG = System.getLogger(SoapEndpoint.class.getName());

    private final ServiceDescription description;
    private final EndpointPages pages;
    private final EnvelopeFormat preferred;
    private final List<ExchangeStep> steps;

    /** @param service called on worker threads, several at a time */
    public SoapEndpoint(ServiceDescription description, SoapService service, EndpointOptions options) {
        this.description = description;
        this.pages = new EndpointPages(description, options.behindProxy());
        this.preferred = EnvelopeFormat.of(
                description.bindings().containsKey(SoapVersion.SOAP_11) ? SoapVersion.SOAP_11 : SoapVersion.SOAP_12);
        var bindings = description.bindings();
        BindReply bindReply = new BindReply(bindings.values(), description.actions());
        this.steps = List.of(
                new ReadEnvelope(bindings.keySet(), options.limits()),
                new UnderstandHeaders(bindings.values()),
                new Dispatch(bindings, description.actions()),
                new BindRequest(bindings.values()),
                new InvokeService(service),
                bindReply,
                new WriteEnvelope(bindReply));
    }

    public ServiceDescription description() {
        return description;
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
        Exchange exchange = new Exchange(request, format);
        return run(exchange, 0);
    }

    /** By content type; null where it is none of SOAP's. */
    private static @Nullable EnvelopeFormat formatOf(HttpRequest request) {
        String type = ContentType.parse(request.header("Content-Type")).mediaType();
        return type.equals(EnvelopeFormat.SOAP_11.mediaType)
                ? EnvelopeFormat.SOAP_11
                : type.equals(EnvelopeFormat.SOAP_12.mediaType) ? EnvelopeFormat.SOAP_12 : null;
    }

    /** Takes the steps from one on; a fault leads straight to the last one, which writes it. */
    private CompletionStage<HttpReply> run(Exchange exchange, int from) {
        int last = steps.size() - 1;
        for (int i = from; i <= last; i++) {
            try {
                CompletionStage<?> wait = steps.get(i).process(exchange);
                if (wait != null) {
                    int next = i + 1;
                    return wait.handle((done, failure) -> {
                                if (failure != null) {
                                    exchange.fault(faultOf(exchange, failure));
                                    return run(exchange, last);
                                }
                                return run(exchange, next);
                            })
                            .thenCompose(stage -> stage);
                }
            } catch (RuntimeException e) {
                if (i == last) {
                    // The reply or the fault holds what no document can; a fault of our own does not.
                    exchange.release();
                    SoapFault own = faultOf(exchange, e);
                    return CompletableFuture.completedFuture(
                            fault(exchange.format(), exchange.format().status(own.code()), own));
                }
                exchange.fault(faultOf(exchange, e));
                i = last - 1;
            }
        }
        exchange.release();
        return CompletableFuture.completedFuture(exchange.httpReply());
    }

    private SoapFault faultOf(Exchange exchange, Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof SoapFaultException e) {
            return e.fault();
        }
        if (cause instanceof XmlException e && !exchange.bound()) {
            return SoapFault.sender("The request is not the XML that it must be: " + e.getMessage());
        }
        String reference = UUID.randomUUID().toString().substring(0, 8);
        LOG.log(
                Level.ERROR,
                "service " + description.service() + " failed, reference " + reference + ", at "
                        + exchange.request().path(),
                cause);
        return SoapFault.receiver("The service failed; its log tells why under the reference " + reference + ".");
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
