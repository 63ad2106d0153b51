package dev.weir.bench.report;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.weir.bench.report.Report.Ratio;
import dev.weir.bench.report.Tables.Spread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a metric's ratios come out for each pair of a stack and a rival: the geometric means, if the report has any, and the
 * worst and the best workload beside them. Bounds are left out: that none reaches them says nothing.
 *
 * @param groups of workloads that have a mean of their own; empty if there are no means
 */
record Summary(String metric, Set<String> groups, List<Pair> pairs) {
    /**
     * A workload with the median of its ratio.
     *
     * @param settled whether it did
     * @param partial whether it lacks rounds
     */
    @JsonPropertyOrder({"workload", "ratio", "settled", "partial"})
    record Extreme(String workload, double ratio, boolean settled, boolean partial) {}

    /**
     * The mean of a group of workloads.
     *
     * @param settled whether all of them did
     * @param partial whether it lacks rounds
     */
    @JsonPropertyOrder({"ratio", "settled", "partial"})
    record Mean(double ratio, boolean settled, boolean partial) {}

    /**
     * On how many workloads a stack was at least as good in the best round.
     *
     * @param of all on which both were measured, also where they did not settle
     * @param settled whether all ratios behind it did
     * @param partial whether one of them lacks rounds
     */
    @JsonPropertyOrder({"count", "of", "settled", "partial"})
    record NotWorse(long count, int of, boolean settled, boolean partial) {
        String text() {
            return "on " + (settled ? "" : TextReport.UNSTEADY) + count + (partial ? TextReport.PARTIAL : "") + " of "
                    + of;
        }
    }

    /**
     * A stack and its rival.
     *
     * @param means by group
     * @param unsettledMeans the groups without a mean since it did not settle
     * @param worst null, as is the best, if no ratio settled
     */
    @JsonPropertyOrder({"stack", "vs", "means", "unsettledMeans", "worst", "best", "notWorse"})
    record Pair(
            String stack,
            String vs,
            Map<String, Mean> means,
            Set<String> unsettledMeans,
            @Nullable Extreme worst,
            @Nullable Extreme best,
            NotWorse notWorse) {}

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
            pairs.values().forEach(pair -> lines.add(pair(pair, report)));
            for (Pair line : lines) {
                groups.addAll(line.means.keySet());
                groups.addAll(line.unsettledMeans);
            }
            all.add(new Summary(metric, groups, lines));
        });
        return all;
    }

    private static Pair pair(List<Ratio> ratios, Report report) {
        Map<String, Mean> means = new LinkedHashMap<>();
        Set<String> unsettledMeans = new LinkedHashSet<>();
        List<Extreme> workloads = new ArrayList<>();
        int all = 0;
        long notWorse = 0;
        for (Ratio ratio : ratios) {
            String group = ratio.meanOf();
            Spread spread = Spread.of(ratio, report);
            all += group == null ? 1 : 0;
            if (spread == null) {
                if (group != null) {
                    unsettledMeans.add(group);
                }
            } else if (group != null) {
                means.put(group, new Mean(spread.median(), spread.settled(), spread.partial()));
            } else {
                workloads.add(new Extreme(ratio.workload(), spread.median(), spread.settled(), spread.partial()));
                notWorse += spread.max() >= 1 ? 1 : 0;
            }
        }
        workloads.sort(Comparator.comparingDouble(Extreme::ratio));
        return new Pair(
                ratios.get(0).stack(),
                ratios.get(0).vs(),
                means,
                unsettledMeans,
                workloads.isEmpty() ? null : workloads.get(0),
                workloads.isEmpty() ? null : workloads.get(workloads.size() - 1),
                new NotWorse(
                        notWorse,
                        all,
                        workloads.stream().allMatch(Extreme::settled),
                        workloads.stream().anyMatch(Extreme::partial)));
    }
}
