package dev.weir.composite.delivery;

/** Reports that a delivery failed for technical reasons. */
public final class DeliveryException extends RuntimeException {
    private final boolean untouched;
    private final boolean hopeless;

    /** @param untouched true if the receiver cannot have seen the message, so that a repetition is harmless */
    public DeliveryException(String message, boolean untouched) {
        this(message, untouched, false);
    }

    private DeliveryException(String message, boolean untouched, boolean hopeless) {
        super(message);
        this.untouched = untouched;
        this.hopeless = hopeless;
    }

    /** A delivery that no repetition helps, because the message itself says no place to go to. */
    public static DeliveryException hopeless(String message) {
        return new DeliveryException(message, true, true);
    }

    boolean untouched() {
        return untouched;
    }

    boolean isHopeless() {
        return hopeless;
    }
}
