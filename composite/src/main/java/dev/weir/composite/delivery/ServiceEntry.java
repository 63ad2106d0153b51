package dev.weir.composite.delivery;

import dev.weir.bpel.HeaderUse.Read;
import dev.weir.composite.delivery.DeliveryContext.Conversation;
import dev.weir.composite.delivery.DeliveryContext.FlowOrigin;
import dev.weir.composite.delivery.DeliveryContext.RequestHeaders;
import dev.weir.composite.delivery.DeliveryContext.Sender;
import dev.weir.composite.delivery.DeliveryException.Outlook;
import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.SoapService;
import dev.weir.soap.envelope.WsAddressing;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.AuditLevels;
import dev.weir.store.ComponentId;
import dev.weir.store.ExchangeId;
import dev.weir.store.FlowState;
import dev.weir.store.InboundMessage;
import dev.weir.store.Store;
import dev.weir.store.StoreClosedException;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.tree.XmlElement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A composite's service: requests begin their context here, and their callers wait here. */
public final class ServiceEntry implements SoapService {
    /** Said where there is nothing to say but the fault's name. */
    private static final String RAISED = "the process answered with this fault";

    private final Shared shared;
    private final ComponentId service;
    private final Destination destination;
    private final DuplicateElimination duplicates;
    private final Intake intake;

    /**
     * What all services of a server have in common.
     *
     * @param maxWait how long a caller waits at this time for a reply before it gets a fault; the process goes on all the same
     * @param levels what is recorded
     * @param watch of what is computed for requests
     */
    public record Shared(
            Store store,
            SoapLinks links,
            InstantSource clock,
            Supplier<Duration> maxWait,
            AuditLevels levels,
            StepWatch watch) {}

    /** Which messages a service takes at this moment. Thread-safe. */
    @FunctionalInterface
    public interface Intake {
        /** Messages may begin new conversations. */
        Intake OPEN = () -> null;

        /**
         * Which operations instances that run may wait for, where messages that would begin a new conversation are refused;
         * null while messages may begin one.
         */
        @Nullable Predicate<String> awaited();
    }

    public ServiceEntry(
            Shared shared,
            ComponentId service,
            Destination destination,
            DuplicateElimination duplicates,
            Intake intake) {
        this.shared = shared;
        this.service = service;
        this.destination = destination;
        this.duplicates = duplicates;
        this.intake = intake;
    }

    @Override
    public CompletionStage<SoapReply> invoke(SoapRequest request) {
        return invoke(request, false);
    }

    /** The same service for messages that name no revision: an instance of any may wait for them. */
    public SoapService ofAnyRevision() {
        return request -> invoke(request, true);
    }

    private CompletionStage<SoapReply> invoke(SoapRequest request, boolean ofAnyRevision) {
        CompletionStage<SoapReply> reply;
        try {
            reply = take(request, ofAnyRevision);
        } catch (StoreClosedException e) {
            return CompletableFuture.failedFuture(stopping());
        }
        return reply.exceptionallyCompose(failure -> CompletableFuture.failedFuture(
                Failures.cause(failure) instanceof StoreClosedException ? stopping() : failure));
    }

    /** The answer to those whose message came, or whose process ended, when the store was closed already. */
    private static SoapFaultException stopping() {
        return fault(DeliveryException.stopping("the server is stopping; what it has taken goes on when it is back"));
    }

    private CompletionStage<SoapReply> take(SoapRequest request, boolean ofAnyRevision) {
        Operation operation = request.operation();
        Predicate<String> awaited = intake.awaited();
        if (awaited != null && !awaited.test(operation.name())) {
            return CompletableFuture.failedFuture(fault(
                    service.composite() + " is retired: it takes messages of its running instances only, and none waits"
                            + " for " + operation.name()));
        }
        Addressing addressing = request.addressing();
        ReferenceTerms terms =
                addressing.replyTo() == null ? ReferenceTerms.PLAIN : ReferenceTerms.ofReplyTo(request.headers());
        String refusal = operation.oneWay() ? refusal(addressing, terms) : null;
        if (refusal != null) {
            return CompletableFuture.failedFuture(new SoapFaultException(SoapFault.sender(refusal)));
        }
        long flow = shared.store().newId();
        long span = shared.store().newId();
        Duration maxWait = shared.maxWait().get();
        DeliveryContext context = new DeliveryContext(
                new FlowOrigin(flow, service.composite(), false),
                new Sender(
                        ExchangeId.ofRequest(flow),
                        operation.oneWay()
                                ? duplicates.key(addressing, shared.links().ids())
                                : null,
                        maxWait,
                        Read.NOTHING,
                        shared.watch(),
                        () -> {}),
                conversation(request, terms),
                new RequestHeaders(request.headers(), addressing),
                shared.store()::newId,
                shared.clock(),
                shared.levels());
        if (awaited != null) {
            context.beginNothing();
        }
        if (ofAnyRevision) {
            context.goToAnyRevision();
        }
        context.record(Kind.SERVICE_REQUEST, span, 0, service, operation.name(), null, request::input);
        Delivery delivery = new Delivery(context, "", span, operation.name(), operation.oneWay(), request.input());
        return deliver(delivery)
                .handle((answer, failure) -> failure == null
                        ? end(context, span, request, answer)
                        : failed(context, span, operation, late(Failures.cause(failure), maxWait)))
                .thenCompose(Function.identity());
    }

