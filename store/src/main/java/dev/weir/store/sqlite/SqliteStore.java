package dev.weir.store.sqlite;

import dev.weir.store.AuditEvent;
import dev.weir.store.Beginning;
import dev.weir.store.Call;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowView;
import dev.weir.store.Intake;
import dev.weir.store.LiveInstance;
import dev.weir.store.Message;
import dev.weir.store.Reply;
import dev.weir.store.Store;
import dev.weir.store.StoreCounts;
import dev.weir.store.StoreException;
import dev.weir.store.Transition;
import dev.weir.store.Work;
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
    private final Ledger ledger;
    private final Writer writer;
    private final Readers readers;
    private final String id;
    private final Ids ids;
    private final Flows flows;
    private final AuditLog audit;
    private final Seen seen;
    private final Messages messages;
    private final Calls calls;
    private final Transitions transitions;
    private final Purge purge;
    private final Claims claims;
    private final Leases leases;
    private final History history;
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
        ledger = new Ledger(file, clock);
        flows = new Flows(ledger);
        audit = new AuditLog(ledger);
        seen = new Seen(ledger);
        messages = new Messages(ledger, flows, audit);
        calls = new Calls(ledger, flows, messages, seen, audit);
        transitions = new Transitions(ledger, flows, messages, calls, audit);
        purge = new Purge(ledger);
        readers = new Readers(file);
        claims = new Claims(readers);
        leases = new Leases(readers);
        history = new History(readers);
        writer = new Writer(ledger, folder.toString(), flows::forget);
        try {
            id = Long.toHexString(ledger.session().number(0, "SELECT value FROM meta WHERE name = 'store'"));
            ids = new Ids(ledger, writer);
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
    public CompletableFuture<Taken> accept(Intake intake) {
        boolean hasMessage = intake.message() != null;
        return writer.submit(new Write<>(size(intake), () -> take(intake), taken -> taken == Taken.NEW && hasMessage));
    }

    private Taken take(Intake intake) throws SQLException {
        Message message = intake.message();
        String key = message == null ? null : message.key();
        if (key != null && !seen.add(key)) {
            return Taken.DUPLICATE;
        }
        flows.begin(intake.flow(), intake.composite(), Micros.of(intake.created()));
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
        return Taken.NEW;
    }

    @Override
    public List<Work> claim(int max, Instant now) {
        return claims.claim(max, Micros.of(now));
    }

    @Override
    public List<Work> claim(int begin, int goOn, Instant now) {
        return claims.claim(begin, goOn, Micros.of(now));
    }

    @Override
    public CompletableFuture<Committed> begin(List<Beginning> beginnings, @Nullable Transition caller) {
        long bytes = caller == null ? 0 : size(caller);
        for (Beginning beginning : beginnings) {
            bytes += size(beginning.intake()) + size(beginning.first());
        }
        CompletableFuture<Committed> done = writer.submit(new Write<>(
                bytes,
                () -> {
                    for (Beginning beginning : beginnings) {
                        begin(beginning);
                    }
                    if (caller != null) {
                        require(transitions.commit(caller));
                        flows.apply();
                    }
                    return Committed.DONE;
                },
                committed -> {
                    if (caller != null) {
                        claims.end(caller.work());
                    }
                    return true;
                }));
        return done.exceptionallyCompose(failure ->
                (failure instanceof CompletionException ? failure.getCause() : failure) instanceof NotAsAWhole
                        ? CompletableFuture.completedFuture(Committed.STALE)
                        : CompletableFuture.failedFuture(failure));
    }

    private void begin(Beginning beginning) throws SQLException {
        if (take(beginning.intake()) == Taken.DUPLICATE) {
            throw new NotAsAWhole();
        }
        require(transitions.commit(beginning.first()));
        flows.apply();
    }

    private static void require(Committed committed) {
        if (committed == Committed.STALE) {
            throw new NotAsAWhole();
        }
    }

    /** Undoes what was to be done as a whole. */
    private static final class NotAsAWhole extends StoreException {
        NotAsAWhole() {
            super("not all of it can take effect");
        }
    }

    private static long size(Intake intake) {
        Message message = intake.message();
        return size(intake.audit()) + (message == null ? 0 : message.payload().length);
    }

    private static long size(Transition transition) {
        long bytes = size(transition.audit());
        for (byte[] row : transition.put().values()) {
            bytes += row.length;
        }
        for (Call call : transition.calls()) {
            bytes += call.payload().length;
        }
        for (Reply reply : transition.replies()) {
            bytes += reply.payload().length;
        }
        for (Message signal : transition.signals()) {
            bytes += signal.payload().length;
        }
        return bytes;
    }

    @Override
    public CompletableFuture<Committed> commit(Transition transition) {
        return writer.submit(new Write<>(
                size(transition),
                () -> {
                    Committed committed = transitions.commit(transition);
                    flows.apply();
                    return committed;
                },
                committed -> {
                    claims.end(transition.work());
                    return true;
                }));
    }

    @Override
    public void release(Work work, Instant due) {
        claims.release(work, Micros.due(due));
        wake();
    }

    @Override
    public List<Call> leaseCalls(int max, Instant now) {
        return leases.lease(max, Micros.of(now));
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
        return ending(call, size(history), () -> calls.retry(call, Micros.due(due), history));
    }

    private CompletableFuture<Void> ending(Call call, long bytes, Change change) {
        return writer.submit(write(bytes, change, () -> {
            leases.end(call);
            return true;
        }));
    }

    @Override
    public Optional<Reply> reply(String exchange) {
        return history.reply(exchange);
    }

    @Override
    public Optional<Instant> nextDue() {
        long due = Math.min(claims.nextDue(), leases.nextDue());
        return due == Long.MAX_VALUE ? Optional.empty() : Optional.of(Micros.instant(due));
    }

    @Override
    public void onReady(Runnable listener) {
        writer.listen(listener);
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
    public List<FlowView> flows(FlowFilter filter, int offset, int limit) {
        if (offset < 0 || limit < 0) {
            throw new IllegalArgumentException(
                    "offset and limit must not be negative: offset=" + offset + ", limit=" + limit);
        }
        return history.flows(filter, offset, limit);
    }

    @Override
    public Optional<FlowView> flow(long id) {
        return history.flow(id);
    }

    @Override
    public List<LiveInstance> live(long flow) {
        return history.live(flow);
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
        long before = Micros.due(createdBefore);
        long purged = 0;
        int last;
        do {
            last = join(writer.submit(new Write<>(REQUEST_BYTES, () -> purge.batch(before, batch), count -> false)));
            purged += last;
        } while (last == batch);
        while (join(writer.submit(new Write<>(REQUEST_BYTES, () -> purge.shrink(SHRINK_PAGES), count -> false)))
                == SHRINK_PAGES) {
            // Other writers go on between the steps.
        }
        return purged;
    }

    @Override
    public Set<String> definitions() {
        return history.definitions();
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
    private static Write<Void> write(long bytes, Change change, Settled settled) {
        return new Write<Void>(
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
