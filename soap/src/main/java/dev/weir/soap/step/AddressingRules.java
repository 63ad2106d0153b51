package dev.weir.soap.step;

import org.jspecify.annotations.Nullable;

/**
 * What an endpoint makes of the WS-Addressing header blocks of its requests.
 *
 * @param anonymous true where replies may go on the connection of the request
 * @param route by which replies go elsewhere; null where they may not
 */
public record AddressingRules(
        Extent extent, boolean anonymous, @Nullable ReplyRoute route) {
    /** Replies and faults relate to their requests, on the connection; what else the blocks say is the service's affair. */
    public static final AddressingRules RELATING = new AddressingRules(Extent.RELATING, true, null);

    /** From the least to the most; each has what those before it have. */
    public enum Extent {
        /** The blocks are passed over, as others that nobody knows. */
        IGNORING,
        /** Replies and faults relate to their requests. */
        RELATING,
        /** They go where ReplyTo and FaultTo say, or the request is refused. */
        HEEDING,
        /** The blocks that WS-Addressing 1.0 wants are there, and the action is the operation's, or the request is refused. */
        CHECKING,
        /** A request without any is refused. */
        REQUIRING
    }

    boolean are(Extent least) {
        return extent.compareTo(least) >= 0;
    }
}
