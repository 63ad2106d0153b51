package dev.weir.composite.event;

import dev.weir.composite.delivery.CallTarget;
import dev.weir.composite.delivery.Delivery;
import dev.weir.composite.delivery.DeliveryContext;
import dev.weir.store.Call;
import dev.weir.store.CallKey;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.ComponentId;
import dev.weir.store.FlowState;
import dev.weir.store.InboundMessage;
import dev.weir.store.InstanceRef;
import dev.weir.store.InstanceStart;
import dev.weir.store.Message;
import dev.weir.store.Store;
import dev.weir.store.Transition;
import dev.weir.xml.XmlName;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A publication as it is stored: a message by whose key a repetition is known, and a one-way call for each subscriber. They
 * belong to an instance that ends with the transaction in which it begins; the calls remain. Used once.
 */
final class EventHandover {
    private final Store store;
    private final ComponentId publisher;
    private final Delivery delivery;
    private final long span;

    EventHandover(Store store, ComponentId publisher, Delivery delivery, long span) {
        this.store = store;
        this.publisher = publisher;
        this.delivery = delivery;
        this.span = span;
    }

    /** Completes when it is on disk, now or from an earlier publication under the same key. */
    CompletionStage<?> store(XmlName event, List<Subscriber> subscribers) {
        DeliveryContext context = delivery.context();
        long instance = store.newId();
        Message message = Message.to(publisher, CallTarget.EVENT_LINK, event.local())
                .id(store.newId())
                .key(context.key(delivery.path()))
                .flow(context.flow())
                .span(span)
                .creates(instance)
                .received(context.now())
                .build();
        byte[] payload = delivery.message().toBytes();
        List<Call> calls = new ArrayList<>();
        for (Subscriber subscriber : subscribers) {
            InstanceRef caller = new InstanceRef(instance, context.flow(), subscriber.component(), "");
            calls.add(
                    Call.of(new CallKey(instance, calls.size()), caller, CallTarget.EVENT_LINK, subscriber.operation())
                            .span(span)
                            .oneWay(true)
                            .address(new CallTarget.Event(event).encode())
                            .payload(payload)
                            .due(context.now())
                            .build());
        }
        Transition step = Transition.of(ClaimedInstance.created(message, ""))
                .state(FlowState.COMPLETED)
                .messagesConsumed(List.of(message.id()))
                .calls(calls)
                .build();
        InboundMessage inbound =
                InboundMessage.of(message, context.composite(), context.created(), "", context.takeEvents());
        return store.startInstances(List.of(new InstanceStart(inbound, step)), null)
                .thenApply(committed -> {
                    context.markStored();
                    return committed;
                });
    }
}
