package dev.weir.composite.delivery;

import dev.weir.store.Message;

/**
 * A message that no instance has taken, as its component would take it now.
 *
 * @param definition of the instance that it would begin
 */
public record UndeliveredMessage(Message message, String definition) {}
