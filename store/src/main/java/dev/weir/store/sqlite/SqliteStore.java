package dev.weir.store.sqlite;

import dev.weir.store.AuditEvent;
import dev.weir.store.AuditPayload;
import dev.weir.store.AuditWriting;
import dev.weir.store.Call;
import dev.weir.store.CallFault;
import dev.weir.store.CallFilter;
import dev.weir.store.CallKey;
import dev.weir.store.CallQueue;
import dev.weir.store.CallShares;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.store.DecidedCall;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowPage;
import dev.weir.store.FlowPlace;
import dev.weir.store.FlowSummary;
import dev.weir.store.HistoryPage;
import dev.weir.store.InboundMessage;
import dev.weir.store.InstanceStart;
import dev.weir.store.ListedMessage;
import dev.weir.store.LiveInstance;
import dev.weir.store.Message;
import dev.weir.store.MessageFilter;
import dev.weir.store.OpenCall;
import dev.weir.store.OpenCallLine;
import dev.weir.store.PurgeOrder;
import dev.weir.store.PurgeReport;
import dev.weir.store.RestingCall;
import dev.weir.store.SensorValue;
import dev.weir.store.SettingChange;
import dev.weir.store.Store;
import dev.weir.store.StoreCounts;
import dev.weir.store.StoreException;
import dev.weir.store.Subscription;
import dev.weir.store.Transition;
import dev.weir.store.file.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A store in one SQLite file, {@code weir.db}, with its write-ahead log beside it.
 *
 * <p>Writes are queued for one thread, which commits all that has gathered as one transaction and then completes the
 * futures. The queue is bounded (4,096 requests or 64 MiB): while it is full, writing threads wait. The store's own thread,
 * where continuations and the listener run, never waits; it must not call {@link #history},
 * {@link #purge} or {@link #close}.
 *
 * <p>Reads go by their own connections on the caller's thread and see what was committed before they began.
 *
 * <p>The space that a purge frees stays in the file and is reused; free space beyond a quarter of the file is returned to
 * the file system in small steps, beside the purge and other work.
 */
public final class SqliteStore implements Store {
    /** The database in the store's folder; its write-ahead log is beside it, with {@code -wal} at the end. */
    public static final String NAME = "weir.db";

    private static final long REQUEST_BYTES = 256;
    private static final long EVENT_BYTES = 128;

    private final FolderLock lock;
    private final InstantSource clock;
    private final CommitCount count;
    private final WriteConnection connection;
    private final WriterThread writer;
    private final ReadConnections reads;
    private final String id;
    private final byte[] secret;
    private final IdBlocks ids;
    private final Flows flows;
    private final AuditLog audit;
    private final DeferredAudit deferred;
    private final Settings settings;
    private final DeduplicationKeys deduplicationKeys;
    private final MessageRouting messages;
    private final CallQueues queues;
    private final OpenCalls calls;
    private final UndeliveredMessages undelivered;
    private final Transitions transitions;
    private final Purge purge;
    private final FreeSpace space;
    private final InstanceClaims claims;
    private final CallLeases leases;
    private final FlowQueries queries;
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * Opens (making it where there is none) the store in a folder; one process at a time may hold it.
     *
     * @throws StoreException if the folder is in use or the store cannot be opened
     */
    public static SqliteStore open(Path folder) {
        return open(folder, InstantSource.system());
    }

    /** @param clock gives the times at which flows were modified and deduplication keys expire */
    public static SqliteStore open(Path folder, InstantSource clock) {
        return open(folder, clock, WriteAheadLog.Limits.DEFAULT);
    }

    static SqliteStore open(Path folder, InstantSource clock, WriteAheadLog.Limits log) {
        Path place = folder.toAbsolutePath().normalize();
        try {
            PrivateFiles.createFolder(place);
        } catch (IOException e) {
            throw new StoreException("the folder " + place + " cannot be created: " + e, e);
        }
        FolderLock lock = FolderLock.take(place);
        boolean open = false;
        try {
            NativeLibrary.load(place);
            SqliteStore store = new SqliteStore(lock, place, clock, log);
            open = true;
            return store;
        } catch (SQLException e) {
            throw new StoreException("cannot open the store " + place.resolve(NAME) + ": " + e.getMessage(), e);
        } catch (StoreException e) {
            throw new StoreException("cannot open the store " + place.resolve(NAME) + ": " + e.getMessage(), e);
        } finally {
            if (!open) {
                unlock(lock, place);
            }
        }
    }

    private SqliteStore(FolderLock lock, Path folder, InstantSource clock, WriteAheadLog.Limits limits)
            throws SQLException {
        Path file = folder.resolve(NAME);
        StoreMarker marker = new StoreMarker(folder, NAME);
        marker.requireDatabase();
        DatabaseHeader.check(file);
        StoreFiles.keepPrivate(folder);
        count = new CommitCount(folder, NAME);
        this.lock = lock;
        this.clock = clock;
        deferred = new DeferredAudit(AuditWriting.DEFAULT, this::writeDeferred);
        connection = new WriteConnection(
                file,
                clock,
                session -> {
                    marker.require(session);
                    count.require(session);
                },
                deferred,
                count::committed);
        flows = new Flows(connection);
        audit = new AuditLog(connection);
        deduplicationKeys = new DeduplicationKeys(connection);
        messages = new MessageRouting(connection, flows, audit);
        reads = new ReadConnections(file);
        claims = new InstanceClaims(reads);
        leases = new CallLeases(reads);
        queues = new CallQueues(connection, flows, audit, leases);
        calls = new OpenCalls(connection, flows, messages, deduplicationKeys, audit, queues);
        undelivered = new UndeliveredMessages(connection, reads, flows, messages, calls, audit);
        transitions = new Transitions(connection, flows, messages, calls, audit);
        purge = new Purge(connection, flows);
        settings = new Settings(connection, reads);
        queries = new FlowQueries(reads);
        WriteAheadLog log = new WriteAheadLog(file, reads, limits);
        writer = new WriterThread(
                connection,
                folder.toString(),
                flows::discardChanges,
                leases::releaseWithheld,
                () -> log.keepShort(connection),
                () -> log.makeRoom(connection));
        boolean muchSpace;
        try {
            id = Long.toHexString(connection.session().number(0, "SELECT value FROM meta WHERE name = 'store'"));
            secret = secret(connection.session());
            ids = new IdBlocks(connection, writer);
            marker.write(id);
            count.begin(id, connection.commits());
            muchSpace = FreeSpace.pages(connection.session()) > 0;
            connection.session().commit();
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
        space = new FreeSpace(connection, writer);
        writer.start();
        if (muchSpace) {
            space.giveBack();
        }
    }

    private static byte[] secret(SqlSession session) throws SQLException {
        ByteBuffer bytes = ByteBuffer.allocate(4 * Long.BYTES);
        for (int i = 0; i < 4; i++) {
            bytes.putLong(session.number(0, "SELECT value FROM meta WHERE name = 'secret_" + i + "'"));
        }
        return bytes.array();
    }

    /** For tests of what long reads do. */
    ReadConnections reads() {
        return reads;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public byte[] secret() {
        return secret.clone();
    }

    @Override
    public long newId() {
        return ids.take();
    }

    @Override
    public CompletableFuture<AcceptOutcome> accept(InboundMessage inbound) {
        boolean hasMessage = inbound.message() != null;
        return writer.submit(new WriteRequest<>(
                size(inbound), () -> take(inbound), outcome -> outcome == AcceptOutcome.NEW && hasMessage));
    }

    private AcceptOutcome take(InboundMessage inbound) throws SQLException {
        Message message = inbound.message();
        String key = message == null ? null : message.key();
        if (key != null && !deduplicationKeys.add(key)) {
            return AcceptOutcome.DUPLICATE;
        }
        flows.begin(inbound.flow(), inbound.composite(), MicrosecondTime.floor(inbound.created()));
        audit.add(inbound.audit());
        if (message != null) {
            messages.route(message, inbound.definition(), inbound.awaits());
        }
        if (message != null || inbound.flowState().ended()) {
            flows.ended(inbound.flow(), inbound.flowState());
            flows.apply();
        } else {
            flows.keepRunning(inbound.flow());
        }
        return AcceptOutcome.NEW;
    }

    @Override
    public List<ClaimedInstance> claim(int max, Instant now) {
        return claims.claim(max, MicrosecondTime.floor(now));
    }

    @Override
    public List<ClaimedInstance> claim(int newInstances, int startedInstances, long maxBytes, Instant now) {
        return claims.claim(newInstances, startedInstances, maxBytes, MicrosecondTime.floor(now));
    }

    @Override
    public CompletableFuture<CommitOutcome> startInstances(List<InstanceStart> starts, @Nullable Transition caller) {
        long bytes = caller == null ? 0 : size(caller);
        for (InstanceStart start : starts) {
            bytes += size(start.inbound()) + size(start.firstStep());
        }
        CompletableFuture<CommitOutcome> done =
                writer.submit(new WriteRequest<>(bytes, () -> start(starts, caller), committed -> {
                    if (committed == CommitOutcome.DONE && caller != null) {
                        claims.end(caller.claimed());
                    }
                    return committed == CommitOutcome.DONE;
                }));
        return done.exceptionallyCompose(failure ->
                (failure instanceof CompletionException ? failure.getCause() : failure) instanceof PartlyStale
                        ? CompletableFuture.completedFuture(CommitOutcome.STALE)
                        : CompletableFuture.failedFuture(failure));
    }

    private CommitOutcome start(List<InstanceStart> starts, @Nullable Transition caller) throws SQLException {
        boolean undo = false;
        for (InstanceStart start : starts) {
            if (take(start.inbound()) == AcceptOutcome.DUPLICATE) {
                if (undo) {
                    throw new PartlyStale();
                }
                // As a rule: senders repeat messages in masses, and what fails has all of its transaction run again.
                return CommitOutcome.STALE;
            }
            undo = true;
            require(transitions.commit(start.firstStep()));
            flows.apply();
        }
        if (caller != null) {
            require(transitions.commit(caller));
            flows.apply();
        }
        return CommitOutcome.DONE;
    }

    private static void require(CommitOutcome committed) {
        if (committed == CommitOutcome.STALE) {
            throw new PartlyStale();
        }
    }

    /** Undoes a transaction of several parts, one of which cannot take effect. */
    private static final class PartlyStale extends StoreException {
        PartlyStale() {
            super("one of the parts cannot take effect");
        }
    }

    private static long size(InboundMessage inbound) {
        Message message = inbound.message();
        return size(inbound.audit()) + (message == null ? 0 : message.payload().length);
    }

    private static long size(Transition transition) {
        long bytes = size(transition.audit());
        for (byte[] row : transition.rowsPut().values()) {
            bytes += row.length;
        }
        for (Call call : transition.calls()) {
            bytes += call.payload().length;
        }
        for (ExchangeReply reply : transition.replies()) {
            bytes += reply.payload().length;
        }
        for (Message signal : transition.signals()) {
            bytes += signal.payload().length;
        }
        return bytes;
    }

    @Override
    public CompletableFuture<CommitOutcome> commit(Transition transition) {
        return writer.submit(new WriteRequest<>(
                size(transition),
                () -> {
                    CommitOutcome committed = transitions.commit(transition);
                    flows.apply();
                    return committed;
                },
                committed -> {
                    claims.end(transition.claimed());
                    return true;
                }));
    }

    @Override
    public boolean release(ClaimedInstance claimed, Instant due) {
        boolean released = claims.release(claimed, MicrosecondTime.ceiling(due));
        wake();
        return released;
    }

    @Override
    public List<Call> leaseCalls(int max, Instant now) {
        return leases.lease(max, MicrosecondTime.floor(now));
    }

    @Override
    public List<Call> leaseCalls(CallShares shares, long maxBytes, Instant now) {
        return leases.lease(shares, maxBytes, MicrosecondTime.floor(now));
    }

    @Override
    public CompletableFuture<Void> completeCall(Call call, @Nullable Message reply, List<AuditEvent> events) {
        List<AuditEvent> history = List.copyOf(events);
        long bytes = size(history) + (reply == null ? 0 : reply.payload().length);
        return ending(call, bytes, () -> {
            calls.complete(call, reply, history);
            flows.apply();
        });
    }

    @Override
    public CompletableFuture<Void> retryCall(
            Call call, Instant due, @Nullable String recovery, @Nullable String failure, List<AuditEvent> events) {
        List<AuditEvent> history = List.copyOf(events);
        return ending(
                call, size(history), () -> calls.retry(call, MicrosecondTime.ceiling(due), recovery, failure, history));
    }

    @Override
    public CompletableFuture<Boolean> rescheduleCall(Call call, Instant due, List<AuditEvent> events) {
        List<AuditEvent> history = List.copyOf(events);
        return writer.submit(new WriteRequest<>(
                size(history),
                () -> calls.reschedule(call, MicrosecondTime.ceiling(due), history),
                changed -> changed));
    }

    @Override
    public CompletableFuture<Void> parkCall(Call call) {
        return ending(call, 0, () -> calls.park(call));
    }

    @Override
    public CompletableFuture<Integer> unparkCalls(CompositeRevision composite, int max) {
        return writer.submit(new WriteRequest<>(0, () -> calls.unpark(composite, max), unparked -> unparked > 0));
    }

    @Override
    public CompletableFuture<Void> restCall(Call call, CallFault fault, List<AuditEvent> events) {
        List<AuditEvent> history = List.copyOf(events);
        return ending(call, size(history) + fault.data().length, () -> calls.rest(call, fault, history));
    }

    @Override
    public boolean isAwaited(List<String> keys) {
        return queries.isAwaited(keys);
    }

    @Override
    public List<RestingCall> restingCalls(int offset, int limit) {
        if (offset < 0 || limit < 0) {
            throw new IllegalArgumentException(
                    "offset and limit must not be negative: offset=" + offset + ", limit=" + limit);
        }
        return leases.resting(offset, limit);
    }

    @Override
    public List<RestingCall> restingCallsOf(long flow, int limit) {
        return leases.restingOf(flow, limit);
    }

    @Override
    public long countResting() {
        return leases.countResting();
    }

    @Override
    public Optional<RestingCall> restingCall(CallKey key) {
        return leases.resting(key);
    }

    @Override
    public Optional<byte[]> restingPayload(CallKey key) {
        return leases.restingPayload(key);
    }

    @Override
    public List<OpenCall> openCalls(CallFilter filter, int offset, int limit) {
        if (offset < 0 || limit < 0) {
            throw new IllegalArgumentException(
                    "offset and limit must not be negative: offset=" + offset + ", limit=" + limit);
        }
        return leases.open(filter, offset, limit);
    }

    @Override
    public Optional<OpenCall> openCall(CallKey key) {
        return leases.open(key);
    }

    @Override
    public List<DecidedCall> decidedCalls(int offset, int limit) {
        if (offset < 0 || limit < 0) {
            throw new IllegalArgumentException(
                    "offset and limit must not be negative: offset=" + offset + ", limit=" + limit);
        }
        return leases.decided(offset, limit);
    }

    @Override
    public Optional<DecidedCall> decidedCall(CallKey key) {
        return leases.decided(key);
    }

    @Override
    public List<OpenCallLine> openCallLines(Instant now) {
        return leases.lines(MicrosecondTime.floor(now));
    }

    @Override
    public CompletableFuture<Boolean> wakeCall(Call call, byte @Nullable [] payload, List<AuditEvent> events) {
        List<AuditEvent> history = List.copyOf(events);
        return writer.submit(new WriteRequest<>(
                size(history) + (payload == null ? 0 : payload.length),
                () -> calls.wake(call, payload, history),
                woken -> woken));
    }

    private CompletableFuture<Void> ending(Call call, long bytes, Change change) {
        return writer.submit(write(bytes, change, () -> {
            leases.end(call);
            return true;
        }));
    }

    @Override
    public List<ListedMessage> undeliveredMessages(MessageFilter filter, int offset, int limit) {
        if (offset < 0 || limit < 0) {
            throw new IllegalArgumentException(
                    "offset and limit must not be negative: offset=" + offset + ", limit=" + limit);
        }
        return undelivered.list(filter, offset, limit);
    }

    @Override
    public Optional<Message> undeliveredMessage(long message) {
        return undelivered.find(message);
    }

    @Override
    public List<Long> messagesWaiting(String key) {
        return undelivered.waiting(key);
    }

    @Override
    public CompletableFuture<Boolean> dropMessage(
            long message, @Nullable ExchangeReply reply, List<AuditEvent> events) {
        List<AuditEvent> history = List.copyOf(events);
        return writer.submit(new WriteRequest<>(
                size(history),
                () -> {
                    boolean dropped = undelivered.drop(message, reply, history);
                    flows.apply();
                    return dropped;
                },
                dropped -> false));
    }

    @Override
    public CompletableFuture<RouteOutcome> routeAgain(Message message, String definition, List<AuditEvent> events) {
        List<AuditEvent> history = List.copyOf(events);
        return writer.submit(new WriteRequest<>(
                size(history) + message.payload().length,
                () -> {
                    RouteOutcome outcome = undelivered.again(message, definition, history);
                    flows.apply();
                    return outcome;
                },
                outcome -> outcome == RouteOutcome.DELIVERED));
    }

    @Override
    public List<Subscription> subscriptions(long instance) {
        return queries.subscriptions(instance);
    }

    @Override
    public CompletableFuture<RouteOutcome> deliverTo(
            Message message, long instance, Subscription subscription, List<AuditEvent> events) {
        List<AuditEvent> history = List.copyOf(events);
        return writer.submit(new WriteRequest<>(
                size(history) + message.payload().length,
                () -> {
                    RouteOutcome outcome = undelivered.deliver(message, instance, subscription, history);
                    flows.apply();
                    return outcome;
                },
                outcome -> outcome == RouteOutcome.DELIVERED));
    }

    @Override
    public Map<ComponentId, Long> liveComponents() {
        return queries.liveComponents();
    }

    @Override
    public List<LiveInstance> liveInstances(ComponentId component, long after, int max) {
        return queries.liveInstances(component, after, max);
    }

    @Override
    public List<CallQueue> heldQueues(int max) {
        return queries.heldQueues(max, MicrosecondTime.floor(clock.instant()));
    }

    @Override
    public CompletableFuture<Boolean> skip(String queue) {
        return writer.submit(new WriteRequest<>(
                REQUEST_BYTES,
                () -> {
                    boolean skipped = queues.skip(queue);
                    flows.apply();
                    return skipped;
                },
                skipped -> skipped));
    }

    @Override
    public Optional<ExchangeReply> durableReply(ExchangeId exchange) {
        return queries.durableReply(exchange);
    }

    @Override
    public Optional<Instant> nextDue() {
        long due = Math.min(claims.nextDue(), leases.nextDue());
        return due == Long.MAX_VALUE ? Optional.empty() : Optional.of(MicrosecondTime.instant(due));
    }

    @Override
    public void onReady(Runnable listener) {
        writer.setListener(listener);
        wake();
    }

    private void wake() {
        // Fails only when the store is closed, and then nobody waits.
        CompletableFuture<Void> unused = writer.submitUrgent(write(0, () -> {}, () -> true));
    }

    @Override
    public CompletableFuture<Void> audit(List<AuditEvent> events) {
        List<AuditEvent> history = List.copyOf(events);
        return writer.submit(write(size(history), () -> audit.add(history), () -> false));
    }

    @Override
    public CompletableFuture<Void> probe() {
        // Another value each time: SQLite does not write a page that stays as it is.
        return writer.submit(write(
                0,
                () -> connection
                        .session()
                        .update("INSERT INTO meta VALUES ('probes', 1) ON CONFLICT DO UPDATE SET value = value + 1"),
                () -> false));
    }

    @Override
    public List<FlowSummary> flows(FlowFilter filter, int offset, int limit) {
        if (offset < 0 || limit < 0) {
            throw new IllegalArgumentException(
                    "offset and limit must not be negative: offset=" + offset + ", limit=" + limit);
        }
        return queries.flows(filter, offset, limit);
    }

    @Override
    public FlowPage flows(FlowFilter filter, @Nullable FlowPlace after, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1: limit=" + limit);
        }
        return queries.flows(filter, after, limit);
    }

    @Override
    public Optional<FlowSummary> flow(long id) {
        return queries.flow(id);
    }

    @Override
    public List<SensorValue> sensors(long flow, @Nullable SensorValue after, int most) {
        return queries.sensors(flow, after, most);
    }

    @Override
    public List<LiveInstance> liveInstances(long flow) {
        return queries.liveInstances(flow);
    }

    @Override
    public List<AuditEvent> history(long flow) {
        flushAudit("history");
        return queries.history(flow);
    }

    @Override
    public HistoryPage history(long flow, long from, int least) {
        if (from < 0 || least < 1) {
            throw new IllegalArgumentException(
                    "from must not be negative, least at least 1: from=" + from + ", least=" + least);
        }
        flushAudit("history");
        return queries.page(flow, from, least);
    }

    @Override
    public byte[] payload(long flow, long id, long offset, int most) {
        if (offset < 0 || most < 0) {
            throw new IllegalArgumentException(
                    "offset and most must not be negative: offset=" + offset + ", most=" + most);
        }
        return queries.payload(flow, id, offset, most);
    }

    private void flushAudit(String method) {
        requireOtherThread(method);
        deferred.flush();
    }

    private CompletableFuture<Void> writeDeferred(int flows, long bytes) {
        return writer.submit(write(
                REQUEST_BYTES + bytes, () -> audit.write(purge.ofFlowsThatAre(deferred.take(flows))), () -> false));
    }

    @Override
    public void writeAudit(AuditWriting how) {
        audit.set(how);
        deferred.set(how);
    }

    @Override
    public AuditWriting auditWriting() {
        return audit.writing();
    }

    @Override
    public PurgeReport purge(PurgeOrder order, Consumer<List<Long>> before, Consumer<PurgeReport> progress) {
        requireOtherThread("purge");
        deferred.flush();
        return new PurgeRun(reads, writer, purge, flows, space).run(order, before, progress);
    }

    @Override
    public Set<CompositeRevision> composites() {
        return queries.composites();
    }

    @Override
    public PurgeReport countPurge(FlowFilter filter) {
        flushAudit("countPurge");
        PurgeRun run = new PurgeRun(reads, writer, purge, flows, space);
        PurgeReport ended = run.count(filter, true);
        long open = run.count(filter, false).flows();
        return new PurgeReport(ended.flows(), ended.events(), ended.payloads(), open, ended.end(), ended.time());
    }

    @Override
    public long countEnded(FlowFilter filter, long most) {
        return queries.countEnded(filter, most);
    }

    @Override
    public long purgeUndelivered(MessageFilter filter, long most) {
        requireOtherThread("purgeUndelivered");
        return new PurgeRun(reads, writer, purge, flows, space).undelivered(filter, most);
    }

    @Override
    public long countUndelivered(MessageFilter filter) {
        return new PurgeRun(reads, writer, purge, flows, space).countUndelivered(filter);
    }

    @Override
    public Map<String, String> settings() {
        return settings.all();
    }

    @Override
    public CompletableFuture<Void> changeSettings(Map<String, @Nullable String> changes, String who) {
        Map<String, @Nullable String> copy = new TreeMap<>(changes);
        return writer.submit(write(REQUEST_BYTES, () -> settings.change(copy, who), () -> false));
    }

    @Override
    public List<SettingChange> settingChanges(int most) {
        return settings.changes(most);
    }

    @Override
    public Set<String> definitionsInUse() {
        return queries.definitionsInUse();
    }

    @Override
    public StoreCounts counts() {
        return queries.counts();
    }

    @Override
    public void close() {
        requireOtherThread("close");
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        space.close();
        deferred.close();
        writer.close();
        try {
            reads.close();
            connection.close();
            count.end();
        } catch (SQLException e) {
            throw new StoreException("the store in " + lock.folder() + " could not be closed: " + e.getMessage(), e);
        } finally {
            unlock(lock, lock.folder());
        }
    }

    /** Transactions committed since the store was opened: fewer than writes, since writes are grouped. */
    public long commits() {
        return writer.commits();
    }

    private void requireOtherThread(String method) {
        if (writer.isCurrentThread()) {
            throw new IllegalStateException(method + "() waits for the store's own thread: call it from another one");
        }
    }

    @FunctionalInterface
    private interface Change {
        void write() throws SQLException;
    }

    @FunctionalInterface
    private interface AfterCommit {
        boolean isReady();
    }

    @SuppressWarnings("NullAway") // The only value of Void is null.
    private static WriteRequest<Void> write(long bytes, Change change, AfterCommit afterCommit) {
        return new WriteRequest<Void>(
                bytes,
                () -> {
                    change.write();
                    return null;
                },
                none -> afterCommit.isReady());
    }

    private static long size(List<AuditEvent> events) {
        long bytes = REQUEST_BYTES + EVENT_BYTES * events.size();
        for (AuditEvent event : events) {
            AuditPayload payload = event.payload();
            bytes += payload == null ? 0 : payload.size();
        }
        return bytes;
    }

    private static void unlock(FolderLock lock, Path folder) {
        try {
            lock.close();
        } catch (IOException e) {
            throw new StoreException("the lock on " + folder + " cannot be released: " + e, e);
        }
    }
}
