package dev.weir.store;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one step of an instance changed, committed as one transaction or not at all. Where one name is both taken away
 * and set, it is set.
 *
 * @param claimed what was claimed; its instance and version fence out stale owners
 * @param state RUNNING while the instance lives on; an end state removes it and all that it holds but its open one-way
 *     calls
 * @param rowsPut state rows written
 * @param rowsRemoved state rows deleted
 * @param messagesConsumed ids of the work's messages that are used up; others stay for the next step
 * @param timersSet new alarms; one of a known name replaces it
 * @param timersEnded alarms that fired or are no longer wanted, by name
 * @param subscriptionsAdded new subscriptions: a waiting message under the key is delivered at once, first of all one that the
 *     instance holds from an earlier subscription and has not used up, which is then handed out again
 * @param subscriptionsEnded by name
 * @param calls to be carried out after the commit
 * @param callsDropped keys of calls nobody waits for any more
 * @param replies to be delivered after the commit
 * @param signals messages to other instances, taken in by the same transaction
 * @param audit in order
 */
public record Transition(
        ClaimedInstance claimed,
        FlowState state,
        Map<String, byte[]> rowsPut,
        Set<String> rowsRemoved,
        List<Long> messagesConsumed,
        List<Timer> timersSet,
        Set<String> timersEnded,
        List<Subscription> subscriptionsAdded,
        Set<String> subscriptionsEnded,
        List<Call> calls,
        Set<String> callsDropped,
        List<ExchangeReply> replies,
        List<Message> signals,
        List<AuditEvent> audit) {
    /** A step that signals nothing to others. */
    public Transition(
            ClaimedInstance claimed,
            FlowState state,
            Map<String, byte[]> rowsPut,
            Set<String> rowsRemoved,
            List<Long> messagesConsumed,
            List<Timer> timersSet,
            Set<String> timersEnded,
            List<Subscription> subscriptionsAdded,
            Set<String> subscriptionsEnded,
            List<Call> calls,
            Set<String> callsDropped,
            List<ExchangeReply> replies,
            List<AuditEvent> audit) {
        this(
                claimed,
                state,
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
                List.of(),
                audit);
    }
}
