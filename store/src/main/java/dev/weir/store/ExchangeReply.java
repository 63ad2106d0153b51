package dev.weir.store;

import org.jspecify.annotations.Nullable;

/**
 * A reply to the exchange that waits for it. One whose exchange is {@linkplain ExchangeId#durable() durable} is kept
 * until its call is completed, because the caller survives a crash and asks again; others only reach a caller that is
 * still there.
 *
 * @param exchange a message's {@code replyTo}
 * @param fault the fault's name in Clark notation; null for a normal reply
 * @param reason why there is a fault, for people, and it may be empty; null for a normal reply
 * @param payload the reply's message value, or the fault's
 */
public record ExchangeReply(
        ExchangeId exchange,
        @Nullable String fault,
        @Nullable String reason,
        byte[] payload) {
    /** A normal reply. */
    public static ExchangeReply of(ExchangeId exchange, byte[] payload) {
        return new ExchangeReply(exchange, null, null, payload);
    }

    /** True if the reply is to be kept until its call is completed. */
    public boolean durable() {
        return exchange.durable();
    }
}
