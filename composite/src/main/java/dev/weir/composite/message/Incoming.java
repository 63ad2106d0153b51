package dev.weir.composite.message;

import dev.weir.wsdl.MessageValue;
import dev.weir.xml.tree.XmlElement;
import java.util.List;
import java.util.Map;

/**
 * A message as it comes: a request, an event, an answer, a callback.
 *
 * @param message stays its sender's; outgoing messages may share its parts, so neither may be changed while the other is
 *     in use
 * @param properties for {@code $in.property.name}; one that is missing is empty
 * @param headers header blocks, for {@code $in.header.prefix_name}
 */
public record Incoming(MessageValue message, Map<String, String> properties, List<XmlElement> headers) {
    public Incoming {
        properties = Map.copyOf(properties);
        headers = List.copyOf(headers);
    }

    /** A message with what travels beside its parts. */
    public static Incoming of(MessageValue message) {
        return new Incoming(message, message.properties(), message.headers());
    }
}
