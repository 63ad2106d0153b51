package dev.weir.store.sqlite;

import dev.weir.store.AuditEvent;
import dev.weir.store.AuditSpan;
import dev.weir.store.CallQueue;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowState;
import dev.weir.store.FlowSummary;
import dev.weir.store.LiveInstance;
import dev.weir.store.StoreCounts;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Queries about flows, their history, what is held and what is in use. */
final class FlowQueries {
    private static final String FLOW =
            "SELECT flow.id, name.name, state, created, modified FROM flow JOIN name ON name.id = composite";

    private final ReadConnections reads;

    FlowQueries(ReadConnections reads) {
        this.reads = reads;
    }

    List<FlowSummary> flows(FlowFilter filter, int offset, int limit) {
        StringBuilder sql = new StringBuilder("SELECT flow.id, name.name, state, created, modified FROM flow"
                + " INDEXED BY flow_listed CROSS JOIN name ON name.id = composite WHERE joined = 0");
        List<@Nullable Object> arguments = new ArrayList<>();
        FlowState state = filter.state();
        if (state != null) {
            sql.append(" AND state = ?");
            arguments.add(state.code());
        }
        CompositeRevision composite = filter.composite();
        if (composite != null) {
            sql.append(" AND composite = (SELECT id FROM name WHERE name = ?)");
            arguments.add(composite.toString());
        }
        Instant from = filter.createdFrom();
        if (from != null) {
            sql.append(" AND created >= ?");
            arguments.add(MicrosecondTime.ceiling(from));
        }
        Instant before = filter.createdBefore();
        if (before != null) {
            sql.append(" AND created < ?");
            arguments.add(MicrosecondTime.ceiling(before));
        }
        sql.append(" ORDER BY created DESC, flow.id DESC LIMIT ? OFFSET ?");
        arguments.add(limit);
        arguments.add(offset);
        return reads.read(session -> {
            List<FlowSummary> flows = new ArrayList<>();
            try (ResultSet rows = session.query(sql.toString(), arguments.toArray())) {
                while (rows.next()) {
                    flows.add(view(rows));
                }
            }
            return flows;
        });
    }

    Optional<FlowSummary> flow(long id) {
        return reads.read(session -> {
            try (ResultSet rows = session.query(FLOW + " WHERE flow.id = ?", root(session, id))) {
                return rows.next() ? Optional.of(view(rows)) : Optional.empty();
            }
        });
    }

    List<AuditEvent> history(long id) {
        return reads.read(session -> {
            long root = root(session, id);
            List<AuditEvent> events = new ArrayList<>();
            try (ResultSet rows = session.query(
                    "SELECT flow, instance, span, parent, at, kind, name.name, audit.name, detail FROM audit"
                            + " JOIN name ON name.id = component"
                            + " WHERE flow IN (SELECT ?1 UNION ALL SELECT id FROM flow WHERE joined = ?1"
                            + " AND joined <> 0) ORDER BY at, seq",
                    root)) {
                while (rows.next()) {
                    events.add(new AuditEvent(
                            new AuditSpan(rows.getLong(1), rows.getLong(2), rows.getLong(3), rows.getLong(4)),
                            MicrosecondTime.instant(rows.getLong(5)),
                            AuditEvent.Kind.ofCode(rows.getInt(6)),
                            ComponentId.parse(rows.getString(7)),
                            rows.getString(8),
                            rows.getString(9)));
                }
            }
            return events;
        });
    }

    Optional<ExchangeReply> durableReply(ExchangeId exchange) {
        return reads.read(session -> {
            try (ResultSet rows =
                    session.query("SELECT fault, payload FROM reply WHERE exchange = ?", exchange.toString())) {
                return rows.next()
                        ? Optional.of(new ExchangeReply(exchange, rows.getString(1), rows.getBytes(2)))
                        : Optional.empty();
            }
        });
    }

