package dev.weir.store.sqlite;

import dev.weir.store.AuditEvent;
import dev.weir.store.AuditSpan;
import dev.weir.store.ComponentId;
import dev.weir.store.ExchangeId;
import dev.weir.store.Message;
import dev.weir.store.StoreException;
import dev.weir.store.Subscription;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Delivers messages to instances. A message and a subscription cannot miss each other: one thread writes, each looks for
 * the other before it is stored to wait, and a waiting row is found by its key.
 */
final class MessageRouting {
    /**
     * How a message came to its instance ({@code message.via}, stored): not yet, by the instance's id, by a subscription,
     * or as the message that created it.
     */
    private static final int WAITING = 0;

    private static final int ADDRESSED = 1;
    private static final int CORRELATED = 2;
    private static final int CREATED = 3;

    private final WriteConnection connection;
    private final Flows flows;
    private final AuditLog audit;

    MessageRouting(WriteConnection connection, Flows flows, AuditLog audit) {
        this.connection = connection;
        this.flows = flows;
        this.audit = audit;
    }

    /** Routes a message that creates no instance, or one without a definition; true if an instance got it. */
    boolean route(Message message) throws SQLException {
        return route(message, "", List.of());
    }

    /**
     * Routes a message; true if an instance got it.
     *
     * @param definition of the instance that it creates
     * @param awaits what that instance waits for at once
     */
    boolean route(Message message, String definition, List<Subscription> awaits) throws SQLException {
        long instance = 0;
        long flow = message.instance() == 0 ? 0 : flowOf(message.instance());
        int via = WAITING;
        if (flow != 0) {
            instance = message.instance();
            via = ADDRESSED;
        }
        if (instance == 0) {
            instance = takeSubscription(message.keys());
            flow = instance == 0 ? 0 : flowOf(instance);
            via = CORRELATED;
        }
        if (instance == 0 && message.creates() != 0) {
            instance = create(message, definition);
            flow = message.flow();
            via = CREATED;
            for (Subscription subscription : awaits) {
                subscribe(instance, subscription.name(), subscription.key(), new ArrayList<>());
            }
        }
        if (instance == 0) {
            via = WAITING;
            if (message.keys().isEmpty()) {
                flows.touched(message.flow());
                undelivered(
                        new AuditSpan(message.flow(), message.instance(), message.span(), 0),
                        message.component(),
                        message.operation(),
                        message.instance() == 0
                                ? "no instance, no correlation key"
                                : "instance " + message.instance() + " has ended");
                return false;
            }
        }
        insert(message, instance, via);
        if (instance == 0) {
            return false;
        }
        flows.join(message.flow(), flow);
        return true;
    }

    boolean isSubscribed(long instance, Subscription subscription) throws SQLException {
        return connection
                        .session()
                        .number(
                                0,
                                "SELECT seq FROM subscription WHERE instance = ? AND name = ? AND key = ?",
                                instance,
                                subscription.name(),
                                subscription.key())
                != 0;
    }

    /** Gives a message to an instance, and ends the subscription by which that waited. */
    void deliver(Message message, long instance, Subscription subscription) throws SQLException {
        unsubscribe(instance, subscription.name());
        insert(message, instance, CORRELATED);
        flows.join(message.flow(), flowOf(instance));
    }

    private long create(Message message, String definition) throws SQLException {
        int created = connection
                .session()
                .update(
                        "INSERT INTO instance(id, bucket, flow, component, definition, version) VALUES (?, ?, ?, ?, ?, 0)"
                                + " ON CONFLICT DO NOTHING",
                        message.creates(),
                        Bucket.of(message.creates()),
                        message.flow(),
                        connection.name(message.component()),
                        connection.definition(definition));
        if (created == 0) {
            throw new StoreException("message " + message.id() + " creates instance " + message.creates()
                    + ", which exists already: ids must come from newId()");
        }
        flows.instance(message.flow(), connection.name(message.component()));
        connection.count(WriteConnection.Total.INSTANCES, 1);
        return message.creates();
    }

