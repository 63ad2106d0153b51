package dev.weir.composite.runtime;

import dev.weir.composite.delivery.RemoteFault;
import dev.weir.composite.delivery.UndeliveredMessage;
import dev.weir.composite.dispatch.MessagesWithoutRevision;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.AuditSpan;
import dev.weir.store.CompositeRevision;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.store.Message;
import dev.weir.store.Store;
import dev.weir.store.Store.RouteOutcome;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The messages that no instance has taken, and what an operator may decide about them. Thread-safe. */
public final class UndeliveredMessages {
    private final Store store;
    private final InstantSource clock;
    private final Function<Message, @Nullable UndeliveredMessage> receivers;
    private final Consumer<ExchangeReply> callers;

    /**
     * @param receivers a message as its component would take it now; null where that is not deployed
     * @param callers gets the fault for whoever waits for a reply to a message that is cancelled
     */
    UndeliveredMessages(
            Store store,
            InstantSource clock,
            Function<Message, @Nullable UndeliveredMessage> receivers,
            Consumer<ExchangeReply> callers) {
        this.store = store;
        this.clock = clock;
        this.receivers = receivers;
        this.callers = callers;
    }

    /** Those first that came first. */
    public List<Message> list(int offset, int limit) {
        return store.undeliveredMessages(offset, limit);
    }

    /** One of them; empty where there is none of the id. */
    public Optional<Message> find(long id) {
        return store.undeliveredMessage(id);
    }

    /**
     * Delivers a message as if it came now: its correlation keys are computed by the versions that are deployed now, and
     * it may begin an instance of the one that new instances get. Where no instance takes it, it waits under its new keys.
     *
     * @param to the revision of its composite that it is moved to, as if it had named that; null leaves it where it is
     * @param who wants that, for the history
     * @return complete once that is stored; {@link RouteOutcome#GONE} where there is no such message any more
     * @throws IllegalArgumentException if its component is not deployed, or cannot read it
     */
    public CompletableFuture<RouteOutcome> deliver(long id, @Nullable CompositeRevision to, String who) {
        Message message = store.undeliveredMessage(id).orElse(null);
        if (message == null) {
            return CompletableFuture.completedFuture(RouteOutcome.GONE);
        }
        Message moved = to == null ? message : moved(message, to);
        UndeliveredMessage now = receivers.apply(moved);
        if (now == null) {
            throw new IllegalArgumentException(moved.component()
                    + " is not deployed: deploy it first, deliver message " + id
                    + " to a revision that is, or cancel it");
        }
        String what = to == null ? "delivered again by " + who : "moved to " + to + " by " + who;
        return store.routeAgain(now.message(), now.definition(), List.of(event(message, what)));
    }

    /** A message as one for the same component of another revision, alone. */
    private static Message moved(Message message, CompositeRevision to) {
        CompositeRevision from = message.component().composite();
        if (!to.composite().equals(from.composite())) {
            throw new IllegalArgumentException("message " + message.id() + " is for " + from.composite()
                    + ": it can only be moved to a revision of that, not to " + to);
        }
        List<String> keys = message.keys().stream()
                .filter(key -> !key.equals(MessagesWithoutRevision.key(message.component())))
                .toList();
        return message.toBuilder()
                .component(to.component(message.component().name()))
                .keys(keys)
                .build();
    }

    /**
     * Drops a message; who waits for its reply gets a fault.
     *
     * @param who wants that, for the history
     * @return complete once that is stored; false if there is no such message any more
     */
    public CompletableFuture<Boolean> cancel(long id, String who) {
        Message message = store.undeliveredMessage(id).orElse(null);
        if (message == null) {
            return CompletableFuture.completedFuture(false);
        }
        ExchangeId exchange = message.replyTo();
        ExchangeReply reply =
                exchange == null ? null : RemoteFault.reply(exchange, "the message was cancelled by an operator");
        return store.dropMessage(id, reply, List.of(event(message, "cancelled by " + who)))
                .thenApply(dropped -> {
                    if (dropped && reply != null) {
                        callers.accept(reply);
                    }
                    return dropped;
                });
    }

    private AuditEvent event(Message message, String what) {
        return new AuditEvent(
                new AuditSpan(message.flow(), 0, message.span(), 0),
                clock.instant(),
                Kind.REPLY_UNDELIVERED,
                message.component(),
                message.operation(),
                what);
    }
}
