package dev.weir.store.sqlite;

import dev.weir.store.AuditEvent;
import dev.weir.store.Call;
import dev.weir.store.CallFault;
import dev.weir.store.CallKey;
import dev.weir.store.CompositeRevision;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.store.Message;
import dev.weir.store.Turn;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tables of open calls and of the durable replies to them. */
final class OpenCalls {
    static final String UNPARK = "UPDATE call SET due = ? WHERE seq IN (SELECT seq FROM call INDEXED BY call_line"
            + " WHERE component IN (SELECT id FROM name WHERE name > ? AND name < ?) AND due = ? LIMIT ?)";

    private final WriteConnection connection;
    private final Flows flows;
    private final MessageRouting messages;
    private final DeduplicationKeys deduplicationKeys;
    private final AuditLog audit;
    private final CallQueues queues;

    OpenCalls(
            WriteConnection connection,
            Flows flows,
            MessageRouting messages,
            DeduplicationKeys deduplicationKeys,
            AuditLog audit,
            CallQueues queues) {
        this.connection = connection;
        this.flows = flows;
        this.messages = messages;
        this.deduplicationKeys = deduplicationKeys;
        this.audit = audit;
        this.queues = queues;
    }

    void add(Call call) throws SQLException {
        long seq = connection.nextSequence();
        connection
                .session()
                .update(
                        "INSERT INTO call(seq, key, bucket, instance, flow, span, component, definition, partner_link,"
                                + " operation, one_way, attempt, due, address, payload)"
                                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        seq,
                        call.key().toString(),
                        Bucket.of(call.instance()),
                        call.instance(),
                        call.flow(),
                        call.span(),
                        connection.name(call.component()),
                        connection.definition(call.definition()),
                        call.partnerLink(),
                        call.operation(),
                        call.oneWay() ? 1 : 0,
                        call.attempt(),
                        MicrosecondTime.ceiling(call.due()),
                        call.address(),
                        call.payload());
        flows.live(call.flow(), 1);
        connection.count(WriteConnection.Total.CALLS, 1);
        Turn turn = call.turn();
        if (turn != null) {
            queues.enter(seq, turn);
        }
    }

    /** Drops a call of an instance, if it is open. */
    void drop(long instance, CallKey call) throws SQLException {
        String key = call.toString();
        long flow =
                connection.session().number(0, "SELECT flow FROM call WHERE key = ? AND instance = ?", key, instance);
        if (flow != 0) {
            remove(call, flow);
        }
    }

    /** Drops the calls of an ended instance that want a reply; its one-way calls stay. */
    void dropRequests(long instance) throws SQLException {
        List<CallKey> keys = new ArrayList<>();
        try (ResultSet rows =
                connection.session().query("SELECT key FROM call WHERE instance = ? AND one_way = 0", instance)) {
            while (rows.next()) {
                keys.add(CallKey.parse(rows.getString(1)));
            }
        }
        for (CallKey key : keys) {
            drop(instance, key);
        }
    }

    /** Ends a call and delivers its reply; a call that is no longer open changes nothing. */
    void complete(Call call, @Nullable Message reply, List<AuditEvent> events) throws SQLException {
        long flow = connection
                .session()
                .number(0, "SELECT flow FROM call WHERE key = ?", call.key().toString());
        if (flow == 0) {
            return;
        }
        remove(call.key(), flow);
        audit.add(events);
        if (reply != null) {
            String key = reply.key();
            if (key == null || deduplicationKeys.add(key)) {
                messages.route(reply);
            }
        }
    }

    /** Puts a call back for another attempt, unless it is gone or another attempt has begun. */
    void retry(Call call, long due, @Nullable String recovery, @Nullable String failure, List<AuditEvent> events)
            throws SQLException {
        int changed = connection
                .session()
                .update(
                        "UPDATE call SET attempt = attempt + 1, due = ?, recovery = ?,"
                                + " reason = coalesce(?, reason) WHERE key = ? AND attempt = ? AND resting = 0",
                        due,
                        recovery,
                        failure,
                        call.key().toString(),
                        call.attempt());
        recorded(changed, events);
    }

