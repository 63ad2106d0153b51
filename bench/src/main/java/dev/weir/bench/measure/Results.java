package dev.weir.bench.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The measurements of all rounds. Not thread-safe. */
public final class Results {
    /** Not a number in the rounds that have no value, which may be all. */
    private final Map<Key, double[]> values = new LinkedHashMap<>();

    private final Map<String, Failure> failures = new LinkedHashMap<>();
    private final Map<Key, Shortfall> shortfalls = new LinkedHashMap<>();
    /** Figures that have values which did not settle. */
    private final Set<Key> accepted = new HashSet<>();

    private final int rounds;

    /**
     * One figure, as reports show it.
     *
     * @param settled whether it was steady in all rounds
     */
    public record Result(
            String workload,
            String stack,
            Metric metric,
            double median,
            double min,
            double max,
            int runs,
            boolean settled) {}

    /**
     * The factor by which a stack is better than another; computed within each round, then summarised over the rounds. Not a
     * number, in no runs, where there is no round in which all that it needs had settled.
     *
     * @param runs the rounds that have all that it needs
     * @param settled whether all figures behind it were
     */
    public record Ratio(
            String workload,
            Metric metric,
            String stack,
            String vs,
            double median,
            double min,
            double max,
            int runs,
            boolean settled) {}

    /**
     * Why a stack has no figures, or not all, on a workload.
     *
     * @param metrics those that have none; empty for all
     */
    public record Failure(String workload, String stack, List<Metric> metrics, String reason) {}

    /**
     * What did not settle.
     *
     * @param metrics those that therefore have no figure, or one of fewer rounds
     * @param rounds in how many it did not
     */
    public record Unsettled(String workload, String stack, List<Metric> metrics, int rounds, String reason) {}

    /** In how many rounds a metric did not settle, and why in the first of them. */
    private record Shortfall(String reason, int rounds) {}

    private record Key(String workload, String stack, Metric metric) {}

    public Results(int rounds) {
        this.rounds = rounds;
    }

    public void add(String workload, String stack, Metric metric, int round, double value) {
        values(new Key(workload, stack, metric))[round] = value;
    }

    private double[] values(Key key) {
        return values.computeIfAbsent(key, first -> {
            double[] none = new double[rounds];
            Arrays.fill(none, Double.NaN);
            return none;
        });
    }

    /** Adds a value that only says something of what had become steady; if it had not, the first reason is kept. */
    public void add(String workload, String stack, Metric metric, int round, double value, Steadiness steadiness) {
        Key key = new Key(workload, stack, metric);
        if (steadiness.unsettled() == null) {
            add(workload, stack, metric, round, value);
        } else if (steadiness.accepted()) {
            accepted.add(key);
            add(workload, stack, metric, round, value);
        } else {
            values(key);
            shortfalls.merge(
                    key,
                    new Shortfall(steadiness.unsettled(), 1),
                    (before, one) -> new Shortfall(before.reason, before.rounds + one.rounds));
        }
    }

    /**
     * Records that a stack failed on a workload; only the first reason is kept.
     *
     * @param why its message says neither stack nor workload
     */
    public void fail(String workload, String stack, MeasureException why) {
        Failure failure = new Failure(workload, stack, List.of(), String.valueOf(why.getMessage()));
        failures.putIfAbsent(workload + " " + stack, failure);
    }

    /** Records that one metric could not be measured, whatever becomes of the others. */
    public void fail(String workload, String stack, Metric metric, MeasureException why) {
        Failure failure = new Failure(workload, stack, List.of(metric), String.valueOf(why.getMessage()));
        failures.putIfAbsent(workload + " " + stack + " " + metric.name(), failure);
    }

    /** Whether it failed in all metrics. */
    public boolean hasFailed(String workload, String stack) {
        return failures.containsKey(workload + " " + stack);
    }

    /** The failed measurements. */
    public List<Failure> failures() {
        return List.copyOf(failures.values());
    }

    /** What did not settle in some round, or in none: for each workload and stack the metrics of which that is so alike. */
    public List<Unsettled> unsettled() {
        Map<Unsettled, List<Metric>> alike = new LinkedHashMap<>();
        shortfalls.forEach((key, shortfall) -> {
            if (!hasFailed(key.workload, key.stack)) {
                alike.computeIfAbsent(
                                new Unsettled(key.workload, key.stack, List.of(), shortfall.rounds, shortfall.reason),
                                first -> new ArrayList<>())
                        .add(key.metric);
            }
        });
        List<Unsettled> all = new ArrayList<>();
        alike.forEach((one, metrics) ->
                all.add(new Unsettled(one.workload, one.stack, List.copyOf(metrics), one.rounds, one.reason)));
        return all;
    }

    /** The number of rounds that were wanted. */
    public int rounds() {
        return rounds;
    }

