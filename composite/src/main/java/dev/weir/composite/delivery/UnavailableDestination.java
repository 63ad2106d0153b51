package dev.weir.composite.delivery;

import dev.weir.composite.assembly.UnavailablePart;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A part of a composite that cannot be reached as it is deployed: every message to it fails, and no repetition helps. */
record UnavailableDestination(String what, String why) implements Destination {
    /** A part that Weir does not have. */
    static UnavailableDestination of(UnavailablePart part) {
        return new UnavailableDestination(
                part.describe(), "Weir has no " + part.what() + ", and the composite was deployed with --lenient");
    }

    @Override
    public CompletionStage<Answer> deliver(Delivery delivery) {
        return CompletableFuture.failedFuture(DeliveryException.lasting(what + " is unavailable: " + why));
    }

    @Override
    public String describe() {
        return what + ", which is unavailable";
    }
}
