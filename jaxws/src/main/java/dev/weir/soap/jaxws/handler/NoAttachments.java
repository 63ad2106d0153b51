package dev.weir.soap.jaxws.handler;

import jakarta.activation.DataHandler;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The attachments that a message is to have beside those of its values: none, and whoever adds one learns that by name. */
public final class NoAttachments extends AbstractMap<String, DataHandler> {
    @Override
    public Set<Map.Entry<String, DataHandler>> entrySet() {
        return Set.of();
    }

    @Override
    public DataHandler put(String id, DataHandler attachment) {
        throw refused();
    }

    /** Refuses a property that would be passed over. */
    public static void check(String property, @Nullable Object value) {
        if (property.equals(MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS)
                && value instanceof Map<?, ?> given
                && !given.isEmpty()) {
            throw refused();
        }
    }

    /** Refuses it among the properties of a request. */
    public static void check(Map<String, Object> context) {
        try {
            check(
                    MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS,
                    context.get(MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS));
        } catch (UnsupportedOperationException e) {
            throw new WebServiceException(e.getMessage(), e);
        }
    }

    private static UnsupportedOperationException refused() {
        return new UnsupportedOperationException(MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS
                + " is not supported; a parameter or result of type DataHandler becomes an attachment");
    }
}
