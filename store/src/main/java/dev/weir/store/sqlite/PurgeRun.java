package dev.weir.store.sqlite;

import dev.weir.store.FlowFilter;
import dev.weir.store.FlowState;
import dev.weir.store.MessageFilter;
import dev.weir.store.PurgeOrder;
import dev.weir.store.PurgeReport;
import dev.weir.store.StoreException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/**
 * Purges beside the writer: what is to go is searched for by a reader, on the caller's thread, and the writer deletes it
 * in transactions short enough that others hardly wait for them. State after state, the oldest flows first.
 */
final class PurgeRun {
    private static final long REQUEST_BYTES = 256;

    private final ReadConnections reads;
    private final WriterThread writer;
    private final Purge purge;
    private final Flows flows;
    private final FreeSpace space;
    /** In flows, or in messages. */
    private final StepSize slice = new StepSize(64, Duration.ofMillis(6));

    PurgeRun(ReadConnections reads, WriterThread writer, Purge purge, Flows flows, FreeSpace space) {
        this.reads = reads;
        this.writer = writer;
        this.purge = purge;
        this.flows = flows;
        this.space = space;
    }

    /** Flows that fit, and where to search on. */
    private record Found(List<Long> flows, long created, long flow) {}

    PurgeReport run(PurgeOrder order, Consumer<List<Long>> before, Consumer<PurgeReport> progress) {
        long start = System.nanoTime();
        long open = count(order.filter(), false).flows();
        Purge.Deleted all = Purge.Deleted.NOTHING;
        PurgeReport.End end = PurgeReport.End.DONE;
        search:
        for (FlowState state : ended(order.filter())) {
            FlowFilter ofState = order.filter().withStates(Set.of(state));
            long created = Long.MIN_VALUE;
            long flow = 0;
            while (true) {
                long left = order.most() - all.flows();
                int most = (int) Math.min(order.batch(), left);
                Found found = find(ofState, created, flow, Math.max(1, most));
                if (found.flows.isEmpty()) {
                    break;
                }
                if (left == 0) {
                    end = PurgeReport.End.MOST;
                    break search;
                }
                for (int from = 0; from < found.flows.size(); ) {
                    if (System.nanoTime() - start > nanos(order.maxRuntime())) {
                        end = PurgeReport.End.RUNTIME;
                        break search;
                    }
                    List<Long> some = found.flows.subList(from, Math.min(from + slice.size(), found.flows.size()));
                    before.accept(List.copyOf(some));
                    all = all.plus(delete(List.copyOf(some), purge::flows));
                    from += some.size();
                }
                created = found.created;
                flow = found.flow;
                space.giveBack();
                progress.accept(report(all, open, PurgeReport.End.DONE, start));
            }
        }
        space.giveBack();
        return report(all, open, end, start);
    }

    private static long nanos(Duration time) {
        return time.compareTo(Duration.ofDays(3_650)) > 0 ? Long.MAX_VALUE : time.toNanos();
    }

    private static PurgeReport report(Purge.Deleted all, long open, PurgeReport.End end, long start) {
        return new PurgeReport(
                all.flows(), all.events(), all.payloads(), open, end, Duration.ofNanos(System.nanoTime() - start));
    }

    private static Set<FlowState> ended(FlowFilter filter) {
        Set<FlowState> states =
                new TreeSet<>(filter.states().isEmpty() ? List.of(FlowState.values()) : filter.states());
        states.remove(FlowState.RUNNING);
        return states;
    }

    private Found find(FlowFilter filter, long created, long flow, int most) {
        return reads.read(session -> {
            FlowSelection selection = FlowSelection.of(session, filter);
            List<Long> found = new ArrayList<>();
            long lastCreated = created;
            long lastFlow = flow;
            try (ResultSet rows = session.query(
                    "SELECT id, created FROM flow INDEXED BY " + FlowSelection.indexByState(filter)
                            + " WHERE joined = 0" + selection.sql()
                            + " AND created >= ? AND (created > ? OR id > ?) ORDER BY created, id LIMIT ?",
                    selection.arguments(created, created, flow, most))) {
                while (rows.next()) {
                    found.add(rows.getLong(1));
                    lastFlow = rows.getLong(1);
                    lastCreated = rows.getLong(2);
                }
            }
            return new Found(found, lastCreated, lastFlow);
        });
    }

