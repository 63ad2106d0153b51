package dev.weir.xml.stax;

import dev.weir.xml.XmlException;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.xml.stream.Location;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * A parse or I/O error with the reader's message unchanged: XMLStreamException's constructors would repeat the
 * location.
 */
final class ReadFailure extends XMLStreamException {
    private ReadFailure(String message, Location at, @Nullable Throwable cause) {
        super(message, cause);
        location = at;
    }

    ReadFailure(String message, Location at) {
        super(message + " at " + at);
        location = at;
    }

    /**
     * A syntax error. It has no cause: callers throw a cause that is unchecked in place of this exception. The reader's
     * exception is among the suppressed ones.
     */
    static ReadFailure of(XmlException wrong, Location at) {
        ReadFailure failure = new ReadFailure(String.valueOf(wrong.getMessage()), at, null);
        failure.addSuppressed(wrong);
        return failure;
    }

    /** Wraps an I/O error; the nested exception is the one that the source threw. */
    static ReadFailure of(UncheckedIOException failed, Location at) {
        IOException cause = failed.getCause();
        return cause == null
                ? new ReadFailure(String.valueOf(failed.getMessage()), at, failed)
                : new ReadFailure(String.valueOf(cause.getMessage()), at, cause);
    }
}
