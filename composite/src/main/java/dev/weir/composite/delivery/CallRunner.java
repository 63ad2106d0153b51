package dev.weir.composite.delivery;

import dev.weir.bpel.command.OperatorCommand;
import dev.weir.composite.delivery.CallFate.Failure;
import dev.weir.composite.delivery.DeliveryContext.FlowOrigin;
import dev.weir.composite.delivery.DeliveryContext.RequestHeaders;
import dev.weir.composite.delivery.DeliveryContext.Sender;
import dev.weir.composite.delivery.DeliveryException.Outlook;
import dev.weir.composite.fault.FaultDecision;
import dev.weir.composite.fault.RaisedFault;
import dev.weir.composite.log.FlowContext;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.AuditLevels;
import dev.weir.store.Call;
import dev.weir.store.CallFault;
import dev.weir.store.CompositeRevision;
import dev.weir.store.ExchangeId;
import dev.weir.store.Store;
import dev.weir.store.StoreClosedException;
import dev.weir.wsdl.MessageValue;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the calls of processes: delivers each, asks the caller's fault policies about its fault, and does what
 * {@link CallFate} decides. What follows is stored in one transaction, with the history of the attempt. The policies are
 * those with which the attempt began, also where the composite is undeployed meanwhile. A call whose composite is not deployed
 * is not tried: it is parked until the composite is deployed again.
 */
public final class CallRunner implements OutgoingCalls {
    private static final Logger LOG = System.getLogger(CallRunner.class.getName());

    /** So many calls are taken up in one transaction. */
    private static final int UNPARKED_AT_ONCE = 1_000;

    private final Store store;
    private final InstantSource clock;
    private final CallSource source;
    private final CallSettlement settlement;
    private final int maxAttempts;
    private final AuditLevels levels;
    private final AtomicBoolean stopped = new AtomicBoolean();

    /**
     * @param source what is known of calls by their components
     * @param maxAttempts of calls that ask for a reply
     * @param levels what is recorded
     */
    public CallRunner(Store store, InstantSource clock, CallSource source, int maxAttempts, AuditLevels levels) {
        this.store = store;
        this.clock = clock;
        this.source = source;
        this.settlement = new CallSettlement(store, clock);
        this.maxAttempts = maxAttempts;
        this.levels = levels;
    }

    @Override
    public CompletionStage<Void> run(Call call, StepWatch watch, Runnable onRest) {
        GuardedCall guard = source.guard(call);
        if (guard == null) {
            return park(call).exceptionally(failure -> endNotStored(call, failure));
        }
        Attempt attempt = new Attempt(call, guard, context(call, watch, onRest), store.newId());
        return deliver(attempt)
                .handle((answer, failure) ->
                        FlowContext.get(call.flow(), call.component(), () -> end(attempt, answer, failure)))
                .thenCompose(Function.identity())
                .exceptionally(failure -> endNotStored(call, failure));
    }

    /** Its composite may be deployed while that is being stored: then nobody else takes it up. */
    private CompletableFuture<Void> park(Call call) {
        return store.parkCall(call).thenRun(() -> {
            if (source.guard(call) != null) {
                unpark(call.component().composite());
            }
        });
    }

    /** Takes up the calls of a composite that waited for it to be deployed; they are all leased again some time later. */
    public void unpark(CompositeRevision composite) {
        BackgroundWrites.logFailure(unparked(composite), "taking up the calls of " + composite);
    }

    /** Others may write between one part of many and the next. */
    private CompletableFuture<?> unparked(CompositeRevision composite) {
        return store.unparkCalls(composite, UNPARKED_AT_ONCE)
                .thenCompose(calls ->
                        calls == UNPARKED_AT_ONCE ? unparked(composite) : CompletableFuture.completedFuture(null));
    }

    @Override
    public CompletionStage<Void> hold(Call call, String why) {
        Attempt none = new Attempt(call, GuardedCall.none(call), context(call), call.span());
        return carryOut(CallFate.held(why), none, remoteFault(why))
                .exceptionally(failure -> endNotStored(call, failure));
    }

    private @Nullable Void endNotStored(Call call, Throwable failure) {
        if (isLeft(Failures.cause(failure))) {
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
                new Sender(exchange, exchange.toString(), null, source.readInReplies(call), watch, onRest),
                source.conversation(call),
                RequestHeaders.NONE,
                store::newId,
                clock,
                levels);
    }

