package dev.weir.bench.report;

import dev.weir.bench.measure.Metric;
import dev.weir.bench.report.Report.Failure;
import dev.weir.bench.report.Report.Figure;
import dev.weir.bench.report.Report.Ratio;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
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
     */
    record Table(
            String title,
            String metric,
            String unit,
            boolean higherIsBetter,
            @Nullable String rivalOf,
            Set<String> columns,
            Map<String, Map<String, Spread>> rows) {
        private void put(String row, String column, Spread spread) {
            blank(row, column).put(column, spread);
        }

        /** Makes place for a figure. */
        private Map<String, Spread> blank(String row, String column) {
            columns.add(column);
            return rows.computeIfAbsent(row, first -> new LinkedHashMap<>());
        }

        private void orderRows(List<String> order) {
            Map<String, Map<String, Spread>> before = new LinkedHashMap<>(rows);
            rows.clear();
            before.keySet().stream()
                    .sorted(Comparator.comparingInt(order::indexOf))
                    .forEach(row -> rows.put(row, before.getOrDefault(row, Map.of())));
        }

        /** As in the row with the most stacks: the first rows may lack some. */
        private void orderColumns() {
            Set<String> order = new LinkedHashSet<>();
            rows.values().stream()
                    .max(Comparator.comparingInt(Map::size))
                    .ifPresent(most -> order.addAll(most.keySet()));
            order.addAll(columns);
            columns.clear();
            columns.addAll(order);
        }

        /** Whether it has ratios to others that take part, not to bounds. */
        boolean isContest() {
            return rivalOf != null && columns.stream().noneMatch(Palette::isLimit);
        }

        boolean hasBlanks() {
            return rows.values().stream().anyMatch(cells -> cells.size() < columns.size());
        }
    }

    /** A median with its range, and whether it settled. */
    record Spread(double median, double min, double max, boolean settled) {
        static Spread of(Figure figure) {
            return new Spread(figure.median(), figure.min(), figure.max(), figure.settled());
        }

        static Spread of(Ratio ratio) {
            return new Spread(ratio.median(), ratio.min(), ratio.max(), ratio.settled());
        }
    }

    private Tables() {}

    /**
     * One table for each metric and each prefix, before a slash, of the workloads' names. What did not settle has its place
     * there, also where nothing did.
     */
    static List<Table> figures(Report report) {
        Map<String, Table> tables = new LinkedHashMap<>();
        for (Failure failure : report.unsettled()) {
            for (Metric metric : failure.metrics()) {
                table(tables, failure.workload(), metric).blank(failure.workload(), failure.stack());
            }
        }
        for (Figure figure : report.results()) {
            table(tables, figure.workload(), new Metric(figure.metric(), figure.unit(), figure.higherIsBetter()))
                    .put(figure.workload(), figure.stack(), Spread.of(figure));
        }
        for (Failure failure : report.withoutFigure()) {
            tables.values().stream()
                    .filter(table -> table.rows.containsKey(failure.workload()))
                    .filter(table -> failure.explains(failure.workload(), failure.stack(), table.metric))
                    .forEach(table -> table.columns.add(failure.stack()));
        }
        List<String> order = rows(report);
        tables.values().forEach(table -> table.orderRows(order));
        tables.values().forEach(Table::orderColumns);
        return new ArrayList<>(tables.values());
    }

    /** The workloads that have figures in the report's order, then those that have none. */
    private static List<String> rows(Report report) {
        return Stream.concat(
                        report.workloads().stream(), report.unsettled().stream().map(Failure::workload))
                .distinct()
                .toList();
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
            table(tables, title, ratio.metric(), "", true, ratio.stack())
                    .put(ratio.workload(), ratio.vs(), Spread.of(ratio));
        }
        tables.values().forEach(table -> unsettledRows(table, report));
        return new ArrayList<>(tables.values());
    }

    /** A workload has a row also where all its ratios are missing, but before the means, which are no workloads. */
    private static void unsettledRows(Table table, Report report) {
        List<String> order = new ArrayList<>(rows(report));
        for (Failure failure : report.unsettled()) {
            boolean takesPart = failure.stack().equals(table.rivalOf) || table.columns.contains(failure.stack());
            if (takesPart && failure.explains(failure.workload(), failure.stack(), table.metric)) {
                table.rows.computeIfAbsent(failure.workload(), first -> new LinkedHashMap<>());
            }
        }
        table.rows.keySet().stream().filter(row -> !order.contains(row)).forEach(order::add);
        table.orderRows(order);
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
                        title, metric, unit, higherIsBetter, rivalOf, new LinkedHashSet<>(), new LinkedHashMap<>()));
    }

    /** A number behind the slash is one of connections or turns: such workloads are of one kind. */
    private static String kind(String workload) {
        int slash = workload.indexOf('/');
        return slash < 0 || workload.substring(slash).matches("/\\d+") ? "" : workload.substring(0, slash);
    }
}
