package dev.weir.bench.load;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What a load has measured.
 *
 * @param nanos the latencies of requests that were answered rightly, to three digits
 * @param seconds elapsed time, until the last right reply
 * @param driverBusySeconds for which the driver's thread ran, or could have run had others not had its core
 * @param errors requests without a right reply
 * @param firstError which was the first of them and what was wrong; null if there is none
 * @param bytes all that was sent and received on the connections, heads and bodies, whether replies were right or not
 * @param overdue requests of an open loop that were due and not sent when the time ended: the server or the driver cannot
 *     keep up
 * @param requests the same for each request of the mix, in its order
 */
public record LoadResult(
        Histogram nanos,
        double seconds,
        double driverBusySeconds,
        long errors,
        @Nullable String firstError,
        long bytes,
        long overdue,
        List<RequestResult> requests) {
    /** The part of its time from which a driver's thread is the limit rather than the server. */
    private static final double BUSY = 0.9;

    /** Requests that were answered rightly. */
    public long count() {
        return nanos.getTotalCount();
    }

    public double perSecond() {
        return count() / seconds;
    }

    /** @param percentile 0 to 100 */
    public double millisAt(double percentile) {
        return nanos.getValueAtPercentile(percentile) / 1e6;
    }

    /**
     * The latencies of a closed loop without think time as wrk reports them. While an agent waits for a late reply it sends
     * nothing, so that a pause of the server makes few latencies long. For each mean interval that a latency exceeds, one more is
     * counted here, of a request that would have been sent then.
     */
    public Histogram nanosCorrected(int agents) {
        return count() == 0
                ? nanos
                : nanos.copyCorrectedForCoordinatedOmission(Math.max(1, (long) (seconds * 1e9 * agents / count())));
    }

    /** What a request and its reply take on the connection, where there were no errors. */
    public double bytesPerRequest() {
        return (double) bytes / count();
    }

    /** The part of its time in which the driver had no pause. */
    public double driverLoad() {
        return driverBusySeconds / seconds;
    }

    /** Whether the driver had hardly a pause, so that it and not the server may have bounded the rate. */
    public boolean driverIsLimit() {
        return driverLoad() > BUSY;
    }
}
