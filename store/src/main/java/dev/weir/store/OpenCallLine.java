package dev.weir.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How many calls are being tried that lead to one place.
 *
 * @param calls under way, due, later or parked
 * @param later those of them that wait for a time to come: as a rule, calls that failed and are tried again
 * @param parked those of them that wait for their composite to be deployed
 * @param due the first time at which one of them is or was to be tried; null where all are parked
 */
public record OpenCallLine(
        CallLine line,
        long calls,
        long later,
        long parked,
        @Nullable Instant due) {}
