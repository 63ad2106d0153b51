package dev.weir.soap.step;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.SoapService;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeWriter;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlName;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * The steps from an HTTP request with an envelope to its reply, in order. A step that fails ends the exchange in a fault,
 * which the last step writes. Thread-safe: an endpoint has one pipeline, each request an {@link Exchange} of its own.
 */
public final class ExchangePipeline {
    private static final Logger LOG = System.getLogger(ExchangePipeline.class.getName());

    private final XmlName serviceName;
    private final List<ExchangeStep> steps;

    /**
     * @param service called on the thread that processes the request, several at a time
     * @param limits of request documents
     */
    public ExchangePipeline(ServiceDescription description, SoapService service, XmlLimits limits) {
        this.serviceName = description.service();
        var bindings = description.bindings();
        BindReply bindReply = new BindReply(bindings.values(), description.actions());
        this.steps = List.of(
                new ReadEnvelope(bindings.keySet(), limits),
                new UnderstandHeaders(bindings.values()),
                new Dispatch(bindings, description.actions()),
                new BindRequest(bindings.values()),
                new InvokeService(service),
                bindReply,
                new WriteEnvelope(bindReply));
    }

    /**
     * Processes a request; never fails.
     *
     * @param format of a fault that occurs before the version of the envelope is known
     */
    public CompletionStage<HttpReply> process(HttpRequest request, EnvelopeFormat format) {
        return run(new Exchange(request, format), 0);
    }

    /** Runs the steps from one on; a fault skips to the last step. */
    private CompletionStage<HttpReply> run(Exchange exchange, int from) {
        int last = steps.size() - 1;
        for (int i = from; i <= last; i++) {
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
            } catch (RuntimeException e) {
                if (i == last) {
                    // The reply or the fault has content that XML cannot represent; a fault of our own does not.
                    exchange.release();
                    return CompletableFuture.completedFuture(reply(exchange.format(), faultOf(exchange, e)));
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
            if (e.httpStatus() > 0) {
                exchange.faultStatus(e.httpStatus());
            }
            return e.fault();
        }
        if (cause instanceof XmlException e && !exchange.bound()) {
            return SoapFault.sender("The request cannot be read as XML: " + e.getMessage());
        }
        String reference = UUID.randomUUID().toString().substring(0, 8);
        LOG.log(
                Level.ERROR,
                "service " + serviceName + " failed, reference " + reference + ", at "
                        + exchange.request().path(),
                cause);
        return SoapFault.receiver("The service failed; see its log for the cause, reference " + reference + ".");
    }

    private static HttpReply reply(EnvelopeFormat format, SoapFault fault) {
        return HttpReply.of(
                format.status(fault.code()), format.contentType(), EnvelopeWriter.writeFault(format, List.of(), fault));
    }
}
