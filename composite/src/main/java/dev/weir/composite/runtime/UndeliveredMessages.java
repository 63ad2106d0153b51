package dev.weir.composite.runtime;

import dev.weir.composite.delivery.RemoteFault;
import dev.weir.composite.delivery.UndeliveredMessage;
import dev.weir.composite.deployment.RevisionState;
import dev.weir.composite.dispatch.MessagesWithoutRevision;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.AuditSpan;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.store.ListedMessage;
import dev.weir.store.LiveInstance;
import dev.weir.store.Message;
import dev.weir.store.MessageFilter;
import dev.weir.store.Store;
import dev.weir.store.Store.RouteOutcome;
import dev.weir.store.Subscription;
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
    private final Function<CompositeRevision, @Nullable RevisionState> states;
    private final Consumer<ExchangeReply> callers;

    /**
     * @param receivers a message as its component would take it now; null where that is not deployed
     * @param states of the revisions that are served; null for others
     * @param callers gets the fault for whoever waits for a reply to a message that is cancelled
     */
    UndeliveredMessages(
            Store store,
            InstantSource clock,
            Function<Message, @Nullable UndeliveredMessage> receivers,
            Function<CompositeRevision, @Nullable RevisionState> states,
            Consumer<ExchangeReply> callers) {
        this.store = store;
        this.clock = clock;
        this.receivers = receivers;
        this.states = states;
        this.callers = callers;
    }

    /** Those first that came first; without their payloads. */
    public List<ListedMessage> list(int offset, int limit) {
        return list(MessageFilter.ALL, offset, limit);
    }

    /** Those of them that a filter admits. */
    public List<ListedMessage> list(MessageFilter filter, int offset, int limit) {
        return store.undeliveredMessages(filter, offset, limit);
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
     * @throws IllegalArgumentException if its component is not deployed, or cannot read it, or the message cannot be moved
     *     there
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
                    + " is not deployed: deploy it first, deliver the message to a revision that is, or cancel it");
        }
        String what = to == null ? "delivered again by " + who : "moved to " + to + " by " + who;
        return store.routeAgain(now.message(), now.definition(), List.of(event(message, what)));
    }

    /**
     * Delivers a message to an instance that waits for one of its operation: a receive of a conversation takes it whichever it
     * relates to, one that correlates by sets only where their values are those of the message.
     *
     * @param instance the flow of the instance, as operators name it; it may be of another revision of the message's composite
     * @param who wants that, for the history
     * @return complete once that is stored; {@link RouteOutcome#GONE} where there is no such message any more, {@link
     *     RouteOutcome#WAITS} where the instance has just stopped waiting for it
     * @throws IllegalArgumentException if the instance does not wait for it
     */
    public CompletableFuture<RouteOutcome> deliverTo(long id, long instance, String who) {
        Message message = store.undeliveredMessage(id).orElse(null);
        if (message == null) {
            return CompletableFuture.completedFuture(RouteOutcome.GONE);
        }
        for (LiveInstance live : store.liveInstances(instance)) {
            if (!isOfSameComponent(live.component(), message.component())) {
                continue;
            }
            UndeliveredMessage now = receivers.apply(
                    message.toBuilder().component(live.component()).build());
            if (now == null) {
                throw new IllegalArgumentException(live.component() + " is not deployed: deploy it first");
            }
            for (Subscription subscription : store.subscriptions(live.instance())) {
                String key = subscription.key();
                if (now.message().keys().contains(key)
                        || now.isOfAnyConversation().test(key)) {
                    Message taken = now.message().toBuilder()
                            .keys(List.of(key))
                            .creates(0)
                            .build();
                    return store.deliverTo(
                            taken,
                            live.instance(),
                            subscription,
                            List.of(event(message, "moved to instance " + instance + " by " + who)));
                }
            }
        }
        throw new IllegalArgumentException("instance " + instance + " does not wait for " + message.operation() + " of "
                + message.component() + ", or only for one with other values of its correlation sets");
    }

    private static boolean isOfSameComponent(ComponentId one, ComponentId other) {
        return one.name().equals(other.name())
                && one.composite().composite().equals(other.composite().composite());
    }

    /** A message as one for the same component of another revision, alone. */
    private Message moved(Message message, CompositeRevision to) {
        CompositeRevision from = message.component().composite();
        if (!to.composite().equals(from.composite())) {
            throw new IllegalArgumentException("the message is for " + from.composite()
                    + ": it can only be moved to a revision of that, not to " + to);
        }
        if (to.equals(from)) {
            throw new IllegalArgumentException(
                    "the message is for " + to + " already: deliver it again where it is, or name another revision");
        }
        RevisionState state = states.apply(to);
        if (state == null) {
            throw new IllegalArgumentException(
                    to + " is not deployed: deploy it first, or move the message to a revision that is");
        }
        if (!state.open()) {
            throw new IllegalArgumentException(to
                    + (state.on()
                            ? " is retired, and takes no new messages: activate"
                            : " is stopped, and takes no messages: start")
                    + " it first, or move the message to another revision");
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
                new AuditSpan(message.flow(), 0, store.newId(), message.span()),
                clock.instant(),
                Kind.MESSAGE_DECIDED,
                message.component(),
                message.operation(),
                what);
    }
}
