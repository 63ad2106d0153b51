package dev.weir.wsdl;

import dev.weir.xml.tree.XmlElement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The value of a WSDL message: parts by name, in order. A part declared by element is that element; a part declared by
 * type is an element in no namespace named like the part, whose content (attributes, children, text) is of that type.
 * Mutable, owned by one thread at a time; processes keep their message variables as this.
 */
public final class MessageValue {
    private final Map<String, XmlElement> parts = new LinkedHashMap<>();

    /** A message without parts. */
    public MessageValue() {}

    public static MessageValue of(String part, XmlElement value) {
        MessageValue message = new MessageValue();
        message.set(part, value);
        return message;
    }

    public Map<String, XmlElement> parts() {
        return parts;
    }

    public @Nullable XmlElement part(String name) {
        return parts.get(name);
    }

    public void set(String part, XmlElement value) {
        parts.put(part, value);
    }

    /** A deep copy. */
    public MessageValue copy() {
        throw new UnsupportedOperationException("not built yet");
    }

    /** The stored form: one element per part inside a wrapper; read back by {@link #fromBytes}. */
    public byte[] toBytes() {
        throw new UnsupportedOperationException("not built yet");
    }

    /** Reads what {@link #toBytes} wrote. */
    public static MessageValue fromBytes(byte[] stored) {
        throw new UnsupportedOperationException("not built yet");
    }
}
