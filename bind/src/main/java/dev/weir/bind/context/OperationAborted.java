package dev.weir.bind.context;

import dev.weir.xml.XmlLocation;
import org.jspecify.annotations.Nullable;

/** Aborts an unmarshal or marshal operation: the event handler requested it, or objects are nested too deeply. */
public final class OperationAborted extends RuntimeException {
    private final XmlLocation location;

    public OperationAborted(String message, XmlLocation location, @Nullable Throwable cause) {
        super(message, cause);
        this.location = location;
    }

    /**
     * The maximum nesting depth of objects. Codecs call one another recursively; a thread's default stack has room for
     * this.
     */
    public static final int MAX_DEPTH = 1_000;

    public static OperationAborted nestedTooDeep(Object type) {
        return new OperationAborted(
                "objects are nested deeper than " + MAX_DEPTH + ", in " + type, XmlLocation.NONE, null);
    }

    public XmlLocation location() {
        return location;
    }
}
