package dev.weir.composite.delivery;

import java.util.concurrent.CompletionStage;

/** The far end of a wire: a process, a mediator, or a reference out of the composite. Thread-safe. */
public interface Destination {
    /**
     * Delivers a message. For one-way the stage completes when the message is safe, otherwise when it is answered. It
     * fails with {@link DeliveryException} when the other side cannot be reached or does not answer.
     */
    CompletionStage<Answer> deliver(Delivery delivery);

    /** As people know it: the component, or the reference and its address. */
    String describe();
}
