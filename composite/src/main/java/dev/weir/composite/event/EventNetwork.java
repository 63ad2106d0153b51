package dev.weir.composite.event;

import dev.weir.bpel.EventType;
import dev.weir.composite.delivery.Answer;
import dev.weir.composite.delivery.Delivery;
import dev.weir.composite.delivery.DeliveryException;
import dev.weir.composite.delivery.Destination;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.ComponentId;
import dev.weir.store.Store;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.XPathException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The event delivery network: who has subscribed to which event, in all composites of the server. Thread-safe.
 *
 * <p>What it promises: whether an event was published, and to whom it goes, is one decision, stored in one transaction. That
 * leaves a call for each subscriber, which is carried out and tried again by itself: a subscriber that fails holds up no
 * other. A publication that is repeated under the same key changes nothing; a call that is repeated has the same key for
 * its receiver. Who subscribes later does not get earlier events.
 *
 * <p>Only the default revision of a composite gets events, as in Oracle SOA Suite.
 */
public final class EventNetwork {
    private final Store store;
    private final Supplier<List<Subscriber>> subscribers;

    /** @param subscribers those that there are at the moment, of all composites */
    public EventNetwork(Store store, Supplier<List<Subscriber>> subscribers) {
        this.store = store;
        this.subscribers = subscribers;
    }

    /**
     * Where a component publishes an event, as a one-way message: it is taken when it is stored for all subscribers there
     * are at this moment.
     */
    public Destination publisher(ComponentId component, XmlName event) {
        return new Destination() {
            @Override
            public CompletionStage<Answer> deliver(Delivery delivery) {
                return publish(component, event, delivery);
            }

            @Override
            public String describe() {
                return "event " + event;
            }
        };
    }

    private CompletionStage<Answer> publish(ComponentId component, XmlName event, Delivery delivery) {
        XmlElement content = delivery.message().part(EventType.PART);
        if (content == null) {
            return CompletableFuture.failedFuture(DeliveryException.hopeless("the event " + event + " has no content"));
        }
        List<String> why = new ArrayList<>();
        List<Subscriber> wanting = wanting(event, content, why);
        long span = store.newId();
        delivery.context()
                .record(
                        Kind.EVENT_PUBLISHED,
                        span,
                        delivery.span(),
                        component,
                        event.local(),
                        wanting.isEmpty()
                                ? "to nobody" + String.join("", why)
                                : "to " + names(wanting) + String.join("", why));
        if (wanting.isEmpty()) {
            return CompletableFuture.completedFuture(Answer.TAKEN);
        }
        return new EventHandover(store, component, delivery, span)
                .store(event, wanting)
                .thenApply(stored -> Answer.TAKEN);
    }

    /** @param why takes what is to be said of filters that failed */
    private List<Subscriber> wanting(XmlName event, XmlElement content, List<String> why) {
        List<Subscriber> wanting = new ArrayList<>();
        EventDocument document = null;
        for (Subscriber subscriber : subscribers.get()) {
            if (!subscriber.event().equals(event)) {
                continue;
            }
            if (subscriber.filter() == null) {
                wanting.add(subscriber);
                continue;
            }
            document = document == null ? EventDocument.of(event, content) : document;
            try {
                if (subscriber.filter().evaluateBoolean(document)) {
                    wanting.add(subscriber);
                }
            } catch (XPathException e) {
                why.add("; not to " + subscriber.component() + ": its filter failed: " + e.getMessage());
            }
        }
        return wanting;
    }

    private static String names(List<Subscriber> subscribers) {
        return String.join(
                ", ",
                subscribers.stream().map(each -> each.component().toString()).toList());
    }
}
