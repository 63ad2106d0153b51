package dev.weir.bench.report;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.bench.measure.MeasureException;
import dev.weir.bench.measure.Metric;
import dev.weir.bench.measure.Published;
import dev.weir.bench.measure.Results;
import dev.weir.bench.measure.Suite;
import dev.weir.bench.measure.Workload;
import java.io.CharConversionException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
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

    /**
     * What one stack did on one workload, over all rounds.
     *
     * @param settled whether it was steady in all of them; if not, it was accepted by {@code --noisy}
     */
    @JsonPropertyOrder({
        "workload",
        "stack",
        "metric",
        "unit",
        "higherIsBetter",
        "median",
        "min",
        "max",
        "runs",
        "settled"
    })
    public record Figure(
            String workload,
            String stack,
            String metric,
            String unit,
            boolean higherIsBetter,
            double median,
            double min,
            double max,
            int runs,
            boolean settled) {}

    /**
     * How many times better {@code stack} is than {@code vs}, over all rounds.
     *
     * @param settled whether both figures were, in a mean all of them
     */
    @JsonPropertyOrder({"workload", "metric", "stack", "vs", "median", "min", "max", "settled"})
    public record Ratio(
            String workload,
            String metric,
            String stack,
            String vs,
            double median,
            double min,
            double max,
            boolean settled) {}

    /**
     * Why one stack has no figure on one workload, or not all.
     *
     * @param metrics those without a figure; empty for all
     */
    @JsonPropertyOrder({"workload", "stack", "metrics", "reason"})
    public record Failure(String workload, String stack, List<Metric> metrics, String reason) {
        private static List<Failure> of(List<Results.Failure> all, Comparator<Failure> order) {
            return all.stream()
                    .map(failed -> new Failure(failed.workload(), failed.stack(), failed.metrics(), failed.reason()))
                    .sorted(order)
                    .toList();
        }

        /** The names of the metrics without a figure; empty for all. */
        String missing() {
            return metrics.stream().map(Metric::name).collect(Collectors.joining(", "));
        }

        /** Whether this is why there is no such figure. */
        boolean explains(String ofWorkload, String ofStack, String metric) {
            return workload.equals(ofWorkload)
                    && stack.equals(ofStack)
                    && (metrics.isEmpty() || metrics.stream().map(Metric::name).anyMatch(metric::equals));
        }
    }

    /** All that has no figure: what failed, then what did not become steady. */
    List<Failure> withoutFigure() {
        return Stream.concat(failures.stream(), unsettled.stream()).toList();
    }

    /** Whether there is no such figure only since it did not become steady. */
    boolean didNotSettle(String workload, String stack, String metric) {
        return unsettled.stream().anyMatch(none -> none.explains(workload, stack, metric));
    }

    /** Whether it has figures that {@code --noisy} accepted although they did not settle. */
    boolean hasUnsteadyFigures() {
        return results.stream().anyMatch(figure -> !figure.settled);
    }

    /** Whether such a figure is one of those. */
    boolean isSettled(String workload, String stack, String metric) {
        return results.stream()
                .noneMatch(figure -> !figure.settled
                        && figure.workload.equals(workload)
                        && figure.stack.equals(stack)
                        && figure.metric.equals(metric));
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
                    result.runs(),
                    result.settled()));
        }
        figures.sort(Comparator.comparingInt((Figure figure) -> order.indexOf(figure.workload))
                .thenComparingInt(figure -> stacks.indexOf(figure.stack)));
        Comparator<Failure> ofFailures = Comparator.comparingInt((Failure none) -> order.indexOf(none.workload))
                .thenComparingInt(none -> stacks.indexOf(none.stack));
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
                        rounded(ratio.max()),
                        ratio.settled())));
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
                Failure.of(results.failures(), ofFailures),
                Failure.of(results.unsettled(), ofFailures));
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
            JsonNode json = JSON.readTree(file.toFile());
            if (!json.isObject()) {
                throw new MeasureException(
                        noResult(file) + (json.isMissingNode() ? "it is empty" : "it is no object of JSON"));
            }
            complete(json);
            return JSON.treeToValue(json, Report.class);
        } catch (JsonMappingException wrong) {
            throw new MeasureException(
                    noResult(file) + wrong.getOriginalMessage() + place(wrong)
                            + "; if it is one of an earlier version, it must be measured again",
                    wrong);
        } catch (JsonProcessingException damaged) {
            String what = damaged.getOriginalMessage().startsWith("Unexpected end-of-input")
                    ? "it is damaged, and ends too early"
                    : "it is damaged: " + damaged.getOriginalMessage();
            int line = damaged.getLocation() == null ? 0 : damaged.getLocation().getLineNr();
            throw new MeasureException(noResult(file) + what + (line > 0 ? ", line " + line : ""), damaged);
        } catch (CharConversionException damaged) {
            throw new MeasureException(noResult(file) + "it is damaged: " + damaged.getMessage(), damaged);
        } catch (IOException unreadable) {
            throw new MeasureException("cannot read " + file + ": " + unreadable.getMessage(), unreadable);
        }
    }

    private static String noResult(Path file) {
        return file + " is not a result of weir bench: ";
    }

    /** Such as {@code , at results[3].median}; empty for the whole. */
    private static String place(JsonMappingException wrong) {
        StringBuilder place = new StringBuilder();
        for (JsonMappingException.Reference part : wrong.getPath()) {
            if (part.getFieldName() == null) {
                place.append('[').append(part.getIndex()).append(']');
            } else {
                place.append(place.isEmpty() ? "" : ".").append(part.getFieldName());
            }
        }
        return place.isEmpty() ? "" : ", at " + place;
    }

    /**
     * Files of before 30 November 2026 do not say which metrics have no figure: all of a workload and stack had none. Nor do
     * they say which figures settled: with {@code --noisy} any of them may not have.
     */
    private static void complete(JsonNode json) {
        boolean noisy = json.path("options").asText().contains("--noisy");
        for (String list : List.of("results", "ratios")) {
            for (JsonNode figure : json.path(list)) {
                if (figure instanceof ObjectNode object && !object.has("settled")) {
                    object.put("settled", !noisy);
                }
            }
        }
        for (String list : List.of("failures", "unsettled")) {
            for (JsonNode none : json.path(list)) {
                if (none instanceof ObjectNode object && !object.has("metrics")) {
                    object.putArray("metrics");
                }
            }
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
