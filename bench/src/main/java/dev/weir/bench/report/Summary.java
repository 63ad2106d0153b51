package dev.weir.bench.report;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.weir.bench.report.Report.Ratio;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How a metric's ratios come out for each pair of a stack and a rival: the geometric means, if the report has any, and the
 * worst and the best workload beside them. Bounds are left out: that none reaches them says nothing.
 *
 * @param groups of workloads that have a mean of their own; empty if there are no means
 */
record Summary(String metric, Set<String> groups, List<Pair> pairs) {
    private static final String MEAN = "geomean:";

    /** A workload with the median of its ratio, and whether that settled. */
    @JsonPropertyOrder({"workload", "ratio", "settled"})
    record Extreme(String workload, double ratio, boolean settled) {}

    /** The mean of a group of workloads, and whether all of them settled. */
    @JsonPropertyOrder({"ratio", "settled"})
    record Mean(double ratio, boolean settled) {}

    /**
     * A stack and its rival.
     *
     * @param means by group
     * @param notWorse the number of workloads on which the stack was at least as good in the best round
     */
    @JsonPropertyOrder({"stack", "vs", "means", "worst", "best", "notWorse", "workloads"})
    record Pair(
            String stack,
            String vs,
            Map<String, Mean> means,
            Extreme worst,
            Extreme best,
            long notWorse,
            int workloads) {}

    /** One for each metric that has ratios. */
    static List<Summary> of(Report report) {
        Map<String, Map<List<String>, List<Ratio>>> metrics = new LinkedHashMap<>();
        List<Ratio> ratios = report.ratios().stream()
                .filter(ratio -> !Palette.isLimit(ratio.vs()))
                .toList();
        for (Ratio ratio : ratios) {
            metrics.computeIfAbsent(ratio.metric(), first -> new LinkedHashMap<>())
                    .computeIfAbsent(List.of(ratio.stack(), ratio.vs()), first -> new ArrayList<>())
                    .add(ratio);
        }
        List<Summary> all = new ArrayList<>();
        metrics.forEach((metric, pairs) -> {
            Set<String> groups = new LinkedHashSet<>();
            List<Pair> lines = new ArrayList<>();
            pairs.values().forEach(pair -> lines.add(pair(pair)));
            lines.forEach(line -> groups.addAll(line.means.keySet()));
            all.add(new Summary(metric, groups, lines));
        });
        return all;
    }

    private static Pair pair(List<Ratio> ratios) {
        Map<String, Mean> means = new LinkedHashMap<>();
        List<Extreme> workloads = new ArrayList<>();
        for (Ratio ratio : ratios) {
            if (isMean(ratio)) {
                means.put(ratio.workload().substring(MEAN.length()), new Mean(ratio.median(), ratio.settled()));
            } else {
                workloads.add(new Extreme(ratio.workload(), ratio.median(), ratio.settled()));
            }
        }
        workloads.sort(Comparator.comparingDouble(Extreme::ratio));
        return new Pair(
                ratios.get(0).stack(),
                ratios.get(0).vs(),
                means,
                workloads.get(0),
                workloads.get(workloads.size() - 1),
                ratios.stream()
                        .filter(ratio -> !isMean(ratio) && ratio.max() >= 1)
                        .count(),
                workloads.size());
    }

    private static boolean isMean(Ratio ratio) {
        return ratio.workload().startsWith(MEAN);
    }
}
