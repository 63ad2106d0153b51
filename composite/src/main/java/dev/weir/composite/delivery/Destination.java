package dev.weir.composite.delivery;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The far end of a wire: a component, or a reference out of the composite. Thread-safe. */
public interface Destination {
    /**
     * Delivers a message. For one-way the stage completes when the message is safe, otherwise when it is answered. It
     * fails with {@link DeliveryException} when the other side cannot be reached or does not answer; nothing is thrown.
     */
    CompletionStage<Answer> deliver(Delivery delivery);

    /** As people know it: the component, or the reference and its address. */
    String describe();

    /** One where every message fails, and no repetition helps. */
    static Destination nowhere(String why) {
        return new Destination() {
            @Override
            public CompletionStage<Answer> deliver(Delivery delivery) {
                return CompletableFuture.failedFuture(DeliveryException.hopeless(why));
            }

            @Override
            public String describe() {
                return "nowhere";
            }
        };
    }
}
