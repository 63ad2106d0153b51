package dev.weir.server.admin;

import dev.weir.composite.runtime.NotDeployedException;
import dev.weir.composite.runtime.RestingCalls;
import dev.weir.composite.runtime.RestingCalls.Verb;
import dev.weir.server.admin.AdminRecords.BulkStatus;
import dev.weir.server.admin.AdminRecords.Decided;
import dev.weir.store.CallFilter;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.store.OpenCall;
import dev.weir.store.OpenCallLine;
import dev.weir.store.RestingCall;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Decides about all calls that rest, or all with one fault, or those that are still tried: one such bulk at a time, which others may look at and end. Calls
 * are read by pages, so that it takes as much memory for many as for few, and the decisions about those of a page are stored
 * together. A call that comes to rest after the bulk has begun, such as one that was retried and failed again, is left alone.
 * Thread-safe.
 */
final class BulkDecisions {
    private static final int PAGE = 200;
    /** Reasons that are answered; more are counted. */
    private static final int MOST_REASONS = 100;

    private final RestingCalls calls;
    private @Nullable Bulk latest;

    BulkDecisions(RestingCalls calls) {
        this.calls = calls;
    }

    /** One bulk. What changes is guarded by it. */
    private static final class Bulk {
        private final Verb verb;
        private final @Nullable String fault;
        /** Which of the calls that are still tried it is about; null for those that rest. */
        private final @Nullable CallFilter tried;

        private final String by;
        private final Instant begun = Instant.now();
        private final @Nullable Instant restingBy;

        private final List<String> reasons = new ArrayList<>();
        private int decided;
        private int untilResume;
        private int refused;
        private boolean cancelled;
        private @Nullable Instant ended;
        private @Nullable String failure;

        Bulk(Verb verb, @Nullable String fault, @Nullable Instant restingBy, @Nullable CallFilter tried, String by) {
            this.verb = verb;
            this.tried = tried;
            this.fault = fault;
            this.restingBy = restingBy;
            this.by = by;
        }

        /** True for a call that came to rest too late for it. */
        boolean isOver(RestingCall resting) {
            return resting.since().isAfter(begun)
                    || (restingBy != null && resting.since().isAfter(restingBy));
        }

        boolean isFor(RestingCall resting) {
            return fault == null || RestingCalls.hasFault(resting, fault);
        }

        synchronized void refused(String reason) {
            refused++;
            if (reasons.size() < MOST_REASONS) {
                reasons.add(reason);
            }
        }

        /** @param waits true where the process takes what comes of it when it is resumed */
        synchronized void decided(boolean waits) {
            decided++;
            untilResume += waits ? 1 : 0;
        }

        synchronized void cancel() {
            cancelled |= ended == null;
        }

        synchronized boolean cancelled() {
            return cancelled;
        }

        synchronized boolean running() {
            return ended == null;
        }

        synchronized void end(@Nullable String why) {
            ended = Instant.now();
            failure = why;
        }

        synchronized Decided result() {
            List<String> all = new ArrayList<>(reasons);
            if (refused > reasons.size()) {
                all.add("and " + (refused - reasons.size()) + " others");
            }
            return new Decided(decided, untilResume, all);
        }

        synchronized BulkStatus status() {
            return new BulkStatus(
                    ended == null,
                    verb.word(),
                    tried != null,
                    of(tried),
                    tried == null ? null : tried.partnerLink(),
                    fault,
                    by,
                    begun,
                    ended,
                    decided,
                    untilResume,
                    refused,
                    cancelled,
                    failure);
        }
    }

    private static @Nullable String of(@Nullable CallFilter filter) {
        if (filter == null) {
            return null;
        }
        ComponentId component = filter.component();
        CompositeRevision composite = filter.composite();
        return component != null ? component.toString() : composite == null ? null : composite.toString();
    }

    /**
     * Decides about them all.
     *
     * @param fault as {@link RestingCalls#list} takes it
     * @param restingBy only about those that rested by then; null for all that rest now
     * @throws RefusedException with status 409 while another bulk is under way
     */
    Decided all(Verb verb, @Nullable String fault, @Nullable Instant restingBy, String by) {
        Bulk bulk = begin(verb, fault, restingBy, null, by);
        String failure = "it failed; the server's log says why";
        try {
            run(bulk);
            failure = null;
        } finally {
            bulk.end(failure);
        }
        return bulk.result();
    }

