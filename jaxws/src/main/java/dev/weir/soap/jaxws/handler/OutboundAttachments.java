package dev.weir.soap.jaxws.handler;

import dev.weir.bind.value.HandlerContent;
import dev.weir.soap.mtom.MimePart;
import jakarta.activation.DataHandler;
import jakarta.xml.ws.handler.MessageContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The attachments that programs and handlers give a message beside those of its values, as a map from Content-ID to DataHandler:
 * {@link MessageContext#OUTBOUND_MESSAGE_ATTACHMENTS}.
 */
public final class OutboundAttachments {
    private static final String NAME = MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS;

    private OutboundAttachments() {}

    /**
     * Refuses a value that could not be sent, as early as the property is set.
     *
     * @throws IllegalArgumentException as {@link #of}
     */
    public static void check(String property, @Nullable Object value) {
        if (property.equals(NAME)) {
            var unused = parts(value);
        }
    }

    /**
     * The parts that a message is to have, in order; read when they are sent.
     *
     * @param context the properties of the message
     * @throws IllegalArgumentException for a value that is no map, a key that cannot be a Content-ID, and a value of the map that
     *     is no DataHandler; names the property
     */
    public static List<MimePart> of(Map<String, Object> context) {
        return parts(context.get(NAME));
    }

    /**
     * The parts that a message has by itself, and those of {@link #of}.
     *
     * @throws IllegalArgumentException as {@link #of}, and for a key that is the Content-ID of one of the former
     */
    public static List<MimePart> beside(List<MimePart> own, Map<String, Object> context) {
        List<MimePart> others = of(context);
        if (own.isEmpty() || others.isEmpty()) {
            return own.isEmpty() ? others : own;
        }
        Set<@Nullable String> ids = new HashSet<>();
        own.forEach(part -> ids.add(part.contentId()));
        for (MimePart part : others) {
            if (ids.contains(part.contentId())) {
                throw new IllegalArgumentException(
                        NAME + " has a key that an attachment of the SOAP message has as its Content-ID: "
                                + part.contentId());
            }
        }
        return Stream.concat(own.stream(), others.stream()).toList();
    }

    private static List<MimePart> parts(@Nullable Object value) {
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof Map<?, ?> given)) {
            throw new IllegalArgumentException(NAME + " must be a Map of String and DataHandler, but is a "
                    + value.getClass().getName());
        }
        if (given.isEmpty()) {
            return List.of();
        }
        List<MimePart> parts = new ArrayList<>(given.size());
        Set<String> ids = new HashSet<>();
        for (Map.Entry<?, ?> entry : given.entrySet()) {
            parts.add(part(entry.getKey(), entry.getValue(), ids));
        }
        return parts;
    }

    private static MimePart part(@Nullable Object key, @Nullable Object value, Set<String> ids) {
        if (!(key instanceof String id)) {
            throw new IllegalArgumentException(NAME + " has a key that is no String, but " + type(key));
        }
        if (!(value instanceof DataHandler handler)) {
            throw new IllegalArgumentException(
                    NAME + " must have values of type DataHandler, but one of its values is " + type(value));
        }
        boolean isBracketed = id.length() > 2 && id.startsWith("<") && id.endsWith(">");
        MimePart part;
        try {
            part = MimePart.of(isBracketed ? id.substring(1, id.length() - 1) : id, HandlerContent.of(handler));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(NAME + " has a key that is no Content-ID: " + e.getMessage(), e);
        }
        if (!ids.add(String.valueOf(part.contentId()))) {
            throw new IllegalArgumentException(
                    NAME + " has two keys that are the same Content-ID: " + part.contentId());
        }
        return part;
    }

    private static String type(@Nullable Object value) {
        return value == null ? "null" : "a " + value.getClass().getName();
    }

    /** The map that handlers of a request add to: what the program has given, which stays as it is. */
    public static Map<String, DataHandler> copy(Map<String, Object> context) {
        Map<String, DataHandler> copy = new LinkedHashMap<>();
        if (context.get(NAME) instanceof Map<?, ?> given) {
            given.forEach((id, handler) -> copy.put((String) id, (DataHandler) handler));
        }
        return copy;
    }
}
