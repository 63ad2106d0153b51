package dev.weir.store;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Durable work, state and history. State changes happen exactly once: what a future of this interface has completed is
 * on disk. Effects (calls, replies) happen at least once, with a key.
 *
 * <p>Thread-safe. Writing methods return at once, unless more is queued than the store can hold: then they wait. Their
 * futures complete on the store's own thread, so continuations must be short or go elsewhere. A future fails with
 * {@link StoreException}; nothing of its transaction is then stored, and a claim or lease that it would have ended is
 * still held.
 *
 * <p>A claim or lease lasts until it is given back or its owner dies: a store that is opened again hands out everything
 * that was open.
 *
 * <p>A flow has ended when it has no live instance, no message that is not used up and no open call, its joined flows
 * included: {@link FlowState#FAULTED} if an instance of it ended so, else {@link FlowState#TERMINATED} if one did, else
 * {@link FlowState#COMPLETED}.
 *
 * <p>Ids of flows, instances and messages are positive. Times are kept to the microsecond; due times are rounded up, so
 * that nothing comes early.
 */
public interface Store extends AutoCloseable {
    /** This store's own name, random, made once: it makes the store's call keys unique among all stores. */
    String id();

    /**
     * 32 random bytes, made once with the store and kept with it: whoever can show something made with them has it from
     * this store. Not to be shown to anybody.
     *
     * @return the caller's own copy
     */
    byte[] secret();

    /** A number that this store has never handed out before, ascending. */
    long newId();

    /** Accepts a message, a flow, or both. A duplicate changes nothing. */
    CompletableFuture<AcceptOutcome> accept(InboundMessage inbound);

    /** True if an instance is subscribed to one of these keys now. */
    boolean isAwaited(List<String> keys);

    /** Whether an inbound message was accepted. */
    enum AcceptOutcome {
        NEW,
        /** A message of the same key was accepted before. */
        DUPLICATE
    }

    /**
     * Claims up to {@code max} instances that have news, oldest first: a message or a due timer that no step was given
     * yet. A claimed instance comes with all its messages and due timers, also those that earlier steps were given and
     * did not use up.
     */
    List<ClaimedInstance> claim(int max, Instant now);

    /**
     * Claims instances that have news, as {@link #claim(int, Instant)}, but so that components take turns by the policy
     * of {@link FairClaims}.
     *
     * @param newInstances how many of those that a message is to create
     * @param startedInstances how many others
     * @param maxBytes claims end with the instance whose {@link ClaimedInstance#bytes} reach this sum
     */
    List<ClaimedInstance> claim(int newInstances, int startedInstances, long maxBytes, Instant now);

    /** As {@link #claim(int, int, long, Instant)}, however much there is to read. */
    default List<ClaimedInstance> claim(int newInstances, int startedInstances, Instant now) {
        return claim(newInstances, startedInstances, Long.MAX_VALUE, now);
    }

    /** Commits a step and ends its claim. */
    CompletableFuture<CommitOutcome> commit(Transition transition);

    /**
     * Accepts messages together with the first steps of the instances that they create, in this order, and then commits
     * the step of the instance that called them and ends its claim: one transaction. It is {@link CommitOutcome#STALE},
     * and nothing at all is stored, where one of the messages is a duplicate or goes elsewhere (an instance is
     * subscribed to one of its keys), or the caller's step would be stale; the claim is then still held.
     *
     * @param caller null where the messages come from outside any instance
     */
    CompletableFuture<CommitOutcome> startInstances(List<InstanceStart> starts, @Nullable Transition caller);

    /** Whether a transition took effect. */
    enum CommitOutcome {
        DONE,
        /** Another owner has moved the instance on: nothing of the transition is stored. */
        STALE
    }

    /**
     * Ends a claim without a step; the instance is handed out again, not before {@code due}. For one that was released
     * already and not handed out since, {@code due} replaces the time given then.
     *
     * @return false where another owner has moved the instance on, or holds it: then nothing changes
     */
    boolean release(ClaimedInstance claimed, Instant due);

    /** Leases up to {@code max} calls that are due, oldest first; of each queue the one whose {@link Turn} it is. */
    List<Call> leaseCalls(int max, Instant now);

    /**
     * Leases calls that are due, as many of each line as the shares allow, of each line the oldest first.
     *
     * @param shares a place is taken for each call that is returned; it is the caller's to leave it
     * @param maxBytes leases end with the call whose payload reaches this sum
     */
    List<Call> leaseCalls(CallShares shares, long maxBytes, Instant now);

    /** As {@link #leaseCalls(CallShares, long, Instant)}, however much there is to read. */
    default List<Call> leaseCalls(CallShares shares, Instant now) {
        return leaseCalls(shares, Long.MAX_VALUE, now);
    }

    /**
     * Ends a call; its reply, if it had one, is delivered to the instance in the same transaction, deduplicated by the
     * message's key. A call that was dropped or completed before, or whose instance has ended without waiting for the
     * reply, changes nothing.
     */
    CompletableFuture<Void> completeCall(Call call, @Nullable Message reply, List<AuditEvent> audit);

    /** Puts a call back, to be leased again with its attempt raised by one; one that is not open changes nothing. */
    default CompletableFuture<Void> retryCall(Call call, Instant due, List<AuditEvent> audit) {
        return retryCall(call, due, call.recovery(), null, audit);
    }

    /**
     * The same.
     *
     * @param recovery is {@link Call#recovery} from then on, in place of what it was
     * @param failure is {@link OpenCall#failure} from then on; null for what that is
     */
    CompletableFuture<Void> retryCall(
            Call call, Instant due, @Nullable String recovery, @Nullable String failure, List<AuditEvent> audit);

    /**
     * Changes when a call is tried that waits for an attempt; that attempt keeps its number.
     *
     * @return false, and nothing has changed, if it is not open, or another attempt has begun
     */
    CompletableFuture<Boolean> rescheduleCall(Call call, Instant due, List<AuditEvent> audit);

    /**
     * Ends a lease and keeps the call as it is, with its attempt, without handing it out until {@link #unparkCalls} or {@link
     * #retryCall}: its composite is not deployed, so that nobody knows where it goes. One that is not open, or of which
     * another attempt has begun, changes nothing.
     */
    CompletableFuture<Void> parkCall(Call call);

    /**
     * Hands out parked calls of a composite again, at once.
     *
     * @param max how many of them at most
     * @return how many; as many as {@code max} where there may be more
     */
    CompletableFuture<Integer> unparkCalls(CompositeRevision composite, int max);

    /**
     * Ends a lease and keeps the call without handing it out any more, until {@link #wakeCall} or {@link #completeCall};
     * one that is not open, or of which another attempt has begun, changes nothing. The flow lives on.
     */
    CompletableFuture<Void> restCall(Call call, CallFault fault, List<AuditEvent> audit);

    /**
     * Calls that rest, those first that came to rest first; without what they are to send and what their faults carry, which
     * may be large.
     */
    List<RestingCall> restingCalls(int offset, int limit);

    /** Those of a flow and of flows that joined it, in the same order. */
    List<RestingCall> restingCallsOf(long flow, int limit);

    /** How many calls rest. */
    long countResting();

    /**
     * A call that rests, with what its fault carries, and without what it is to send; empty where there is none of the key,
     * or it does not rest.
     */
    Optional<RestingCall> restingCall(CallKey key);

    /** What a call that rests is to send; empty where there is none of the key, or it does not rest. */
    Optional<byte[]> restingPayload(CallKey key);

    /**
     * Calls that are being tried, those first that were made first.
     *
     * @param offset how many of them are left out
     */
    List<OpenCall> openCalls(CallFilter filter, int offset, int limit);

    /** One of them; empty where there is none of the key. */
    Optional<OpenCall> openCall(CallKey key);

    /** Calls that somebody has decided about, and whose instances do it when they are resumed; those first that were decided first. */
    List<DecidedCall> decidedCalls(int offset, int limit);

    /** One of them; empty where there is none of the key. */
    Optional<DecidedCall> decidedCall(CallKey key);

    /**
     * Where calls that are being tried lead, by the names of components and partner links.
     *
     * @param now what is due after it is later
     */
    List<OpenCallLine> openCallLines(Instant now);

    /**
     * Lets a resting call be leased again, at once, with its attempt raised by one and without its recovery.
     *
     * @param call gives the key and the attempt
     * @param payload to send in place of the call's own; null for that
     * @return false, and nothing has changed, if it does not rest at that attempt
     */
    CompletableFuture<Boolean> wakeCall(Call call, byte @Nullable [] payload, List<AuditEvent> audit);

    /** Messages that no instance has taken, signals excepted, those first that were made first; without their payloads. */
    default List<ListedMessage> undeliveredMessages(int offset, int limit) {
        return undeliveredMessages(MessageFilter.ALL, offset, limit);
    }

    /** Those of them that a filter admits. */
    List<ListedMessage> undeliveredMessages(MessageFilter filter, int offset, int limit);

    /** A message that no instance has taken; empty where there is none of the id, or one took it. */
    Optional<Message> undeliveredMessage(long id);

    /** The ids of the messages that no instance has taken and that wait under a key, those first that came first. */
    List<Long> messagesWaiting(String key);

    /**
     * Drops a message that no instance has taken, unless one took it meanwhile. Nothing lives in its flow then, if it was
     * alone there: the flow has ended, {@linkplain FlowState#TERMINATED terminated}.
     *
     * @param reply for the call that waits for the message's reply; null where none does
     * @return false, and nothing has changed, if there is no such message
     */
    CompletableFuture<Boolean> dropMessage(long id, @Nullable ExchangeReply reply, List<AuditEvent> audit);

    /**
     * Routes a message that no instance has taken once more, by other keys than it came with.
     *
     * @param message gives the id, and what the message has from now on
     * @param definition of the instance that it creates
     */
    CompletableFuture<RouteOutcome> routeAgain(Message message, String definition, List<AuditEvent> audit);

    /** What an instance waits for; empty where there is no such instance. */
    List<Subscription> subscriptions(long instance);

    /**
     * Gives a message that no instance has taken to one that waits for another: it ends that subscription.
     *
     * @param message gives the id, and what the message has from now on, the key of the subscription among its keys
     * @param subscription of the instance
     * @return {@link RouteOutcome#WAITS} where the instance does not wait so any more: nothing has changed then
     */
    CompletableFuture<RouteOutcome> deliverTo(
            Message message, long instance, Subscription subscription, List<AuditEvent> audit);

    /** What became of a message that was routed once more. */
    enum RouteOutcome {
        /** An instance has it. */
        DELIVERED,
        WAITS,
        /** There is no such message, or an instance took it meanwhile; nothing has changed. */
        GONE
    }

    /** How many instances live, by component. */
    Map<ComponentId, Long> liveComponents();

    /** At most {@code max} live instances of a component, by their ids, which are greater than {@code after}. */
    List<LiveInstance> liveInstances(ComponentId component, long after, int max);

    /** At most {@code max} queues of calls that wait for a missing position, by name. */
    List<CallQueue> heldQueues(int max);

    /**
     * Lets a queue of calls go on with the next position that is there; false where it does not wait for a missing one.
     *
     * @param queue the name, as {@link #heldQueues} gives it
     */
    CompletableFuture<Boolean> skip(String queue);

    /** A durable reply that was committed before and whose call is not completed yet. */
    Optional<ExchangeReply> durableReply(ExchangeId exchange);

    /**
     * The earliest time at which a timer, a released instance or a call that nobody holds becomes due (it may have
     * passed); empty where nothing waits for time.
     */
    Optional<Instant> nextDue();

    /**
     * Sets the listener that is called, on the store's thread after a commit, when there may be instances or calls to
     * claim, or {@link #nextDue} may have changed. A new listener is called once at the start.
     */
    void onReady(Runnable listener);

    /** Adds history only. */
    CompletableFuture<Void> audit(List<AuditEvent> events);

    /**
     * Flows that began at a service, newest first; those that joined another are not listed. What is left out is counted,
     * and where few of many fit, many are read: {@link #flows(FlowFilter, FlowPlace, int)} is for people who search.
     */
    List<FlowSummary> flows(FlowFilter filter, int offset, int limit);

    /**
     * A page of this list, which takes no longer where there are many flows. A page may have fewer than {@code limit}, even
     * none, and have a next one all the same: so many were looked at.
     *
     * @param after {@link FlowPage#next} of the page before; null for the first page
     * @param limit at least 1
     */
    FlowPage flows(FlowFilter filter, @Nullable FlowPlace after, int limit);

    /** A flow by id, or the one that it joined. */
    Optional<FlowSummary> flow(long id);

    /**
     * What sensors have found in a flow and in those that joined it, by name and value, each once.
     *
     * @param after where the part begins: the last of the part before; null for the beginning
     * @param most how many a part has
     */
    List<SensorValue> sensors(long flow, @Nullable SensorValue after, int most);

    /** The instances of a flow and of those that joined it that have not ended, in no order. */
    List<LiveInstance> liveInstances(long flow);

    /** The events of a flow and of those that joined it, in the order in which they happened. */
    List<AuditEvent> history(long flow);

    /**
     * A part of the events of a flow and of those that joined it, in the order in which they were stored.
     *
     * @param from 0 for the beginning, or {@link HistoryPage#next} of the page before
     * @param least how many events a page has at least, unless there are no more; one has a few more
     */
    HistoryPage history(long flow, long from, int least);

    /**
     * A part of a payload that is stored apart from its event.
     *
     * @param flow of the event
     * @param id as {@link AuditPayload#id} gives it
     * @return at most {@code most} bytes from an offset on; none from its end on, and where there is no such payload
     */
    byte[] payload(long flow, long id, long offset, int most);

    /** Sets how history is written, from here on. What waits in memory is written with the next batch. */
    void writeAudit(AuditWriting how);

    /** How history is written. */
    AuditWriting auditWriting();

    /**
     * Deletes ended flows created before a time, with their history, oldest first, in transactions of at most {@code
     * batch} flows; returns how many. Live flows are never touched. Other writers go on between batches.
     */
    default long purge(Instant createdBefore, int batch) {
        return purge(
                        PurgeOrder.of(FlowFilter.ALL.withCreated(null, createdBefore))
                                .withBatch(batch),
                        report -> {})
                .flows();
    }

    /**
     * Deletes ended flows with their history, those of each state oldest first. Live flows are never touched. Each batch is one transaction, and
     * other writers go on between two of them: a purge that was interrupted, by whatever, has deleted whole flows, and
     * comes to the same end when it is repeated.
     *
     * @param progress notified after each batch, with the counts so far. What it throws ends the purge; what it was notified
     *     of stays deleted, and nothing else is
     */
    default PurgeReport purge(PurgeOrder order, Consumer<PurgeReport> progress) {
        return purge(order, flows -> {}, progress);
    }

    /**
     * The same.
     *
     * @param before is given flows that are about to be deleted, a few at a time, on the caller's thread. One may go on
     *     all the same, and stay, if something happens to it right then. What this throws ends the purge, and those that
     *     it was given stay
     */
    PurgeReport purge(PurgeOrder order, Consumer<List<Long>> before, Consumer<PurgeReport> progress);

    /** The composites at whose services flows have begun that are still there; found without reading each of them. */
    Set<CompositeRevision> composites();

    /** What a purge by this filter would delete now. */
    PurgeReport countPurge(FlowFilter filter);

    /** How many ended flows a filter admits, counted up to {@code most}; their history is not looked at. */
    long countEnded(FlowFilter filter, long most);

    /**
     * Deletes messages that no instance has taken, with at most {@code most} in all; each batch is one transaction. A flow
     * in which nothing else lives has then ended.
     *
     * @return how many
     */
    long purgeUndelivered(MessageFilter filter, long most);

    /** How many messages that would delete. */
    long countUndelivered(MessageFilter filter);

    /** The settings that are kept with the store, by name. */
    Map<String, String> settings();

    /**
     * Keeps settings, all or none; completes when they are on disk. A value that stays as it is counts as no change.
     *
     * @param changes by name; null takes a setting back
     * @param who changes them, for {@link #settingChanges}
     */
    CompletableFuture<Void> changeSettings(Map<String, @Nullable String> changes, String who);

    /** The latest changes of settings, newest first: at most {@code most}. */
    List<SettingChange> settingChanges(int most);

    /** The definitions of all live instances and open calls, without the empty one; found without reading each of them. */
    Set<String> definitionsInUse();

    /** Counts for the operator, all of one moment. */
    StoreCounts counts();

    /**
     * Writes something that nobody reads: the stage completes when it is on disk, and fails with a {@link StoreException}
     * where nothing can be written.
     */
    CompletableFuture<Void> probe();

    /** Commits what was handed in before, then closes. */
    @Override
    void close();
}
