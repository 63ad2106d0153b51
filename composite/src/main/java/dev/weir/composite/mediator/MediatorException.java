package dev.weir.composite.mediator;

import org.jspecify.annotations.Nullable;

/**
 * A message that a plan cannot route: an operation it does not have, a message that its schema does not allow, an
 * expression or stylesheet that fails. {@link #getMessage} names file and line and may quote the message: it is for the
 * operator. {@link #forSender} is what the message's sender may know.
 */
public class MediatorException extends RuntimeException {
    private final String forSender;

    /** @param message names no file: it is for both */
    public MediatorException(String message) {
        super(message);
        this.forSender = message;
    }

    /**
     * What is wrong with the message, found at a place of the plan.
     *
     * @param place file and line
     */
    public MediatorException(String place, String reason) {
        super(place + ": " + reason);
        this.forSender = reason;
    }

    private MediatorException(String message, String forSender, @Nullable Throwable cause) {
        super(message, cause);
        this.forSender = forSender;
    }

    /** An expression or a stylesheet that has failed, which is nothing that the sender can know about. */
    static MediatorException failed(String place, RuntimeException cause) {
        return new MediatorException(
                place + ": " + cause.getMessage(), "an expression or a stylesheet of the mediator failed", cause);
    }

    /** With other words for the sender. */
    static MediatorException worded(String message, String forSender) {
        return new MediatorException(message, forSender, null);
    }

    /** A reason without names of files. */
    public String forSender() {
        return forSender;
    }
}
