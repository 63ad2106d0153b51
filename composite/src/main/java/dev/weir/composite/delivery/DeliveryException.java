package dev.weir.composite.delivery;

/** Reports that a delivery failed for technical reasons. */
public final class DeliveryException extends RuntimeException {
    private final Outlook outlook;

    /** What may have become of the message, and what a repetition would do. */
    enum Outlook {
        /** The receiver cannot have seen the message: a repetition is harmless and may succeed. */
        UNSENT,
        /** The receiver may have seen the message: a repetition may succeed, or do the same work twice. */
        UNCERTAIN,
        /** Not sent, since the receiver has not answered others: no attempt, and a repetition may succeed. */
        HELD_BACK,
        /** Not sent to what takes no messages for a while, by an operator's decision. */
        CLOSED,
        /** The message arrived, but its answer does not come any more because this server stops. */
        STOPPING,
        /** Not sent, and a repetition fails as well until something else is deployed or set up. */
        LASTING,
        /** Not sent, and no repetition helps, because the message itself says no place to go to. */
        HOPELESS
    }

    /** @param untouched true if the receiver cannot have seen the message, so that a repetition is harmless */
    public DeliveryException(String message, boolean untouched) {
        this(message, untouched ? Outlook.UNSENT : Outlook.UNCERTAIN);
    }

    private DeliveryException(String message, Outlook outlook) {
        super(message);
        this.outlook = outlook;
    }

    /** A delivery that no repetition helps, because the message itself says no place to go to. */
    public static DeliveryException hopeless(String message) {
        return new DeliveryException(message, Outlook.HOPELESS);
    }

    /** A delivery that fails as long as the composite is deployed, and the server set up, as it is. */
    public static DeliveryException lasting(String message) {
        return new DeliveryException(message, Outlook.LASTING);
    }

    /** A delivery that was not tried, since its receiver has not answered others for a while. */
    static DeliveryException heldBack(String message) {
        return new DeliveryException(message, Outlook.HELD_BACK);
    }

    /** A delivery to what takes no messages for a while, by an operator's decision. */
    public static DeliveryException closed(String message) {
        return new DeliveryException(message, Outlook.CLOSED);
    }

    /** A delivery whose answer does not come any more because this server stops. */
    public static DeliveryException stopping(String message) {
        return new DeliveryException(message, Outlook.STOPPING);
    }

    Outlook outlook() {
        return outlook;
    }
}
