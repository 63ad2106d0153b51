package dev.weir.composite.statistics;

/**
 * How many requests there have been, of one counter or of several, by how they ended and how long they took. The difference
 * of two says what came in between. Who looks often gets it without a box for each number. Immutable.
 */
public final class RequestTotals {
    /** No requests. */
    public static final RequestTotals NONE = new RequestTotals(new long[Histogram.size()], 0, 0);

    private final long[] counts;
    private final long unsuccessful;
    private final long longest;

    /**
     * @param counts as those of a {@link Histogram}; not the caller's any longer
     * @param unsuccessful those of them that were answered by a fault, or not at all
     * @param longest no request took longer, in nanoseconds
     */
    RequestTotals(long[] counts, long unsuccessful, long longest) {
        this.counts = counts;
        this.unsuccessful = unsuccessful;
        this.longest = longest;
    }

    /** How many there were. */
    public long count() {
        return Histogram.count(i -> counts[i]);
    }

    /** Those of them that were answered by a fault, or not at all. */
    public long unsuccessful() {
        return unsuccessful;
    }

    /** The time in nanoseconds that so many percent of them took at most, estimated as by {@link Histogram#percentile}. */
    public long percentile(double percent) {
        return Histogram.percentile(i -> counts[i], percent, longest);
    }

    /** Both together. */
    public RequestTotals plus(RequestTotals other) {
        long[] sums = counts.clone();
        for (int i = 0; i < sums.length; i++) {
            sums[i] += other.counts[i];
        }
        return new RequestTotals(sums, unsuccessful + other.unsuccessful, Math.max(longest, other.longest));
    }

    /** What has come since an earlier look; all, where the counters have begun anew since. */
    public RequestTotals since(RequestTotals earlier) {
        long[] differences = counts.clone();
        for (int i = 0; i < differences.length; i++) {
            differences[i] -= earlier.counts[i];
            if (differences[i] < 0) {
                return this;
            }
        }
        return new RequestTotals(differences, Math.max(0, unsuccessful - earlier.unsuccessful), longest);
    }
}
