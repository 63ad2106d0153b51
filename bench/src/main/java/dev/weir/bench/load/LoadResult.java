package dev.weir.bench.load;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What a load has measured.
 *
 * @param nanos the latencies of requests that were answered rightly, to three digits
 * @param seconds elapsed time, until the last reply
 * @param driverCpuSeconds processor time of the driver's thread
 * @param errors requests without a right reply
 * @param firstError what was wrong with the first of them; null if there is none
 * @param bytes all that was sent and received on the connections, heads and bodies, whether replies were right or not
 * @param overdue requests of an open loop that were due and not sent when the time ended: the server or the driver cannot
 *     keep up
 */
public record LoadResult(
        Histogram nanos,
        double seconds,
        double driverCpuSeconds,
        long errors,
        @Nullable String firstError,
        long bytes,
        long overdue) {
    /** The part of its time from which a driver's thread is the limit rather than the server. */
    private static final double BUSY = 0.9;

    /** This and another, which followed it, as one. */
    public LoadResult and(LoadResult next) {
        Histogram both = nanos.copy();
        both.add(next.nanos);
        return new LoadResult(
                both,
                seconds + next.seconds,
                driverCpuSeconds + next.driverCpuSeconds,
                errors + next.errors,
                firstError == null ? next.firstError : firstError,
                bytes + next.bytes,
                overdue + next.overdue);
    }

    /** Requests that were answered rightly. */
    public long count() {
        return nanos.getTotalCount();
    }

    public double perSecond() {
        return count() / seconds;
    }

    public double meanMillis() {
        return nanos.getMean() / 1e6;
    }

    /** @param percentile 0 to 100 */
    public double millisAt(double percentile) {
        return nanos.getValueAtPercentile(percentile) / 1e6;
    }

    /** What a request and its reply take on the connection, where there were no errors. */
    public double bytesPerRequest() {
        return (double) bytes / count();
    }

    /** Whether the driver had hardly a pause, so that it and not the server may have bounded the rate. */
    public boolean driverIsLimit() {
        return driverCpuSeconds > BUSY * seconds;
    }
}
