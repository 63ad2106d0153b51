package dev.weir.bench.report;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.weir.bench.measure.Results;
import dev.weir.bench.measure.Suite;
import dev.weir.bench.measure.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Everything reported about a run of a suite; its components are the keys of the JSON, which stay stable. */
@JsonPropertyOrder({"suite", "machine", "jdk", "version", "results", "ratios"})
public record Report(
        String suite, String machine, String jdk, String version, List<Figure> results, List<Ratio> ratios) {
    /** What one stack did on one workload, over all rounds. */
    @JsonPropertyOrder({"workload", "stack", "metric", "unit", "median", "min", "max", "runs"})
    public record Figure(
            String workload,
            String stack,
            String metric,
            String unit,
            double median,
            double min,
            double max,
            int runs) {}

    /** How many times better {@code stack} is than {@code vs}, over all rounds. */
    @JsonPropertyOrder({"workload", "metric", "stack", "vs", "median", "min", "max"})
    public record Ratio(
            String workload, String metric, String stack, String vs, double median, double min, double max) {}

    public static Report of(Suite suite, List<Workload> workloads, Results results) {
        List<String> order = workloads.stream().map(Workload::name).toList();
        List<String> stacks = workloads.stream()
                .flatMap(workload -> suite.heapStacks(workload).stream())
                .distinct()
                .toList();
        List<Figure> figures = new ArrayList<>();
        for (Results.Result result : results.results()) {
            figures.add(new Figure(
                    result.workload(),
                    result.stack(),
                    result.metric().name(),
                    result.metric().unit(),
                    rounded(result.median()),
                    rounded(result.min()),
                    rounded(result.max()),
                    result.runs()));
        }
        figures.sort(Comparator.comparingInt((Figure figure) -> order.indexOf(figure.workload))
                .thenComparingInt(figure -> stacks.indexOf(figure.stack)));
        List<Ratio> ratios = new ArrayList<>();
        Comparator<Results.Ratio> inOrder = Comparator.comparingInt(
                        (Results.Ratio ratio) -> stacks.indexOf(ratio.stack()))
                .thenComparingInt(ratio -> order.indexOf(ratio.workload()))
                .thenComparingInt(ratio -> stacks.indexOf(ratio.vs()));
        Stream.concat(
                        results.ratios(suite).stream().sorted(inOrder),
                        results.means(suite, workloads).stream().sorted(inOrder))
                .forEach(ratio -> ratios.add(new Ratio(
                        ratio.workload(),
                        ratio.metric().name(),
                        ratio.stack(),
                        ratio.vs(),
                        rounded(ratio.median()),
                        rounded(ratio.min()),
                        rounded(ratio.max()))));
        return new Report(
                suite.name(), Machine.description(), Machine.jdk(), Machine.version(), List.copyOf(figures), ratios);
    }

    public void writeJson(Path file) throws IOException {
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), this);
    }

    /** To four significant digits: no measurement has more. */
    private static double rounded(double value) {
        if (value == 0 || Double.isNaN(value) || Double.isInfinite(value)) {
            return value;
        }
        double scale = Math.pow(10, 3 - Math.floor(Math.log10(Math.abs(value))));
        return Math.round(value * scale) / scale;
    }
}