    /**
     * Decides about those that are still tried now.
     *
     * @throws RefusedException with status 409 while another bulk is under way
     */
    Decided open(Verb verb, CallFilter filter, String by) {
        Bulk bulk = begin(verb, null, null, filter, by);
        String failure = "it failed; the server's log says why";
        try {
            runOpen(bulk, filter);
            failure = null;
        } finally {
            bulk.end(failure);
        }
        return bulk.result();
    }

    /** Calls that are made meanwhile come last: there are as many to look at as there were in the beginning. */
    private void runOpen(Bulk bulk, CallFilter filter) {
        long left = calls.openLines().stream()
                .filter(each -> filter.matches(each.line()))
                .mapToLong(OpenCallLine::calls)
                .sum();
        int passed = 0;
        while (!bulk.cancelled() && left > 0) {
            List<OpenCall> page = calls.open(filter, passed, (int) Math.min(PAGE, left));
            if (page.isEmpty()) {
                return;
            }
            left -= page.size();
            List<Begun> decisions = new ArrayList<>();
            for (OpenCall open : page) {
                try {
                    decisions.add(new Begun(
                            RestingCalls.isTakenOnResume(open, bulk.verb),
                            calls.decide(open.call().key(), bulk.verb, null, bulk.by)));
                } catch (IllegalArgumentException | NotDeployedException e) {
                    bulk.refused(String.valueOf(e.getMessage()));
                    passed++;
                }
            }
            for (Begun each : decisions) {
                if (each.stored.join()) {
                    bulk.decided(each.waits);
                    // What is tried again stays where it is.
                    passed += bulk.verb == Verb.RETRY ? 1 : 0;
                }
            }
        }
    }

    private synchronized Bulk begin(
            Verb verb, @Nullable String fault, @Nullable Instant restingBy, @Nullable CallFilter tried, String by) {
        if (latest != null && latest.running()) {
            throw new RefusedException(
                    409,
                    "admin-calls-busy",
                    latest.by + " decides about many calls right now",
                    "wait until that has ended, which GET /admin/calls/all/status shows, or end it by POST /admin/calls/all/stop");
        }
        Bulk bulk = new Bulk(verb, fault, restingBy, tried, by);
        latest = bulk;
        return bulk;
    }

    /**
     * A decision on its way to the store.
     *
     * @param waits true where the process takes what comes of it when it is resumed
     */
    private record Begun(boolean waits, CompletableFuture<Boolean> stored) {}

    private void run(Bulk bulk) {
        int passed = 0;
        while (!bulk.cancelled()) {
            List<RestingCall> page = calls.list(null, passed, PAGE);
            List<Begun> decisions = new ArrayList<>();
            boolean last = page.isEmpty();
            for (RestingCall resting : page) {
                if (bulk.isOver(resting)) {
                    last = true;
                    break;
                }
                if (!bulk.isFor(resting)) {
                    passed++;
                    continue;
                }
                try {
                    decisions.add(new Begun(
                            RestingCalls.isTakenOnResume(resting, bulk.verb),
                            calls.decide(resting.call().key(), bulk.verb, null, bulk.by)));
                } catch (IllegalArgumentException | NotDeployedException e) {
                    bulk.refused(String.valueOf(e.getMessage()));
                    passed++;
                }
            }
            // Those that are decided about rest no more: the next page begins where they were.
            for (Begun each : decisions) {
                if (each.stored.join()) {
                    bulk.decided(each.waits);
                }
            }
            if (last) {
                return;
            }
        }
    }

    /** The bulk that is under way, or the last one. */
    BulkStatus status() {
        Bulk bulk = latest();
        return bulk == null
                ? new BulkStatus(false, null, false, null, null, null, null, null, null, 0, 0, 0, false, null)
                : bulk.status();
    }

    /** Lets it end after its page. */
    BulkStatus stop() {
        Bulk bulk = latest();
        if (bulk != null) {
            bulk.cancel();
        }
        return status();
    }

    private synchronized @Nullable Bulk latest() {
        return latest;
    }
}