    private CompletionStage<Answer> deliver(Attempt attempt) {
        Call call = attempt.call();
        DeliveryContext context = attempt.context();
        long span = attempt.span();
        try {
            Destination destination = source.destination(call);
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

    private CompletableFuture<Void> end(Attempt attempt, @Nullable Answer answer, @Nullable Throwable failure) {
        Call call = attempt.call();
        if (failure != null) {
            Throwable cause = Failures.cause(failure);
            return isLeft(cause)
                    ? CompletableFuture.completedFuture(leave(call))
                    : failed(attempt, Failure.of(cause), remoteFault(call, cause));
        }
        if (answer instanceof Answer.Faulted fault) {
            return failed(attempt, Failure.FAULT, fault);
        }
        GuardedCall guard = attempt.guard();
        FaultDecision decision = guard.policies().succeeded(guard.site(), call.recovery());
        return carryOut(CallFate.ofAnswer(decision), attempt, answer == null ? Answer.TAKEN : answer);
    }

    /** True where the server stops before the end of a call is known, or can be stored. */
    private static boolean isLeft(Throwable cause) {
        return cause instanceof StoreClosedException
                || cause instanceof DeliveryException delivery && delivery.outlook() == Outlook.STOPPING;
    }

    /** The store keeps a call that had no end when the server stopped; one line in the log stands for all of them. */
    private @Nullable Void leave(Call call) {
        if (stopped.compareAndSet(false, true)) {
            LOG.log(
                    Level.INFO,
                    "the server stopped before call {0} of {1} ended: such calls are repeated after the next start",
                    call.key(),
                    call.component());
        }
        return null;
    }

    /**
     * One delivery of a call, with the span of its events.
     *
     * @param guard as it was when the delivery began
     */
    private record Attempt(Call call, GuardedCall guard, DeliveryContext context, long span) {}

    /** A technical failure as its caller sees it. */
    private static Answer.Faulted remoteFault(Call call, Throwable failure) {
        if (failure instanceof DeliveryException) {
            return remoteFault(String.valueOf(failure.getMessage()));
        }
        LOG.log(Level.ERROR, "call " + call.key() + " of " + call.component() + " failed", failure);
        return remoteFault("internal error");
    }

    private static Answer.Faulted remoteFault(String why) {
        return new Answer.Faulted(RemoteFault.NAME, RemoteFault.data(why), why);
    }

    private CompletableFuture<Void> failed(Attempt attempt, Failure failure, Answer.Faulted fault) {
        Call call = attempt.call();
        FaultDecision decision = failure.isForPolicies(call) ? decide(attempt, fault) : FaultDecision.NONE;
        return carryOut(CallFate.of(failure, fault, call, maxAttempts, decision), attempt, fault);
    }

    private static FaultDecision decide(Attempt attempt, Answer.Faulted fault) {
        GuardedCall guard = attempt.guard();
        RaisedFault raised = new RaisedFault(fault.name(), fault.data(), fault.reason());
        return guard.policies().decide(guard.site(), raised, attempt.call().recovery());
    }

    private CompletableFuture<Void> carryOut(CallFate fate, Attempt attempt, Answer answer) {
        Call call = attempt.call();
        long span = attempt.span();
        DeliveryContext context = attempt.context();
        context.record(fate.event(), span, call.span(), call.component(), call.operation(), fate.detail());
        List<AuditEvent> events = context.takeEvents();
        return switch (fate.kind()) {
            case ANSWER ->
                settlement.answer(
                        call,
                        span,
                        answer instanceof Answer.Output output ? output.message() : new MessageValue(),
                        events);
            case FAULT -> settlement.fault(call, span, callFault(answer), events);
            case RETRY ->
                store.retryCall(call, clock.instant().plus(fate.pause()), fate.state(), fate.detail(), events);
            case REST -> {
                LOG.log(
                        Level.WARNING,
                        "the call {0} ({1} of {2}) rests, see `weir calls`: {3}",
                        call.key(),
                        call.operation(),
                        call.component(),
                        fate.detail());
                yield store.restCall(call, callFault(answer), events);
            }
            case ABORT -> settlement.abort(call, OperatorCommand.ABORT, null, events);
            case REPLAY -> settlement.replay(call, span, events);
            case GIVE_UP -> {
                LOG.log(
                        Level.WARNING,
                        "the call {0} of {1} is given up: {2}",
                        call.operation(),
                        call.component(),
                        fate.detail());
                yield store.completeCall(call, null, events);
            }
        };
    }

    /** The fault of an attempt whose fate passes one on: no such fate follows an answer of another kind. */
    private static CallFault callFault(Answer answer) {
        Answer.Faulted fault = (Answer.Faulted) answer;
        return new CallFault(
                fault.name().toString(), fault.reason(), fault.data().toBytes());
    }
}
