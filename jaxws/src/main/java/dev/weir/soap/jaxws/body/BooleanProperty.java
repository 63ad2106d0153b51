package dev.weir.soap.jaxws.body;

import dev.weir.soap.jaxws.model.InterfaceException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Properties that are a Boolean, or a String of one, as configuration files give it. */
public final class BooleanProperty {
    private BooleanProperty() {}

    /**
     * Null where nothing is said.
     *
     * @throws InterfaceException for a value that is neither true nor false
     */
    public static @Nullable Boolean read(Map<String, Object> properties, String name) {
        Object value = properties.get(name);
        if (value == null) {
            return null;
        }
        String text = value.toString();
        if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
            return Boolean.valueOf(text);
        }
        throw new InterfaceException("the property " + name + " must be true or false: " + value);
    }
}
