package dev.weir.composite.delivery;

/** Reports that a delivery failed for technical reasons. */
public final class DeliveryException extends RuntimeException {
    private final boolean untouched;
    private final boolean hopeless;
    private final boolean lasting;

    /** @param untouched true if the receiver cannot have seen the message, so that a repetition is harmless */
    public DeliveryException(String message, boolean untouched) {
        this(message, untouched, false, false);
    }

    private DeliveryException(String message, boolean untouched, boolean hopeless, boolean lasting) {
        super(message);
        this.untouched = untouched;
        this.hopeless = hopeless;
        this.lasting = lasting;
    }

    /** A delivery that no repetition helps, because the message itself says no place to go to. */
    public static DeliveryException hopeless(String message) {
        return new DeliveryException(message, true, true, false);
    }

    /** A delivery that fails as long as the composite is deployed as it is: only another deployment helps. */
    static DeliveryException lasting(String message) {
        return new DeliveryException(message, true, false, true);
    }

    /** True if a repetition fails as well, until something else is deployed. */
    boolean isLasting() {
        return lasting;
    }

    boolean untouched() {
        return untouched;
    }

    boolean isHopeless() {
        return hopeless;
    }
}
