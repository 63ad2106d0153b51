package dev.weir.composite.delivery;

/** A delivery that failed for technical reasons. */
final class DeliveryException extends RuntimeException {
    private final boolean untouched;

    /** @param untouched true if the receiver cannot have seen the message, so that a repetition is harmless */
    DeliveryException(String message, boolean untouched) {
        super(message);
        this.untouched = untouched;
    }

    boolean untouched() {
        return untouched;
    }
}
