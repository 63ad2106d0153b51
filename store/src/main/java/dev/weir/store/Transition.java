package dev.weir.store;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What one step of an instance changed, committed as one transaction or not at all. Where a name is both removed and
 * set, it is set.
 *
 * <p>Transitions are built by {@link #of} and combined by {@link #then}, {@link #without}, {@link #withAudit} and
 * {@link #withoutEffects}. The collections are not copied: whoever built them does not change them afterwards.
 *
 * @param claimed the claim under which the step ran; its instance and version fence out stale owners
 * @param state RUNNING while the instance lives on; an end state removes it and all that it holds but its open one-way
 *     calls
 * @param suspended true where an operator holds the instance from now on, until a step says otherwise; lists and counts show
 *     it, and nothing else depends on it
 * @param rowsPut state rows written
 * @param rowsRemoved state rows deleted
 * @param messagesConsumed ids of the claim's messages that are used up; others stay for the next step
 * @param timersSet new timers; one of a known name replaces it
 * @param timersEnded timers that fired or are no longer wanted, by name
 * @param subscriptionsAdded a waiting message under the key is delivered at once, first of all one that the instance
 *     holds from an earlier subscription and has not used up, which is then handed out again
 * @param subscriptionsEnded by name
 * @param calls to be carried out after the commit
 * @param callsDropped calls whose reply is no longer wanted
 * @param replies to be delivered after the commit
 * @param signals messages to other instances, taken in by the same transaction
 * @param audit in order
 */
public record Transition(
        ClaimedInstance claimed,
        FlowState state,
        boolean suspended,
        Map<String, byte[]> rowsPut,
        Set<String> rowsRemoved,
        List<Long> messagesConsumed,
        List<Timer> timersSet,
        Set<String> timersEnded,
        List<Subscription> subscriptionsAdded,
        Set<String> subscriptionsEnded,
        List<Call> calls,
        Set<CallKey> callsDropped,
        List<ExchangeReply> replies,
        List<Message> signals,
        List<AuditEvent> audit) {
    /** A step of a claimed instance, which so far changes nothing. */
    public static Builder of(ClaimedInstance claimed) {
        return new Builder(claimed);
    }

    /** A builder that begins with all of this transition. */
    public Builder toBuilder() {
        return toBuilder(claimed);
    }

    /** A builder that begins with all of this transition, for another claim. */
    public Builder toBuilder(ClaimedInstance other) {
        return new Builder(other, this);
    }

    /**
     * This step and the next step of the same instance, as one. Messages of the second step that the first claim did not
     * hold were never stored: that they were consumed is not recorded.
     *
     * @param next a step under {@link ClaimedInstance#after} of this one
     */
    public Transition then(Transition next) {
        Map<String, byte[]> put = new LinkedHashMap<>(rowsPut);
        put.keySet().removeAll(next.rowsRemoved);
        put.putAll(next.rowsPut);
        Set<String> removed = union(rowsRemoved, next.rowsRemoved);
        removed.removeAll(put.keySet());
        Set<Long> stored = new HashSet<>();
        claimed.messages().forEach(message -> stored.add(message.id()));
        List<Long> consumed = new ArrayList<>(messagesConsumed);
        next.messagesConsumed.stream().filter(stored::contains).forEach(consumed::add);
        Map<String, Timer> timers = new LinkedHashMap<>();
        timersSet.forEach(timer -> timers.put(timer.name(), timer));
        timers.keySet().removeAll(next.timersEnded);
        next.timersSet.forEach(timer -> timers.put(timer.name(), timer));
        Map<String, Subscription> subscriptions = new LinkedHashMap<>();
        subscriptionsAdded.forEach(subscription -> subscriptions.put(subscription.name(), subscription));
        subscriptions.keySet().removeAll(next.subscriptionsEnded);
        next.subscriptionsAdded.forEach(subscription -> subscriptions.put(subscription.name(), subscription));
        // A call that begins and is dropped within the two is neither made nor dropped.
        Set<CallKey> dropped = new HashSet<>(callsDropped);
        dropped.addAll(next.callsDropped);
        List<Call> made = new ArrayList<>(calls);
        made.removeIf(call -> next.callsDropped.contains(call.key()) && dropped.remove(call.key()));
        made.addAll(next.calls);
        return of(claimed)
                .state(next.state)
                .suspended(next.suspended)
                .rowsPut(put)
                .rowsRemoved(removed)
                .messagesConsumed(List.copyOf(consumed))
                .timersSet(List.copyOf(timers.values()))
                .timersEnded(union(timersEnded, next.timersEnded))
                .subscriptionsAdded(List.copyOf(subscriptions.values()))
                .subscriptionsEnded(union(subscriptionsEnded, next.subscriptionsEnded))
                .calls(List.copyOf(made))
                .callsDropped(dropped)
                .replies(joined(replies, next.replies))
                .signals(joined(signals, next.signals))
                .audit(joined(audit, next.audit))
                .build();
    }

    /** The step without one of its calls. */
    public Transition without(CallKey call) {
        return toBuilder()
                .calls(calls.stream().filter(other -> !other.key().equals(call)).toList())
                .build();
    }

    /** The step without its calls and signals. */
    public Transition withoutEffects() {
        return toBuilder().calls(List.of()).signals(List.of()).build();
    }

    /** The step with further history at its end. */
    public Transition withAudit(List<AuditEvent> further) {
        return toBuilder().audit(joined(audit, further)).build();
    }

    private static Set<String> union(Set<String> one, Set<String> two) {
        Set<String> both = new TreeSet<>(one);
        both.addAll(two);
        return both;
    }

    private static <T> List<T> joined(List<T> one, List<T> two) {
        List<T> both = new ArrayList<>(one);
        both.addAll(two);
        return List.copyOf(both);
    }

    /** A transition in the making: the instance goes on, nobody holds it, and what else is not set does not change. */
    public static final class Builder {
        private final ClaimedInstance claimed;
        private FlowState state = FlowState.RUNNING;
        private boolean suspended;
        private Map<String, byte[]> rowsPut = Map.of();
        private Set<String> rowsRemoved = Set.of();
        private List<Long> messagesConsumed = List.of();
        private List<Timer> timersSet = List.of();
        private Set<String> timersEnded = Set.of();
        private List<Subscription> subscriptionsAdded = List.of();
        private Set<String> subscriptionsEnded = Set.of();
        private List<Call> calls = List.of();
        private Set<CallKey> callsDropped = Set.of();
        private List<ExchangeReply> replies = List.of();
        private List<Message> signals = List.of();
        private List<AuditEvent> audit = List.of();

        private Builder(ClaimedInstance claimed) {
            this.claimed = claimed;
        }

        private Builder(ClaimedInstance claimed, Transition from) {
            this.claimed = claimed;
            state = from.state;
            suspended = from.suspended;
            rowsPut = from.rowsPut;
            rowsRemoved = from.rowsRemoved;
            messagesConsumed = from.messagesConsumed;
            timersSet = from.timersSet;
            timersEnded = from.timersEnded;
            subscriptionsAdded = from.subscriptionsAdded;
            subscriptionsEnded = from.subscriptionsEnded;
            calls = from.calls;
            callsDropped = from.callsDropped;
            replies = from.replies;
            signals = from.signals;
            audit = from.audit;
        }

        public Builder state(FlowState value) {
            state = value;
            return this;
        }

        public Builder suspended(boolean value) {
            suspended = value;
            return this;
        }

        public Builder rowsPut(Map<String, byte[]> value) {
            rowsPut = value;
            return this;
        }

        public Builder rowsRemoved(Set<String> value) {
            rowsRemoved = value;
            return this;
        }

        public Builder messagesConsumed(List<Long> value) {
            messagesConsumed = value;
            return this;
        }

        public Builder timersSet(List<Timer> value) {
            timersSet = value;
            return this;
        }

        public Builder timersEnded(Set<String> value) {
            timersEnded = value;
            return this;
        }

        public Builder subscriptionsAdded(List<Subscription> value) {
            subscriptionsAdded = value;
            return this;
        }

        public Builder subscriptionsEnded(Set<String> value) {
            subscriptionsEnded = value;
            return this;
        }

        public Builder calls(List<Call> value) {
            calls = value;
            return this;
        }

        public Builder callsDropped(Set<CallKey> value) {
            callsDropped = value;
            return this;
        }

        public Builder replies(List<ExchangeReply> value) {
            replies = value;
            return this;
        }

        public Builder signals(List<Message> value) {
            signals = value;
            return this;
        }

        public Builder audit(List<AuditEvent> value) {
            audit = value;
            return this;
        }

        public Transition build() {
            return new Transition(
                    claimed,
                    state,
                    suspended,
                    rowsPut,
                    rowsRemoved,
                    messagesConsumed,
                    timersSet,
                    timersEnded,
                    subscriptionsAdded,
                    subscriptionsEnded,
                    calls,
                    callsDropped,
                    replies,
                    signals,
                    audit);
        }
    }
}
