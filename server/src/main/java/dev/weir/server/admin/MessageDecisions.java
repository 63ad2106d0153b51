package dev.weir.server.admin;

import dev.weir.composite.runtime.UndeliveredMessages;
import dev.weir.server.admin.AdminRecords.MessageContent;
import dev.weir.server.admin.AdminRecords.MessageDecision;
import dev.weir.server.admin.AdminRecords.MessageView;
import dev.weir.store.Message;
import dev.weir.wsdl.MessageValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The messages that no instance has taken, as the API shows them and decides about them. */
final class MessageDecisions {
    private final UndeliveredMessages messages;

    MessageDecisions(UndeliveredMessages messages) {
        this.messages = messages;
    }

    List<MessageView> list(int offset, int limit) {
        return messages.list(offset, limit).stream().map(MessageDecisions::view).toList();
    }

    Optional<MessageContent> show(long id) {
        return messages.find(id).map(message -> {
            Map<String, String> parts = new LinkedHashMap<>();
            MessageValue.fromBytes(message.payload())
                    .parts()
                    .forEach((name, element) -> parts.put(name, element.toString()));
            return new MessageContent(view(message), parts);
        });
    }

    private static MessageView view(Message message) {
        return new MessageView(
                message.id(),
                message.flow(),
                message.component(),
                message.partnerLink(),
                message.operation(),
                message.received(),
                message.keys(),
                message.payload().length,
                message.replyTo() != null);
    }

    /** @throws IllegalArgumentException where the verb is none, or the message cannot be delivered */
    MessageDecision decide(long id, String verb) {
        return switch (verb) {
            case "deliver" ->
                new MessageDecision(id, messages.deliver(id).join().name());
            case "cancel" -> new MessageDecision(id, messages.cancel(id).join() ? "CANCELLED" : "GONE");
            default ->
                throw new IllegalArgumentException("a message has no command '" + verb + "': use deliver or cancel");
        };
    }
}
