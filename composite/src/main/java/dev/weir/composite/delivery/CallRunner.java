package dev.weir.composite.delivery;

import dev.weir.bpel.HeaderUse.Read;
import dev.weir.bpel.command.OperatorCommand;
import dev.weir.composite.delivery.DeliveryContext.Conversation;
import dev.weir.composite.delivery.DeliveryContext.FlowOrigin;
import dev.weir.composite.delivery.DeliveryContext.RequestHeaders;
import dev.weir.composite.delivery.DeliveryContext.Sender;
import dev.weir.composite.fault.FaultDecision;
import dev.weir.composite.fault.RaisedFault;
import dev.weir.composite.log.FlowContext;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.AuditLevels;
import dev.weir.store.Call;
import dev.weir.store.CallFault;
import dev.weir.store.ExchangeId;
import dev.weir.store.Store;
import dev.weir.store.StoreClosedException;
import dev.weir.wsdl.MessageValue;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the calls of processes. Where a call faults, the caller's fault policies decide what follows. Where none
 * does, a call whose receiver cannot have seen it is tried again; one that asks for a reply gives up after a few attempts
 * with a fault to the process; a one-way call is tried for about an hour, and then rests until an operator decides. It
 * rests at once where the receiver answers with a fault, or is a part of the composite that is unavailable, and is given up
 * where there is no place to send it to.
 */
public final class CallRunner implements OutgoingCalls {
    private static final Logger LOG = System.getLogger(CallRunner.class.getName());
    /** Over an hour, with its pauses. */
    private static final int ONE_WAY_ATTEMPTS = 20;

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

    private final Store store;
    private final InstantSource clock;
    private final Function<Call, Destination> destinations;
    private final Function<Call, Read> readInReplies;
    private final Function<Call, GuardedCall> guards;
    private final CallSettlement settlement;
    private final int maxAttempts;
    private final AuditLevels levels;
    private final AtomicBoolean storeClosed = new AtomicBoolean();

    /**
     * @param destinations where a call goes; DeliveryException where it leads nowhere
     * @param readInReplies what the caller reads of a reply beside its parts
     * @param guards the fault policies for a call
     * @param maxAttempts of calls that ask for a reply
     * @param levels what is recorded
     */
    public CallRunner(
            Store store,
            InstantSource clock,
            Function<Call, Destination> destinations,
            Function<Call, Read> readInReplies,
            Function<Call, GuardedCall> guards,
            int maxAttempts,
            AuditLevels levels) {
        this.store = store;
        this.clock = clock;
        this.destinations = destinations;
        this.readInReplies = readInReplies;
        this.guards = guards;
        this.settlement = new CallSettlement(store, clock);
        this.maxAttempts = maxAttempts;
        this.levels = levels;
    }

    @Override
    public CompletionStage<Void> run(Call call, StepWatch watch, Runnable onRest) {
        long span = store.newId();
        DeliveryContext context = context(call, watch, onRest);
        return deliver(call, context, span)
                .handle((answer, failure) ->
                        FlowContext.get(call.flow(), call.component(), () -> end(call, context, span, answer, failure)))
                .thenCompose(Function.identity())
                .exceptionally(failure -> endNotStored(call, failure));
    }

    @Override
    public CompletionStage<Void> hold(Call call, String why) {
        Failed held = new Failed(call, call.span(), new RaisedFault(RemoteFault.NAME, RemoteFault.data(why), why));
        return rest(held, context(call), why).exceptionally(failure -> endNotStored(call, failure));
    }

    private @Nullable Void endNotStored(Call call, Throwable failure) {
        if (Failures.cause(failure) instanceof StoreClosedException) {
            return leave(call);
        }
        LOG.log(Level.ERROR, "the end of call " + call.key() + " could not be stored", failure);
        return null;
    }

    /** The context of a call's delivery, the same on every repetition. */
    public DeliveryContext context(Call call) {
        return context(call, StepWatch.NONE, () -> {});
    }

