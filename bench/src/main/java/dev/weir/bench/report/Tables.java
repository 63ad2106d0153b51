package dev.weir.bench.report;

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
import org.jspecify.annotations.Nullable;

/** The tables of a report: a row for each workload, a column for each stack. */
final class Tables {
    /**
     * One table.
     *
     * @param title a description of the figures
     * @param unit of the figures; empty for ratios
     * @param rivalOf the stack that others are compared with; null if figures are no ratios
     * @param columns stacks, also those that have no figure because they failed
     * @param rows maps workloads to stacks to figures
     */
    record Table(
            String title,
            String unit,
            boolean higherIsBetter,
            @Nullable String rivalOf,
            Set<String> columns,
            Map<String, Map<String, Spread>> rows) {
        private void put(String row, String column, Spread spread) {
            columns.add(column);
            rows.computeIfAbsent(row, first -> new LinkedHashMap<>()).put(column, spread);
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

        boolean hasBlanks() {
            return rows.values().stream().anyMatch(cells -> cells.size() < columns.size());
        }
    }

    /** A median with its range. */
    record Spread(double median, double min, double max) {}

    private Tables() {}

    /** One table for each metric and each prefix, before a slash, of the workloads' names. */
    static List<Table> figures(Report report) {
        Map<String, Table> tables = new LinkedHashMap<>();
        for (Figure figure : report.results()) {
            String kind = kind(figure.workload());
            String title = (kind.isEmpty() ? "" : kind + ": ") + figure.metric() + ", " + figure.unit();
            table(tables, title, figure.unit(), figure.higherIsBetter(), null)
                    .put(figure.workload(), figure.stack(), new Spread(figure.median(), figure.min(), figure.max()));
        }
        for (Failure failure : report.withoutFigure()) {
            tables.values().stream()
                    .filter(table -> table.rows.containsKey(failure.workload()))
                    .forEach(table -> table.columns.add(failure.stack()));
        }
        tables.values().forEach(Table::orderColumns);
        return new ArrayList<>(tables.values());
    }

    /** One table for each metric and each stack that is compared with rivals. */
    static List<Table> ratios(Report report) {
        Map<String, Table> tables = new LinkedHashMap<>();
        for (Ratio ratio : report.ratios()) {
            String title = "times better, " + ratio.metric() + ": " + ratio.stack() + " than";
            table(tables, title, "", true, ratio.stack())
                    .put(ratio.workload(), ratio.vs(), new Spread(ratio.median(), ratio.min(), ratio.max()));
        }
        return new ArrayList<>(tables.values());
    }

    private static Table table(
            Map<String, Table> tables, String title, String unit, boolean higherIsBetter, @Nullable String rivalOf) {
        return tables.computeIfAbsent(
                title,
                first -> new Table(title, unit, higherIsBetter, rivalOf, new LinkedHashSet<>(), new LinkedHashMap<>()));
    }

    /** A number behind the slash is one of connections or turns: such workloads are of one kind. */
    private static String kind(String workload) {
        int slash = workload.indexOf('/');
        return slash < 0 || workload.substring(slash).matches("/\\d+") ? "" : workload.substring(0, slash);
    }
}
