package dev.weir.bench.report;

import dev.weir.bench.measure.Metric;
import dev.weir.bench.report.Report.Figure;
import dev.weir.bench.report.Report.Lack;
import dev.weir.bench.report.Report.Ratio;
import dev.weir.bench.report.Report.Unsettled;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tables of a report: a row for each workload, a column for each stack. */
final class Tables {
    /**
     * One table.
     *
     * @param title a description of the figures
     * @param metric its name
     * @param unit of the figures; empty for ratios
     * @param rivalOf the stack that others are compared with; null if figures are no ratios
     * @param columns stacks, also those that have no figure because they failed
     * @param rows maps workloads to stacks to figures
     * @param unsettled those without a figure since it did not settle: for each workload the stacks
     */
    record Table(
            String title,
            String metric,
            String unit,
            boolean higherIsBetter,
            @Nullable String rivalOf,
            Set<String> columns,
            Map<String, Map<String, Spread>> rows,
            Map<String, Set<String>> unsettled) {
        private void put(String row, String column, Spread spread) {
            blank(row, column).put(column, spread);
        }

        /** Makes place for a figure. */
        private Map<String, Spread> blank(String row, String column) {
            columns.add(column);
            return rows.computeIfAbsent(row, first -> new LinkedHashMap<>());
        }

        /** Something that did not settle stands there. */
        private void putUnsettled(String row, String column) {
            blank(row, column);
            unsettled.computeIfAbsent(row, first -> new LinkedHashSet<>()).add(column);
        }

        /** Whether it is for want of a settled figure that there is none. */
        boolean isUnsettled(String row, String column) {
            return unsettled.getOrDefault(row, Set.of()).contains(column);
        }

        private void orderColumns(List<String> order) {
            List<String> sorted = columns.stream()
                    .sorted(Comparator.comparingInt(order::indexOf))
                    .toList();
            columns.clear();
            columns.addAll(sorted);
        }

        /** Whether it has ratios to others that take part, not to bounds. */
        boolean isContest() {
            return rivalOf != null && columns.stream().noneMatch(Palette::isLimit);
        }

        boolean hasBlanks() {
            return rows.values().stream().anyMatch(cells -> cells.size() < columns.size());
        }
    }

    /**
     * A median with its range.
     *
     * @param settled whether it did; if not, it was accepted
     * @param partial whether it lacks rounds, in which it did not settle
     */
    record Spread(double median, double min, double max, boolean settled, boolean partial) {
        static Spread of(Figure figure, Report report) {
            return new Spread(figure.median(), figure.min(), figure.max(), figure.settled(), report.isPartial(figure));
        }

        /** Null if there is none. */
        static @Nullable Spread of(Ratio ratio, Report report) {
            Double median = ratio.median();
            Double min = ratio.min();
            Double max = ratio.max();
            return median == null || min == null || max == null
                    ? null
                    : new Spread(median, min, max, ratio.settled(), report.isPartial(ratio));
        }

        /** The median, with its marks. */
        String text() {
            return TextReport.number(median, settled, partial);
        }
    }

    private Tables() {}

    /**
     * One table for each metric and each prefix, before a slash, of the workloads' names. What did not settle has its place
     * there, also where nothing did.
     */
    static List<Table> figures(Report report) {
        Map<String, Table> tables = new LinkedHashMap<>();
        for (String workload : report.workloads()) {
            report.unsettled().stream()
                    .filter(none -> none.workload().equals(workload))
                    .forEach(none -> putUnsettled(tables, none, report));
            report.results().stream()
                    .filter(figure -> figure.workload().equals(workload))
                    .forEach(figure -> put(tables, figure, report));
        }
        for (Lack lack : report.lacks()) {
            tables.values().stream()
                    .filter(table -> table.rows.containsKey(lack.workload()))
                    .filter(table -> lack.explains(lack.workload(), lack.stack(), table.metric))
                    .forEach(table -> table.columns.add(lack.stack()));
        }
        tables.values().forEach(table -> table.orderColumns(report.stacks()));
        return new ArrayList<>(tables.values());
    }

    private static void put(Map<String, Table> tables, Figure figure, Report report) {
        Metric metric = new Metric(figure.metric(), figure.unit(), figure.higherIsBetter());
        table(tables, figure.workload(), metric).put(figure.workload(), figure.stack(), Spread.of(figure, report));
    }

    private static void putUnsettled(Map<String, Table> tables, Unsettled none, Report report) {
        for (Metric metric : none.metrics()) {
            if (report.didNotSettle(none.workload(), none.stack(), metric.name())) {
                table(tables, none.workload(), metric).putUnsettled(none.workload(), none.stack());
            }
        }
    }

    private static Table table(Map<String, Table> tables, String workload, Metric metric) {
        String kind = kind(workload);
        String title = (kind.isEmpty() ? "" : kind + ": ") + metric.name() + ", " + metric.unit();
        return table(tables, title, metric.name(), metric.unit(), metric.higherIsBetter(), null);
    }

    /**
     * One table for each metric and each stack that is compared with rivals, and one more where there are bounds, which are
     * no rivals.
     */
    static List<Table> ratios(Report report) {
        Map<String, Table> tables = new LinkedHashMap<>();
        for (Ratio ratio : report.ratios()) {
            String title = Palette.isLimit(ratio.vs())
                    ? "part of the bound, " + ratio.metric() + ": " + ratio.stack() + " of"
                    : "times better, " + ratio.metric() + ": " + ratio.stack() + " than";
            Table table = table(tables, title, ratio.metric(), "", true, ratio.stack());
            Spread spread = Spread.of(ratio, report);
            if (spread == null) {
                table.putUnsettled(ratio.workload(), ratio.vs());
            } else {
                table.put(ratio.workload(), ratio.vs(), spread);
            }
        }
        tables.values().forEach(table -> table.orderColumns(report.stacks()));
        return new ArrayList<>(tables.values());
    }

    private static Table table(
            Map<String, Table> tables,
            String title,
            String metric,
            String unit,
            boolean higherIsBetter,
            @Nullable String rivalOf) {
        return tables.computeIfAbsent(
                title,
                first -> new Table(
                        title,
                        metric,
                        unit,
                        higherIsBetter,
                        rivalOf,
                        new LinkedHashSet<>(),
                        new LinkedHashMap<>(),
                        new LinkedHashMap<>()));
    }

    /** A number behind the slash is one of connections or turns: such workloads are of one kind. */
    private static String kind(String workload) {
        int slash = workload.indexOf('/');
        return slash < 0 || workload.substring(slash).matches("/\\d+") ? "" : workload.substring(0, slash);
    }
}
