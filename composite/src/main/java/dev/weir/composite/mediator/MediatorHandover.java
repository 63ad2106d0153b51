package dev.weir.composite.mediator;

import dev.weir.composite.delivery.CallTarget;
import dev.weir.composite.delivery.Delivery;
import dev.weir.composite.delivery.DeliveryContext;
import dev.weir.store.Call;
import dev.weir.store.CallKey;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.ComponentId;
import dev.weir.store.FlowState;
import dev.weir.store.InboundMessage;
import dev.weir.store.InstanceRef;
import dev.weir.store.InstanceStart;
import dev.weir.store.Message;
import dev.weir.store.Store;
import dev.weir.store.Timer;
import dev.weir.store.Transition;
import dev.weir.store.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What a mediator leaves in the store to be done later, of one message: one transaction, however many rules there are. Each
 * is a one-way call of its own, with leases and retries as any other. They belong to an instance of the mediator, which
 * lives on where callbacks are awaited, and else ends with the same transaction. Used once; belongs to one thread at a
 * time.
 */
final class MediatorHandover {
    /** The partner link of what a mediator is to do itself: an exclamation mark begins no NCName. */
    static final String SELF = "!mediator";

    private final Store store;
    private final String version;
    private final Delivery delivery;
    private final long span;
    private final InstanceRef ref;
    private final List<Call> calls = new ArrayList<>();
    private final List<AwaitedCallbacks.Rule> awaited = new ArrayList<>();
    private final List<Timer> timers = new ArrayList<>();
    private byte @Nullable [] request;

    /** @param version of the composite, by which the rules are found again */
    MediatorHandover(Store store, ComponentId component, String version, Delivery delivery, long span) {
        this.store = store;
        this.version = version;
        this.delivery = delivery;
        this.span = span;
        this.ref = new InstanceRef(store.newId(), delivery.context().flow(), component, version);
    }

    boolean isEmpty() {
        return calls.isEmpty();
    }

    /** A rule that is followed by itself. */
    void rule(AppliedRule rule, long ruleSpan, byte[] payload) {
        int number = calls.size();
        boolean callback = rule.takesCallbacks();
        MediatorCall work = MediatorCall.rule(
                delivery.operation(), rule.index(), callback, delivery.context().conversation());
        String reference = rule.reference();
        add(
                reference == null ? SELF : reference,
                Objects.requireNonNullElse(rule.calledOperation(), rule.rule()),
                work.target(),
                ruleSpan,
                payload,
                null);
        if (callback) {
            AwaitedCallbacks.Rule waiting = new AwaitedCallbacks.Rule(number, rule.index(), ruleSpan);
            request = payload;
            awaited.add(waiting);
            rule.callbackTimeout()
                    .ifPresent(time -> timers.add(
                            new Timer(waiting.timer(), delivery.context().now().plus(time))));
        }
    }

    /** A callback to the mediator's caller. */
    void callback(Effect.Callback callback, long ruleSpan, byte[] payload) {
        add(
                SELF,
                callback.operation(),
                callerOf(delivery.context().conversation().callback()),
                ruleSpan,
                payload,
                null);
    }

    /** @param address of the caller, as it is kept with an instance */
    static CallTarget.Callback callerOf(@Nullable String address) {
        if (address == null) {
            throw new MediatorException(CallTarget.Callback.NO_ADDRESS);
        }
        return CallTarget.decodeCallback(address);
    }

    /** The whole message, to be routed when its turn comes. */
    void message(Turn turn, byte[] payload) {
        MediatorCall work =
                MediatorCall.message(delivery.operation(), delivery.context().conversation());
        add(SELF, delivery.operation(), work.target(), span, payload, turn);
    }

    private void add(
            String link, String operation, CallTarget target, long callSpan, byte[] payload, @Nullable Turn turn) {
        calls.add(Call.of(new CallKey(ref.id(), calls.size()), ref, link, operation)
                .span(callSpan)
                .oneWay(true)
                .address(target.encode())
                .payload(payload)
                .due(delivery.context().now())
                .turn(turn)
                .build());
    }

    /** Stores it all, with the audit of the way so far; a repetition of a message that was handed over changes nothing. */
    CompletionStage<?> store() {
        DeliveryContext context = delivery.context();
        Message message = Message.to(ref.component(), SELF, delivery.operation())
                .id(store.newId())
                .key(context.key(delivery.path()))
                .flow(ref.flow())
                .span(span)
                .creates(ref.id())
                .received(context.now())
                .build();
        Map<String, byte[]> rows = request == null
                ? Map.of()
                : new AwaitedCallbacks(
                                delivery.operation(), context.conversation().callback(), calls.size(), false, awaited)
                        .rows(request);
        Transition step = Transition.of(ClaimedInstance.created(message, version))
                .state(awaited.isEmpty() ? FlowState.COMPLETED : FlowState.RUNNING)
                .messagesConsumed(List.of(message.id()))
                .rowsPut(rows)
                .timersSet(timers)
                .calls(calls)
                .build();
        InboundMessage inbound =
                InboundMessage.of(message, context.composite(), context.created(), version, context.takeEvents());
        return store.startInstances(List.of(new InstanceStart(inbound, step)), null)
                .thenAccept(committed -> context.markStored());
    }
}
