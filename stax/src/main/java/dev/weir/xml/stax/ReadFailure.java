package dev.weir.xml.stax;

import dev.weir.xml.XmlException;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.xml.stream.Location;
import javax.xml.stream.XMLStreamException;

/** What stopped a reader, with the reader's own words: XMLStreamException's constructors would tell the place twice. */
final class ReadFailure extends XMLStreamException {
    private ReadFailure(String message, Location at, Throwable cause) {
        super(message, cause);
        location = at;
    }

    ReadFailure(String message, Location at) {
        super(message + " at " + at);
        location = at;
    }

    static ReadFailure of(XmlException wrong, Location at) {
        return new ReadFailure(String.valueOf(wrong.getMessage()), at, wrong);
    }

    /** The nested exception is the source's own. */
    static ReadFailure of(UncheckedIOException failed, Location at) {
        IOException cause = failed.getCause();
        return cause == null
                ? new ReadFailure(String.valueOf(failed.getMessage()), at, failed)
                : new ReadFailure(String.valueOf(cause.getMessage()), at, cause);
    }
}
