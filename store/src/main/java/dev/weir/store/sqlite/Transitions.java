package dev.weir.store.sqlite;

import dev.weir.store.Call;
import dev.weir.store.CallKey;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.store.Message;
import dev.weir.store.Store.CommitOutcome;
import dev.weir.store.Subscription;
import dev.weir.store.Timer;
import dev.weir.store.Transition;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes the transitions of instances. */
final class Transitions {
    private final WriteConnection connection;
    private final Flows flows;
    private final MessageRouting messages;
    private final OpenCalls calls;
    private final AuditLog audit;

    Transitions(WriteConnection connection, Flows flows, MessageRouting messages, OpenCalls calls, AuditLog audit) {
        this.connection = connection;
        this.flows = flows;
        this.messages = messages;
        this.calls = calls;
        this.audit = audit;
    }

    /**
     * Applies a step if its instance is still at the version that was claimed. In each pair of a set that is removed and a
     * set that is added, the removal comes first: a name in both is there afterwards.
     */
    CommitOutcome commit(Transition transition) throws SQLException {
        ClaimedInstance claimed = transition.claimed();
        long instance = claimed.instance();
        SqlSession session = connection.session();
        long flow = session.number(
                0,
                "UPDATE instance SET version = version + 1, suspended = ? WHERE id = ? AND version = ? RETURNING flow",
                transition.suspended() ? 1 : 0,
                instance,
                claimed.version());
        if (flow == 0) {
            return CommitOutcome.STALE;
        }
        messages.consume(instance, transition.messagesConsumed());
        for (CallKey key : transition.callsDropped()) {
            calls.drop(instance, key);
        }
        for (Call call : transition.calls()) {
            calls.add(call);
        }
        audit.add(transition.audit());
        if (transition.state().ended()) {
            end(transition, flow);
        } else {
            update(transition);
        }
        for (Message signal : transition.signals()) {
            messages.route(signal);
        }
        // After the calls: a reply is kept only while its call is open, and an instance may call its own composite.
        for (ExchangeReply reply : transition.replies()) {
            if (reply.exchange() instanceof ExchangeId.OfCall exchange) {
                calls.keepReply(reply, exchange);
            }
        }
        flows.touched(flow);
        return CommitOutcome.DONE;
    }

    private void update(Transition transition) throws SQLException {
        ClaimedInstance claimed = transition.claimed();
        long instance = claimed.instance();
        SqlSession session = connection.session();
        for (String name : transition.rowsRemoved()) {
            session.update("DELETE FROM state WHERE instance = ? AND name = ?", instance, name);
        }
        for (Map.Entry<String, byte[]> row : transition.rowsPut().entrySet()) {
            session.update(
                    "INSERT INTO state(instance, name, data) VALUES (?, ?, ?)"
                            + " ON CONFLICT DO UPDATE SET data = excluded.data",
                    instance,
                    row.getKey(),
                    row.getValue());
        }
        for (String name : transition.timersEnded()) {
            session.update("DELETE FROM timer WHERE instance = ? AND name = ?", instance, name);
        }
        Set<Long> consumed = new HashSet<>(transition.messagesConsumed());
        for (Message message : claimed.messages()) {
            if (!consumed.contains(message.id())) {
                messages.markOffered(instance, message.id());
            }
        }
        for (Timer timer : claimed.timers()) {
            session.update(
                    "UPDATE timer SET offered = 1 WHERE instance = ? AND name = ? AND due = ?",
                    instance,
                    timer.name(),
                    MicrosecondTime.ceiling(timer.due()));
        }
        for (Timer timer : transition.timersSet()) {
            session.update(
                    "INSERT INTO timer(instance, name, bucket, component, due, offered) VALUES (?, ?, ?, ?, ?, 0)"
                            + " ON CONFLICT DO UPDATE SET due = excluded.due, offered = 0",
                    instance,
                    timer.name(),
                    Bucket.of(instance),
                    connection.name(claimed.component()),
                    MicrosecondTime.ceiling(timer.due()));
        }
        for (String name : transition.subscriptionsEnded()) {
            messages.unsubscribe(instance, name);
        }
        if (!transition.subscriptionsAdded().isEmpty()) {
            List<MessageRouting.Held> held = messages.held(instance);
            for (Subscription subscription : transition.subscriptionsAdded()) {
                messages.subscribe(instance, subscription.name(), subscription.key(), held);
            }
        }
    }

    private void end(Transition transition, long flow) throws SQLException {
        long instance = transition.claimed().instance();
        SqlSession session = connection.session();
        session.update("DELETE FROM instance WHERE id = ?", instance);
        if (transition.claimed().version() > 0) {
            // Before its first step it has none of these.
            session.update("DELETE FROM state WHERE instance = ?", instance);
            session.update("DELETE FROM timer WHERE instance = ?", instance);
        }
        session.update("DELETE FROM subscription WHERE instance = ?", instance);
        calls.dropRequests(instance);
        messages.releaseLeftovers(instance);
        flows.live(flow, -1);
        flows.ended(flow, transition.state());
        connection.count(WriteConnection.Total.INSTANCES, -1);
    }
}
