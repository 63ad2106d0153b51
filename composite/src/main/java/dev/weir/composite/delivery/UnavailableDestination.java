package dev.weir.composite.delivery;

import dev.weir.composite.assembly.UnavailablePart;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A part of a composite that Weir does not have: every message to it fails, and no repetition helps. */
record UnavailableDestination(UnavailablePart part) implements Destination {
    @Override
    public CompletionStage<Answer> deliver(Delivery delivery) {
        return CompletableFuture.failedFuture(DeliveryException.lasting(part.describe()
                + " is unavailable: Weir has no " + part.what() + ", and the composite was deployed with --lenient"));
    }

    @Override
    public String describe() {
        return part.describe() + ", which is unavailable";
    }
}