    List<CallQueue> heldQueues(int max, long now) {
        return reads.read(session -> {
            List<CallQueue> held = new ArrayList<>();
            try (ResultSet rows = session.query(
                    "SELECT name, expected, (SELECT min(position) FROM call WHERE queue = queue.id AND queue <> 0),"
                            + " (SELECT count(*) FROM call WHERE queue = queue.id AND queue <> 0), since, length"
                            + " FROM queue INDEXED BY queue_held WHERE since <> 0 ORDER BY name LIMIT ?",
                    max)) {
                while (rows.next()) {
                    long patience = rows.getLong(6);
                    held.add(new CallQueue(
                            rows.getString(1),
                            rows.getLong(2),
                            rows.getLong(3),
                            rows.getLong(4),
                            MicrosecondTime.instant(rows.getLong(5)),
                            patience >= 0 && now - rows.getLong(5) > patience));
                }
            }
            return held;
        });
    }

    Set<String> definitionsInUse() {
        return reads.read(session -> {
            Set<Long> ids = new TreeSet<>(ofInstances(session));
            ids.addAll(distinct(session, "SELECT min(definition) FROM call WHERE one_way = 1 AND definition > ?"));
            Set<String> names = new TreeSet<>();
            for (long id : ids) {
                try (ResultSet rows = session.query("SELECT name FROM name WHERE id = ?", id)) {
                    rows.next();
                    names.add(rows.getString(1));
                }
            }
            return names;
        });
    }

    private static List<Long> ofInstances(SqlSession session) throws SQLException {
        return distinct(session, "SELECT min(definition) FROM instance WHERE definition > ?");
    }

    /** The distinct values of an index, each found from the one before, however many rows there are of each. */
    private static List<Long> distinct(SqlSession session, String next) throws SQLException {
        List<Long> values = new ArrayList<>();
        for (long value = session.number(0, next, 0L); value != 0; value = session.number(0, next, value)) {
            values.add(value);
        }
        return values;
    }

    /**
     * Goes by the index of definitions, which includes the flow: definitions are few, and an index of flows would make every
     * instance more expensive.
     */
    List<LiveInstance> liveInstances(long flow) {
        return reads.read(session -> {
            List<Long> definitions = ofInstances(session);
            definitions.add(0L);
            long root = root(session, flow);
            List<LiveInstance> live = new ArrayList<>();
            for (long definition : definitions) {
                try (ResultSet rows = session.query(
                        "SELECT instance.id, flow, name.name FROM instance INDEXED BY instance_definition"
                                + " CROSS JOIN name ON name.id = component WHERE definition = ?1 AND flow IN"
                                + " (SELECT ?2 UNION ALL SELECT id FROM flow WHERE joined = ?2 AND joined <> 0)",
                        definition,
                        root)) {
                    while (rows.next()) {
                        live.add(new LiveInstance(
                                rows.getLong(1), rows.getLong(2), ComponentId.parse(rows.getString(3))));
                    }
                }
            }
            return live;
        });
    }

    boolean isAwaited(List<String> keys) {
        return reads.read(session -> {
            for (String key : keys) {
                if (session.number(0, "SELECT instance FROM subscription WHERE key = ? LIMIT 1", key) != 0) {
                    return true;
                }
            }
            return false;
        });
    }

    StoreCounts counts() {
        return reads.read(session -> {
            try (ResultSet rows = session.query("SELECT instances, messages, calls, flows, events FROM totals")) {
                rows.next();
                return new StoreCounts(
                        rows.getLong(1), rows.getLong(2), rows.getLong(3), rows.getLong(4), rows.getLong(5));
            }
        });
    }

    private static long root(SqlSession session, long flow) throws SQLException {
        long joined = session.number(0, "SELECT joined FROM flow WHERE id = ?", flow);
        return joined == 0 ? flow : joined;
    }

    private static FlowSummary view(ResultSet rows) throws SQLException {
        return new FlowSummary(
                rows.getLong(1),
                CompositeRevision.parse(rows.getString(2)),
                FlowState.ofCode(rows.getInt(3)),
                MicrosecondTime.instant(rows.getLong(4)),
                MicrosecondTime.instant(rows.getLong(5)));
    }
}
