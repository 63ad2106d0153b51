package dev.weir.server.admin;

import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlException;
import java.util.LinkedHashMap;
import java.util.Map;

/** A stored message as text. */
final class MessageParts {
    private MessageParts() {}

    /**
     * Each part's element as XML, by its name.
     *
     * @param what it is, for the error
     * @throws RefusedException if what is stored is no message
     */
    static Map<String, String> of(String what, byte[] payload) {
        Map<String, String> parts = new LinkedHashMap<>();
        try {
            MessageValue.fromBytes(payload).parts().forEach((name, element) -> parts.put(name, element.toString()));
        } catch (XmlException e) {
            throw new RefusedException(
                    409,
                    "admin-message-unreadable",
                    "what the store has of " + what + " cannot be read: " + e.getMessage(),
                    "it can be dropped; a file of the store may be damaged");
        }
        return parts;
    }
}
