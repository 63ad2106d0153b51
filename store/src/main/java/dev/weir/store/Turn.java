package dev.weir.store;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A call's place in a queue. Of the calls of one queue one at a time is leased, and the next only when that one has ended,
 * however often it was tried; queues do not wait for each other. A queue comes to be with its first call.
 *
 * @param queue its name, unique in the store
 * @param position by which calls are put in order; calls of one position go as they came
 */
public record Turn(String queue, Order order, long position) {
    /** In which order the calls of a queue go. All of them name the same; where they do not, the latest counts. */
    public sealed interface Order {}

    /** As they came; positions do not count. */
    public record Arrival() implements Order {}

    /**
     * By position, none left out: a call waits until all positions before its own have had their turn or were {@linkplain
     * Store#skip skipped}. A call whose position has passed can never have its turn: it is dropped, with an event in the
     * history, and its flow has failed. A queue of this kind remembers its position for ever.
     *
     * @param start the first position
     * @param increment from one position to the next, at least 1
     * @param patience how long a missing position may be waited for before the queue counts as {@linkplain
     *     CallQueue#overdue overdue}; null for ever
     */
    public record Sequence(
            long start, long increment, @Nullable Duration patience) implements Order {
        public Sequence {
            if (increment < 1) {
                throw new IllegalArgumentException("the increment of a sequence must be at least 1: " + increment);
            }
        }
    }

    /**
     * By position among those that came within a time, which begins with the first call that waits. Calls that come in the
     * tenth of that time that follows go with them if their positions are not beyond theirs. Zero for no time: then the
     * least position of those that wait is always the next.
     */
    public record Window(Duration length) implements Order {
        public Window {
            if (length.isNegative()) {
                throw new IllegalArgumentException("a window must not be negative: " + length);
            }
        }
    }
}
