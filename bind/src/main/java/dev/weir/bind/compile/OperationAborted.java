package dev.weir.bind.compile;

import dev.weir.xml.XmlLocation;
import org.jspecify.annotations.Nullable;

/** Reading or writing must end: the event handler wants it so, or objects are nested too deep. */
public final class OperationAborted extends RuntimeException {
    private final XmlLocation location;

    OperationAborted(String message, XmlLocation location, @Nullable Throwable cause) {
        super(message, cause);
        this.location = location;
    }

    public XmlLocation location() {
        return location;
    }
}
