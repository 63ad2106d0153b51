package dev.weir.bpel.step;

import dev.weir.bpel.activity.ReceiveSubscriptions;
import dev.weir.bpel.instance.ActivityInstance.Awaited;
import dev.weir.bpel.instance.Instance;
import dev.weir.store.AuditEvent;
import dev.weir.store.Call;
import dev.weir.store.CallKey;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.ExchangeReply;
import dev.weir.store.FlowState;
import dev.weir.store.Message;
import dev.weir.store.Subscription;
import dev.weir.store.Timer;
import dev.weir.store.Transition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * What the world outside of the instance sees of a step once it is committed: what it waits for, calls, replies,
 * signals. What begins and ends within the step is not seen.
 */
final class Effects {
    private final ClaimedInstance work;
    private final Instant now;
    private final LongSupplier ids;

    private final List<Long> consumed = new ArrayList<>();
    private final Map<String, Timer> timersSet = new LinkedHashMap<>();
    private final Set<String> timersEnded = new TreeSet<>();
    private final Map<String, Subscription> subscribed = new LinkedHashMap<>();
    private final Set<String> unsubscribed = new TreeSet<>();
    private final List<Call> calls = new ArrayList<>();
    private final Set<CallKey> callsDropped = new LinkedHashSet<>();
    private final List<ExchangeReply> replies = new ArrayList<>();
    private final List<Message> signals = new ArrayList<>();

    /** Subscriptions that the store holds and that this step ended. */
    private final Map<String, Subscription> withdrawn = new HashMap<>();

    Effects(ClaimedInstance work, Instant now, LongSupplier ids) {
        this.work = work;
        this.now = now;
        this.ids = ids;
    }

    void consume(Message message) {
        consumed.add(message.id());
    }

    void setTimer(Timer timer) {
        timersEnded.remove(timer.name());
        timersSet.put(timer.name(), timer);
    }

    void endTimer(String name) {
        timersEnded.add(name);
    }

    /** @param timers those of the awaited names */
    void await(Awaited awaited, List<Timer> timers) {
        for (Subscription subscription : awaited.messages()) {
            if (subscription.equals(withdrawn.get(subscription.name())) && !usedUp(subscription)) {
                unsubscribed.remove(subscription.name());
            } else {
                subscribe(subscription);
            }
        }
        timers.forEach(this::setTimer);
    }

    private void subscribe(Subscription subscription) {
        if (!subscription.key().equals(ReceiveSubscriptions.CREATOR)) {
            unsubscribed.remove(subscription.name());
            subscribed.put(subscription.name(), subscription);
        }
    }

    /** True if a message may have come to this step by the subscription, which is then no longer in the store. */
    private boolean usedUp(Subscription subscription) {
        return work.messages().stream().anyMatch(message -> message.keys().contains(subscription.key()));
    }

    /** The same messages are waited for under other keys. */
    void exchange(List<Subscription> before, List<Subscription> after) {
        for (Subscription old : before) {
            if (subscribed.remove(old.name()) == null) {
                unsubscribed.add(old.name());
            }
        }
        after.forEach(this::subscribe);
    }

    /**
     * Waits for what may come early from now on.
     *
     * @param before what was waited for before this step
     */
    void exchangeEarly(Map<String, Subscription> before, Map<String, Subscription> after, Inbox inbox) {
        before.forEach((name, old) -> {
            if (!old.equals(after.get(name))) {
                unsubscribed.add(name);
            }
        });
        after.forEach((name, subscription) -> {
            // A message that was not taken is there already: the next one belongs to another.
            boolean held = inbox.holds(subscription.key());
            if (!held && (!subscription.equals(before.get(name)) || usedUp(subscription))) {
                subscribe(subscription);
            }
        });
    }

    void withdraw(Awaited awaited) {
        for (Subscription subscription : awaited.messages()) {
            if (subscribed.remove(subscription.name()) == null) {
                unsubscribed.add(subscription.name());
                withdrawn.put(subscription.name(), subscription);
            }
        }
        for (String timer : awaited.timers()) {
            if (timersSet.remove(timer) == null) {
                timersEnded.add(timer);
            }
        }
    }

    void call(Call call) {
        calls.add(call);
    }

    void dropCall(CallKey key) {
        callsDropped.add(key);
    }

    void reply(ExchangeReply reply) {
        replies.add(reply);
    }

    void signal(long span, String label, String key) {
        signals.add(Message.to(work.component(), "", label)
                .id(ids.getAsLong())
                .flow(work.flow())
                .span(span)
                .keys(List.of(key))
                .received(now)
                .build());
    }

    /** The step of an instance that goes on. */
    Transition transition(Instance instance, List<AuditEvent> audit) {
        endStrayTimers(instance);
        return sent().suspended(instance.suspended())
                .rowsPut(instance.changedRows())
                .rowsRemoved(new LinkedHashSet<>(instance.removedRows()))
                .timersSet(List.copyOf(timersSet.values()))
                .timersEnded(Set.copyOf(timersEnded))
                .subscriptionsAdded(List.copyOf(subscribed.values()))
                .subscriptionsEnded(Set.copyOf(unsubscribed))
                .audit(audit)
                .build();
    }

    /** The last step of an instance: the store removes everything that it holds. */
    Transition end(FlowState how, List<AuditEvent> audit) {
        return sent().state(how).audit(audit).build();
    }

    /** What a step used up and sent, whether the instance goes on or not. */
    private Transition.Builder sent() {
        return Transition.of(work)
                .messagesConsumed(List.copyOf(consumed))
                .calls(List.copyOf(calls))
                .callsDropped(Set.copyOf(callsDropped))
                .replies(List.copyOf(replies))
                .signals(List.copyOf(signals));
    }

    /** Removes due alarms that no activity waits for any more, so that they do not come again. */
    private void endStrayTimers(Instance instance) {
        Set<String> awaited = new HashSet<>();
        instance.active().forEach(activity -> awaited.addAll(activity.awaited().timers()));
        for (Timer timer : work.timers()) {
            if (!awaited.contains(timer.name()) && !timersSet.containsKey(timer.name())) {
                timersEnded.add(timer.name());
            }
        }
    }
}
