package dev.weir.composite.runtime;

import dev.weir.composite.delivery.RemoteFault;
import dev.weir.composite.delivery.UndeliveredMessage;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.AuditSpan;
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
     * @return complete once that is stored; {@link RouteOutcome#GONE} where there is no such message any more
     * @throws IllegalArgumentException if its component is not deployed, or cannot read it
     */
    public CompletableFuture<RouteOutcome> deliver(long id) {
        Message message = store.undeliveredMessage(id).orElse(null);
        if (message == null) {
            return CompletableFuture.completedFuture(RouteOutcome.GONE);
        }
        UndeliveredMessage now = receivers.apply(message);
        if (now == null) {
            throw new IllegalArgumentException(
                    message.component() + " is not deployed: deploy it first, or cancel message " + id);
        }
        return store.routeAgain(
                now.message(), now.definition(), List.of(event(message, "delivered again by an operator")));
    }

    /**
     * Drops a message; who waits for its reply gets a fault.
     *
     * @return complete once that is stored; false if there is no such message any more
     */
    public CompletableFuture<Boolean> cancel(long id) {
        Message message = store.undeliveredMessage(id).orElse(null);
        if (message == null) {
            return CompletableFuture.completedFuture(false);
        }
        ExchangeId exchange = message.replyTo();
        ExchangeReply reply =
                exchange == null ? null : RemoteFault.reply(exchange, "the message was cancelled by an operator");
        return store.dropMessage(id, reply, List.of(event(message, "cancelled by an operator")))
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
