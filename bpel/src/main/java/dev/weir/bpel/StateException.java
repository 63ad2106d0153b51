package dev.weir.bpel;

/**
 * An instance that cannot go on, because its state cannot be read by the process that is deployed now: it is damaged,
 * or the process was changed under the same revision. The message says what to do.
 */
public class StateException extends RuntimeException {
    public StateException(String message, Throwable cause) {
        super(message, cause);
    }
}
