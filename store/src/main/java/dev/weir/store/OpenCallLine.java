package dev.weir.store;

import java.time.Instant;

/**
 * How many calls are being tried that lead to one place.
 *
 * @param calls under way, due, or later
 * @param later those of them that wait for a time to come: as a rule, calls that failed and are tried again
 * @param due the first time at which one of them is or was to be tried
 */
public record OpenCallLine(CallLine line, long calls, long later, Instant due) {}
