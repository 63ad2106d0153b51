package dev.weir.soap.mtom;

import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

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

    /** The one that made the stream of a part fail, where a failure is of such a stream; else null. */
    public static @Nullable MimeException behind(UncheckedIOException failure) {
        Throwable cause = failure.getCause();
        return cause != null && cause.getCause() instanceof MimeException broken ? broken : null;
    }

    /** True where a limit is exceeded. */
    public boolean tooLarge() {
        return tooLarge;
    }
}