    private void insert(Message message, long instance, int via) throws SQLException {
        long seq = connection.nextSequence();
        ExchangeId replyTo = message.replyTo();
        connection
                .session()
                .update(
                        "INSERT INTO message(seq, id, bucket, instance, via, offered, key, flow, span, component,"
                                + " partner_link, operation, addressee, keys, creates, reply_to, callback,"
                                + " conversation, fault, reason, decision, received, payload)"
                                + " VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        seq,
                        message.id(),
                        Bucket.of(instance == 0 ? message.flow() : instance),
                        instance,
                        via,
                        message.key(),
                        message.flow(),
                        message.span(),
                        connection.name(message.component()),
                        message.partnerLink(),
                        message.operation(),
                        message.instance(),
                        KeyList.encode(message.keys()),
                        message.creates(),
                        replyTo == null ? null : replyTo.toString(),
                        message.callback(),
                        message.conversation(),
                        message.fault(),
                        message.reason(),
                        message.decision(),
                        MicrosecondTime.floor(message.received()),
                        message.payload());
        if (instance == 0) {
            await(seq, message.keys());
        }
        if (!message.isSignal()) {
            flows.live(message.flow(), 1);
        }
        connection.count(WriteConnection.Total.MESSAGES, 1);
    }

    private void await(long seq, List<String> keys) throws SQLException {
        for (String key : keys) {
            connection.session().update("INSERT INTO message_key VALUES (?, ?) ON CONFLICT DO NOTHING", key, seq);
        }
    }

    /** Ends the oldest subscription to any of the keys and returns its instance; 0 where there is none. */
    private long takeSubscription(List<String> keys) throws SQLException {
        SqlSession session = connection.session();
        long oldest = Long.MAX_VALUE;
        long instance = 0;
        String name = "";
        for (String key : keys) {
            try (ResultSet rows = session.query(
                    "SELECT seq, instance, name FROM subscription WHERE key = ? ORDER BY seq LIMIT 1", key)) {
                if (rows.next() && rows.getLong(1) < oldest) {
                    oldest = rows.getLong(1);
                    instance = rows.getLong(2);
                    name = rows.getString(3);
                }
            }
        }
        if (instance != 0) {
            unsubscribe(instance, name);
        }
        return instance;
    }

    /**
     * Subscribes an instance to a message under a key. The oldest message that fits is delivered at once: first one that
     * the instance itself holds from an earlier subscription and has not used up, then one that waits for any instance.
     *
     * @param held the messages that the instance holds, as {@link #held} gave them
     */
    void subscribe(long instance, String name, String key, List<Held> held) throws SQLException {
        SqlSession session = connection.session();
        unsubscribe(instance, name);
        for (Held message : held) {
            if (message.keys.contains(key)) {
                session.update("UPDATE message SET offered = 0 WHERE seq = ?", message.seq);
                held.remove(message);
                return;
            }
        }
        long seq = session.number(0, "SELECT min(seq) FROM message_key WHERE key = ?", key);
        if (seq != 0) {
            deliver(seq, instance);
            return;
        }
        session.update(
                "INSERT INTO subscription(instance, name, seq, bucket, key) VALUES (?, ?, ?, ?, ?)",
                instance,
                name,
                connection.nextSequence(),
                Bucket.of(instance),
                key);
    }

    void unsubscribe(long instance, String name) throws SQLException {
        connection.session().update("DELETE FROM subscription WHERE instance = ? AND name = ?", instance, name);
    }

    private void deliver(long seq, long instance) throws SQLException {
        SqlSession session = connection.session();
        long flow;
        List<String> keys;
        try (ResultSet rows = session.query("SELECT flow, keys FROM message WHERE seq = ?", seq)) {
            rows.next();
            flow = rows.getLong(1);
            keys = KeyList.decode(rows.getBytes(2));
        }
        for (String key : keys) {
            session.update("DELETE FROM message_key WHERE key = ? AND seq = ?", key, seq);
        }
        session.update(
                "UPDATE message SET instance = ?, bucket = ?, via = ?, offered = 0 WHERE seq = ?",
                instance,
                Bucket.of(instance),
                CORRELATED,
                seq);
        flows.join(flow, flowOf(instance));
    }

    /** A message that came by a subscription and is not used up. */
    record Held(long seq, List<String> keys) {}

