package dev.weir.composite.delivery;

import dev.weir.store.ExchangeId;
import org.jspecify.annotations.Nullable;

/**
 * The WS-Addressing message id of a call by a process, the same on every attempt: {@code urn:weir:call:STORE:CALL}, with
 * the path of the delivery behind the call where a mediator sent it on. A receiver that is a Weir recognises a repetition
 * by it, and a callback finds the calling instance.
 *
 * @param store the name of the store that holds the call
 */
record CallMessageId(String store, ExchangeId.OfCall exchange) {
    private static final String PREFIX = "urn:weir:call:";

    /** The message id of a message that counts once under a key: the same for every repetition. */
    static String ofKey(String store, String key) {
        return isCall(key) ? key : PREFIX + store + ":" + key;
    }

    /** True for the message id of a call by a process of any Weir. */
    static boolean isCall(String messageId) {
        return messageId.startsWith(PREFIX);
    }

    /** The message id of a call that a store holds; null for any other id. */
    static @Nullable CallMessageId parse(@Nullable String messageId, String store) {
        String own = PREFIX + store + ":";
        if (messageId == null || !messageId.startsWith(own)) {
            return null;
        }
        try {
            return new CallMessageId(store, ExchangeId.OfCall.parseReference(messageId.substring(own.length())));
        } catch (IllegalArgumentException e) {
            // Not made by a Weir, whatever it looks like.
            return null;
        }
    }

    @Override
    public String toString() {
        return PREFIX + store + ":" + exchange.reference();
    }
}
