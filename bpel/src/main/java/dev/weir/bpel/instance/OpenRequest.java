package dev.weir.bpel.instance;

import dev.weir.store.ExchangeId;
import org.jspecify.annotations.Nullable;

/**
 * A request that waits for its reply.
 *
 * @param linkScope the id of the active scope that holds the partner link
 * @param link the partner link's id
 * @param exchangeScope the id of the active scope that holds the message exchange; 0 for the default one
 * @param exchange the message exchange's id; -1 for the default one
 * @param replyTo the exchange that waits for the reply; null for none
 */
public record OpenRequest(
        int linkScope,
        int link,
        String operation,
        int exchangeScope,
        int exchange,
        @Nullable ExchangeId replyTo) {
    /** True if a reply to the one answers the other. */
    public boolean answers(OpenRequest other) {
        return linkScope == other.linkScope
                && link == other.link
                && operation.equals(other.operation)
                && exchangeScope == other.exchangeScope
                && exchange == other.exchange;
    }
}
