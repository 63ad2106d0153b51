package dev.weir.soap.jaxws.body;

import dev.weir.soap.jaxws.model.InterfaceException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whether messages of peers that are not careful are taken: an endpoint's property of requests, a client's of replies. */
public final class LaxProperty {
    /** True or false. */
    public static final String NAME = "dev.weir.jaxws.lax";

    private LaxProperty() {}

    /**
     * Null where nothing is said.
     *
     * @throws InterfaceException for a value that is neither true nor false
     */
    public static @Nullable Boolean said(Map<String, Object> properties) {
        return BooleanProperty.read(properties, NAME);
    }
}
