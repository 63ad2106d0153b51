package dev.weir.store.sqlite;

import dev.weir.store.AuditEvent;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.store.FlowState;
import dev.weir.store.ListedMessage;
import dev.weir.store.Message;
import dev.weir.store.MessageFilter;
import dev.weir.store.Store.RouteOutcome;
import dev.weir.store.Subscription;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Messages that no instance has taken, and what operators do with them. Signals are left out: they end with their flows. */
final class UndeliveredMessages {
    private static final String UNDELIVERED =
            " FROM message INDEXED BY message_undelivered CROSS JOIN name ON name.id = component"
                    + " WHERE instance = 0 AND partner_link <> '' ";

    /** Lists have no payloads, which may be large: their lengths are in the heads of their rows. */
    static final String LISTED = "SELECT " + InstanceClaims.messageWith("x''") + ", length(payload)" + UNDELIVERED;

    private static final int BEHIND_MESSAGE = 19;

    private final WriteConnection connection;
    private final ReadConnections reads;
    private final Flows flows;
    private final MessageRouting routing;
    private final OpenCalls calls;
    private final AuditLog audit;

    UndeliveredMessages(
            WriteConnection connection,
            ReadConnections reads,
            Flows flows,
            MessageRouting routing,
            OpenCalls calls,
            AuditLog audit) {
        this.connection = connection;
        this.reads = reads;
        this.flows = flows;
        this.routing = routing;
        this.calls = calls;
        this.audit = audit;
    }

    List<ListedMessage> list(MessageFilter filter, int offset, int limit) {
        return reads.read(session -> {
            List<ListedMessage> messages = new ArrayList<>();
            FlowSelection selection = FlowSelection.of(session, filter);
            try (ResultSet rows = session.query(
                    LISTED + selection.sql() + " ORDER BY message.id LIMIT ? OFFSET ?",
                    selection.arguments(limit, offset))) {
                while (rows.next()) {
                    messages.add(new ListedMessage(InstanceClaims.message(rows), rows.getInt(BEHIND_MESSAGE)));
                }
            }
            return messages;
        });
    }

    Optional<Message> find(long id) {
        return reads.read(session -> {
            try (ResultSet rows =
                    session.query("SELECT " + InstanceClaims.MESSAGE + UNDELIVERED + "AND message.id = ?", id)) {
                return rows.next() ? Optional.of(InstanceClaims.message(rows)) : Optional.empty();
            }
        });
    }

    List<Long> waiting(String key) {
        return reads.read(session -> {
            List<Long> ids = new ArrayList<>();
            try (ResultSet rows = session.query(
                    "SELECT message.id FROM message_key CROSS JOIN message ON message.seq = message_key.seq"
                            + " WHERE message_key.key = ? AND partner_link <> '' ORDER BY message_key.seq",
                    key)) {
                while (rows.next()) {
                    ids.add(rows.getLong(1));
                }
            }
            return ids;
        });
    }

    /** False where there is none of the id. */
    boolean drop(long id, @Nullable ExchangeReply reply, List<AuditEvent> events) throws SQLException {
        long flow = take(id);
        if (flow == 0) {
            return false;
        }
        flows.ended(flow, FlowState.TERMINATED);
        if (reply != null && reply.exchange() instanceof ExchangeId.OfCall exchange) {
            calls.keepReply(reply, exchange);
        }
        audit.add(events);
        return true;
    }

    RouteOutcome again(Message message, String definition, List<AuditEvent> events) throws SQLException {
        if (take(message.id()) == 0) {
            return RouteOutcome.GONE;
        }
        audit.add(events);
        return routing.route(message, definition, List.of()) ? RouteOutcome.DELIVERED : RouteOutcome.WAITS;
    }

    RouteOutcome deliver(Message message, long instance, Subscription subscription, List<AuditEvent> events)
            throws SQLException {
        if (!routing.isSubscribed(instance, subscription)) {
            return RouteOutcome.WAITS;
        }
        if (take(message.id()) == 0) {
            return RouteOutcome.GONE;
        }
        audit.add(events);
        routing.deliver(message, instance, subscription);
        return RouteOutcome.DELIVERED;
    }

    /** Takes a message out of those that wait; returns its flow, 0 where there is none of the id. */
    private long take(long id) throws SQLException {
        SqlSession session = connection.session();
        long seq;
        long flow;
        List<String> keys;
        try (ResultSet rows = session.query(
                "SELECT seq, flow, keys FROM message INDEXED BY message_undelivered"
                        + " WHERE instance = 0 AND partner_link <> '' AND id = ?",
                id)) {
            if (!rows.next()) {
                return 0;
            }
            seq = rows.getLong(1);
            flow = rows.getLong(2);
            keys = KeyList.decode(rows.getBytes(3));
        }
        for (String key : keys) {
            session.update("DELETE FROM message_key WHERE key = ? AND seq = ?", key, seq);
        }
        session.update("DELETE FROM message WHERE seq = ?", seq);
        flows.live(flow, -1);
        connection.count(WriteConnection.Total.MESSAGES, -1);
        return flow;
    }
}
