package dev.weir.soap.client;

/**
 * A call that got no SOAP answer: no connection, no answer in time, an HTTP status without envelope, an answer that is
 * no SOAP. The service may be asked again where {@link #retryable} says so.
 */
public final class SoapTransportException extends RuntimeException {
    private final boolean retryable;
    private final boolean mayHaveReachedPeer;

    SoapTransportException(String message, boolean retryable, boolean mayHaveReachedPeer, Throwable cause) {
        super(message, cause);
        this.retryable = retryable;
        this.mayHaveReachedPeer = mayHaveReachedPeer;
    }

    SoapTransportException(String message, boolean retryable, boolean mayHaveReachedPeer) {
        super(message);
        this.retryable = retryable;
        this.mayHaveReachedPeer = mayHaveReachedPeer;
    }

    /** True where the same call may succeed later: it is the way that failed, not the message. */
    public boolean retryable() {
        return retryable;
    }

    /** False where the service certainly has not seen the message. */
    public boolean mayHaveReachedPeer() {
        return mayHaveReachedPeer;
    }
}
