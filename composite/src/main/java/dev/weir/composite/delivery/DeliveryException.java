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
        CLOSED,
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
    public static DeliveryException lasting(String message) {
        return new DeliveryException(message, true, Outlook.LASTING);
    }

    /** A delivery to what takes no messages for a while, by an operator's decision. */
    public static DeliveryException closed(String message) {
        return new DeliveryException(message, true, Outlook.CLOSED);
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

    boolean isClosed() {
        return outlook == Outlook.CLOSED;
    }

    /** True if the same delivery may succeed later, without any change of the message or of what is deployed. */
    boolean isForAWhile() {
        return outlook == Outlook.STOPPING || isClosed();
    }
}
