package dev.weir.composite.mediator;

/**
 * A message that a plan cannot route: an operation it does not have, a message that its schema does not allow, an
 * expression or stylesheet that fails. The message names file and line; it may quote the message, so it is for its sender
 * and for the operator.
 */
public class MediatorException extends RuntimeException {
    public MediatorException(String message) {
        super(message);
    }

    public MediatorException(String message, Throwable cause) {
        super(message, cause);
    }
}
