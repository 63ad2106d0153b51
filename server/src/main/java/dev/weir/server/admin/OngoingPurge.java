package dev.weir.server.admin;

import dev.weir.server.admin.AdminRecords.PurgeRequest;
import dev.weir.server.admin.AdminRecords.PurgeResult;
import dev.weir.server.admin.AdminRecords.PurgeStatus;
import dev.weir.store.StoreException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A purge by the API: who asked for it, how far it is, and how it ended. One thread runs it, others look at it. */
final class OngoingPurge {
    private static final Logger LOG = System.getLogger(OngoingPurge.class.getName());

    private final PurgeRequest request;
    private final String by;
    private final Instant begun = Instant.now();
    private final long start = System.nanoTime();

    private long deletingSince = start;
    private @Nullable Long expected;
    private long deleted;
    /** Instances that the store deletes right now. */
    private int handedOver;

    private boolean cancelled;
    private @Nullable Instant ended;
    private long millis;
    private @Nullable PurgeResult result;
    private @Nullable String failure;

    OngoingPurge(PurgeRequest request, String by) {
        this.request = request;
        this.by = by;
    }

    /** It is to end, since somebody wants that. */
    static final class CancelledException extends RuntimeException {
        private static final long serialVersionUID = 1;

        CancelledException() {
            super("the purge was cancelled", null, false, false);
        }
    }

    /** Runs it to its end, whatever that is. */
    PurgeResult run(Function<OngoingPurge, PurgeResult> work) {
        try {
            PurgeResult done = work.apply(this);
            end(done, null);
            return done;
        } catch (RuntimeException e) {
            end(null, String.valueOf(e.getMessage()));
            throw e;
        } finally {
            end(null, "it failed; the server's log says why");
        }
    }

    private synchronized void end(@Nullable PurgeResult how, @Nullable String why) {
        if (ended == null) {
            millis = millis();
            ended = Instant.now();
            result = how;
            failure = why;
            deleted = how == null ? deleted : how.purged();
        }
    }

    /** Counts what is to go. A purge goes on without: where much is written, a long read may be ended by the store. */
    void count(LongSupplier fitting) {
        Long count = null;
        try {
            count = fitting.getAsLong();
        } catch (StoreException e) {
            LOG.log(Level.INFO, "what a purge is to delete could not be counted", e);
        }
        synchronized (this) {
            expected = count;
            deletingSince = System.nanoTime();
        }
    }

    /** What is left of the time that it may take. */
    Duration left(Duration maxRuntime) {
        Duration left = maxRuntime.minusNanos(System.nanoTime() - start);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** The store is about to delete some, and has deleted those that it was about to delete before. */
    synchronized void handOver(int some) {
        deleted += handedOver;
        handedOver = some;
    }

    /**
     * A batch is deleted.
     *
     * @param all so far
     * @throws CancelledException if no further batch is to begin
     */
    synchronized void deleted(long all) {
        deleted = all;
        handedOver = 0;
        if (cancelled) {
            throw new CancelledException();
        }
    }

    /** Lets it end after its batch; does nothing where it has ended. */
    synchronized void cancel() {
        cancelled |= ended == null;
    }

    private long millis() {
        return Duration.ofNanos(System.nanoTime() - deletingSince).toMillis();
    }

    synchronized PurgeStatus status() {
        return new PurgeStatus(
                ended == null,
                begun,
                ended,
                by,
                request,
                deleted,
                expected,
                ended == null ? millis() : millis,
                cancelled,
                result,
                failure);
    }
}
