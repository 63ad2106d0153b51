package dev.weir.composite.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * How many requests took how long. The bounds are 1, 2 and 5 of each power of ten, from 10 microseconds to 50 seconds.
 * Immutable.
 *
 * @param counts of requests, for each of {@link #bounds} those that took no longer and longer than the bound before, and
 *     last those that took longer than all
 */
public record Histogram(List<Long> counts) {
    private static final long[] BOUNDS = boundsNanos();

    public Histogram {
        counts = List.copyOf(counts);
        if (counts.size() != size()) {
            throw new IllegalArgumentException("a histogram must have " + size() + " counts: " + counts.size());
        }
    }

    private static long[] boundsNanos() {
        long[] bounds = new long[21];
        int size = 0;
        for (long decade = 10_000; decade <= 10_000_000_000L; decade *= 10) {
            bounds[size++] = decade;
            bounds[size++] = 2 * decade;
            bounds[size++] = 5 * decade;
        }
        return bounds;
    }

    /** The bounds in nanoseconds, ascending. */
    public static List<Long> bounds() {
        return Arrays.stream(BOUNDS).boxed().toList();
    }

    /** How many counts there are: one for each bound, and one for what is beyond. */
    static int size() {
        return BOUNDS.length + 1;
    }

    /** The place among the counts of a request that took so long. */
    static int place(long nanos) {
        int place = Arrays.binarySearch(BOUNDS, nanos);
        return place >= 0 ? place : -place - 1;
    }

    /** How many requests there were. */
    public long count() {
        return count(counts::get);
    }

    /**
     * The time in nanoseconds that so many percent of the requests took at most: exact to the bounds around it, between
     * which it is estimated.
     *
     * @param percent above 0, at most 100
     * @param longest that any request took, which the estimate does not exceed
     * @return 0 where there were no requests
     */
    public long percentile(double percent, long longest) {
        return percentile(counts::get, percent, longest);
    }

    static long count(IntToLongFunction counts) {
        long count = 0;
        for (int i = 0; i < size(); i++) {
            count += counts.applyAsLong(i);
        }
        return count;
    }

    /** @param counts by their places */
    static long percentile(IntToLongFunction counts, double percent, long longest) {
        long rank = (long) Math.ceil(count(counts) * percent / 100);
        long before = 0;
        for (int i = 0; i < size(); i++) {
            long here = counts.applyAsLong(i);
            if (here > 0 && before + here >= rank) {
                long from = i == 0 ? 0 : BOUNDS[i - 1];
                long to = i == BOUNDS.length ? longest : Math.min(BOUNDS[i], longest);
                return Math.min(longest, from + (long) ((double) (to - from) * (rank - before) / here));
            }
            before += here;
        }
        return 0;
    }
}
