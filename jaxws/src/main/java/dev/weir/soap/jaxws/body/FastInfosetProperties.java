package dev.weir.soap.jaxws.body;

import dev.weir.soap.jaxws.model.InterfaceException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What properties by CXF's name say of Fast Infoset; used by both ends. */
public final class FastInfosetProperties {
    /** Of endpoints: whether they speak it, true if not said. Of request contexts: whether requests are sent in it. */
    public static final String ENABLED = "org.apache.cxf.fastinfoset.enabled";

    private FastInfosetProperties() {}

    /** True for an endpoint that takes Fast Infoset and answers in it. */
    public static boolean isSpoken(Map<String, Object> properties) {
        Boolean said = enabled(properties);
        return said == null || said;
    }

    /**
     * Null where nothing is said.
     *
     * @throws InterfaceException for a value that is neither true nor false
     */
    public static @Nullable Boolean enabled(Map<String, Object> properties) {
        return BooleanProperty.read(properties, ENABLED);
    }
}
