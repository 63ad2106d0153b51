package dev.weir.store.sqlite;

import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowState;
import dev.weir.store.StoreException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How flows begin, join and end. A flow's row counts what lives in it and in those that joined it; when the count falls
 * to nothing, the flow has ended: as {@link FlowState#FAULTED} if any instance did, else as
 * {@link FlowState#TERMINATED} if any did, else as {@link FlowState#COMPLETED}.
 *
 * <p>Changes of the counts are gathered during a request and written once, by {@link #apply}.
 */
final class Flows {
    private static final int FAULTED_BIT = 1;
    private static final int TERMINATED_BIT = 2;

    private final WriteConnection connection;
    /** The states by which a flow ends, in the order in which they count; RUNNING while anything lives in it. */
    private static final String STATE = "CASE WHEN live + ?1 > 0 THEN " + FlowState.RUNNING.code()
            + " WHEN (outcome | ?2) & " + FAULTED_BIT + " THEN " + FlowState.FAULTED.code()
            + " WHEN (outcome | ?2) & " + TERMINATED_BIT + " THEN " + FlowState.TERMINATED.code()
            + " ELSE " + FlowState.COMPLETED.code() + " END";

    private final Map<Long, Change> changes = new HashMap<>();

    private static final class Change {
        int live;
        int outcome;
        long component;
    }

    Flows(WriteConnection connection) {
        this.connection = connection;
    }

    /** Discards the changes that a failed request has gathered. */
    void discardChanges() {
        changes.clear();
    }

    void begin(long flow, CompositeRevision composite, long created) throws SQLException {
        int begun = connection
                .session()
                .update(
                        "INSERT INTO flow(id, composite, state, created, modified, live, outcome, joined)"
                                + " VALUES (?, ?, 0, ?, ?, 0, 0, 0) ON CONFLICT DO NOTHING",
                        flow,
                        connection.name(composite),
                        created,
                        connection.now());
        connection.count(WriteConnection.Total.FLOWS, begun);
    }

    /** Marks a flow as running although nothing lives in it yet. */
    void keepRunning(long flow) throws SQLException {
        connection
                .session()
                .update(
                        "UPDATE flow SET state = 0, modified = max(modified, ?) WHERE id = ?",
                        connection.now(),
                        root(flow));
    }

    /** An instance, message or call came to life (1) or is gone (-1). */
    void live(long flow, int change) {
        change(flow).live += change;
    }

    /** An instance of a component, by its number, was made. */
    void instance(long flow, long component) {
        Change change = change(flow);
        change.live++;
        if (change.component == 0) {
            change.component = component;
        }
    }

    /** An instance of the flow ended in this state. */
    void ended(long flow, FlowState state) {
        change(flow).outcome |= bits(state);
    }

    /** The flow was modified. */
    void touched(long flow) {
        change(flow);
    }

    private Change change(long flow) {
        return changes.computeIfAbsent(flow, f -> new Change());
    }

    /** The flow itself, or the one that it joined. */
    long root(long flow) throws SQLException {
        long joined = connection.session().number(-1, "SELECT joined FROM flow WHERE id = ?", flow);
        if (joined < 0) {
            throw notThere(flow);
        }
        return joined == 0 ? flow : joined;
    }

    private static StoreException notThere(long flow) {
        return new StoreException("flow " + flow + " is not in the store: an inbound message must begin it first");
    }

    /** Makes a flow part of another, because an instance of that one received its message. A flow joins once only. */
    void join(long flow, long other) throws SQLException {
        if (flow == other) {
            return;
        }
        long target = root(other);
        if (root(flow) != flow || target == flow) {
            return;
        }
        SqlSession session = connection.session();
        long live;
        int outcome;
        try (ResultSet rows = session.query("SELECT live, outcome FROM flow WHERE id = ?", flow)) {
            rows.next();
            live = rows.getLong(1);
            outcome = rows.getInt(2);
        }
        session.update(
                "UPDATE flow SET live = live + ?, outcome = outcome | ?,"
                        + " (title, fault, component) = (SELECT coalesce(flow.title, other.title),"
                        + " coalesce(flow.fault, other.fault), iif(flow.component = 0, other.component, flow.component)"
                        + " FROM flow other WHERE other.id = ?) WHERE id = ?",
                live,
                outcome,
                flow,
                target);
        session.update("UPDATE flow SET joined = ? WHERE joined = ? AND joined <> 0", target, flow);
        session.update("UPDATE flow SET joined = ?, live = 0 WHERE id = ?", target, flow);
        connection.count(WriteConnection.Total.FLOWS, -1);
        touched(target);
    }

    /** Writes the changes that were gathered, and ends the flows in which nothing lives any more. */
    void apply() throws SQLException {
        for (Map.Entry<Long, Change> entry : changes.entrySet()) {
            Change change = entry.getValue();
            long root = connection
                    .session()
                    .number(
                            0,
                            "UPDATE flow SET live = live + ?1, outcome = outcome | ?2, modified = max(modified, ?3),"
                                    + " component = iif(component = 0, ?4, component), state = " + STATE
                                    + " WHERE id = (SELECT iif(joined = 0, id, joined) FROM flow WHERE id = ?5)"
                                    + " RETURNING id",
                            change.live,
                            change.outcome,
                            connection.now(),
                            change.component,
                            entry.getKey());
            if (root == 0) {
                throw notThere(entry.getKey());
            }
            if (change.live < 0) {
                dropSignals(root);
            }
        }
        changes.clear();
    }

    /** Drops the signals of a flow that has ended: no instance will receive them. */
    private void dropSignals(long root) throws SQLException {
        SqlSession session = connection.session();
        if (session.number(0, "SELECT 1 FROM message WHERE partner_link = '' LIMIT 1") == 0
                || session.number(0, "SELECT live FROM flow WHERE id = ?", root) > 0) {
            return;
        }
        List<Long> stray = new ArrayList<>();
        try (ResultSet rows = session.query(
                "SELECT seq, keys FROM message WHERE partner_link = '' AND flow IN"
                        + " (SELECT ?1 UNION ALL SELECT id FROM flow WHERE joined = ?1 AND joined <> 0)",
                root)) {
            while (rows.next()) {
                stray.add(rows.getLong(1));
                for (String key : KeyList.decode(rows.getBytes(2))) {
                    session.update("DELETE FROM message_key WHERE key = ? AND seq = ?", key, rows.getLong(1));
                }
            }
        }
        for (long seq : stray) {
            session.update("DELETE FROM message WHERE seq = ?", seq);
            connection.count(WriteConnection.Total.MESSAGES, -1);
        }
    }

    private static int bits(FlowState state) {
        return switch (state) {
            case FAULTED -> FAULTED_BIT;
            case TERMINATED -> TERMINATED_BIT;
            case RUNNING, COMPLETED -> 0;
        };
    }
}
