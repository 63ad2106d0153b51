package dev.weir.server.admin;

import dev.weir.server.admin.AdminRecords.PurgeCount;
import dev.weir.server.admin.AdminRecords.PurgeRequest;
import dev.weir.server.admin.AdminRecords.PurgeResult;
import dev.weir.server.admin.AdminRecords.PurgeStatus;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowState;
import dev.weir.store.MessageFilter;
import dev.weir.store.PurgeOrder;
import dev.weir.store.PurgeReport;
import dev.weir.store.SensorValue;
import dev.weir.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Purges as the API is asked for them, one at a time: two would only take the writer from each other. Retention has its
 * own runs, beside them. Thread-safe.
 */
final class Purging {
    private static final Duration ANY = Duration.ofDays(365);

    private final Store store;
    private final PurgeNotes notes;
    private @Nullable OngoingPurge latest;

    Purging(Store store, PurgeNotes notes) {
        this.store = store;
        this.notes = notes;
    }

    /** The purge under way, or the last one. */
    synchronized PurgeStatus status() {
        return latest == null ? PurgeStatus.NONE : latest.status();
    }

    /** Lets the one under way end after its batch. */
    synchronized PurgeStatus cancel() {
        if (latest != null) {
            latest.cancel();
        }
        return status();
    }

    private synchronized OngoingPurge begin(PurgeRequest request, String by) {
        PurgeStatus other = status();
        if (other.running()) {
            throw new RefusedException(
                    409,
                    "admin-purge-running",
                    "another purge is under way, begun by " + other.by() + " at " + other.begun()
                            + "; nothing was deleted for this one",
                    "wait for its end, which `weir purge --status` shows, or end it by `weir purge --cancel`");
        }
        OngoingPurge begun = new OngoingPurge(request, by);
        latest = begun;
        return begun;
    }

    /**
     * Deletes, or counts; returns when that has ended. Where the filter has no bound of time, what ends or comes meanwhile
     * stays: else nobody could foresee how much a purge beside traffic has to do.
     *
     * @param by who asks for it
     * @throws IllegalArgumentException for a request that cannot be carried out as it is; nothing was deleted then
     * @throws RefusedException while another purge is under way, unless it is only to count
     */
    PurgeResult run(PurgeRequest request, String by) {
        int batch = Objects.requireNonNullElse(request.batch(), PurgeOrder.BATCH);
        long most = Objects.requireNonNullElse(request.most(), Long.MAX_VALUE);
        long seconds = Objects.requireNonNullElse(request.maxRuntimeSeconds(), ANY.toSeconds());
        checkFilter(request);
        require(batch >= 1, "batch must be at least 1: " + batch);
        require(most >= 0, "most must not be negative: " + most);
        require(
                seconds >= 0 && seconds <= ANY.toSeconds(),
                "maxRuntimeSeconds must be from 0 to " + ANY.toSeconds() + ": " + seconds);
        Duration maxRuntime = Duration.ofSeconds(seconds);
        if (request.undelivered()) {
            return undelivered(request, by, batch, most, maxRuntime);
        }
        FlowFilter filter = flows(request);
        requireFilter(filter);
        if (request.dryRun()) {
            return noted(result(store.countPurge(filter)), request);
        }
        return begin(request, by).run(purge -> {
            FlowFilter bounded = filter.createdBefore() == null && filter.modifiedBefore() == null
                    ? filter.withModified(filter.modifiedFrom(), purge.begun())
                    : filter;
            purge.count(() -> store.countEnded(bounded, most));
            PurgeOrder order = new PurgeOrder(bounded, batch, most, purge.left(maxRuntime));
            PurgeReport[] last = {new PurgeReport(0, 0, 0, 0, PurgeReport.End.CANCELLED, Duration.ZERO)};
            try {
                PurgeReport report = store.purge(order, flows -> purge.handOver(flows.size()), progress -> {
                    last[0] = progress;
                    purge.deleted(progress.flows());
                });
                return noted(result(report), request);
            } catch (OngoingPurge.CancelledException e) {
                return result(last[0], PurgeReport.End.CANCELLED);
            }
        });
    }

    /**
     * Counts what would be deleted, without looking at its history.
     *
     * @throws IllegalArgumentException as {@link #run}, and for undelivered messages
     */
    PurgeCount count(PurgeRequest request) {
        checkFilter(request);
        require(!request.undelivered(), "undelivered messages are counted by /purge with dryRun");
        FlowFilter filter = flows(request);
        requireFilter(filter);
        long ended = store.countEnded(filter, Long.MAX_VALUE);
        return new PurgeCount(ended, ended > 0 ? null : notes.of(request));
    }

