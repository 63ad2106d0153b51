package dev.weir.server.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.composite.audit.FlowTrace;
import dev.weir.server.admin.AdminRecords.PurgeRequest;
import dev.weir.server.admin.AdminRecords.PurgeResult;
import dev.weir.server.admin.AdminRecords.PurgeStatus;
import dev.weir.store.StoreException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A purge by the API: who asked for it, how far it is, and how it ended. One thread runs it, others look at it. */
final class OngoingPurge {
    private static final Logger LOG = System.getLogger(OngoingPurge.class.getName());

    /** In characters: titles and values of sensors may be long. */
    private static final int LONGEST_LOGGED = 2_000;

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

    /** Since when it runs. */
    Instant begun() {
        return begun;
    }

    /** Runs it to its end, whatever that is. */
    PurgeResult run(Function<OngoingPurge, PurgeResult> work) {
        LOG.log(Level.INFO, "a purge by {0} begins: {1}", FlowTrace.printable(by), filter());
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

    /** As it was asked for, in JSON, for a line of the log. */
    private String filter() {
        try {
            String json = FlowTrace.printable(AdminJson.MAPPER.writeValueAsString(request));
            return json.length() <= LONGEST_LOGGED ? json : json.substring(0, LONGEST_LOGGED) + "…";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a purge's request was read from JSON", e);
        }
    }

    private void end(@Nullable PurgeResult how, @Nullable String why) {
        long purged;
        synchronized (this) {
            if (ended != null) {
                return;
            }
            millis = millis();
            ended = Instant.now();
            result = how;
            failure = why;
            deleted = how == null ? deleted : how.purged();
            purged = deleted;
        }
        String seconds = String.format(
                Locale.ROOT, "%.3f", Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0);
        String who = FlowTrace.printable(by);
        if (how == null) {
            LOG.log(
                    Level.INFO,
                    "the purge by {0} failed after {1} s, with {2} deleted: {3}",
                    who,
                    seconds,
                    Long.toString(purged),
                    why);
        } else {
            LOG.log(
                    Level.INFO,
                    "the purge by {0} ended after {1} s: {2} {3}, {4} events and {5} payloads were deleted; {6}",
                    who,
                    seconds,
                    Long.toString(purged),
                    request.undelivered() ? "undelivered messages" : "instances",
                    Long.toString(how.events()),
                    Long.toString(how.payloads()),
                    how.end());
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
