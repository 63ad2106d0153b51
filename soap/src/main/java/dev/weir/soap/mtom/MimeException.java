package dev.weir.soap.mtom;

/** A message that is not what MIME or XOP say, or beyond a limit; the message is one sentence, fit for the peer. */
public final class MimeException extends RuntimeException {
    private final boolean tooLarge;

    MimeException(String message) {
        this(message, false);
    }

    MimeException(String message, boolean tooLarge) {
        super(message);
        this.tooLarge = tooLarge;
    }

    /** True where a limit is exceeded. */
    public boolean tooLarge() {
        return tooLarge;
    }
}
