package dev.weir.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.bench.load.LoadResult;
import dev.weir.bench.load.RequestResult;
import dev.weir.bench.measure.MeasureException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What {@code weir bench load} says of a load. */
final class LoadReport {
    private static final double[] PERCENTILES = {50, 75, 90, 95, 99, 99.9, 99.99, 100};
    private static final double NANOS = 1e6;

    private final PrintWriter out;

    /**
     * A load and what it took.
     *
     * @param cpu processor time of the server; null if nobody asked
     * @param corrected latencies as a closed loop without pauses would have had them; null for other loads
     * @param sustained the highest rate each second that held; null if it was not searched for
     */
    record Measured(
            LoadResult load,
            @Nullable Duration cpu,
            @Nullable Histogram corrected,
            @Nullable Double sustained) {
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
                "%,.0f/s: p99 %.3f ms, %s%n",
                perSecond,
                result.millisAt(99),
                holds ? "holds" : "too much");
        out.flush();
    }

    void print(Measured measured) {
        LoadResult result = measured.load;
        if (measured.sustained != null) {
            out.printf(Locale.ROOT, "sustained: %,.0f/s; in a closed loop:%n", measured.sustained);
        }
        out.printf(
                Locale.ROOT, "%,d requests in %.1f s: %,.0f/s%n", result.count(), result.seconds(), result.perSecond());
        latencies(result.nanos());
        if (measured.corrected != null) {
            out.print("corrected for requests that waiting agents did not send: ");
            latencies(measured.corrected);
        }
        errors(result.errors(), result.firstError());
        if (result.requests().size() > 1) {
            for (RequestResult request : result.requests()) {
                out.printf(
                        Locale.ROOT,
                        "%s: %,d requests%n",
                        request.name(),
                        request.nanos().getTotalCount());
                latencies(request.nanos());
                errors(request.errors(), request.firstError());
            }
        }
        Double cpu = measured.cpuMillis();
        if (cpu != null) {
            out.printf(Locale.ROOT, "processor time of the server: %.4f ms/request%n", cpu);
        }
        if (result.overdue() > 0) {
            out.printf(Locale.ROOT, "%,d requests were due and could not be sent%n", result.overdue());
        }
        if (result.driverIsLimit()) {
            out.printf(
                    Locale.ROOT,
                    "the driver's core was busy for %.0f %% of the time: it may be the limit, not the server%n",
                    100 * Math.min(1, result.driverLoad()));
        }
        out.flush();
    }

    private void latencies(Histogram nanos) {
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

    private void errors(long errors, @Nullable String first) {
        if (errors > 0) {
            out.printf(Locale.ROOT, "%,d errors, the first: %s%n", errors, first);
        }
    }

    /** Writes a JSON file. Times of requests are in milliseconds. */
    static void write(Path file, Map<String, Object> settings, Measured measured) {
        LoadResult result = measured.load;
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("settings", settings);
        all.put("seconds", result.seconds());
        all.put("perSecond", result.perSecond());
        all.put("sustainedPerSecond", measured.sustained);
        all.put("bytes", result.bytes());
        all.put("overdue", result.overdue());
        all.put("driverLoad", result.driverLoad());
        all.put("driverIsLimit", result.driverIsLimit());
        all.put("serverCpuMs", measured.cpuMillis());
        all.put("all", figures(result.nanos(), result.errors(), result.firstError()));
        all.put("correctedPercentilesMs", measured.corrected == null ? null : percentiles(measured.corrected));
        List<Map<String, Object>> requests = result.requests().stream()
                .map(request -> {
                    Map<String, Object> one = new LinkedHashMap<>();
                    one.put("name", request.name());
                    one.putAll(figures(request.nanos(), request.errors(), request.firstError()));
                    return one;
                })
                .toList();
        all.put("requests", requests);
        try {
            new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(file.toFile(), all);
        } catch (IOException unwritable) {
            throw new MeasureException("the result cannot be written: " + unwritable.getMessage(), unwritable);
        }
    }

    private static Map<String, Object> figures(Histogram nanos, long errors, @Nullable String firstError) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("count", nanos.getTotalCount());
        figures.put("errors", errors);
        figures.put("firstError", firstError);
        figures.put("meanMs", nanos.getMean() / NANOS);
        figures.put("deviationMs", nanos.getStdDeviation() / NANOS);
        figures.put("percentilesMs", percentiles(nanos));
        return figures;
    }

    private static Map<String, Double> percentiles(Histogram nanos) {
        Map<String, Double> percentiles = new LinkedHashMap<>();
        for (double percentile : PERCENTILES) {
            percentiles.put(
                    Double.toString(percentile).replaceAll("\\.0$", ""),
                    nanos.getValueAtPercentile(percentile) / NANOS);
        }
        return percentiles;
    }
}
