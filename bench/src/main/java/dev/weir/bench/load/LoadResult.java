package dev.weir.bench.load;

import java.util.List;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What a load has measured.
 *
 * @param nanos the latencies of requests that were answered rightly, to three digits
 * @param latencies those, and of an open loop also {@linkplain RequestResult#latencies what the requests that were never sent had
 *     waited for}
 * @param seconds elapsed time, until the last right reply
 * @param driverBusySeconds for which the driver's thread ran, or could have run had others not had its core
 * @param errors requests without a right reply
 * @param firstError which was the first of them and what was wrong; null if there is none
 * @param withoutDescriptor the errors among them of agents that could open no connection, since the process may not open one
 *     more file
 * @param bytes all that was sent and received on the connections, heads and bodies, whether replies were right or not
 * @param stopped whether it ended before its time, as it was asked to: what was under way then is not counted
 * @param requests the same for each request of the mix, in its order
 */
public record LoadResult(
        Histogram nanos,
        Histogram latencies,
        double seconds,
        double driverBusySeconds,
        long errors,
        @Nullable String firstError,
        long withoutDescriptor,
        long bytes,
        boolean stopped,
        List<RequestResult> requests) {
    /** The part of its time from which a driver's thread is the limit rather than the server. */
    private static final double BUSY = 0.9;

    /** Sums up. */
    static LoadResult of(
            List<RequestResult> requests,
            double seconds,
            double driverBusySeconds,
            @Nullable String firstError,
            long withoutDescriptor,
            long bytes,
            boolean stopped) {
        return new LoadResult(
                sum(requests, RequestResult::nanos),
                sum(requests, RequestResult::latencies),
                seconds,
                driverBusySeconds,
                requests.stream().mapToLong(RequestResult::errors).sum(),
                firstError,
                withoutDescriptor,
                bytes,
                stopped,
                requests);
    }

    private static Histogram sum(List<RequestResult> requests, Function<RequestResult, Histogram> of) {
        Histogram sum = new Histogram(3);
        requests.forEach(request -> sum.add(of.apply(request)));
        return sum;
    }

    /** Requests of an open loop that were due and not sent when the time ended, as no agent was free: the server cannot keep up. */
    public long overdue() {
        return latencies.getTotalCount() - count();
    }

    /** Requests that were answered rightly. */
    public long count() {
        return nanos.getTotalCount();
    }

    public double perSecond() {
        return count() == 0 ? 0 : count() / seconds;
    }

    /**
     * Of all {@link #latencies}.
     *
     * @param percentile 0 to 100
     */
    public double millisAt(double percentile) {
        return latencies.getValueAtPercentile(percentile) / 1e6;
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
        return seconds == 0 ? 0 : driverBusySeconds / seconds;
    }

    /** Whether the driver had hardly a pause, so that it and not the server may have bounded the rate. */
    public boolean driverIsLimit() {
        return driverLoad() > BUSY;
    }
}