    private CompletionStage<Answer> deliver(Delivery delivery) {
        try {
            return delivery.context().watch().run(() -> destination.deliver(delivery));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Why the caller of a one-way operation cannot be called back as it wants; null where it can, as far as is known. */
    private @Nullable String refusal(Addressing addressing, ReferenceTerms terms) {
        if (addressing.replyTo() == null) {
            return null;
        }
        String ofAddress = shared.links().refusal(addressing.replyTo());
        if (ofAddress != null) {
            return "The address in wsa:ReplyTo is refused: " + addressing.replyTo() + ": " + ofAddress + ".";
        }
        String ofTerms = terms.refusal();
        return ofTerms == null ? null : "The reference in wsa:ReplyTo is refused: " + ofTerms + ".";
    }

    /** A callback from outside relates to the message id that was sent; inside it is known by its call's key. */
    private Conversation conversation(SoapRequest request, ReferenceTerms terms) {
        Addressing addressing = request.addressing();
        String callback = addressing.replyTo() == null
                ? null
                : new CallTarget.HttpCallback(addressing.replyTo(), addressing.messageId(), terms.encode()).encode();
        List<String> answered = addressing.relatesTo() == null ? List.of() : answered(request.headers());
        return new Conversation(callback, answered, ownCall(addressing.messageId()));
    }

    /** The calls of this very server that a message answers; where it answers none, what else it relates to. */
    private List<String> answered(List<XmlElement> headers) {
        List<String> ids = WsAddressing.replyRelations(headers);
        Set<String> own = new LinkedHashSet<>();
        for (String id : ids) {
            String call = ownCall(id);
            if (call != null) {
                own.add(call);
            }
        }
        if (!own.isEmpty()) {
            return List.copyOf(own);
        }
        return ids.isEmpty() ? List.of() : List.of(foreign(ids.get(0)));
    }

    /** The key of the call of this very server that has a message id; null for others. */
    private @Nullable String ownCall(@Nullable String messageId) {
        ExchangeId.OfCall own = shared.links().ids().proven(messageId);
        return own == null ? null : own.reference();
    }

    /** What looks like the key of a call, but was not proven by its message id, is nobody's. */
    private static String foreign(String id) {
        try {
            ExchangeId.OfCall.parseReference(id);
            return "unproven:" + id;
        } catch (IllegalArgumentException e) {
            return id;
        }
    }

    private CompletionStage<SoapReply> end(DeliveryContext context, long span, SoapRequest request, Answer answer) {
        Operation operation = request.operation();
        if (answer instanceof Answer.Faulted faulted) {
            context.record(Kind.SERVICE_REPLY, span, 0, service, operation.name(), faulted.describe(), faulted::data);
            if (!context.isStored()) {
                context.fact(Kind.FLOW_FAULT, service, faulted.name().local() + ": " + faulted.reason());
            }
            return store(context, FlowState.FAULTED)
                    .thenApply(stored -> new SoapReply.Faulted(fault(faulted, request.version())));
        }
        if (answer instanceof Answer.Output output) {
            context.record(Kind.SERVICE_REPLY, span, 0, service, operation.name(), null, output::message);
            return store(context, FlowState.COMPLETED).thenApply(stored -> new SoapReply.Output(output.message()));
        }
        context.record(Kind.SERVICE_ACCEPTED, span, 0, service, operation.name(), null);
        return store(context, FlowState.COMPLETED).thenApply(stored -> new SoapReply.Accepted());
    }

    /** What is said where the wait is over. */
    private static Throwable late(Throwable failure, Duration maxWait) {
        return failure instanceof TimeoutException
                ? fault("there was no reply within " + maxWait.toSeconds() + " s; the process goes on")
                : failure;
    }

    /** An internal error goes to the endpoint, which logs it and gives the caller a reference number only. */
    private CompletionStage<SoapReply> failed(
            DeliveryContext context, long span, Operation operation, Throwable failure) {
        if (failure instanceof DeliveryException refused
                && refused.outlook() == Outlook.CLOSED
                && !context.isStored()) {
            // As by the address of what is stopped: nothing has begun.
            return CompletableFuture.failedFuture(fault(refused));
        }
        Throwable reported = failure instanceof DeliveryException delivery ? fault(delivery) : failure;
        String detail = reported instanceof SoapFaultException ? "fault: " + reported.getMessage() : "internal error";
        context.record(Kind.SERVICE_REPLY, span, 0, service, operation.name(), detail);
        if (!context.isStored()) {
            context.fact(Kind.FLOW_FAULT, service, detail);
        }
        return store(context, FlowState.FAULTED).thenCompose(stored -> CompletableFuture.failedFuture(reported));
    }

    /**
     * A flow that lived in memory is stored here, before its caller hears of it if its processes want it so; others are
     * stored already.
     */
    private CompletionStage<?> store(DeliveryContext context, FlowState state) {
        if (context.isStored()) {
            List<AuditEvent> events = context.takeEvents();
            if (!events.isEmpty()) {
                CompletionStage<?> recorded = shared.store().audit(events);
                BackgroundWrites.logFailure(recorded, "recording the end of a request");
                if (haveFindings(events)) {
                    // Who has the answer may search for the instance by it.
                    return recorded.handle((done, failure) -> state);
                }
            }
            return CompletableFuture.completedFuture(state);
        }
        if (context.keeping() == DeliveryContext.Keeping.NOTHING) {
            return CompletableFuture.completedFuture(state);
        }
        CompletionStage<?> stored = shared.store()
                .accept(InboundMessage.ofFlow(
                        context.flow(),
                        service.composite(),
                        context.created(),
                        context.failed() ? FlowState.FAULTED : state,
                        context.takeEvents()));
        if (context.keeping() == DeliveryContext.Keeping.LATER) {
            BackgroundWrites.logFailure(stored, "recording the end of a request");
            return CompletableFuture.completedFuture(state);
        }
        return stored;
    }

    private static boolean haveFindings(List<AuditEvent> events) {
        for (AuditEvent event : events) {
            if (event.kind() == Kind.SENSOR_VALUE) {
                return true;
            }
        }
        return false;
    }

    private static SoapFaultException fault(String reason) {
        return new SoapFaultException(SoapFault.receiver(reason));
    }

    private static SoapFaultException fault(DeliveryException failure) {
        SoapFault fault = SoapFault.receiver(OutwardReason.of(String.valueOf(failure.getMessage())));
        return new SoapFaultException(fault, httpStatus(failure.outlook()));
    }

    /** 503 where the same request may succeed later; 0 for the status of the fault's code. */
    private static int httpStatus(Outlook outlook) {
        return switch (outlook) {
            case CLOSED, STOPPING -> 503;
            case UNSENT, HELD_BACK, UNCERTAIN, LASTING, HOPELESS -> 0;
        };
    }

    /**
     * A message that is not valid is its sender's fault, also where a mediator has made another one of it on the way: it is not to be
     * sent again without change (SOAP 1.2 Part 1, section 5.4.6). Any other fault is the receiver's. SOAP 1.1 has one name for
     * code and fault, so that the fault's own name of an invalid message is in the reason only.
     */
    private static SoapFault fault(Answer.Faulted faulted, SoapVersion version) {
        String reason = faulted.reason().isEmpty() ? RAISED : OutwardReason.of(faulted.reason());
        boolean codeOnly = faulted.invalid() && version == SoapVersion.SOAP_11;
        return new SoapFault(
                faulted.invalid() ? SoapFault.Code.SENDER : SoapFault.Code.RECEIVER,
                codeOnly ? SoapFault.NO_SUBCODE : faulted.name(),
                faulted.name().local() + ": " + reason,
                detail(faulted));
    }

    /** What a process raised is its own message; the parts of a remote fault are words of this server's. */
    private static List<XmlElement> detail(Answer.Faulted faulted) {
        List<XmlElement> detail = new ArrayList<>();
        for (XmlElement part : faulted.data().parts().values()) {
            detail.add(faulted.name().equals(RemoteFault.NAME) ? RemoteFault.outward(part) : part);
        }
        return detail;
    }
}
