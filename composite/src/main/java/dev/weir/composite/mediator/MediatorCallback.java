package dev.weir.composite.mediator;

import dev.weir.composite.delivery.Answer;
import dev.weir.composite.delivery.CountedDelivery;
import dev.weir.composite.delivery.Delivery;
import dev.weir.composite.delivery.DeliveryContext;
import dev.weir.composite.delivery.DeliveryException;
import dev.weir.composite.delivery.Destination;
import dev.weir.composite.statistics.ComponentStatistics;
import dev.weir.store.ComponentId;
import dev.weir.store.ExchangeId;
import dev.weir.store.InboundMessage;
import dev.weir.store.Message;
import dev.weir.store.Store;
import dev.weir.wsdl.MessageValue;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A mediator's reference, where callbacks come in. Each belongs to one call of one instance, known by the id of the message
 * that it answers: it goes to that instance, or nowhere.
 */
final class MediatorCallback implements Destination {
    private final Store store;
    private final ComponentId component;
    private final String reference;
    private final ComponentStatistics statistics;

    MediatorCallback(Store store, ComponentId component, String reference, ComponentStatistics statistics) {
        this.store = store;
        this.component = component;
        this.reference = reference;
        this.statistics = statistics;
    }

    @Override
    public CompletionStage<Answer> deliver(Delivery delivery) {
        return CountedDelivery.of(statistics, delivery, this::take);
    }

    private CompletionStage<Answer> take(Delivery delivery) {
        DeliveryContext context = delivery.context();
        ExchangeId.OfCall call = call(context.conversation().relatesTo());
        MessageValue payload = payload(delivery);
        Message message = Message.to(component, reference, delivery.operation())
                .id(store.newId())
                .key(context.key(delivery.path()))
                .flow(context.flow())
                .span(delivery.span())
                .instance(call.call().instance())
                .conversation(call.call().toString())
                .payload(payload.toBytes())
                .received(context.now())
                .build();
        return store.accept(
                        InboundMessage.of(message, context.composite(), context.created(), "", context.takeEvents()))
                .thenApply(accepted -> {
                    context.markStored();
                    return Answer.TAKEN;
                });
    }

    /** The callback, with what came beside it. */
    private static MessageValue payload(Delivery delivery) {
        MessageValue payload = delivery.message().copy();
        if (payload.headers().isEmpty()) {
            delivery.context().headers().forEach(payload::addHeader);
        }
        return payload;
    }

    private ExchangeId.OfCall call(@Nullable String relatesTo) {
        if (relatesTo != null) {
            try {
                return ExchangeId.OfCall.parseReference(relatesTo);
            } catch (IllegalArgumentException e) {
                // Not the id of a call; reported below, with the text.
            }
        }
        throw DeliveryException.hopeless("the callback " + (relatesTo == null ? "" : "to '" + relatesTo + "' ")
                + "answers no message of the mediator " + component + ": it must relate to the message's id");
    }

    @Override
    public String describe() {
        return component.toString();
    }
}
