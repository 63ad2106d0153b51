package dev.weir.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A transition in the making, as tests write one. */
final class TransitionDraft {
    private final ClaimedInstance claimed;
    private FlowState state = FlowState.RUNNING;
    private boolean suspended;
    private final Map<String, byte[]> put = new LinkedHashMap<>();
    private final Set<String> removed = new LinkedHashSet<>();
    private final List<Long> consumed = new ArrayList<>();
    private final List<Timer> timersSet = new ArrayList<>();
    private final Set<String> timersEnded = new LinkedHashSet<>();
    private final List<Subscription> subscribed = new ArrayList<>();
    private final Set<String> unsubscribed = new LinkedHashSet<>();
    private final List<Call> calls = new ArrayList<>();
    private final Set<CallKey> callsDropped = new HashSet<>();
    private final List<ExchangeReply> replies = new ArrayList<>();
    private final List<Message> signals = new ArrayList<>();
    private final List<AuditEvent> audit = new ArrayList<>();

    private TransitionDraft(ClaimedInstance claimed) {
        this.claimed = claimed;
    }

    /** A step that uses up nothing. */
    static TransitionDraft idle(ClaimedInstance claimed) {
        return new TransitionDraft(claimed);
    }

    /** A step that uses up all messages and alarms of the claimed. */
    static TransitionDraft of(ClaimedInstance claimed) {
        TransitionDraft step = new TransitionDraft(claimed);
        claimed.messages().forEach(message -> step.consumed.add(message.id()));
        claimed.timers().forEach(timer -> step.timersEnded.add(timer.name()));
        return step;
    }

    TransitionDraft end(FlowState end) {
        state = end;
        return this;
    }

    TransitionDraft suspend() {
        suspended = true;
        return this;
    }

    TransitionDraft consume(Message message) {
        consumed.add(message.id());
        return this;
    }

    TransitionDraft put(String name, String value) {
        put.put(name, value.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        return this;
    }

    TransitionDraft remove(String name) {
        removed.add(name);
        return this;
    }

    TransitionDraft timer(String name, Instant due) {
        timersSet.add(new Timer(name, due));
        return this;
    }

    TransitionDraft endTimer(String name) {
        timersEnded.add(name);
        return this;
    }

    TransitionDraft subscribe(String name, String key) {
        subscribed.add(new Subscription(name, key));
        return this;
    }

    TransitionDraft unsubscribe(String name) {
        unsubscribed.add(name);
        return this;
    }

    TransitionDraft call(Call call) {
        calls.add(call);
        return this;
    }

    TransitionDraft dropCall(CallKey key) {
        callsDropped.add(key);
        return this;
    }

    TransitionDraft reply(ExchangeReply reply) {
        replies.add(reply);
        return this;
    }

    /** Signals under a key. */
    TransitionDraft signal(Store store, String key) {
        signals.add(Message.to(claimed.component(), "", "signal")
                .id(store.newId())
                .flow(claimed.flow())
                .span(1)
                .keys(List.of(key))
                .received(StoreFixtures.T0)
                .build());
        return this;
    }

    TransitionDraft audit(AuditEvent event) {
        audit.add(event);
        return this;
    }

    Transition transition() {
        return Transition.of(claimed)
                .state(state)
                .suspended(suspended)
                .rowsPut(put)
                .rowsRemoved(removed)
                .messagesConsumed(consumed)
                .timersSet(timersSet)
                .timersEnded(timersEnded)
                .subscriptionsAdded(subscribed)
                .subscriptionsEnded(unsubscribed)
                .calls(calls)
                .callsDropped(callsDropped)
                .replies(replies)
                .signals(signals)
                .audit(audit)
                .build();
    }

    Store.CommitOutcome commit(Store store) {
        return store.commit(transition()).join();
    }
}
