package dev.weir.soap.jaxws.body;

import dev.weir.soap.jaxws.model.InterfaceException;
import java.util.Map;

/** From which length on messages in text are packed; said of requests by a client, of replies by an endpoint. */
public final class GzipProperty {
    /** A number of bytes; 0 for never. */
    public static final String FROM_BYTES = "dev.weir.jaxws.gzip-from-bytes";

    /** Where nothing is said. */
    public static final int UNSAID = -1;

    private GzipProperty() {}

    /**
     * What a property says, by the name of this one or of another coding's.
     *
     * @throws InterfaceException for a value that is no such number
     */
    public static int fromBytes(Map<String, Object> properties, String name) {
        Object value = properties.get(name);
        if (value == null) {
            return UNSAID;
        }
        try {
            int bytes = Integer.parseInt(value.toString());
            if (bytes >= 0) {
                return bytes;
            }
        } catch (NumberFormatException e) {
            throw new InterfaceException(wrong(name, value), e);
        }
        throw new InterfaceException(wrong(name, value));
    }

    private static String wrong(String name, Object value) {
        return "the property " + name + " must be a number of bytes, or 0 for no message: " + value;
    }
}
