package dev.weir.composite.statistics;

import dev.weir.composite.statistics.Statistics.Times;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * How often something took place, and how long it took. Threads that count at the same time do not wait for each other;
 * what is read while they count may lack some of it. Thread-safe.
 */
final class TimeCounter {
    private final LongAdder count = new LongAdder();
    private final LongAdder sum = new LongAdder();
    private final LongAccumulator least = new LongAccumulator(Math::min, Long.MAX_VALUE);
    private final LongAccumulator most = new LongAccumulator(Math::max, 0);

    void add(long nanos) {
        count.increment();
        sum.add(nanos);
        least.accumulate(nanos);
        most.accumulate(nanos);
    }

    /** The longest so far; 0 where nothing took place. */
    long longest() {
        return most.get();
    }

    Times now() {
        long times = count.sum();
        return times == 0 ? Times.NONE : new Times(times, sum.sum(), Math.min(least.get(), most.get()), most.get());
    }
}
