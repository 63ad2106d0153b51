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
    private final Map<Key, double[]> values = new LinkedHashMap<>();
    private final Map<String, Failure> failures = new LinkedHashMap<>();
    private final Map<Key, String> unsettled = new LinkedHashMap<>();
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
     * The factor by which a stack is better than another; computed within each round, then summarised over the rounds.
     *
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
            boolean settled) {}

    /**
     * Why a stack has no figures, or not all, on a workload.
     *
     * @param metrics those that have none; empty for all
     */
    public record Failure(String workload, String stack, List<Metric> metrics, String reason) {}

    private record Key(String workload, String stack, Metric metric) {}

    public Results(int rounds) {
        this.rounds = rounds;
    }

    public void add(String workload, String stack, Metric metric, int round, double value) {
        double[] all = values.computeIfAbsent(new Key(workload, stack, metric), key -> {
            double[] none = new double[rounds];
            Arrays.fill(none, Double.NaN);
            return none;
        });
        all[round] = value;
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
            unsettled.putIfAbsent(key, steadiness.unsettled());
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

    /** What settled in no round, with the reason: for each workload and stack the metrics that therefore have no figure. */
    public List<Failure> unsettled() {
        Map<Failure, List<Metric>> missing = new LinkedHashMap<>();
        unsettled.forEach((key, reason) -> {
            if (!values.containsKey(key) && !hasFailed(key.workload, key.stack)) {
                missing.computeIfAbsent(
                                new Failure(key.workload, key.stack, List.of(), reason), first -> new ArrayList<>())
                        .add(key.metric);
            }
        });
        List<Failure> all = new ArrayList<>();
        missing.forEach(
                (none, metrics) -> all.add(new Failure(none.workload, none.stack, List.copyOf(metrics), none.reason)));
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
            all.add(new Result(
                    key.workload,
                    key.stack,
                    key.metric,
                    median(sorted),
                    sorted[0],
                    sorted[sorted.length - 1],
                    sorted.length,
                    !accepted.contains(key)));
        });
        return all;
    }

    /** The ratios of each stack that has rivals, to each rival on each workload. */
    public List<Ratio> ratios(Suite suite) {
        List<Ratio> all = new ArrayList<>();
        values.forEach((key, rounds) -> {
            for (String rival : suite.rivals(key.stack)) {
                double[] ratios = ratios(key, rival);
                if (ratios != null && suite.compares(key.metric, rival)) {
                    add(all, key.workload, key.metric, key.stack, rival, ratios, isSettled(key, rival));
                }
            }
        });
        return all;
    }

    /** The geometric mean of the ratios over the workloads of a group, named {@code geomean:<group>}. */
    public List<Ratio> means(Suite suite, List<Workload> workloads) {
        Map<String, String> groups = new LinkedHashMap<>();
        workloads.forEach(workload -> groups.put(workload.name(), workload.group()));
        Map<Ratio, List<double[]>> parts = new LinkedHashMap<>();
        Set<Ratio> unsteady = new HashSet<>();
        values.forEach((key, rounds) -> {
            for (String rival : suite.rivals(key.stack)) {
                double[] ratios = ratios(key, rival);
                if (ratios != null && key.metric.isSpeed()) {
                    Ratio mean = new Ratio(
                            "geomean:" + groups.get(key.workload), key.metric, key.stack, rival, 0, 0, 0, true);
                    parts.computeIfAbsent(mean, first -> new ArrayList<>()).add(ratios);
                    if (!isSettled(key, rival)) {
                        unsteady.add(mean);
                    }
                }
            }
        });
        List<Ratio> all = new ArrayList<>();
        parts.forEach((mean, ratios) -> {
            double[] means = new double[rounds];
            for (int round = 0; round < rounds; round++) {
                double logarithms = 0;
                for (double[] each : ratios) {
                    logarithms += Math.log(each[round]);
                }
                means[round] = Math.exp(logarithms / ratios.size());
            }
            add(all, mean.workload, mean.metric, mean.stack, mean.vs, means, !unsteady.contains(mean));
        });
        return all;
    }

    private boolean isSettled(Key key, String rival) {
        return !accepted.contains(key) && !accepted.contains(new Key(key.workload, rival, key.metric));
    }

    private double @Nullable [] ratios(Key key, String rival) {
        double[] ours = values.get(key);
        double[] theirs = values.get(new Key(key.workload, rival, key.metric));
        if (ours == null || theirs == null) {
            return null;
        }
        double[] ratios = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            ratios[round] = key.metric.ratio(ours[round], theirs[round]);
        }
        return ratios;
    }

    private static void add(
            List<Ratio> all,
            String workload,
            Metric metric,
            String stack,
            String vs,
            double[] ratios,
            boolean settled) {
        double[] sorted = sorted(ratios);
        if (sorted.length > 0) {
            all.add(new Ratio(
                    workload, metric, stack, vs, median(sorted), sorted[0], sorted[sorted.length - 1], settled));
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
