package dev.weir.composite.delivery;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.SoapService;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.ComponentId;
import dev.weir.store.ExchangeId;
import dev.weir.store.FlowState;
import dev.weir.store.InboundMessage;
import dev.weir.store.Store;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A composite's service: requests begin their journey here, and their callers wait here. */
public final class ServiceEntry implements SoapService {
    private final Store store;
    private final InstantSource clock;
    private final ComponentId service;
    private final Destination destination;
    private final DuplicateElimination duplicates;
    private final Duration maxWait;

    /** @param maxWait how long a caller waits for a reply before it gets a fault; the process goes on all the same */
    public ServiceEntry(
            Store store,
            InstantSource clock,
            ComponentId service,
            Destination destination,
            DuplicateElimination duplicates,
            Duration maxWait) {
        this.store = store;
        this.clock = clock;
        this.service = service;
        this.destination = destination;
        this.duplicates = duplicates;
        this.maxWait = maxWait;
    }

    @Override
    public CompletionStage<SoapReply> invoke(SoapRequest request) {
        Operation operation = request.operation();
        Addressing addressing = request.addressing();
        if (operation.oneWay() && addressing.replyTo() != null && !isCallable(addressing.replyTo())) {
            return CompletableFuture.failedFuture(new SoapFaultException(SoapFault.sender(
                    "The address in wsa:ReplyTo must be an http or https URL: " + addressing.replyTo())));
        }
        long flow = store.newId();
        long span = store.newId();
        DeliveryContext journey = new DeliveryContext(
                flow,
                service.composite(),
                ExchangeId.ofRequest(flow),
                operation.oneWay() ? duplicates.key(addressing) : null,
                addressing.replyTo() == null
                        ? null
                        : CallbackAddress.http(addressing.replyTo(), addressing.messageId())
                                .encode(),
                conversation(addressing),
                maxWait,
                false,
                store::newId,
                clock);
        journey.calledBy(ownCall(addressing.messageId()));
        journey.cameWith(request.headers(), addressing);
        journey.record(Kind.SERVICE_REQUEST, span, 0, service, operation.name(), null);
        Delivery parcel = new Delivery(journey, "", span, operation.name(), operation.oneWay(), request.input());
        return deliver(parcel)
                .handle((answer, failure) -> failure == null
                        ? end(journey, span, operation, answer)
                        : failed(journey, span, operation, Failures.cause(failure)))
                .thenCompose(Function.identity());
    }

    private static boolean isCallable(String address) {
        try {
            URI uri = new URI(address);
            return ("http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme()))
                    && uri.getHost() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private CompletionStage<Answer> deliver(Delivery parcel) {
        try {
            return destination.deliver(parcel);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** A callback from outside relates to the message id that was sent; inside it is known by its call's key. */
    private @Nullable String conversation(Addressing addressing) {
        String id = addressing.relatesTo();
        String own = ownCall(id);
        return own == null ? id : own;
    }

    /** The key of the call of this very server that has a message id; null for others. */
    private @Nullable String ownCall(@Nullable String messageId) {
        CallMessageId own = CallMessageId.parse(messageId, store.id());
        return own == null ? null : own.exchange().reference();
    }

    private CompletionStage<SoapReply> end(DeliveryContext journey, long span, Operation operation, Answer answer) {
        if (answer instanceof Answer.Faulted faulted) {
            journey.record(
                    Kind.SERVICE_REPLY,
                    span,
                    0,
                    service,
                    operation.name(),
                    "fault " + faulted.name().local());
            return store(journey, FlowState.FAULTED).thenApply(stored -> new SoapReply.Faulted(fault(faulted)));
        }
        if (answer instanceof Answer.Output output) {
            journey.record(Kind.SERVICE_REPLY, span, 0, service, operation.name(), null);
            return store(journey, FlowState.COMPLETED).thenApply(stored -> new SoapReply.Output(output.message()));
        }
        journey.record(Kind.SERVICE_ACCEPTED, span, 0, service, operation.name(), null);
        return store(journey, FlowState.COMPLETED).thenApply(stored -> new SoapReply.Accepted());
    }

    /** What is nobody's fault that a caller can know of goes to the endpoint, which logs it and tells a reference. */
    private CompletionStage<SoapReply> failed(
            DeliveryContext journey, long span, Operation operation, Throwable failure) {
        Throwable told = failure instanceof TimeoutException
                ? fault("there was no reply within " + maxWait.toSeconds() + " s; the process goes on")
                : failure instanceof DeliveryException ? fault(String.valueOf(failure.getMessage())) : failure;
        String detail = told instanceof SoapFaultException ? "fault: " + told.getMessage() : "internal error";
        journey.record(Kind.SERVICE_REPLY, span, 0, service, operation.name(), detail);
        return store(journey, FlowState.FAULTED).thenCompose(stored -> CompletableFuture.failedFuture(told));
    }

    /**
     * A flow that lived in memory is stored here, before its caller hears of it if its processes want it so; others are
     * stored already.
     */
    private CompletionStage<?> store(DeliveryContext journey, FlowState state) {
        if (journey.isStored()) {
            BackgroundWrites.logFailure(store.audit(journey.takeEvents()), "recording the end of a request");
            return CompletableFuture.completedFuture(state);
        }
        if (journey.keeping() == DeliveryContext.Keeping.NOTHING) {
            return CompletableFuture.completedFuture(state);
        }
        CompletionStage<?> stored = store.accept(InboundMessage.ofFlow(
                journey.flow(),
                service.composite(),
                journey.created(),
                journey.failed() ? FlowState.FAULTED : state,
                journey.takeEvents()));
        if (journey.keeping() == DeliveryContext.Keeping.LATER) {
            BackgroundWrites.logFailure(stored, "recording the end of a request");
            return CompletableFuture.completedFuture(state);
        }
        return stored;
    }

    private static SoapFaultException fault(String reason) {
        return new SoapFaultException(SoapFault.receiver(reason));
    }

    private static SoapFault fault(Answer.Faulted faulted) {
        List<XmlElement> detail = new ArrayList<>(faulted.data().parts().values());
        return new SoapFault(
                SoapFault.Code.RECEIVER, faulted.name(), faulted.name().local() + ": " + faulted.reason(), detail);
    }
}
