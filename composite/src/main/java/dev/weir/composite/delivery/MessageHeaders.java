package dev.weir.composite.delivery;

import dev.weir.bpel.HeaderUse.Read;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What goes with messages beside their parts: what of it comes to a process, and what mediators hand on. */
public final class MessageHeaders {
    /** The namespaces of WS-Addressing 1.0 and of the submission of August 2004. */
    private static final Set<String> ADDRESSING =
            Set.of("http://www.w3.org/2005/08/addressing", "http://schemas.xmlsoap.org/ws/2004/08/addressing");

    private MessageHeaders() {}

    /**
     * A message as a process takes it: with the header blocks and properties that it reads, and no others. What came with
     * the message counts before what came with the request at the start of the context.
     */
    public static MessageValue read(Delivery delivery, Read read) {
        MessageValue message = delivery.message();
        boolean bare = message.headers().isEmpty() && message.properties().isEmpty();
        if (bare && read == Read.NOTHING) {
            return message;
        }
        MessageValue taken = parts(message);
        if (!addHeaders(message.headers(), read, taken)) {
            addHeaders(delivery.context().headers(), read, taken);
        }
        Map<String, String> properties = delivery.context().properties(message);
        for (String name : read.properties()) {
            String value = properties.get(name);
            if (value != null) {
                taken.setProperty(name, value);
            }
        }
        return taken;
    }

    /** A reply from outside, with the header blocks that its receiver reads, and no others. */
    static MessageValue readOfReply(Delivery delivery, MessageValue reply) {
        if (reply.headers().isEmpty()) {
            return reply;
        }
        MessageValue taken = parts(reply);
        addHeaders(reply.headers(), delivery.context().inReply(), taken);
        return taken;
    }

    /**
     * What a mediator makes of a message takes over what goes beside it, but for properties and header blocks that it
     * has of its own, and for WS-Addressing: message id, reply address and action are of one message on one way.
     */
    public static MessageValue carried(MessageValue from, MessageValue made) {
        if (from.headers().isEmpty() && from.properties().isEmpty()) {
            return made;
        }
        MessageValue carried = parts(made);
        Set<XmlName> own = new HashSet<>();
        made.headers().forEach(block -> own.add(block.name()));
        from.headers().stream()
                .filter(block -> !own.contains(block.name())
                        && !ADDRESSING.contains(block.name().namespace()))
                .forEach(carried::addHeader);
        made.headers().forEach(carried::addHeader);
        from.properties().forEach(carried::setProperty);
        made.properties().forEach(carried::setProperty);
        return carried;
    }

    /** A message with further header blocks; itself for none. */
    static MessageValue with(MessageValue message, List<XmlElement> blocks) {
        if (blocks.isEmpty()) {
            return message;
        }
        MessageValue more = parts(message);
        message.headers().forEach(more::addHeader);
        blocks.forEach(more::addHeader);
        message.properties().forEach(more::setProperty);
        return more;
    }

    private static boolean addHeaders(List<XmlElement> blocks, Read read, MessageValue taken) {
        boolean any = false;
        for (XmlElement block : blocks) {
            if (read.headers().contains(block.name())) {
                taken.addHeader(block);
                any = true;
            }
        }
        return any;
    }

    private static MessageValue parts(MessageValue message) {
        MessageValue parts = new MessageValue();
        message.parts().forEach(parts::set);
        return parts;
    }
}
