package dev.weir.store.sqlite;

import dev.weir.store.AuditEvent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Deletes the history of ended flows, and messages that nobody takes. Nothing of an ended flow is left in the tables of
 * live work. Who decides on a flow reads beside the writer; what is still true of it is looked at again here.
 */
final class Purge {
    private final WriteConnection connection;
    private final Flows flows;

    Purge(WriteConnection connection, Flows flows) {
        this.connection = connection;
        this.flows = flows;
    }

    /** What was deleted. */
    record Deleted(long flows, long events, long payloads) {
        static final Deleted NOTHING = new Deleted(0, 0, 0);

        Deleted plus(Deleted other) {
            return new Deleted(flows + other.flows, events + other.events, payloads + other.payloads);
        }
    }

    /** Deletes those of these flows that have ended, each with those that joined it. */
    Deleted flows(List<Long> ids) throws SQLException {
        SqlSession session = connection.session();
        session.run("CREATE TEMP TABLE IF NOT EXISTS victim(id INTEGER PRIMARY KEY)");
        session.update("DELETE FROM temp.victim");
        int roots = session.update(
                "INSERT INTO temp.victim SELECT flow.id FROM json_each(?) wanted"
                        + " CROSS JOIN flow ON flow.id = wanted.value WHERE joined = 0 AND state <> 0",
                array(ids));
        session.update("INSERT INTO temp.victim SELECT flow.id FROM temp.victim root"
                + " CROSS JOIN flow INDEXED BY flow_joined ON flow.joined = root.id AND flow.joined <> 0");
        long events = session.number(0, "SELECT total(events) FROM trail WHERE flow IN (SELECT id FROM temp.victim)");
        session.update("DELETE FROM trail WHERE flow IN (SELECT id FROM temp.victim)");
        long payloads = 0;
        if (session.exists("SELECT 1 FROM payload LIMIT 1")) {
            payloads = session.number(
                    0, "SELECT count(*) FROM payload WHERE page = 0 AND flow IN (SELECT id FROM temp.victim)");
            session.update("DELETE FROM payload WHERE flow IN (SELECT id FROM temp.victim)");
        }
        session.update("DELETE FROM sensor WHERE flow IN (SELECT id FROM temp.victim)");
        // Files from before the table trail may have events in the table audit.
        if (session.exists("SELECT 1 FROM audit LIMIT 1")) {
            events += session.update("DELETE FROM audit WHERE flow IN (SELECT id FROM temp.victim)");
        }
        session.update("DELETE FROM flow WHERE id IN (SELECT id FROM temp.victim)");
        connection.count(WriteConnection.Total.EVENTS, -events);
        connection.count(WriteConnection.Total.FLOWS, -roots);
        return new Deleted(roots, events, payloads);
    }

    /** Leaves out events of flows that are not there any more: they came to disk later than the purge. */
    List<AuditEvent> ofFlowsThatAre(List<AuditEvent> events) throws SQLException {
        SqlSession session = connection.session();
        long known = 0;
        boolean there = false;
        List<AuditEvent> kept = new ArrayList<>(events.size());
        for (AuditEvent event : events) {
            if (event.flow() != known) {
                known = event.flow();
                there = session.exists("SELECT 1 FROM flow WHERE id = ?", known);
            }
            if (there) {
                kept.add(event);
            }
        }
        return kept;
    }

    private static String array(List<Long> ids) {
        StringBuilder text = new StringBuilder("[");
        for (long id : ids) {
            text.append(text.length() == 1 ? "" : ",").append(id);
        }
        return text.append(']').toString();
    }

    /** Deletes those of these messages, by their insertion numbers, that no instance has taken; returns how many. */
    int undelivered(List<Long> messages) throws SQLException {
        SqlSession session = connection.session();
        int deleted = 0;
        for (long seq : messages) {
            long flow;
            List<String> keys;
            try (ResultSet rows = session.query(
                    "SELECT flow, keys FROM message WHERE seq = ? AND instance = 0 AND partner_link <> ''", seq)) {
                if (!rows.next()) {
                    continue;
                }
                flow = rows.getLong(1);
                keys = KeyList.decode(rows.getBytes(2));
            }
            for (String key : keys) {
                session.update("DELETE FROM message_key WHERE key = ? AND seq = ?", key, seq);
            }
            session.update("DELETE FROM message WHERE seq = ?", seq);
            flows.live(flow, -1);
            connection.count(WriteConnection.Total.MESSAGES, -1);
            deleted++;
        }
        return deleted;
    }
}
