package dev.weir.store;

import java.time.Instant;

/**
 * A queue of calls that waits for a missing position.
 *
 * @param name as its calls' {@link Turn} has it
 * @param expected the position that is waited for
 * @param next the least position that is there
 * @param waiting how many calls wait
 * @param since when the position was first missed
 * @param overdue true if it has been waited for longer than the queue's patience
 */
public record CallQueue(String name, long expected, long next, long waiting, Instant since, boolean overdue) {}
