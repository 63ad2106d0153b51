package dev.weir.bench.load;

/** When the requests of an open loop fall due: one in each interval from a start on. Nanoseconds, by {@link System#nanoTime}. */
final class DueTimes {
    /** Requests that were never sent can be many times those that were. */
    private static final int STEPS = 1_000_000;

    private final long start;
    private final double interval;
    private long taken;

    /** Receives requests that were not sent. */
    interface Unsent {
        /**
         * @param nanos for which each has waited at least
         * @param count of them
         */
        void waited(long nanos, long count);
    }

    DueTimes(long start, double perSecond) {
        this.start = start;
        this.interval = 1e9 / perSecond;
    }

    /** When the next one is due. */
    long next() {
        return at(taken);
    }

    void take() {
        taken++;
    }

    private long at(long number) {
        return start + (long) (number * interval);
    }

    /** Hands over those that fell due before the end and were not taken. Where they are very many, one time stands for several. */
    void rest(long end, Unsent unsent) {
        long due = before(end);
        long step = Math.max(1, (due - taken + STEPS - 1) / STEPS);
        for (long first = taken; first < due; first += step) {
            long count = Math.min(step, due - first);
            unsent.waited(end - at(first + count - 1), count);
        }
    }

    private long before(long end) {
        long number = Math.max(0, (long) Math.ceil((end - start) / interval));
        while (number > 0 && at(number - 1) >= end) {
            number--; // the quotient was rounded up
        }
        return number;
    }
}