    private DeliveryContext context(Call call, StepWatch watch, Runnable onRest) {
        ExchangeId exchange = new ExchangeId.OfCall(call.key());
        return new DeliveryContext(
                new FlowOrigin(call.flow(), call.component().composite(), true),
                new Sender(exchange, exchange.toString(), null, readInReplies.apply(call), watch, onRest),
                conversation(call),
                RequestHeaders.NONE,
                store::newId,
                clock,
                levels);
    }

    /** Answers to a call go to its caller, except where a mediator passes on another's message. */
    private static Conversation conversation(Call call) {
        MediatorCall mediator = MediatorCall.of(call);
        return mediator != null
                        && (mediator.kind() == MediatorCall.Kind.MESSAGE || mediator.kind() == MediatorCall.Kind.RULE)
                ? mediator.conversation()
                : new Conversation(
                        CallbackAddress.ofCaller(call).encode(),
                        relatesTo(call),
                        call.key().toString());
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
            Throwable cause = Failures.cause(failure);
            return cause instanceof StoreClosedException
                    ? CompletableFuture.completedFuture(leave(call))
                    : failed(call, context, span, cause);
        }
        GuardedCall guard = guards.apply(call);
        if (answer instanceof Answer.Faulted fault) {
            RaisedFault raised = new RaisedFault(fault.name(), fault.data(), fault.reason());
            FaultDecision decision = guard.policies().decide(guard.site(), raised, call.recovery());
            String detail = "fault " + fault.name().local();
            if (intervenes(decision, call)) {
                return follow(new Failed(call, span, raised), decision, context, detail);
            }
            if (call.oneWay()) {
                // Nobody waits for the fault: the process has gone on, a group whose turn it is waits for the decision.
                return rest(new Failed(call, span, raised), context, detail + ": " + fault.reason());
            }
            context.record(Kind.CALL_COMPLETED, span, call.span(), call.component(), call.operation(), detail);
            return settlement.fault(call, span, callFault(raised), context.takeEvents());
        }
        FaultDecision decision = guard.policies().succeeded(guard.site(), call.recovery());
        boolean aborted = decision.kind() == FaultDecision.Kind.ABORT;
        context.record(
                Kind.CALL_COMPLETED,
                span,
                call.span(),
                call.component(),
                call.operation(),
                aborted ? decision.describe() : null);
        List<AuditEvent> events = context.takeEvents();
        if (aborted) {
            return settlement.abort(call, OperatorCommand.ABORT, events);
        }
        return settlement.answer(
                call, span, answer instanceof Answer.Output output ? output.message() : new MessageValue(), events);
    }

    /** The store keeps a call whose end came after the store was closed; one line in the log stands for all of them. */
    private @Nullable Void leave(Call call) {
        if (storeClosed.compareAndSet(false, true)) {
            LOG.log(
                    Level.INFO,
                    "the store was closed before call {0} of {1} ended: such calls are repeated after the next start",
                    call.key(),
                    call.component());
        }
        return null;
    }

    /** What has failed, and how. */
    private record Failed(Call call, long span, RaisedFault fault) {}

    private CompletableFuture<Void> failed(Call call, DeliveryContext context, long span, Throwable failure) {
        boolean technical = failure instanceof DeliveryException;
        String why = technical ? String.valueOf(failure.getMessage()) : "internal error";
        if (!technical) {
            LOG.log(Level.ERROR, "call " + call.key() + " of " + call.component() + " failed", failure);
        }
        boolean untouched = failure instanceof DeliveryException delivery && delivery.untouched();
        boolean hopeless = failure instanceof DeliveryException delivery && delivery.isHopeless();
        boolean lasting = failure instanceof DeliveryException delivery && delivery.isLasting();
        Failed failed = new Failed(call, span, new RaisedFault(RemoteFault.NAME, RemoteFault.data(why), why));
        if (!hopeless || !call.oneWay()) {
            GuardedCall guard = guards.apply(call);
            FaultDecision decision = guard.policies().decide(guard.site(), failed.fault(), call.recovery());
            if (intervenes(decision, call)) {
                return follow(failed, decision, context, why);
            }
            if (decision.kind() == FaultDecision.Kind.RETHROW) {
                return rethrow(failed, context, why + "; " + decision.describe());
            }
        }
        if (!hopeless && !lasting && (call.oneWay() || untouched) && call.attempt() + 1 < attempts(call)) {
            record(failed, context, why);
            return store.retryCall(call, nextTry(call), context.takeEvents());
        }
        if (!call.oneWay()) {
            return rethrow(failed, context, why);
        }
        if (!hopeless) {
            return rest(
                    failed, context, lasting ? why : why + "; given up after " + (call.attempt() + 1) + " attempts");
        }
        record(failed, context, why);
        LOG.log(Level.WARNING, "the call {0} of {1} is given up: {2}", call.operation(), call.component(), why);
        return store.completeCall(call, null, context.takeEvents());
    }

    private int attempts(Call call) {
        return call.oneWay() ? ONE_WAY_ATTEMPTS : maxAttempts;
    }

    /** True for a decision that is not simply to give the fault to a caller who waits. */
    private static boolean intervenes(FaultDecision decision, Call call) {
        return switch (decision.kind()) {
            case NONE -> false;
            case RETHROW -> call.oneWay();
            default -> true;
        };
    }

    private CompletableFuture<Void> follow(Failed failed, FaultDecision decision, DeliveryContext context, String why) {
        Call call = failed.call();
        String detail = why + "; " + decision.describe();
        switch (decision.kind()) {
            case RETRY -> {
                record(failed, context, detail);
                return store.retryCall(
                        call, clock.instant().plus(decision.pause()), decision.state(), context.takeEvents());
            }
            case ABORT -> {
                record(failed, context, detail);
                return settlement.abort(call, OperatorCommand.ABORT, context.takeEvents());
            }
            case REPLAY_SCOPE -> {
                if (!call.oneWay()) {
                    record(failed, context, detail);
                    return settlement.replay(call, failed.span(), context.takeEvents());
                }
                return rest(failed, context, detail + ", but the process has gone on");
            }
            case RETHROW -> {
                return rest(failed, context, detail + ", but the process has gone on");
            }
            default -> {
                return rest(failed, context, detail);
            }
        }
    }

    private CompletableFuture<Void> rethrow(Failed failed, DeliveryContext context, String detail) {
        record(failed, context, detail);
        return settlement.fault(failed.call(), failed.span(), callFault(failed.fault()), context.takeEvents());
    }

    /** An operator has to decide. */
    private CompletableFuture<Void> rest(Failed failed, DeliveryContext context, String detail) {
        record(failed, context, detail);
        Call call = failed.call();
        LOG.log(
                Level.WARNING,
                "the call {0} ({1} of {2}) rests, see `weir calls`: {3}",
                call.key(),
                call.operation(),
                call.component(),
                detail);
        return store.restCall(call, callFault(failed.fault()), context.takeEvents());
    }

    private static CallFault callFault(RaisedFault fault) {
        return new CallFault(
                fault.name().toString(), fault.reason(), fault.data().toBytes());
    }

    private static void record(Failed failed, DeliveryContext context, String detail) {
        Call call = failed.call();
        context.record(Kind.CALL_FAILED, failed.span(), call.span(), call.component(), call.operation(), detail);
    }

    /** From 0 to a bound, another for each call and attempt: calls that failed together are not repeated together. */
    private static long jitter(Call call, long bound) {
        long mixed = (call.key().hashCode() * 31L + call.attempt()) * 0x9E3779B97F4A7C15L;
        return (mixed >>> 33) % (bound + 1);
    }

    private Instant nextTry(Call call) {
        Duration doubled = FIRST_PAUSE.multipliedBy(1L << Math.min(call.attempt(), 16));
        long millis = Math.min(doubled.toMillis(), LONGEST_PAUSE.toMillis());
        return clock.instant().plusMillis(millis - jitter(call, millis / 4));
    }
}