    /** Changes when a call is tried, unless it is gone or another attempt has begun. */
    boolean reschedule(Call call, long due, List<AuditEvent> events) throws SQLException {
        int changed = connection
                .session()
                .update(
                        "UPDATE call SET due = ? WHERE key = ? AND attempt = ? AND resting = 0",
                        due,
                        call.key().toString(),
                        call.attempt());
        return recorded(changed, events);
    }

    /** Keeps a call until its composite is deployed, unless it is gone or another attempt has begun. */
    void park(Call call) throws SQLException {
        reschedule(call, CallLeases.PARKED, List.of());
    }

    /** Lets parked calls of a composite be leased again; returns how many. */
    int unpark(CompositeRevision composite, int max) throws SQLException {
        return connection
                .session()
                .update(
                        UNPARK,
                        connection.now(),
                        composite + "/",
                        composite + CallLeases.BEHIND_COMPONENTS,
                        CallLeases.PARKED,
                        max);
    }

    /** Keeps a call from being leased, unless it is gone or another attempt has begun. */
    void rest(Call call, CallFault fault, List<AuditEvent> events) throws SQLException {
        int changed = connection
                .session()
                .update(
                        "UPDATE call SET resting = ?, due = ?, fault = ?, reason = ?, fault_data = ?"
                                + " WHERE key = ? AND attempt = ? AND resting = 0",
                        connection.now(),
                        Long.MAX_VALUE,
                        fault.name(),
                        fault.reason(),
                        fault.data(),
                        call.key().toString(),
                        call.attempt());
        recorded(changed, events);
    }

    /** Lets a resting call be leased again; false where it does not rest at that attempt. */
    boolean wake(Call call, byte @Nullable [] payload, List<AuditEvent> events) throws SQLException {
        int changed = connection
                .session()
                .update(
                        "UPDATE call SET resting = 0, due = ?, attempt = attempt + 1, recovery = NULL, fault = NULL,"
                                + " reason = NULL, fault_data = NULL, payload = coalesce(?, payload)"
                                + " WHERE key = ? AND attempt = ? AND resting <> 0",
                        connection.now(),
                        payload,
                        call.key().toString(),
                        call.attempt());
        return recorded(changed, events);
    }

    /** Records what was changed; false where nothing was. */
    private boolean recorded(int changed, List<AuditEvent> events) throws SQLException {
        if (changed == 1) {
            audit.add(events);
        }
        return changed == 1;
    }

    /** Keeps a durable reply while its call is open; the first one counts. */
    void keepReply(ExchangeReply reply, ExchangeId.OfCall exchange) throws SQLException {
        connection
                .session()
                .update(
                        "INSERT INTO reply(exchange, fault, reason, payload)"
                                + " SELECT ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM call WHERE key = ?)"
                                + " ON CONFLICT DO NOTHING",
                        exchange.toString(),
                        reply.fault(),
                        reply.reason(),
                        reply.payload(),
                        exchange.call().toString());
    }

    private void remove(CallKey key, long flow) throws SQLException {
        SqlSession session = connection.session();
        long seq = 0;
        long queue = 0;
        long position = 0;
        try (ResultSet rows = session.query("SELECT seq, queue, position FROM call WHERE key = ?", key.toString())) {
            if (rows.next()) {
                seq = rows.getLong(1);
                queue = rows.getLong(2);
                position = rows.getLong(3);
            }
        }
        session.update("DELETE FROM call WHERE seq = ?", seq);
        String exchange = new ExchangeId.OfCall(key).toString();
        session.update("DELETE FROM reply WHERE exchange = ?", exchange);
        // '0' follows '/' in UTF-8: these are the exchanges below the call's own, one for each path.
        session.update("DELETE FROM reply WHERE exchange > ? AND exchange < ?", exchange + "/", exchange + "0");
        flows.live(flow, -1);
        connection.count(WriteConnection.Total.CALLS, -1);
        if (queue != 0) {
            queues.left(queue, seq, position);
        }
    }
}
