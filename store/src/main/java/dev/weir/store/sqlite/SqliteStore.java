package dev.weir.store.sqlite;

import dev.weir.store.AuditEvent;
import dev.weir.store.Call;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.ExchangeReply;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowSummary;
import dev.weir.store.InboundMessage;
import dev.weir.store.InstanceStart;
import dev.weir.store.LiveInstance;
import dev.weir.store.Message;
import dev.weir.store.Store;
import dev.weir.store.StoreCounts;
import dev.weir.store.StoreException;
import dev.weir.store.Transition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The store in one SQLite file, {@code weir.db}, with its write-ahead log beside it.
 *
 * <p>Writes are queued for one thread, which commits all that has gathered as one transaction and then completes the
 * futures. The queue is bounded (4,096 requests or 64 MiB): while it is full, who writes waits. The store's own thread,
 * where continuations and the listener run, never waits; it must not call {@link #purge} or {@link #close}.
 *
 * <p>Reads go by their own connections on the caller's thread and see what was committed before they began.
 *
 * <p>A purge leaves its space in the file for what comes next; what then exceeds a quarter of the file is given back to
 * the file system, in small steps.
 */
public final class SqliteStore implements Store {
    private static final String NAME = "weir.db";
    private static final long REQUEST_BYTES = 256;
    private static final long EVENT_BYTES = 128;
    private static final int SHRINK_PAGES = 1_024;

    private final FolderLock lock;
    private final WriteConnection ledger;
    private final WriterThread writer;
    private final ReadConnections readers;
    private final String id;
    private final IdBlocks ids;
    private final Flows flows;
    private final AuditLog audit;
    private final DeduplicationKeys seen;
    private final MessageRouting messages;
    private final OpenCalls calls;
    private final Transitions transitions;
    private final Purge purge;
    private final InstanceClaims claims;
    private final CallLeases leases;
    private final FlowQueries history;
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * Opens (making it where there is none) the store in a folder; one process at a time may hold it.
     *
     * @throws StoreException if the folder is in use or the store cannot be opened
     */
    public static SqliteStore open(Path folder) {
        return open(folder, InstantSource.system());
    }

    /** @param clock tells when flows were modified and when deduplication keys grow old */
    public static SqliteStore open(Path folder, InstantSource clock) {
        Path place = folder.toAbsolutePath().normalize();
        try {
            Files.createDirectories(place);
        } catch (IOException e) {
            throw new StoreException("the folder " + place + " cannot be made: " + e, e);
        }
        FolderLock lock = FolderLock.take(place);
        boolean open = false;
        try {
            NativeLibrary.load(place);
            SqliteStore store = new SqliteStore(lock, place, clock);
            open = true;
            return store;
        } catch (SQLException e) {
            throw new StoreException("cannot open the store " + place.resolve(NAME) + ": " + e.getMessage(), e);
        } catch (StoreException e) {
            throw new StoreException("cannot open the store " + place.resolve(NAME) + ": " + e.getMessage(), e);
        } finally {
            if (!open) {
                letGo(lock, place);
            }
        }
    }

    private SqliteStore(FolderLock lock, Path folder, InstantSource clock) throws SQLException {
        Path file = folder.resolve(NAME);
        this.lock = lock;
        ledger = new WriteConnection(file, clock);
        flows = new Flows(ledger);
        audit = new AuditLog(ledger);
        seen = new DeduplicationKeys(ledger);
        messages = new MessageRouting(ledger, flows, audit);
        calls = new OpenCalls(ledger, flows, messages, seen, audit);
        transitions = new Transitions(ledger, flows, messages, calls, audit);
        purge = new Purge(ledger);
        readers = new ReadConnections(file);
        claims = new InstanceClaims(readers);
        leases = new CallLeases(readers);
        history = new FlowQueries(readers);
        writer = new WriterThread(ledger, folder.toString(), flows::discardChanges);
        try {
            id = Long.toHexString(ledger.session().number(0, "SELECT value FROM meta WHERE name = 'store'"));
            ids = new IdBlocks(ledger, writer);
        } catch (SQLException | RuntimeException e) {
            ledger.close();
            throw e;
        }
        writer.start();
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public long newId() {
        return ids.take();
    }

    @Override
    public CompletableFuture<AcceptOutcome> accept(InboundMessage intake) {
        boolean hasMessage = intake.message() != null;
        return writer.submit(new WriteRequest<>(
                size(intake), () -> take(intake), taken -> taken == AcceptOutcome.NEW && hasMessage));
    }

    private AcceptOutcome take(InboundMessage intake) throws SQLException {
        Message message = intake.message();
        String key = message == null ? null : message.key();
        if (key != null && !seen.add(key)) {
            return AcceptOutcome.DUPLICATE;
        }
        flows.begin(intake.flow(), intake.composite(), MicrosecondTime.floor(intake.created()));
        audit.add(intake.audit());
        if (message != null) {
            messages.route(message, intake.definition());
        }
        if (message != null || intake.flowState().ended()) {
            flows.ended(intake.flow(), intake.flowState());
            flows.apply();
        } else {
            flows.keepRunning(intake.flow());
        }
        return AcceptOutcome.NEW;
    }

    @Override
    public List<ClaimedInstance> claim(int max, Instant now) {
        return claims.claim(max, MicrosecondTime.floor(now));
    }

    @Override
    public List<ClaimedInstance> claim(int begin, int goOn, Instant now) {
        return claims.claim(begin, goOn, MicrosecondTime.floor(now));
    }

    @Override
    public CompletableFuture<CommitOutcome> startInstances(
            List<InstanceStart> beginnings, @Nullable Transition caller) {
        long bytes = caller == null ? 0 : size(caller);
        for (InstanceStart beginning : beginnings) {
            bytes += size(beginning.inbound()) + size(beginning.firstStep());
        }
        CompletableFuture<CommitOutcome> done = writer.submit(new WriteRequest<>(
                bytes,
                () -> {
                    for (InstanceStart beginning : beginnings) {
                        begin(beginning);
                    }
                    if (caller != null) {
                        require(transitions.commit(caller));
                        flows.apply();
                    }
                    return CommitOutcome.DONE;
                },
                committed -> {
                    if (caller != null) {
                        claims.end(caller.claimed());
                    }
                    return true;
                }));
        return done.exceptionallyCompose(failure ->
                (failure instanceof CompletionException ? failure.getCause() : failure) instanceof NotAsAWhole
                        ? CompletableFuture.completedFuture(CommitOutcome.STALE)
                        : CompletableFuture.failedFuture(failure));
    }

    private void begin(InstanceStart beginning) throws SQLException {
        if (take(beginning.inbound()) == AcceptOutcome.DUPLICATE) {
            throw new NotAsAWhole();
        }
        require(transitions.commit(beginning.firstStep()));
        flows.apply();
    }

    private static void require(CommitOutcome committed) {
        if (committed == CommitOutcome.STALE) {
            throw new NotAsAWhole();
        }
    }

    /** Undoes what was to be done as a whole. */
    private static final class NotAsAWhole extends StoreException {
        NotAsAWhole() {
            super("not all of it can take effect");
        }
    }

    private static long size(InboundMessage intake) {
        Message message = intake.message();
        return size(intake.audit()) + (message == null ? 0 : message.payload().length);
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
    public void release(ClaimedInstance work, Instant due) {
        claims.release(work, MicrosecondTime.ceiling(due));
        wake();
    }

    @Override
    public List<Call> leaseCalls(int max, Instant now) {
        return leases.lease(max, MicrosecondTime.floor(now));
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
    public CompletableFuture<Void> retryCall(Call call, Instant due, List<AuditEvent> events) {
        List<AuditEvent> history = List.copyOf(events);
        return ending(call, size(history), () -> calls.retry(call, MicrosecondTime.ceiling(due), history));
    }

    private CompletableFuture<Void> ending(Call call, long bytes, Change change) {
        return writer.submit(write(bytes, change, () -> {
            leases.end(call);
            return true;
        }));
    }

    @Override
    public Optional<ExchangeReply> durableReply(String exchange) {
        return history.durableReply(exchange);
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
        // Fails only when the store is closed, and then there is nobody to wake.
        CompletableFuture<Void> unused = writer.submitUrgent(write(0, () -> {}, () -> true));
    }

    @Override
    public CompletableFuture<Void> audit(List<AuditEvent> events) {
        List<AuditEvent> history = List.copyOf(events);
        return writer.submit(write(size(history), () -> audit.add(history), () -> false));
    }

    @Override
    public List<FlowSummary> flows(FlowFilter filter, int offset, int limit) {
        if (offset < 0 || limit < 0) {
            throw new IllegalArgumentException(
                    "offset and limit must not be negative: offset=" + offset + ", limit=" + limit);
        }
        return history.flows(filter, offset, limit);
    }

    @Override
    public Optional<FlowSummary> flow(long id) {
        return history.flow(id);
    }

    @Override
    public List<LiveInstance> liveInstances(long flow) {
        return history.liveInstances(flow);
    }

    @Override
    public List<AuditEvent> history(long flow) {
        return history.history(flow);
    }

    @Override
    public long purge(Instant createdBefore, int batch) {
        if (batch < 1) {
            throw new IllegalArgumentException("batch must be at least 1: batch=" + batch);
        }
        requireOtherThread("purge");
        long before = MicrosecondTime.ceiling(createdBefore);
        long purged = 0;
        int last;
        do {
            last = join(
                    writer.submit(new WriteRequest<>(REQUEST_BYTES, () -> purge.batch(before, batch), count -> false)));
            purged += last;
        } while (last == batch);
        while (join(writer.submit(new WriteRequest<>(REQUEST_BYTES, () -> purge.shrink(SHRINK_PAGES), count -> false)))
                == SHRINK_PAGES) {
            // Other writers go on between the steps.
        }
        return purged;
    }

    @Override
    public Set<String> definitionsInUse() {
        return history.definitionsInUse();
    }

    @Override
    public StoreCounts counts() {
        return history.counts();
    }

    @Override
    public void close() {
        requireOtherThread("close");
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        writer.close();
        try {
            readers.close();
            ledger.close();
        } catch (SQLException e) {
            throw new StoreException("the store in " + lock.folder() + " did not close well: " + e.getMessage(), e);
        } finally {
            letGo(lock, lock.folder());
        }
    }

    /** Transactions committed since the store was opened: how well writes are grouped. */
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
    private interface Settled {
        boolean ready();
    }

    @SuppressWarnings("NullAway") // The only value of Void is null.
    private static WriteRequest<Void> write(long bytes, Change change, Settled settled) {
        return new WriteRequest<Void>(
                bytes,
                () -> {
                    change.write();
                    return null;
                },
                none -> settled.ready());
    }

    private static <T> T join(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            throw new StoreException("the purge stopped: " + e.getMessage(), e);
        }
    }

    private static long size(List<AuditEvent> events) {
        return REQUEST_BYTES + EVENT_BYTES * events.size();
    }

    private static void letGo(FolderLock lock, Path folder) {
        try {
            lock.close();
        } catch (IOException e) {
            throw new StoreException("the lock on " + folder + " cannot be taken off: " + e, e);
        }
    }
}
