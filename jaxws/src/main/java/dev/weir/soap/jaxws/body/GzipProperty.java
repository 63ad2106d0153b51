package dev.weir.soap.jaxws.body;

import dev.weir.soap.jaxws.model.InterfaceException;
import java.util.Map;

/** From which length on messages in text are packed by gzip; said of requests by a client, of replies by an endpoint. */
public final class GzipProperty {
    /** A number of bytes; 0 for never. */
    public static final String FROM_BYTES = "dev.weir.jaxws.gzip-from-bytes";

    /** Where nothing is said. */
    public static final int UNSAID = -1;

    private GzipProperty() {}

    /** @throws InterfaceException for a value that is no such number */
    public static int fromBytes(Map<String, Object> properties) {
        Object value = properties.get(FROM_BYTES);
        if (value == null) {
            return UNSAID;
        }
        try {
            int bytes = Integer.parseInt(value.toString());
            if (bytes >= 0) {
                return bytes;
            }
        } catch (NumberFormatException e) {
            throw new InterfaceException(wrong(value), e);
        }
        throw new InterfaceException(wrong(value));
    }

    private static String wrong(Object value) {
        return "the property " + FROM_BYTES + " must be a number of bytes, or 0 for no message: " + value;
    }
}
