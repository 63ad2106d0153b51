package dev.weir.composite.delivery;

import dev.weir.store.Call;
import dev.weir.store.ComponentId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the callbacks of a conversation go, as it is kept with a process instance: an HTTP address, or a partner link
 * of a component in this server. Its stored form begins with, and is divided by, a character that no XML document can
 * hold: an address that a process took from a message is never mistaken for one.
 *
 * @param kind how the rest is meant
 * @param target an URL, or a component
 * @param partnerLink the component's partner link; empty for HTTP
 * @param relatesTo the id of the message that opened the conversation; null where it had none
 */
public record CallbackAddress(
        Kind kind,
        String target,
        String partnerLink,
        @Nullable String relatesTo) {
    public enum Kind {
        HTTP,
        COMPONENT
    }

    private static final String SEPARATOR = "\u0001";

    /** Callbacks by WS-Addressing's ReplyTo. */
    static CallbackAddress http(String replyTo, @Nullable String messageId) {
        return new CallbackAddress(Kind.HTTP, replyTo, "", messageId);
    }

    /** Callbacks to the partner link on which a process made a call. */
    static CallbackAddress ofCaller(Call call) {
        return new CallbackAddress(
                Kind.COMPONENT,
                call.component().toString(),
                call.partnerLink(),
                call.key().toString());
    }

    /** The component of a callback of that kind. */
    public ComponentId component() {
        return ComponentId.parse(target);
    }

    String encode() {
        return SEPARATOR + String.join(SEPARATOR, kind.name(), target, partnerLink, relatesTo == null ? "" : relatesTo);
    }

    /** The inverse of {@link #encode}; null for an address that is not a callback's. */
    public static @Nullable CallbackAddress decode(String address) {
        if (!address.startsWith(SEPARATOR)) {
            return null;
        }
        List<String> fields = List.of(address.substring(SEPARATOR.length()).split(SEPARATOR, -1));
        if (fields.size() != 4) {
            throw new IllegalArgumentException("a callback address must have 4 fields: " + fields);
        }
        return new CallbackAddress(
                Kind.valueOf(fields.get(0)),
                fields.get(1),
                fields.get(2),
                fields.get(3).isEmpty() ? null : fields.get(3));
    }
}
