package dev.weir.store;

/**
 * A message as lists of {@linkplain Store#undeliveredMessages those that no instance has taken} have it.
 *
 * @param message but for its payload, which is empty here: {@link Store#undeliveredMessage} has it
 * @param bytes of its payload
 */
public record ListedMessage(Message message, int bytes) {
    public long id() {
        return message.id();
    }
}
