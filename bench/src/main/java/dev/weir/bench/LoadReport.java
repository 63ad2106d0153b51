package dev.weir.bench;

import dev.weir.bench.load.LoadResult;
import dev.weir.bench.load.RequestResult;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What {@code weir bench load} says of a load. */
final class LoadReport {
    static final double NANOS = 1e6;

    private final PrintWriter out;

    /**
     * A load and what it took.
     *
     * @param cpu processor time of the server; null if nobody asked
     * @param corrected latencies as a closed loop without pauses would have had them; null for other loads
     * @param sustained what the search for a rate that holds has found; null if there was none
     */
    record Measured(
            LoadResult load,
            @Nullable Duration cpu,
            @Nullable Histogram corrected,
            LoadSearch.@Nullable Found sustained) {
        /** Whether the process is to end, and this is only a part. */
        boolean stopped() {
            return load.stopped() || sustained != null && sustained.stopped();
        }

        @Nullable Double cpuMillis() {
            return cpu == null || load.count() == 0 ? null : cpu.toNanos() / NANOS / load.count();
        }
    }

    LoadReport(PrintWriter out) {
        this.out = out;
    }

    /** One rate of a search. */
    void step(double perSecond, LoadResult result, boolean holds) {
        out.printf(
                Locale.ROOT,
                "%s: %s, %s%n",
                rate(perSecond),
                result.count() == 0 ? "no right reply" : String.format(Locale.ROOT, "p99 %.3f ms", result.millisAt(99)),
                holds ? "holds" : why(result));
        out.flush();
    }

    /** Why a rate does not hold. */
    private static String why(LoadResult result) {
        if (result.errors() > 0) {
            return String.format(Locale.ROOT, "but %,d errors", result.errors());
        }
        return result.overdue() > 0
                ? String.format(Locale.ROOT, "too much: %,d were due and never sent", result.overdue())
                : "too much";
    }

    private static String rate(double perSecond) {
        return String.format(Locale.ROOT, perSecond < 10 ? "%.2f/s" : "%,.0f/s", perSecond);
    }

    void print(Measured measured) {
        LoadResult result = measured.load;
        if (measured.stopped()) {
            out.println("stopped before its end: these are figures of a part of the run");
        }
        if (measured.sustained != null) {
            out.printf("%s; in a closed loop:%n", sustained(measured.sustained));
        }
        out.printf(
                Locale.ROOT,
                "%,d right replies in %.1f s: %s; %,d errors%n",
                result.count(),
                result.seconds(),
                rate(result.perSecond()),
                result.errors());
        latencies(result.latencies(), result.overdue());
        if (measured.corrected != null && result.count() > 0) {
            out.print("corrected for requests that waiting agents did not send: ");
            latencies(measured.corrected, 0);
        }
        error(result.firstError());
        if (result.requests().size() > 1) {
            for (RequestResult request : result.requests()) {
                out.printf(
                        Locale.ROOT,
                        "%s: %,d right replies; %,d errors%n",
                        request.name(),
                        request.nanos().getTotalCount(),
                        request.errors());
                latencies(request.latencies(), request.overdue());
                error(request.firstError());
            }
        }
        Double cpu = measured.cpuMillis();
        if (cpu != null) {
            out.printf(Locale.ROOT, "processor time of the server: %.4f ms/request%n", cpu);
        }
        if (result.overdue() > 0) {
            out.printf(
                    Locale.ROOT,
                    "%,d requests were due and never sent, as all agents waited for replies: the latencies have them"
                            + " with the time until the end, which is less than they would have taken%n",
                    result.overdue());
        }
        if (result.withoutDescriptor() > 0) {
            out.printf(
                    Locale.ROOT,
                    "file descriptors ran out: %,d requests were not sent for want of one. It is the limit of this"
                            + " process, not the server's: raise it (ulimit -n), or take fewer --agents%n",
                    result.withoutDescriptor());
        }
        if (result.driverIsLimit()) {
            out.printf(
                    Locale.ROOT,
                    "the driver's core was busy for %.0f %% of the time: it may be the limit, not the server%n",
                    100 * Math.min(1, result.driverLoad()));
        }
        out.flush();
    }

    private static String sustained(LoadSearch.Found found) {
        if (found.stopped()) {
            return "the search was stopped; "
                    + (found.held() == null ? "no rate had held yet" : rate(found.held()) + " had held");
        }
        if (found.held() != null) {
            return "sustained: " + rate(found.held());
        }
        if (found.lowest() == null) {
            return "no rate was tried, as too little was answered";
        }
        return found.firstError() == null
                ? "no rate held; the lowest tried was " + rate(found.lowest())
                : "no rate held: there were errors also at " + rate(found.lowest())
                        + ", half of the highest load or less, so that the search ended; the first of them: "
                        + found.firstError();
    }

    /** @param overdue how many of them were never sent */
    private void latencies(Histogram nanos, long overdue) {
        if (nanos.getTotalCount() == overdue) {
            out.println("no right reply");
            return;
        }
        out.printf(
                Locale.ROOT,
                "mean %.3f ms, p50 %.3f, p90 %.3f, p99 %.3f, p99.9 %.3f, max %.3f%n",
                nanos.getMean() / NANOS,
                nanos.getValueAtPercentile(50) / NANOS,
                nanos.getValueAtPercentile(90) / NANOS,
                nanos.getValueAtPercentile(99) / NANOS,
                nanos.getValueAtPercentile(99.9) / NANOS,
                nanos.getMaxValue() / NANOS);
    }

    private void error(@Nullable String first) {
        if (first != null) {
            out.println("the first error: " + first);
        }
    }
}
