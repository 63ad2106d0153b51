package dev.weir.composite.delivery;

import dev.weir.store.Message;
import java.util.function.Predicate;

/**
 * A message that no instance has taken, as its component would take it now.
 *
 * @param definition of the instance that it would begin
 * @param isOfAnyConversation true for keys under which an instance takes such messages whatever they relate to
 */
public record UndeliveredMessage(Message message, String definition, Predicate<String> isOfAnyConversation) {}
