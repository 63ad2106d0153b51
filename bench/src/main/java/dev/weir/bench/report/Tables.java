package dev.weir.bench.report;

import dev.weir.bench.report.Report.Figure;
import dev.weir.bench.report.Report.Ratio;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The tables of a report: a row for each workload, a column for each stack. */
final class Tables {
    /**
     * One table.
     *
     * @param title a description of the figures
     * @param columns stacks
     * @param rows maps workloads to stacks to figures
     */
    record Table(String title, Set<String> columns, Map<String, Map<String, Spread>> rows) {
        private void put(String row, String column, Spread spread) {
            columns.add(column);
            rows.computeIfAbsent(row, first -> new LinkedHashMap<>()).put(column, spread);
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
            table(tables, (kind.isEmpty() ? "" : kind + ": ") + figure.metric() + ", " + figure.unit())
                    .put(figure.workload(), figure.stack(), new Spread(figure.median(), figure.min(), figure.max()));
        }
        return new ArrayList<>(tables.values());
    }

    /** One table for each metric and each stack that is compared with rivals. */
    static List<Table> ratios(Report report) {
        Map<String, Table> tables = new LinkedHashMap<>();
        for (Ratio ratio : report.ratios()) {
            table(tables, "times better, " + ratio.metric() + ": " + ratio.stack() + " than")
                    .put(ratio.workload(), ratio.vs(), new Spread(ratio.median(), ratio.min(), ratio.max()));
        }
        return new ArrayList<>(tables.values());
    }

    private static Table table(Map<String, Table> tables, String title) {
        return tables.computeIfAbsent(title, first -> new Table(title, new LinkedHashSet<>(), new LinkedHashMap<>()));
    }

    private static String kind(String workload) {
        int slash = workload.indexOf('/');
        return slash < 0 ? "" : workload.substring(0, slash);
    }
}
