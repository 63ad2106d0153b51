package dev.weir.store;

import org.jspecify.annotations.Nullable;

/**
 * An answer to the exchange that waits for it. One whose exchange starts with {@code call:} is kept until that call is
 * completed, because its caller survives a crash and asks again; others only reach a caller that is still there.
 *
 * @param exchange a message's {@code replyTo}; a durable one is {@code call:KEY}, or {@code call:KEY/PATH} where one call
 *     led to several messages
 * @param fault the fault's name in Clark notation; null for a normal reply
 * @param payload the reply's message value, or the fault's
 */
public record ExchangeReply(String exchange, @Nullable String fault, byte[] payload) {
    /** What the exchanges of durable callers start with. */
    public static final String DURABLE = "call:";

    public boolean durable() {
        return exchange.startsWith(DURABLE);
    }

    /** Of a durable reply: the key of the call whose completion ends it. */
    public String callKey() {
        int end = exchange.indexOf('/');
        return exchange.substring(DURABLE.length(), end < 0 ? exchange.length() : end);
    }
}
