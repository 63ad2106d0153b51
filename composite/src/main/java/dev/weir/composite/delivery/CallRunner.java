package dev.weir.composite.delivery;

import dev.weir.bpel.HeaderUse.Read;
import dev.weir.composite.delivery.DeliveryContext.Conversation;
import dev.weir.composite.delivery.DeliveryContext.FlowOrigin;
import dev.weir.composite.delivery.DeliveryContext.RequestHeaders;
import dev.weir.composite.delivery.DeliveryContext.Sender;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.Call;
import dev.weir.store.ExchangeId;
import dev.weir.store.Message;
import dev.weir.store.Store;
import dev.weir.wsdl.MessageValue;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the calls of processes. A call whose receiver cannot have seen it is tried again; one that asks for a
 * reply gives up after a few attempts with a fault to the process, a one-way call gives up only where there is no
 * place to send it to.
 */
public final class CallRunner {
    private static final Logger LOG = System.getLogger(CallRunner.class.getName());
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

    private final Store store;
    private final InstantSource clock;
    private final Function<Call, Destination> destinations;
    private final Function<Call, Read> readInReplies;
    private final int maxAttempts;

    /**
     * @param destinations where a call goes; DeliveryException where it leads nowhere
     * @param readInReplies what the caller reads of a reply beside its parts
     * @param maxAttempts of calls that ask for a reply
     */
    public CallRunner(
            Store store,
            InstantSource clock,
            Function<Call, Destination> destinations,
            Function<Call, Read> readInReplies,
            int maxAttempts) {
        this.store = store;
        this.clock = clock;
        this.destinations = destinations;
        this.readInReplies = readInReplies;
        this.maxAttempts = maxAttempts;
    }

    /**
     * Runs a call that was leased; the stage completes, always normally, when the lease has ended.
     *
     * @param onRest run when the call waits for a process and costs nothing but memory; perhaps never, perhaps often
     */
    public CompletionStage<Void> run(Call call, Runnable onRest) {
        long span = store.newId();
        DeliveryContext context = context(call, onRest);
        return deliver(call, context, span)
                .handle((answer, failure) -> end(call, context, span, answer, failure))
                .thenCompose(Function.identity())
                .exceptionally(failure -> {
                    LOG.log(Level.ERROR, "the end of call " + call.key() + " could not be stored", failure);
                    return null;
                });
    }

    /** The context of a call's delivery, the same on every repetition. */
    public DeliveryContext context(Call call) {
        return context(call, () -> {});
    }

    private DeliveryContext context(Call call, Runnable onRest) {
        ExchangeId exchange = new ExchangeId.OfCall(call.key());
        return new DeliveryContext(
                new FlowOrigin(call.flow(), call.component().composite(), true),
                new Sender(exchange, exchange.toString(), null, readInReplies.apply(call), onRest),
                new Conversation(
                        CallbackAddress.ofCaller(call).encode(),
                        relatesTo(call),
                        call.key().toString()),
                RequestHeaders.NONE,
                store::newId,
                clock);
    }

    /** What a callback relates to; null for any other call. */
    private static @Nullable String relatesTo(Call call) {
        String address = call.address();
        CallbackAddress callback = address == null ? null : CallbackAddress.decode(address);
        return callback == null ? null : callback.relatesTo();
    }

    private CompletionStage<Answer> deliver(Call call, DeliveryContext context, long span) {
        try {
            Destination destination = destinations.apply(call);
            context.record(
                    Kind.CALL_SENT,
                    span,
                    call.span(),
                    call.component(),
                    call.operation(),
                    "to " + destination.describe());
            return destination.deliver(new Delivery(
                    context, "", span, call.operation(), call.oneWay(), MessageValue.fromBytes(call.payload())));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<Void> end(
            Call call, DeliveryContext context, long span, @Nullable Answer answer, @Nullable Throwable failure) {
        if (failure != null) {
            return failed(call, context, span, Failures.cause(failure));
        }
        Message reply = null;
        String detail = null;
        if (answer instanceof Answer.Output output) {
            reply = reply(call, span, null, output.message());
        } else if (answer instanceof Answer.Faulted fault) {
            reply = reply(call, span, fault.name().toString(), fault.data());
            detail = "fault " + fault.name().local();
        }
        context.record(Kind.CALL_COMPLETED, span, call.span(), call.component(), call.operation(), detail);
        return store.completeCall(call, call.oneWay() ? null : reply, context.takeEvents());
    }

    private CompletableFuture<Void> failed(Call call, DeliveryContext context, long span, Throwable failure) {
        boolean technical = failure instanceof DeliveryException;
        String why = technical ? String.valueOf(failure.getMessage()) : "internal error";
        if (!technical) {
            LOG.log(Level.ERROR, "call " + call.key() + " of " + call.component() + " failed", failure);
        }
        context.record(Kind.CALL_FAILED, span, call.span(), call.component(), call.operation(), why);
        List<AuditEvent> events = context.takeEvents();
        boolean untouched = failure instanceof DeliveryException delivery && delivery.untouched();
        boolean hopeless = failure instanceof DeliveryException delivery && delivery.isHopeless();
        if (!hopeless && (call.oneWay() || untouched && call.attempt() + 1 < maxAttempts)) {
            return store.retryCall(call, nextTry(call), events);
        }
        if (call.oneWay()) {
            LOG.log(Level.WARNING, "the call {0} of {1} is given up: {2}", call.operation(), call.component(), why);
            return store.completeCall(call, null, events);
        }
        Message reply = reply(call, span, RemoteFault.NAME.toString(), RemoteFault.data("RECEIVER", why));
        return store.completeCall(call, reply, events);
    }

    private Instant nextTry(Call call) {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(call.attempt(), 16));
        return clock.instant().plus(pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause);
    }

    private Message reply(Call call, long span, @Nullable String fault, MessageValue value) {
        return Message.reply(call, store.newId(), span, fault, value.toBytes(), clock.instant());
    }
}
