package dev.weir.bind.context;

import dev.weir.xml.XmlLocation;
import org.jspecify.annotations.Nullable;

/** Reading or writing must end: the event handler wants it so, or objects are nested too deep. */
public final class OperationAborted extends RuntimeException {
    private final XmlLocation location;

    public OperationAborted(String message, XmlLocation location, @Nullable Throwable cause) {
        super(message, cause);
        this.location = location;
    }

    /** Codecs call one another for objects inside objects: the stack of a usual thread has room for that many. */
    public static final int MAX_DEPTH = 1_000;

    public static OperationAborted nestedTooDeep(Object type) {
        return new OperationAborted(
                "objects are nested deeper than " + MAX_DEPTH + ", in " + type, XmlLocation.NONE, null);
    }

    public XmlLocation location() {
        return location;
    }
}
