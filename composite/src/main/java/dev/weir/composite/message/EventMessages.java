package dev.weir.composite.message;

import dev.weir.bpel.EventType;
import dev.weir.composite.assembly.EventDefinition;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Part;
import java.util.List;

/** Events as expressions see them: messages of one part, {@code $in.payload} and {@code $out.payload}. */
public final class EventMessages {
    /** The part that is the event's content. */
    public static final String PART = EventType.PART;

    private EventMessages() {}

    public static MessageType type(EventDefinition event) {
        return new MessageType(event.name(), List.of(new Part(PART, event.content(), null)));
    }
}