    /** What the writer does with a slice. */
    private interface Deletion<T> {
        T of(List<Long> slice) throws SQLException;
    }

    /** A slice grows while the writer deletes it fast, and shrinks where it does not. */
    private <T> T delete(List<Long> some, Deletion<T> deletion) {
        long[] took = new long[1];
        T deleted = join(new WriteRequest<>(
                REQUEST_BYTES,
                () -> {
                    long begin = System.nanoTime();
                    T done = deletion.of(some);
                    took[0] = System.nanoTime() - begin;
                    return done;
                },
                done -> false));
        slice.took(took[0], some.size());
        return deleted;
    }

    /** @param ended false to count those of these flows that have not ended; their events do not count */
    PurgeReport count(FlowFilter filter, boolean ended) {
        long start = System.nanoTime();
        Set<FlowState> states = ended
                ? ended(filter)
                : filter.states().isEmpty() || filter.states().contains(FlowState.RUNNING)
                        ? Set.of(FlowState.RUNNING)
                        : Set.of();
        if (states.isEmpty()) {
            return report(Purge.Deleted.NOTHING, 0, PurgeReport.End.DRY_RUN, start);
        }
        return reads.read(session -> {
            FlowSelection selection = FlowSelection.of(session, filter.withStates(states));
            String where = " FROM flow INDEXED BY " + FlowSelection.indexByState(filter) + " WHERE joined = 0"
                    + selection.sql();
            Object[] arguments = selection.arguments();
            long flows = session.number(0, "SELECT count(*)" + where, arguments);
            long events = 0;
            long payloads = 0;
            if (ended) {
                String family = " WHERE flow IN (SELECT id" + where
                        + " UNION ALL SELECT id FROM flow WHERE joined <> 0 AND joined IN (SELECT id" + where + "))";
                Object[] twice = selection.arguments(arguments);
                events = session.number(0, "SELECT total(events) FROM trail" + family, twice)
                        + session.number(0, "SELECT count(*) FROM audit" + family, twice);
                payloads = session.exists("SELECT 1 FROM payload LIMIT 1")
                        ? session.number(
                                0,
                                "SELECT count(*) FROM payload" + family.replace(" WHERE ", " WHERE page = 0 AND "),
                                twice)
                        : 0;
            }
            return report(new Purge.Deleted(flows, events, payloads), 0, PurgeReport.End.DRY_RUN, start);
        });
    }

    long countUndelivered(MessageFilter filter) {
        return reads.read(session -> {
            FlowSelection selection = FlowSelection.of(session, filter);
            return session.number(
                    0,
                    "SELECT count(*) FROM message WHERE instance = 0 AND partner_link <> ''" + selection.sql(),
                    selection.arguments());
        });
    }

    long undelivered(MessageFilter filter, long most) {
        List<Long> messages = reads.read(session -> {
            FlowSelection selection = FlowSelection.of(session, filter);
            List<Long> found = new ArrayList<>();
            try (ResultSet rows = session.query(
                    "SELECT seq FROM message WHERE instance = 0 AND partner_link <> ''" + selection.sql()
                            + " ORDER BY seq LIMIT ?",
                    selection.arguments(most))) {
                while (rows.next()) {
                    found.add(rows.getLong(1));
                }
            }
            return found;
        });
        long deleted = 0;
        for (int from = 0; from < messages.size(); ) {
            List<Long> some = List.copyOf(messages.subList(from, Math.min(from + slice.size(), messages.size())));
            deleted += delete(some, slice -> {
                int gone = purge.undelivered(slice);
                flows.apply();
                return gone;
            });
            from += some.size();
        }
        space.giveBack();
        return deleted;
    }

    private <T> T join(WriteRequest<T> request) {
        try {
            return writer.inBackground(request);
        } catch (CompletionException e) {
            throw new StoreException("the purge stopped: " + e.getMessage(), e);
        }
    }
}
