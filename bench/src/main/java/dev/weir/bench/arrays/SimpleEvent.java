package dev.weir.bench.arrays;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlType;
import org.jspecify.annotations.Nullable;

/** A struct with a text; its elements may come in any order (xsd:all). */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
        name = "SimpleEvent",
        namespace = ArrayService.NAMESPACE,
        propOrder = {})
public class SimpleEvent {
    public int sequenceNumber;
    public double timestamp;
    public @Nullable String message;

    /** The one that the suite has at a place of its arrays. */
    public static SimpleEvent at(int place) {
        SimpleEvent event = new SimpleEvent();
        event.sequenceNumber = place;
        event.timestamp = Math.sqrt(place);
        event.message = "Message #" + place;
        return event;
    }
}
