package dev.weir.bench.report;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.bench.measure.MeasureException;
import dev.weir.bench.measure.Published;
import dev.weir.bench.measure.Results;
import dev.weir.bench.measure.Suite;
import dev.weir.bench.measure.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything reported about a run of a suite; its components are the keys of the JSON, which stay stable.
 *
 * @param options those that change how figures come about, as on the command line; empty for a usual, full run
 * @param seed of the order of workloads and stacks
 * @param rounds that were wanted
 * @param failures what has no figure since it failed
 * @param unsettled what has no figure since it did not become steady
 */
@JsonPropertyOrder({
    "suite",
    "options",
    "seed",
    "rounds",
    "machine",
    "jdk",
    "version",
    "results",
    "ratios",
    "failures",
    "unsettled"
})
public record Report(
        String suite,
        String options,
        long seed,
        int rounds,
        String machine,
        String jdk,
        String version,
        List<Figure> results,
        List<Ratio> ratios,
        List<Failure> failures,
        List<Failure> unsettled)
        implements Published.Figures {
    /** A file must have every key, so that none is taken for zero; keys of later versions do not matter. */
    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .setDefaultSetterInfo(JsonSetter.Value.construct(Nulls.FAIL, Nulls.FAIL));

    /** What one stack did on one workload, over all rounds. */
    @JsonPropertyOrder({"workload", "stack", "metric", "unit", "higherIsBetter", "median", "min", "max", "runs"})
    public record Figure(
            String workload,
            String stack,
            String metric,
            String unit,
            boolean higherIsBetter,
            double median,
            double min,
            double max,
            int runs) {}

    /** How many times better {@code stack} is than {@code vs}, over all rounds. */
    @JsonPropertyOrder({"workload", "metric", "stack", "vs", "median", "min", "max"})
    public record Ratio(
            String workload, String metric, String stack, String vs, double median, double min, double max) {}

    /** Why one stack has no figure on one workload. */
    @JsonPropertyOrder({"workload", "stack", "reason"})
    public record Failure(String workload, String stack, String reason) {
        private static List<Failure> of(List<Results.Failure> all) {
            return all.stream()
                    .map(failed -> new Failure(failed.workload(), failed.stack(), failed.reason()))
                    .toList();
        }
    }

    /** All that has no figure: what failed, then what did not become steady. */
    List<Failure> withoutFigure() {
        return Stream.concat(failures.stream(), unsettled.stream()).toList();
    }

    /** Whether a stack only did not become steady on a workload. */
    boolean didNotSettle(String workload, String stack) {
        return unsettled.stream().anyMatch(none -> none.workload.equals(workload) && none.stack.equals(stack));
    }

    @Override
    public List<String> workloads() {
        return results.stream().map(Figure::workload).distinct().toList();
    }

    @Override
    public double median(String workload, String stack, String metric) {
        return results.stream()
                .filter(figure -> figure.workload().equals(workload)
                        && figure.stack().equals(stack)
                        && figure.metric().equals(metric))
                .mapToDouble(Figure::median)
                .findFirst()
                .orElse(Double.NaN);
    }

    /** @param seed of the order in which the results were measured */
    public static Report of(Suite suite, List<Workload> workloads, String options, long seed, Results results) {
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
                    result.metric().higherIsBetter(),
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
                suite.name(),
                options,
                seed,
                results.rounds(),
                Machine.description(),
                Machine.jdk(),
                Machine.version(),
                List.copyOf(figures),
                ratios,
                Failure.of(results.failures()),
                Failure.of(results.unsettled()));
    }

    /** @param comparison with an earlier run, under a key of its own; null if there is none */
    public void writeJson(Path file, @Nullable Comparison comparison) throws IOException {
        ObjectNode report = JSON.valueToTree(this);
        if (comparison != null) {
            report.set("comparison", JSON.valueToTree(comparison));
        }
        JSON.writeValue(file.toFile(), report);
    }

    /**
     * Reads what {@link #writeJson} wrote.
     *
     * @throws MeasureException that names the file and what is wrong with it
     */
    public static Report readJson(Path file) {
        try {
            Report report = JSON.readValue(file.toFile(), Report.class);
            if (report == null) { // the document is the word null
                throw new MeasureException(file + " is no file that --json wrote");
            }
            return report;
        } catch (JsonProcessingException wrong) {
            throw new MeasureException(
                    file + " is no file that --json wrote, or one of an earlier Weir, to be measured again"
                            + (wrong instanceof JsonMappingException ? "" : ": " + wrong.getOriginalMessage()),
                    wrong);
        } catch (IOException unreadable) {
            throw new MeasureException("cannot read " + file + ": " + unreadable.getMessage(), unreadable);
        }
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
