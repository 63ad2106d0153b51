package dev.weir.composite.dispatch;

import dev.weir.composite.delivery.Answer;
import dev.weir.composite.delivery.CountedDelivery;
import dev.weir.composite.delivery.Delivery;
import dev.weir.composite.delivery.DeliveryContext;
import dev.weir.composite.delivery.DeliveryContext.Conversation;
import dev.weir.composite.delivery.DeliveryException;
import dev.weir.composite.delivery.Destination;
import dev.weir.composite.statistics.ComponentStatistics;
import dev.weir.store.ComponentId;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.store.InboundMessage;
import dev.weir.store.Message;
import dev.weir.store.Store;
import dev.weir.store.Store.AcceptOutcome;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Messages on their way to instances: they go into the store, and their replies come back by exchange. Thread-safe. */
public final class InstanceMessages {
    private final Store store;
    private final WaitingCallers callers;
    private final Executor workers;

    /** @param workers for what follows from a message that is stored, and from its reply */
    public InstanceMessages(Store store, WaitingCallers callers, Executor workers) {
        this.store = store;
        this.callers = callers;
        this.workers = workers;
    }

    /**
     * A delivery as a message that begins no instance, and that none waits for, until that is added; nor has it a payload.
     *
     * @param service of the component at which it comes in
     */
    public Message.Builder message(Delivery delivery, ComponentId component, String service) {
        DeliveryContext context = delivery.context();
        Conversation conversation = context.conversation();
        String relatesTo = conversation.relatesTo();
        return Message.to(component, service, delivery.operation())
                .id(store.newId())
                .key(context.key(delivery.path()))
                .flow(context.flow())
                .span(delivery.span())
                .replyTo(delivery.oneWay() ? null : context.exchange(delivery.path()))
                .callback(conversation.callback())
                .conversation(relatesTo == null ? conversation.call() : relatesTo)
                .received(context.now());
    }

    private InboundMessage beginning(Delivery delivery, ComponentId component, String service, String version) {
        DeliveryContext context = delivery.context();
        if (context.beginsNothing()) {
            throw new DeliveryException(component.composite() + " is retired", true);
        }
        Message message = message(delivery, component, service)
                .creates(store.newId())
                .payload(delivery.message().toBytes())
                .build();
        return InboundMessage.of(message, context.composite(), context.created(), version, context.takeEvents());
    }

    /**
     * A service of a component at which each message begins an instance, with all of its parts.
     *
     * @param version of the composite, with which the instances go on
     * @param statistics of the component
     */
    public Destination beginning(
            ComponentId component, String service, String version, ComponentStatistics statistics) {
        return new Destination() {
            @Override
            public CompletionStage<Answer> deliver(Delivery delivery) {
                return CountedDelivery.of(statistics, delivery, this::take);
            }

            private CompletionStage<Answer> take(Delivery delivery) {
                try {
                    return accept(delivery, beginning(delivery, component, service, version));
                } catch (DeliveryException retired) {
                    return CompletableFuture.failedFuture(retired);
                }
            }

            @Override
            public String describe() {
                return component.toString();
            }
        };
    }

    /** Stores a message; an instance takes it when it is its turn, and answers, if it is of two ways. */
    public CompletionStage<Answer> accept(Delivery delivery, InboundMessage intake) {
        ExchangeId exchange = delivery.oneWay() ? null : delivery.context().exchange(delivery.path());
        CompletableFuture<ExchangeReply> reply = exchange == null ? null : callers.await(exchange);
        Duration maxWait = delivery.context().maxWait();
        if (reply != null && maxWait != null) {
            var unused = reply.orTimeout(maxWait.toMillis(), TimeUnit.MILLISECONDS);
        }
        return store.accept(intake)
                .thenComposeAsync(taken -> answer(delivery, taken, exchange, reply), workers)
                .whenComplete((answer, failure) -> {
                    if (exchange != null) {
                        callers.forget(exchange);
                    }
                });
    }

    private CompletionStage<Answer> answer(
            Delivery delivery,
            AcceptOutcome taken,
            @Nullable ExchangeId exchange,
            @Nullable CompletableFuture<ExchangeReply> reply) {
        delivery.context().markStored();
        if (exchange == null || reply == null) {
            return CompletableFuture.completedFuture(Answer.TAKEN);
        }
        if (taken == AcceptOutcome.DUPLICATE) {
            // The instance may have answered before a crash: then its reply was kept for us.
            store.durableReply(exchange).ifPresent(callers::deliver);
        }
        delivery.context().rests();
        return reply.thenApplyAsync(InstanceMessages::read, workers);
    }

    /** A reply as its caller gets it. */
    public static Answer read(ExchangeReply reply) {
        MessageValue value = MessageValue.fromBytes(reply.payload());
        String fault = reply.fault();
        if (fault == null) {
            return new Answer.Output(value);
        }
        String reason = reply.reason();
        return new Answer.Faulted(XmlName.parse(fault), value, reason == null ? "" : reason);
    }
}
