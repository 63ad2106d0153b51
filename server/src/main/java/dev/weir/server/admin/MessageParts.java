package dev.weir.server.admin;

import dev.weir.wsdl.MessageValue;
import java.util.LinkedHashMap;
import java.util.Map;

/** A stored message as text. */
final class MessageParts {
    private MessageParts() {}

    /** Each part's element as XML, by its name. */
    static Map<String, String> of(byte[] payload) {
        Map<String, String> parts = new LinkedHashMap<>();
        MessageValue.fromBytes(payload).parts().forEach((name, element) -> parts.put(name, element.toString()));
        return parts;
    }
}
