package dev.weir.composite.sensor;

import java.util.List;
import java.util.Map;

/** The properties of messages that sensors see beside those that travel with the message. */
public final class MessageProperties {
    /** By these names of Oracle's, the flow. */
    private static final List<String> FLOW =
            List.of("tracking.compositeInstanceId", "tracking.ecid", "tracking.conversationId");

    private MessageProperties() {}

    static boolean comesBySoap(String property) {
        return FLOW.contains(property) || property.startsWith("wsa.") || property.equals("replyToAddress");
    }

    /** Adds those that name a flow, unless the message has its own. */
    public static void addFlow(Map<String, String> properties, long flow) {
        FLOW.forEach(name -> properties.putIfAbsent(name, Long.toString(flow)));
    }
}