    /** The messages that an instance holds from its subscriptions, oldest first. */
    List<Held> held(long instance) throws SQLException {
        List<Held> held = new ArrayList<>();
        try (ResultSet rows = connection
                .session()
                .query(
                        "SELECT seq, keys FROM message WHERE instance = ? AND instance <> 0 AND via = ? ORDER BY seq",
                        instance,
                        CORRELATED)) {
            while (rows.next()) {
                held.add(new Held(rows.getLong(1), KeyList.decode(rows.getBytes(2))));
            }
        }
        return held;
    }

    void consume(long instance, Collection<Long> ids) throws SQLException {
        SqlSession session = connection.session();
        for (long id : ids) {
            // The message's flow; negative for a signal, 0 where there is no such message.
            long flow = session.number(
                    0,
                    "DELETE FROM message WHERE instance = ? AND instance <> 0 AND id = ?"
                            + " RETURNING CASE partner_link WHEN '' THEN -flow ELSE flow END",
                    instance,
                    id);
            if (flow == 0) {
                continue;
            }
            if (flow > 0) {
                flows.live(flow, -1);
            }
            connection.count(WriteConnection.Total.MESSAGES, -1);
        }
    }

    /** Marks a message as not used up by a step: it alone does not make the instance claimable again. */
    void markOffered(long instance, long id) throws SQLException {
        connection
                .session()
                .update(
                        "UPDATE message SET offered = 1 WHERE instance = ? AND instance <> 0 AND id = ? AND offered = 0",
                        instance,
                        id);
    }

    private record Leftover(
            long seq, int via, List<String> keys, AuditSpan where, ComponentId component, String operation) {
        long flow() {
            return where.flow();
        }
    }

    /**
     * Releases the messages that an ended instance did not use up. One that came by a subscription waits for the next
     * subscription; the others were for this instance only: they are dropped, each with an event in the history. The
     * instance's row and subscriptions are gone already. True if a message went to another instance.
     */
    boolean releaseLeftovers(long instance) throws SQLException {
        List<Leftover> leftovers = new ArrayList<>();
        SqlSession session = connection.session();
        try (ResultSet rows = session.query(
                "SELECT seq, flow, via, keys, span, name.name, operation FROM message"
                        + " JOIN name ON name.id = message.component"
                        + " WHERE instance = ? AND instance <> 0 ORDER BY seq",
                instance)) {
            while (rows.next()) {
                leftovers.add(new Leftover(
                        rows.getLong(1),
                        rows.getInt(3),
                        KeyList.decode(rows.getBytes(4)),
                        new AuditSpan(rows.getLong(2), instance, rows.getLong(5), 0),
                        ComponentId.parse(rows.getString(6)),
                        rows.getString(7)));
            }
        }
        boolean delivered = false;
        for (Leftover leftover : leftovers) {
            if (leftover.via == CORRELATED) {
                long next = takeSubscription(leftover.keys);
                if (next != 0) {
                    deliver(leftover.seq, next);
                    delivered = true;
                } else {
                    session.update(
                            "UPDATE message SET instance = 0, bucket = ?, via = ?, offered = 0 WHERE seq = ?",
                            Bucket.of(leftover.flow()),
                            WAITING,
                            leftover.seq);
                    await(leftover.seq, leftover.keys);
                }
            } else {
                session.update("DELETE FROM message WHERE seq = ?", leftover.seq);
                flows.live(leftover.flow(), -1);
                connection.count(WriteConnection.Total.MESSAGES, -1);
                undelivered(
                        leftover.where,
                        leftover.component,
                        leftover.operation,
                        "instance " + instance + " ended without it");
            }
        }
        return delivered;
    }

    private void undelivered(AuditSpan where, ComponentId component, String operation, String reason)
            throws SQLException {
        audit.add(new AuditEvent(
                where,
                MicrosecondTime.instant(connection.now()),
                AuditEvent.Kind.REPLY_UNDELIVERED,
                component,
                operation,
                reason));
    }

    /** The flow of a live instance; 0 where there is no such instance. */
    private long flowOf(long instance) throws SQLException {
        return connection.session().number(0, "SELECT flow FROM instance WHERE id = ?", instance);
    }
}
