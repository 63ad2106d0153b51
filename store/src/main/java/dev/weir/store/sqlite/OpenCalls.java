package dev.weir.store.sqlite;

import dev.weir.store.AuditEvent;
import dev.weir.store.Call;
import dev.weir.store.ExchangeReply;
import dev.weir.store.Message;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Open calls, and the durable replies that wait for theirs. */
final class OpenCalls {
    private final WriteConnection ledger;
    private final Flows flows;
    private final MessageRouting messages;
    private final DeduplicationKeys seen;
    private final AuditLog audit;

    OpenCalls(WriteConnection ledger, Flows flows, MessageRouting messages, DeduplicationKeys seen, AuditLog audit) {
        this.ledger = ledger;
        this.flows = flows;
        this.messages = messages;
        this.seen = seen;
        this.audit = audit;
    }

    void add(Call call) throws SQLException {
        ledger.session()
                .update(
                        "INSERT INTO call(seq, key, bucket, instance, flow, span, component, definition, partner_link,"
                                + " operation, one_way, attempt, due, address, payload)"
                                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        ledger.nextSequence(),
                        call.key(),
                        Bucket.of(call.instance()),
                        call.instance(),
                        call.flow(),
                        call.span(),
                        ledger.name(call.component()),
                        ledger.definition(call.definition()),
                        call.partnerLink(),
                        call.operation(),
                        call.oneWay() ? 1 : 0,
                        call.attempt(),
                        MicrosecondTime.ceiling(call.due()),
                        call.address(),
                        call.payload());
        flows.live(call.flow(), 1);
        ledger.count(WriteConnection.Total.CALLS, 1);
    }

    /** Drops a call of an instance, if it is open. */
    void drop(long instance, String key) throws SQLException {
        long flow = ledger.session().number(0, "SELECT flow FROM call WHERE key = ? AND instance = ?", key, instance);
        if (flow != 0) {
            remove(key, flow);
        }
    }

    /** Drops what an ended instance asked and no longer waits for; its one-way calls stay. */
    void dropRequests(long instance) throws SQLException {
        List<String> keys = new ArrayList<>();
        try (ResultSet rows =
                ledger.session().query("SELECT key FROM call WHERE instance = ? AND one_way = 0", instance)) {
            while (rows.next()) {
                keys.add(rows.getString(1));
            }
        }
        for (String key : keys) {
            drop(instance, key);
        }
    }

    /** Ends a call and delivers its reply; what is no longer open changes nothing. */
    void complete(Call call, @Nullable Message reply, List<AuditEvent> events) throws SQLException {
        long flow = ledger.session().number(0, "SELECT flow FROM call WHERE key = ?", call.key());
        if (flow == 0) {
            return;
        }
        remove(call.key(), flow);
        audit.add(events);
        if (reply != null) {
            String key = reply.key();
            if (key == null || seen.add(key)) {
                messages.route(reply);
            }
        }
    }

    /** Puts a call back for another attempt, unless it is gone or another attempt has begun. */
    void retry(Call call, long due, List<AuditEvent> events) throws SQLException {
        int changed = ledger.session()
                .update(
                        "UPDATE call SET attempt = attempt + 1, due = ? WHERE key = ? AND attempt = ?",
                        due,
                        call.key(),
                        call.attempt());
        if (changed == 1) {
            audit.add(events);
        }
    }

    /** Keeps a reply while its call is open; the first one counts. */
    void keepReply(ExchangeReply reply) throws SQLException {
        ledger.session()
                .update(
                        "INSERT INTO reply(exchange, fault, payload)"
                                + " SELECT ?, ?, ? WHERE EXISTS (SELECT 1 FROM call WHERE key = ?)"
                                + " ON CONFLICT DO NOTHING",
                        reply.exchange(),
                        reply.fault(),
                        reply.payload(),
                        reply.callKey());
    }

    private void remove(String key, long flow) throws SQLException {
        SqlSession session = ledger.session();
        session.update("DELETE FROM call WHERE key = ?", key);
        session.update("DELETE FROM reply WHERE exchange = ?", ExchangeReply.DURABLE + key);
        // '0' follows '/' in UTF-8: these are the exchanges below the call's own.
        session.update(
                "DELETE FROM reply WHERE exchange > ? AND exchange < ?",
                ExchangeReply.DURABLE + key + "/",
                ExchangeReply.DURABLE + key + "0");
        flows.live(flow, -1);
        ledger.count(WriteConnection.Total.CALLS, -1);
    }
}
