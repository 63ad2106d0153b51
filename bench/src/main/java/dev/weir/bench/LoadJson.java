package dev.weir.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.bench.load.LoadResult;
import dev.weir.bench.measure.MeasureException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The JSON file of a load. It is written before the first request too, and when the load fails, so that nobody takes the file of
 * an earlier load for that of this one: {@code complete} is true only in that of a load which has come to its end.
 */
final class LoadJson {
    private static final double[] PERCENTILES = {50, 75, 90, 95, 99, 99.9, 99.99, 100};
    private static final double NANOS = LoadReport.NANOS;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Path file;
    private final Map<String, Object> settings;

    LoadJson(Path file, Map<String, Object> settings) {
        this.file = file;
        this.settings = settings;
    }

    /** The load begins. */
    void begin() {
        incomplete("the run has not ended");
    }

    /** The load has no figures. */
    void fail(String why) {
        incomplete(why);
    }

    /** Into a file only: a pipe or a terminal keeps nothing of an earlier load. */
    private void incomplete(String why) {
        if (!Files.exists(file) || Files.isRegularFile(file)) {
            write(head(why));
        }
    }

    /** Writes figures. Times of requests are in milliseconds, and null where no reply was right. */
    void write(LoadReport.Measured measured) {
        LoadResult result = measured.load();
        Map<String, Object> all = head(measured.stopped() ? "stopped before its end" : null);
        all.put("seconds", result.seconds());
        all.put("perSecond", result.perSecond());
        all.put(
                "sustainedPerSecond",
                measured.sustained() == null ? null : measured.sustained().held());
        all.put(
                "searchEndedBy",
                measured.sustained() == null ? null : measured.sustained().firstError());
        all.put("bytes", result.bytes());
        all.put("withoutDescriptor", result.withoutDescriptor());
        all.put("driverLoad", result.driverLoad());
        all.put("driverIsLimit", result.driverIsLimit());
        all.put("serverCpuMs", measured.cpuMillis());
        all.put("all", figures(result.latencies(), result.overdue(), result.errors(), result.firstError()));
        all.put("correctedPercentilesMs", measured.corrected() == null ? null : percentiles(measured.corrected(), 0));
        List<Map<String, Object>> requests = result.requests().stream()
                .map(request -> {
                    Map<String, Object> one = new LinkedHashMap<>();
                    one.put("name", request.name());
                    one.putAll(figures(request.latencies(), request.overdue(), request.errors(), request.firstError()));
                    return one;
                })
                .toList();
        all.put("requests", requests);
        write(all);
    }

    /** @param failure why there are no figures, or only of a part; null if the load is complete */
    private Map<String, Object> head(@Nullable String failure) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("complete", failure == null);
        all.put("failure", failure);
        all.put("settings", settings);
        return all;
    }

    private void write(Map<String, Object> all) {
        try {
            // As a whole before the file is opened: a process that is to end leaves the one or the other, not nothing.
            byte[] content = MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(all);
            Files.write(file, content);
        } catch (IOException unwritable) {
            throw new MeasureException("cannot write " + file + ": " + unwritable.getMessage(), unwritable);
        }
    }

    private static Map<String, Object> figures(
            Histogram nanos, long overdue, long errors, @Nullable String firstError) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("count", nanos.getTotalCount() - overdue);
        figures.put("overdue", overdue);
        figures.put("errors", errors);
        figures.put("firstError", firstError);
        boolean none = nanos.getTotalCount() == overdue;
        figures.put("meanMs", none ? null : nanos.getMean() / NANOS);
        figures.put("deviationMs", none ? null : nanos.getStdDeviation() / NANOS);
        figures.put("percentilesMs", percentiles(nanos, overdue));
        return figures;
    }

    private static @Nullable Map<String, Double> percentiles(Histogram nanos, long overdue) {
        if (nanos.getTotalCount() == overdue) {
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
