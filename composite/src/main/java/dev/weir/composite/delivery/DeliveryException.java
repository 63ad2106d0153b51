package dev.weir.composite.delivery;

/** Reports that a delivery failed for technical reasons. */
public final class DeliveryException extends RuntimeException {
    private final boolean untouched;
    private final Outlook outlook;

    /** What a repetition would do. */
    private enum Outlook {
        OPEN,
        HOPELESS,
        LASTING,
        STOPPING
    }

    /** @param untouched true if the receiver cannot have seen the message, so that a repetition is harmless */
    public DeliveryException(String message, boolean untouched) {
        this(message, untouched, Outlook.OPEN);
    }

    private DeliveryException(String message, boolean untouched, Outlook outlook) {
        super(message);
        this.untouched = untouched;
        this.outlook = outlook;
    }

    /** A delivery that no repetition helps, because the message itself says no place to go to. */
    public static DeliveryException hopeless(String message) {
        return new DeliveryException(message, true, Outlook.HOPELESS);
    }

    /** A delivery that fails as long as the composite is deployed, and the server set up, as it is. */
    static DeliveryException lasting(String message) {
        return new DeliveryException(message, true, Outlook.LASTING);
    }

    /** A delivery whose answer does not come any more because this server stops. */
    public static DeliveryException stopping(String message) {
        return new DeliveryException(message, false, Outlook.STOPPING);
    }

    /** True if a repetition fails as well, until something else is deployed or set up. */
    boolean isLasting() {
        return outlook == Outlook.LASTING;
    }

    boolean untouched() {
        return untouched;
    }

    boolean isHopeless() {
        return outlook == Outlook.HOPELESS;
    }

    boolean isStopping() {
        return outlook == Outlook.STOPPING;
    }
}
