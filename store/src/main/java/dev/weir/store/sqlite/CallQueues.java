package dev.weir.store.sqlite;

import dev.weir.store.AuditEvent;
import dev.weir.store.AuditSpan;
import dev.weir.store.ComponentId;
import dev.weir.store.FlowState;
import dev.weir.store.Turn;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives the calls of queues their turns.
 *
 * <p>Invariants: of a queue's calls at most one, its head, has a due time; the others are due never, so that leases, which
 * go by due times only, need not know of queues. A head keeps its turn until it is gone, however often it is tried and
 * however long it rests. One whose window is still open gives way to a call of a lesser position; it is withheld from
 * being leased while that is written. What waits for time is a due time, too: nothing has to be written when it passes.
 */
final class CallQueues {
    private static final long NEVER = Long.MAX_VALUE;

    /** How calls are put in order ({@code queue.rule}, stored). */
    private static final int ARRIVAL = 0;

    private static final int SEQUENCE = 1;
    private static final int WINDOW = 2;

    /** A tenth of the window is added to it for what comes late. */
    private static final int LATE_PART = 10;

    private final WriteConnection connection;
    private final Flows flows;
    private final AuditLog audit;
    private final CallLeases leases;

    CallQueues(WriteConnection connection, Flows flows, AuditLog audit, CallLeases leases) {
        this.connection = connection;
        this.flows = flows;
        this.audit = audit;
        this.leases = leases;
    }

    /** Puts a call, whose row is written already, into its queue. */
    void enter(long call, Turn turn) throws SQLException {
        SqlSession session = connection.session();
        int rule;
        long start = 0;
        long increment = 1;
        long length = -1;
        Turn.Order order = turn.order();
        if (order instanceof Turn.Sequence sequence) {
            rule = SEQUENCE;
            start = sequence.start();
            increment = sequence.increment();
            Duration patience = sequence.patience();
            length = patience == null ? -1 : micros(patience);
        } else if (order instanceof Turn.Window window) {
            rule = WINDOW;
            length = micros(window.length());
        } else {
            rule = ARRIVAL;
        }
        session.update(
                "INSERT INTO queue(name, rule, expected, increment, length, head, since, bound, top)"
                        + " VALUES (?, ?, ?, ?, ?, 0, 0, 0, 0) ON CONFLICT DO UPDATE"
                        + " SET rule = excluded.rule, increment = excluded.increment, length = excluded.length",
                turn.queue(),
                rule,
                start,
                increment,
                length);
        long queue = session.number(0, "SELECT id FROM queue WHERE name = ?", turn.queue());
        session.update(
                "UPDATE call SET queue = ?, position = ?, arrived = ?, due = ? WHERE seq = ?",
                queue,
                rule == ARRIVAL ? 0 : turn.position(),
                connection.now(),
                NEVER,
                call);
        settle(queue);
    }

    private static long micros(Duration duration) {
        // 10^10 s are three centuries.
        return duration.getSeconds() > 10_000_000_000L
                ? 10_000_000_000_000_000L
                : duration.getSeconds() * 1_000_000 + duration.getNano() / 1_000;
    }

    /** A call of a queue is gone: its row is deleted already. */
    void left(long queue, long call, long position) throws SQLException {
        SqlSession session = connection.session();
        if (session.number(0, "SELECT head FROM queue WHERE id = ?", queue) == call) {
            session.update("UPDATE queue SET head = 0 WHERE id = ?", queue);
            session.update(
                    "UPDATE queue SET expected = CASE WHEN ?1 > 9223372036854775807 - increment"
                            + " THEN 9223372036854775807 ELSE ?1 + increment END"
                            + " WHERE id = ?2 AND rule = ?3 AND expected <= ?1",
                    position,
                    queue,
                    SEQUENCE);
        }
        settle(queue);
    }

    /** Lets a queue go on that waits for a missing position; false where it does not. */
    boolean skip(String name) throws SQLException {
        SqlSession session = connection.session();
        long queue = session.number(0, "SELECT id FROM queue WHERE name = ? AND since <> 0", name);
        if (queue == 0) {
            return false;
        }
        session.update(
                "UPDATE queue SET expected = (SELECT min(position) FROM call WHERE queue = ?1 AND queue <> 0)"
                        + " WHERE id = ?1",
                queue);
        settle(queue);
        return true;
    }

    private record Row(int rule, long expected, long length, long head, long since, long bound, long top) {}

