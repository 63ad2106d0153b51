package dev.weir.store;

import java.time.Instant;

/**
 * A call that an operator has decided about while he, or another, holds the instance that made it: the call is over, and the
 * instance does what was decided when it is resumed.
 *
 * @param key of the call
 * @param flow of the instance
 * @param component that made the call
 * @param decision what was decided, and who did, as {@link Message#decision} has it
 * @param decided when
 */
public record DecidedCall(
        CallKey key,
        long flow,
        ComponentId component,
        String partnerLink,
        String operation,
        String decision,
        Instant decided) {}
