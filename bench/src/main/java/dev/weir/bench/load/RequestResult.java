package dev.weir.bench.load;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What a load has measured of one request of the mix. The driver's thread fills it; afterwards it does not change. */
public final class RequestResult {
    private final String name;
    private final Histogram nanos;
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

    /** Requests without a right reply. */
    public long errors() {
        return errors;
    }

    /** What was wrong with the first of them, with its name; null if there is none. */
    public @Nullable String firstError() {
        return firstError;
    }

    void failed(String why) {
        errors++;
        if (firstError == null) {
            firstError = name + ": " + why;
        }
    }
}