    public List<Result> results() {
        List<Result> all = new ArrayList<>();
        values.forEach((key, rounds) -> {
            double[] sorted = sorted(rounds);
            if (sorted.length > 0) {
                all.add(new Result(
                        key.workload,
                        key.stack,
                        key.metric,
                        median(sorted),
                        sorted[0],
                        sorted[sorted.length - 1],
                        sorted.length,
                        !accepted.contains(key)));
            }
        });
        return all;
    }

    /** The ratios of each stack that has rivals, to each rival on each workload that both did. */
    public List<Ratio> ratios(Suite suite) {
        List<Ratio> all = new ArrayList<>();
        values.forEach((key, rounds) -> {
            for (String rival : suite.rivals(key.stack)) {
                double[] ratios = ratios(key, rival);
                if (ratios != null && suite.compares(key.metric, rival)) {
                    add(all, key.workload, key, rival, ratios, isSettled(key, rival), fellShort(key, rival));
                }
            }
        });
        return all;
    }

    /** What a mean is computed from. */
    private static final class Parts {
        private final List<double[]> ratios = new ArrayList<>();
        private boolean settled = true;
        private boolean fellShort;
    }

    /**
     * The geometric mean of the ratios over the workloads of a group, named {@code geomean:<group>}. Workloads without a ratio are
     * left out.
     */
    public List<Ratio> means(Suite suite, List<Workload> workloads) {
        Map<String, String> groups = new LinkedHashMap<>();
        workloads.forEach(workload -> groups.put(workload.name(), workload.group()));
        Map<Key, Map<String, Parts>> means = new LinkedHashMap<>();
        values.forEach((key, rounds) -> {
            for (String rival : suite.rivals(key.stack)) {
                double[] ratios = ratios(key, rival);
                if (ratios != null && key.metric.isSpeed()) {
                    Parts parts = means.computeIfAbsent(
                                    new Key("geomean:" + groups.get(key.workload), key.stack, key.metric),
                                    first -> new LinkedHashMap<>())
                            .computeIfAbsent(rival, first -> new Parts());
                    parts.fellShort |= fellShort(key, rival);
                    if (sorted(ratios).length > 0) {
                        parts.ratios.add(ratios);
                        parts.settled &= isSettled(key, rival);
                    }
                }
            }
        });
        List<Ratio> all = new ArrayList<>();
        means.forEach((key, rivals) -> rivals.forEach((rival, parts) ->
                add(all, key.workload, key, rival, mean(parts.ratios), parts.settled, parts.fellShort)));
        return all;
    }

    /** In each round; not a number where one of them is not. */
    private double[] mean(List<double[]> ratios) {
        double[] means = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            double logarithms = 0;
            for (double[] each : ratios) {
                logarithms += Math.log(each[round]);
            }
            means[round] = ratios.isEmpty() ? Double.NaN : Math.exp(logarithms / ratios.size());
        }
        return means;
    }

    private boolean isSettled(Key key, String rival) {
        return !accepted.contains(key) && !accepted.contains(new Key(key.workload, rival, key.metric));
    }

    /** Whether one of the two did not settle in some round. */
    private boolean fellShort(Key key, String rival) {
        return shortfalls.containsKey(key) || shortfalls.containsKey(new Key(key.workload, rival, key.metric));
    }

    /** Null where one of the two was not measured or failed without a figure; not a number in rounds that one of them lacks. */
    private double @Nullable [] ratios(Key key, String rival) {
        Key other = new Key(key.workload, rival, key.metric);
        double[] ours = values.get(key);
        double[] theirs = values.get(other);
        if (ours == null || theirs == null || hasNothing(key, ours) || hasNothing(other, theirs)) {
            return null;
        }
        double[] ratios = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            ratios[round] = key.metric.ratio(ours[round], theirs[round]);
        }
        return ratios;
    }

    private boolean hasNothing(Key key, double[] values) {
        return hasFailed(key.workload, key.stack) && sorted(values).length == 0;
    }

    /** @param fellShort whether it is for want of settled figures if there is none */
    private static void add(
            List<Ratio> all, String workload, Key key, String vs, double[] ratios, boolean settled, boolean fellShort) {
        double[] sorted = sorted(ratios);
        if (sorted.length > 0) {
            all.add(new Ratio(
                    workload,
                    key.metric,
                    key.stack,
                    vs,
                    median(sorted),
                    sorted[0],
                    sorted[sorted.length - 1],
                    sorted.length,
                    settled));
        } else if (fellShort) {
            all.add(new Ratio(workload, key.metric, key.stack, vs, Double.NaN, Double.NaN, Double.NaN, 0, false));
        }
    }

    private static double[] sorted(double[] rounds) {
        return Arrays.stream(rounds)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
