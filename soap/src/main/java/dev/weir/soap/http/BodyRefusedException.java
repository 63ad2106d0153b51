package dev.weir.soap.http;

/** The rest of a body is not wanted; the message is one sentence, fit for the peer. */
public class BodyRefusedException extends RuntimeException {
    private final int status;

    /** @param status of the answer, such as 413 */
    public BodyRefusedException(int status, String message) {
        super(message);
        this.status = status;
    }

    public int status() {
        return status;
    }
}
