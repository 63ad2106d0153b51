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
import com.fasterxml.jackson.databind.node.ArrayNode;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything reported about a run of a suite; its components are the keys of the JSON, which stay stable.
 *
 * @param options those that change how figures come about, as on the command line; empty for a usual, full run
 * @param seed of the order of workloads and stacks
 * @param rounds that were wanted
 * @param workloads that were measured, in the order of the suite
 * @param stacks that took part, in that order
 * @param failures what has no figure since it failed
 * @param unsettled what has no figure, or one of fewer rounds, since it did not become steady
 */
@JsonPropertyOrder({
    "suite",
    "options",
    "seed",
    "rounds",
    "machine",
    "jdk",
    "version",
    "workloads",
    "stacks",
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
        List<String> workloads,
        List<String> stacks,
        List<Figure> results,
        List<Ratio> ratios,
        List<Failure> failures,
        List<Unsettled> unsettled)
        implements Published.Figures {
    private static final String COMPLETE = "complete";

    private static final String WHY = "failure";

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
     * @param runs the rounds that it is of: {@code memory} and others are measured once
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
     * How many times better {@code stack} is than {@code vs}, over all rounds. Null, in no runs, where no round has all that it
     * needs since that did not settle.
     *
     * @param runs the rounds that have all that it needs
     * @param settled whether both figures were, in a mean all of them
     */
    @JsonPropertyOrder({"workload", "metric", "stack", "vs", "median", "min", "max", "runs", "settled"})
    public record Ratio(
            String workload,
            String metric,
            String stack,
            String vs,
            @JsonSetter(nulls = Nulls.SET) @Nullable Double median,
            @JsonSetter(nulls = Nulls.SET) @Nullable Double min,
            @JsonSetter(nulls = Nulls.SET) @Nullable Double max,
            int runs,
            boolean settled) {
        private static final String MEAN = "geomean:";

        private static Ratio of(Results.Ratio ratio) {
            boolean none = ratio.runs() == 0;
            return new Ratio(
                    ratio.workload(),
                    ratio.metric().name(),
                    ratio.stack(),
                    ratio.vs(),
                    none ? null : rounded(ratio.median()),
                    none ? null : rounded(ratio.min()),
                    none ? null : rounded(ratio.max()),
                    ratio.runs(),
                    ratio.settled());
        }

        /** The workloads that it is the mean of; null if it is that of one workload. */
        @Nullable String meanOf() {
            return workload.startsWith(MEAN) ? workload.substring(MEAN.length()) : null;
        }
    }

    /** Why one stack has no figure on one workload, or not all, or not of all rounds. */
    sealed interface Lack {
        String workload();

        String stack();

        /** Those without a figure; empty for all. */
        List<Metric> metrics();

        String reason();

        /** The names of the metrics without a figure; empty for all. */
        default String missing() {
            return metrics().stream().map(Metric::name).collect(Collectors.joining(", "));
        }

        /** Whether this is why there is no such figure, or one of fewer rounds. */
        default boolean explains(String ofWorkload, String ofStack, String metric) {
            return workload().equals(ofWorkload)
                    && stack().equals(ofStack)
                    && (metrics().isEmpty()
                            || metrics().stream().map(Metric::name).anyMatch(metric::equals));
        }
    }

    /**
     * It failed.
     *
     * @param metrics those without a figure; empty for all
     */
    @JsonPropertyOrder({"workload", "stack", "metrics", "reason"})
    public record Failure(String workload, String stack, List<Metric> metrics, String reason) implements Lack {}

    /**
     * It did not become steady.
     *
     * @param metrics those without a figure, or with one of fewer rounds; empty for all
     * @param rounds in how many it did not
     * @param reason in the first of them
     */
    @JsonPropertyOrder({"workload", "stack", "metrics", "rounds", "reason"})
    public record Unsettled(String workload, String stack, List<Metric> metrics, int rounds, String reason)
            implements Lack {}

    /** All that has no figure, or one of fewer rounds: what failed, then what did not become steady. */
    List<Lack> lacks() {
        return Stream.<Lack>concat(failures.stream(), unsettled.stream()).toList();
    }

    /** The reason, with the number of rounds where others had a figure. */
    String reason(Lack lack) {
        return lack instanceof Unsettled none && none.rounds < rounds
                ? "in " + none.rounds + " of " + rounds + " rounds " + none.reason
                : lack.reason();
    }

    /** Whether there is no such figure only since it did not become steady. */
    boolean didNotSettle(String workload, String stack, String metric) {
        return find(workload, stack, metric).isEmpty()
                && unsettled.stream().anyMatch(none -> none.explains(workload, stack, metric));
    }

    /** Whether it has figures that {@code --noisy} accepted although they did not settle. */
    boolean hasUnsteadyFigures() {
        return results.stream().anyMatch(figure -> !figure.settled);
    }

    /** Whether such a figure is not one of those. */
    boolean isSettled(String workload, String stack, String metric) {
        return find(workload, stack, metric).map(Figure::settled).orElse(true);
    }

    /** Whether it has figures, or what is computed from them, that other rounds lack. */
    boolean hasPartialFigures() {
        return results.stream().anyMatch(this::isPartial) || ratios.stream().anyMatch(this::isPartial);
    }

    /** Whether it lacks rounds: not one that is measured only once, as {@code memory} is. */
    boolean isPartial(Figure figure) {
        List<? extends Lack> reasons = figure.metric.equals(Metric.MEMORY.name()) ? unsettled : lacks();
        return figure.runs < rounds
                && reasons.stream().anyMatch(lack -> lack.explains(figure.workload, figure.stack, figure.metric));
    }

    /** Whether such a figure does. */
    boolean isPartial(String workload, String stack, String metric) {
        return find(workload, stack, metric).filter(this::isPartial).isPresent();
    }

    /** Whether it is there, but not of all rounds, since one of the figures behind it is not. */
    boolean isPartial(Ratio ratio) {
        return ratio.runs > 0
                && ratio.runs < rounds
                && (ratio.meanOf() != null
                        || isPartial(ratio.workload, ratio.stack, ratio.metric)
                        || isPartial(ratio.workload, ratio.vs, ratio.metric));
    }

    private Optional<Figure> find(String workload, String stack, String metric) {
        return results.stream()
                .filter(figure ->
                        figure.workload.equals(workload) && figure.stack.equals(stack) && figure.metric.equals(metric))
                .findFirst();
    }

    @Override
    public double median(String workload, String stack, String metric) {
        return find(workload, stack, metric).map(Figure::median).orElse(Double.NaN);
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
        Comparator<Lack> ofLacks = Comparator.comparingInt((Lack none) -> order.indexOf(none.workload()))
                .thenComparingInt(none -> stacks.indexOf(none.stack()));
        List<Failure> failures = results.failures().stream()
                .map(none -> new Failure(none.workload(), none.stack(), none.metrics(), none.reason()))
                .sorted(ofLacks)
                .toList();
        List<Unsettled> unsettled = results.unsettled().stream()
                .map(none -> new Unsettled(none.workload(), none.stack(), none.metrics(), none.rounds(), none.reason()))
                .sorted(ofLacks)
                .toList();
        List<Lack> lacks =
                Stream.<Lack>concat(failures.stream(), unsettled.stream()).toList();
        List<Ratio> ratios = new ArrayList<>();
        Comparator<Results.Ratio> inOrder = Comparator.comparingInt(
                        (Results.Ratio ratio) -> stacks.indexOf(ratio.stack()))
                .thenComparingInt(ratio -> order.indexOf(ratio.workload()))
                .thenComparingInt(ratio -> stacks.indexOf(ratio.vs()));
        Stream.concat(
                        results.ratios(suite).stream().sorted(inOrder),
                        results.means(suite, workloads).stream().sorted(inOrder))
                .forEach(ratio -> ratios.add(Ratio.of(ratio)));
        return new Report(
                suite.name(),
                options,
                seed,
                results.rounds(),
                Machine.description(),
                Machine.jdk(),
                Machine.version(),
                named(
                        order,
                        figures.stream().map(Figure::workload),
                        lacks.stream().map(Lack::workload)),
                named(
                        stacks,
                        figures.stream().map(Figure::stack),
                        lacks.stream().map(Lack::stack)),
                List.copyOf(figures),
                ratios,
                failures,
                unsettled);
    }

    /** Those of a list that one of the others has. */
    private static List<String> named(List<String> order, Stream<String> some, Stream<String> more) {
        Set<String> names = Stream.concat(some, more).collect(Collectors.toSet());
        return order.stream().filter(names::contains).toList();
    }

    /**
     * Writes that a run has no report, or none yet, so that nobody takes the file of an earlier run for its own.
     *
     * @param why it has none
     */
    public static void writeIncomplete(Path file, String suite, String why) throws IOException {
        ObjectNode none = JSON.createObjectNode();
        none.put(COMPLETE, false);
        none.put(WHY, why);
        none.put("suite", suite);
        JSON.writeValue(file.toFile(), none);
    }

    /** @param comparison with an earlier run, under a key of its own; null if there is none */
    public void writeJson(Path file, @Nullable Comparison comparison) throws IOException {
        ObjectNode report = JSON.createObjectNode();
        report.put(COMPLETE, true);
        report.setAll(JSON.<ObjectNode>valueToTree(this));
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
            if (!json.path(COMPLETE).asBoolean(true)) {
                throw new MeasureException(
                        file + " has no result: " + json.path(WHY).asText());
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
     * Files of before 30 November 2026 do not say which metrics have no figure: all of a workload and stack had none, in no round.
     * Nor do they say which figures settled: with {@code --noisy} any of them may not have. Their ratios count as those of all
     * rounds.
     */
    private static void complete(JsonNode json) {
        boolean noisy = json.path("options").asText().contains("--noisy");
        int rounds = json.path("rounds").asInt();
        eachWithout("settled", json, List.of("results", "ratios"), figure -> figure.put("settled", !noisy));
        eachWithout("runs", json, List.of("ratios"), ratio -> ratio.put("runs", rounds));
        eachWithout("metrics", json, List.of("failures", "unsettled"), none -> none.putArray("metrics"));
        eachWithout("rounds", json, List.of("unsettled"), none -> none.put("rounds", rounds));
        eachNamed("workload", "workloads", json);
        eachNamed("stack", "stacks", json);
    }

    private static void eachNamed(String key, String list, JsonNode json) {
        if (json instanceof ObjectNode report && !report.has(list)) {
            Set<String> names = new LinkedHashSet<>();
            for (String from : List.of("results", "failures", "unsettled")) {
                json.path(from).forEach(one -> names.add(one.path(key).asText()));
            }
            ArrayNode all = report.putArray(list);
            names.forEach(all::add);
        }
    }

    private static void eachWithout(String key, JsonNode json, List<String> lists, Consumer<ObjectNode> setting) {
        for (String list : lists) {
            for (JsonNode one : json.path(list)) {
                if (one instanceof ObjectNode object && !object.has(key)) {
                    setting.accept(object);
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