    /** Gives the turn to the next call, if it is nobody's. */
    private void settle(long queue) throws SQLException {
        SqlSession session = connection.session();
        Row row;
        try (ResultSet rows = session.query(
                "SELECT rule, expected, length, head, since, bound, top FROM queue WHERE id = ?", queue)) {
            rows.next();
            row = new Row(
                    rows.getInt(1),
                    rows.getLong(2),
                    rows.getLong(3),
                    rows.getLong(4),
                    rows.getLong(5),
                    rows.getLong(6),
                    rows.getLong(7));
        }
        if (row.head != 0 && !givesWay(row)) {
            return;
        }
        switch (row.rule) {
            case SEQUENCE -> settleSequence(queue, row);
            case WINDOW -> settleWindow(queue, row);
            default -> {
                long first = first(queue);
                if (first == 0) {
                    session.update("DELETE FROM queue WHERE id = ?", queue);
                } else {
                    turnTo(queue, first, connection.now());
                }
            }
        }
    }

    /** Takes the turn back from a call that cannot have begun, because its window is open; false where it may have. */
    private boolean givesWay(Row row) throws SQLException {
        if (row.rule != WINDOW || row.bound <= connection.now() || !leases.withhold(row.head)) {
            return false;
        }
        connection.session().update("UPDATE call SET due = ? WHERE seq = ?", NEVER, row.head);
        return true;
    }

    private void turnTo(long queue, long call, long due) throws SQLException {
        SqlSession session = connection.session();
        session.update("UPDATE call SET due = ? WHERE seq = ?", due, call);
        session.update("UPDATE queue SET head = ? WHERE id = ?", call, queue);
    }

    private long first(long queue) throws SQLException {
        return connection
                .session()
                .number(0, "SELECT seq FROM call WHERE queue = ? AND queue <> 0 ORDER BY position, seq LIMIT 1", queue);
    }

    private void settleSequence(long queue, Row row) throws SQLException {
        dropPassed(queue, row.expected);
        SqlSession session = connection.session();
        long first = first(queue);
        boolean turn =
                first != 0 && session.number(0, "SELECT position FROM call WHERE seq = ?", first) == row.expected;
        if (turn) {
            turnTo(queue, first, connection.now());
        }
        long since = turn || first == 0 ? 0 : row.since == 0 ? connection.now() : row.since;
        if (since != row.since) {
            session.update("UPDATE queue SET since = ? WHERE id = ?", since, queue);
        }
    }

    private record Passed(
            long seq, String key, AuditSpan where, ComponentId component, String operation, long position) {}

    private void dropPassed(long queue, long expected) throws SQLException {
        SqlSession session = connection.session();
        List<Passed> passed = new ArrayList<>();
        try (ResultSet rows = session.query(
                "SELECT seq, key, flow, instance, span, name.name, operation, position FROM call"
                        + " JOIN name ON name.id = component WHERE queue = ? AND queue <> 0 AND position < ?",
                queue,
                expected)) {
            while (rows.next()) {
                passed.add(new Passed(
                        rows.getLong(1),
                        rows.getString(2),
                        new AuditSpan(rows.getLong(3), rows.getLong(4), connection.nextSequence(), rows.getLong(5)),
                        ComponentId.parse(rows.getString(6)),
                        rows.getString(7),
                        rows.getLong(8)));
            }
        }
        for (Passed call : passed) {
            session.update("DELETE FROM call WHERE seq = ?", call.seq);
            connection.count(WriteConnection.Total.CALLS, -1);
            flows.live(call.where.flow(), -1);
            flows.ended(call.where.flow(), FlowState.FAULTED);
            audit.add(new AuditEvent(
                    call.where,
                    MicrosecondTime.instant(connection.now()),
                    AuditEvent.Kind.CALL_FAILED,
                    call.component,
                    call.operation,
                    "the sequence is past " + call.position + ", at " + expected + ": the message is given up"));
        }
    }

    private void settleWindow(long queue, Row row) throws SQLException {
        SqlSession session = connection.session();
        long now = connection.now();
        long bound = row.bound;
        long top = row.top;
        long head = bound > now ? 0 : firstWithin(queue, bound, top);
        if (head == 0) {
            long oldest = session.number(
                    0, "SELECT seq FROM call WHERE queue = ? AND queue <> 0 ORDER BY seq LIMIT 1", queue);
            if (oldest == 0) {
                session.update("DELETE FROM queue WHERE id = ?", queue);
                return;
            }
            long begun = session.number(0, "SELECT arrived FROM call WHERE seq = ?", oldest);
            bound = begun + row.length + row.length / LATE_PART;
            top = session.number(
                    0,
                    "SELECT max(position) FROM call WHERE queue = ? AND queue <> 0 AND arrived <= ?",
                    queue,
                    begun + row.length);
            head = firstWithin(queue, bound, top);
            session.update("UPDATE queue SET bound = ?, top = ? WHERE id = ?", bound, top, queue);
        }
        turnTo(queue, head, Math.max(bound, now));
    }

    private long firstWithin(long queue, long bound, long top) throws SQLException {
        return connection
                .session()
                .number(
                        0,
                        "SELECT seq FROM call WHERE queue = ? AND queue <> 0 AND position <= ? AND arrived <= ?"
                                + " ORDER BY position, seq LIMIT 1",
                        queue,
                        top,
                        bound);
    }
}
