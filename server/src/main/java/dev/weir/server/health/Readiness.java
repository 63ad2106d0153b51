package dev.weir.server.health;

import dev.weir.soap.http.HttpHandler;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.store.Store;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether the server can take messages: what it writes reaches the disk, and the disk has room. While it starts or drains,
 * its listener answers 503 for this path as for all others. That ended instances are not removed as they should be is said,
 * too, but makes no server unready: it goes on for days before the disk is full.
 *
 * <p>An answer holds for a second, however many ask, so that asking costs one small write a second at most. Thread-safe.
 */
public final class Readiness implements HttpHandler {
    public static final String PATH = "/health/ready";

    /** Below this, an hour of load may fill the disk. */
    static final long LEAST_DISK_BYTES = 64L << 20;

    private static final Logger LOG = System.getLogger(Readiness.class.getName());
    private static final Duration HOLDS = Duration.ofSeconds(1);
    private static final Duration WRITE_WITHIN = Duration.ofSeconds(5);

    /** Everybody may ask: nothing of composites or places is in it. */
    private static final String RETENTION_ALERT =
            "ended instances are not removed as they should be: `weir retention` and"
                    + " the log say why; let runs have more time, by retentionMaxRuntime, or make room for the archive, then"
                    + " `weir retention --run`";

    private final Store store;
    private final Path data;
    private final BooleanSupplier retentionAlert;
    private final LongSupplier nanoTime;
    private @Nullable Answer last;

    private record Answer(long nanos, CompletableFuture<HttpReply> reply) {
        boolean holds(long now) {
            return !reply.isDone() || now - nanos < HOLDS.toNanos();
        }
    }

    /**
     * @param data the folder of the store
     * @param retentionAlert whether the removal of ended instances fails or falls behind
     */
    public Readiness(Store store, Path data, BooleanSupplier retentionAlert) {
        this(store, data, retentionAlert, System::nanoTime);
    }

    /** @param nanoTime what {@link System#nanoTime} is to others */
    Readiness(Store store, Path data, BooleanSupplier retentionAlert, LongSupplier nanoTime) {
        this.store = store;
        this.data = data;
        this.retentionAlert = retentionAlert;
        this.nanoTime = nanoTime;
    }

    /** Else who asks would take a full server for a dead one. */
    @Override
    public boolean isReserved() {
        return true;
    }

    @Override
    public CompletionStage<HttpReply> handle(HttpRequest request) {
        HttpReply refusal = HealthReply.refusal(request);
        return refusal == null ? answer() : CompletableFuture.completedFuture(refusal);
    }

    private synchronized CompletableFuture<HttpReply> answer() {
        long now = nanoTime.getAsLong();
        Answer known = last;
        if (known == null || !known.holds(now)) {
            known = new Answer(now, ask());
            last = known;
        }
        return known.reply;
    }

    private CompletableFuture<HttpReply> ask() {
        return written()
                .thenApply(written -> HealthReply.of(List.of(
                        new HealthReply.Check("store", written),
                        new HealthReply.Check("disk", hasRoom()),
                        new HealthReply.Check(
                                "retention", true, retentionAlert.getAsBoolean() ? RETENTION_ALERT : null))));
    }

    private CompletableFuture<Boolean> written() {
        CompletableFuture<Void> probe;
        try {
            probe = store.probe();
        } catch (RuntimeException e) {
            probe = CompletableFuture.failedFuture(e);
        }
        return probe.orTimeout(WRITE_WITHIN.toMillis(), TimeUnit.MILLISECONDS).handle((nothing, failure) -> {
            if (failure != null) {
                LOG.log(Level.WARNING, "not ready: the store cannot be written", failure);
            }
            return failure == null;
        });
    }

    private boolean hasRoom() {
        try {
            long free = Files.getFileStore(data).getUsableSpace();
            if (free < LEAST_DISK_BYTES) {
                LOG.log(Level.WARNING, "not ready: the disk of {0} has {1} bytes left", data, Long.toString(free));
            }
            return free >= LEAST_DISK_BYTES;
        } catch (IOException e) {
            LOG.log(Level.WARNING, "not ready: the disk of " + data + " cannot be looked at", e);
            return false;
        }
    }
}
