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
     * @param sustained what the search for a rate that holds has found; null if there was none
     */
    record Measured(
            LoadResult load,
            @Nullable Duration cpu,
            @Nullable Histogram corrected,
            LoadSearch.@Nullable Found sustained) {
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
                holds ? "holds" : "too much");
        out.flush();
    }

    private static String rate(double perSecond) {
        return String.format(Locale.ROOT, perSecond < 10 ? "%.2f/s" : "%,.0f/s", perSecond);
    }

    void print(Measured measured) {
        LoadResult result = measured.load;
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
        latencies(result.nanos());
        if (measured.corrected != null && result.count() > 0) {
            out.print("corrected for requests that waiting agents did not send: ");
            latencies(measured.corrected);
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
                latencies(request.nanos());
                error(request.firstError());
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

    private static String sustained(LoadSearch.Found found) {
        if (found.held() != null) {
            return "sustained: " + rate(found.held());
        }
        return found.lowest() == null
                ? "no rate was tried, as too little was answered"
                : "no rate held; the lowest tried was " + rate(found.lowest());
    }

    private void latencies(Histogram nanos) {
        if (nanos.getTotalCount() == 0) {
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

    /** Writes a JSON file. Times of requests are in milliseconds, and null where no reply was right. */
    static void write(Path file, Map<String, Object> settings, Measured measured) {
        LoadResult result = measured.load;
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("settings", settings);
        all.put("seconds", result.seconds());
        all.put("perSecond", result.perSecond());
        all.put("sustainedPerSecond", measured.sustained == null ? null : measured.sustained.held());
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
            throw new MeasureException("cannot write " + file + ": " + unwritable.getMessage(), unwritable);
        }
    }

    private static Map<String, Object> figures(Histogram nanos, long errors, @Nullable String firstError) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("count", nanos.getTotalCount());
        figures.put("errors", errors);
        figures.put("firstError", firstError);
        boolean none = nanos.getTotalCount() == 0;
        figures.put("meanMs", none ? null : nanos.getMean() / NANOS);
        figures.put("deviationMs", none ? null : nanos.getStdDeviation() / NANOS);
        figures.put("percentilesMs", percentiles(nanos));
        return figures;
    }

    private static @Nullable Map<String, Double> percentiles(Histogram nanos) {
        if (nanos.getTotalCount() == 0) {
            return null;
        }
        Map<String, Double> percentiles = new LinkedHashMap<>();
        for (double percentile : PERCENTILES) {
            percentiles.put(
                    Double.toString(percentile).replaceAll("\\.0$", ""),
                    nanos.getValueAtPercentile(percentile) / NANOS);
        }
        return percentiles;
    }
}