    private static void requireFilter(FlowFilter filter) {
        require(!filter.equals(FlowFilter.ALL), "the purge has no filter: name at least one, such as createdBefore");
    }

    /** Where the filter has found something, its names are right. */
    private PurgeResult noted(PurgeResult result, PurgeRequest request) {
        return result.purged() > 0 || result.open() > 0 ? result : result.with(notes.of(request));
    }

    private static PurgeResult result(PurgeReport report) {
        return result(report, report.end());
    }

    private static PurgeResult result(PurgeReport report, PurgeReport.End end) {
        return new PurgeResult(
                report.flows(),
                report.events(),
                report.payloads(),
                report.open(),
                end,
                report.time().toMillis(),
                null);
    }

    /** What can fit nothing is a slip: a variable of a script that is not set, times that have changed places. */
    private static void checkFilter(PurgeRequest request) {
        requireContent("partition", request.partition());
        requireContent("composite", request.composite());
        requireContent("revision", request.revision());
        requireContent("component", request.component());
        requireContent("operation", request.operation());
        requireContent("title", request.title());
        requireOrder("created", request.createdFrom(), request.createdBefore());
        requireOrder("modified", request.modifiedFrom(), request.modifiedBefore());
    }

    private static void requireContent(String name, @Nullable String value) {
        require(value == null || !value.isBlank(), name + " must not be empty");
    }

    private static void requireOrder(String what, @Nullable Instant from, @Nullable Instant before) {
        require(
                from == null || before == null || from.isBefore(before),
                "nothing is " + what + " from " + from + " on and before " + before);
    }

    private static FlowFilter flows(PurgeRequest request) {
        Set<FlowState> states = Set.copyOf(Objects.requireNonNullElse(request.states(), List.of()));
        require(
                !states.contains(FlowState.RUNNING),
                "running instances are never purged: name COMPLETED, FAULTED or TERMINATED");
        require(request.operation() == null, "operation is a filter of undelivered messages, not of instances");
        return FlowFilter.ALL
                .withStates(states)
                .withComposite(request.partition(), request.composite(), request.revision())
                .withComponent(request.component())
                .withCreated(request.createdFrom(), request.createdBefore())
                .withModified(request.modifiedFrom(), request.modifiedBefore())
                .withTitle(request.title())
                .withSensors(Objects.requireNonNullElse(request.sensors(), List.<String>of()).stream()
                        .map(SensorValue::parse)
                        .collect(Collectors.toSet()));
    }

    private PurgeResult undelivered(PurgeRequest request, String by, int batch, long most, Duration maxRuntime) {
        require(
                (request.states() == null || request.states().isEmpty())
                        && request.title() == null
                        && (request.sensors() == null || request.sensors().isEmpty())
                        && request.createdFrom() == null
                        && request.modifiedFrom() == null
                        && request.modifiedBefore() == null,
                "undelivered messages are purged by partition, composite, revision, component, operation and"
                        + " createdBefore alone");
        MessageFilter filter = new MessageFilter(
                request.partition(),
                request.composite(),
                request.revision(),
                request.component(),
                request.operation(),
                request.createdBefore());
        require(
                !filter.equals(new MessageFilter(null, null, null, null, null, null)),
                "the purge has no filter: name at least one, such as createdBefore");
        long start = System.nanoTime();
        if (request.dryRun()) {
            return noted(messages(store.countUndelivered(filter), PurgeReport.End.DRY_RUN, start), request);
        }
        return begin(request, by).run(purge -> {
            MessageFilter bounded = filter.receivedBefore() == null ? filter.withReceivedBefore(purge.begun()) : filter;
            purge.count(() -> Math.min(store.countUndelivered(bounded), most));
            long deleted = 0;
            try {
                while (deleted < most) {
                    if (System.nanoTime() - start > maxRuntime.toNanos()) {
                        return messages(deleted, PurgeReport.End.RUNTIME, start);
                    }
                    long gone = store.purgeUndelivered(bounded, Math.min(batch, most - deleted));
                    deleted += gone;
                    if (gone == 0) {
                        return noted(messages(deleted, PurgeReport.End.DONE, start), request);
                    }
                    purge.deleted(deleted);
                }
            } catch (OngoingPurge.CancelledException e) {
                return messages(deleted, PurgeReport.End.CANCELLED, start);
            }
            return messages(
                    deleted, store.countUndelivered(bounded) == 0 ? PurgeReport.End.DONE : PurgeReport.End.MOST, start);
        });
    }

    private static PurgeResult messages(long deleted, PurgeReport.End end, long start) {
        long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
        return new PurgeResult(deleted, 0, 0, 0, end, millis, null);
    }

    private static void require(boolean holds, String why) {
        if (!holds) {
            throw new IllegalArgumentException(why);
        }
    }
}
