package dev.weir.bench.load;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What a load has measured of one request of the mix. The driver's thread fills it; afterwards it does not change. */
public final class RequestResult {
    private final String name;
    private final Histogram nanos;
    private @Nullable Histogram unsent;
    private long errors;
    private @Nullable String firstError;

    /** @param mostNanos the highest latency that it can count */
    RequestResult(String name, long mostNanos) {
        this.name = name;
        this.nanos = new Histogram(mostNanos, 3);
    }

    public String name() {
        return name;
    }

    /** The latencies of right replies, to three digits. */
    public Histogram nanos() {
        return nanos;
    }

    /**
     * Those, and of an open loop also how long the requests had waited at the end that were due and never sent: they would have
     * taken longer. Without these a server that stalls would look better than one that answers late.
     */
    public Histogram latencies() {
        if (unsent == null) {
            return nanos;
        }
        Histogram all = nanos.copy();
        all.add(unsent);
        return all;
    }

    /** Requests that were due and never sent. */
    public long overdue() {
        return unsent == null ? 0 : unsent.getTotalCount();
    }

    /** Requests without a right reply. */
    public long errors() {
        return errors;
    }

    /** What was wrong with the first of them, with its name; null if there is none. */
    public @Nullable String firstError() {
        return firstError;
    }

    void unsent(long waited, long count) {
        Histogram all = unsent;
        if (all == null) {
            all = new Histogram(nanos.getHighestTrackableValue(), nanos.getNumberOfSignificantValueDigits());
            unsent = all;
        }
        all.recordValueWithCount(Math.min(waited, nanos.getHighestTrackableValue()), count);
    }

    void failed(String why) {
        errors++;
        if (firstError == null) {
            firstError = name + ": " + why;
        }
    }
}
