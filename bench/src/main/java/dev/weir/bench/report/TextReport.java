package dev.weir.bench.report;

import dev.weir.bench.measure.Steadiness;
import dev.weir.bench.report.Report.Unsettled;
import dev.weir.bench.report.Tables.Spread;
import dev.weir.bench.report.Tables.Table;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reports and comparisons for a terminal: medians only. */
public final class TextReport {
    /** For what is not settled. */
    static final String REMEDY =
            "What is not settled may be so on an idle machine; --noisy gives its last figures all the same.";

    /** Stands before a figure that did not settle. */
    static final String UNSTEADY = "~";

    static final String LEGEND = UNSTEADY + ": did not settle, but accepted by --noisy.";

    /** Stands behind a figure that lacks rounds. */
    static final String PARTIAL = "*";

    private static final int MOST_PLACES = 12;
    private static final int FIRST = 24;
    private static final int COLUMN = 13;

    private TextReport() {}

    public static void print(Report report, PrintWriter out) {
        out.println(report.machine());
        out.println(report.jdk() + "; Weir " + report.version());
        for (Table table : Tables.figures(report)) {
            print(table, out);
        }
        for (Table table : Tables.ratios(report)) {
            print(table, out);
        }
        if (report.hasUnsteadyFigures()) {
            out.println();
            out.println(LEGEND);
        }
        if (report.hasPartialFigures()) {
            out.println();
            out.println(partialLegend(report));
        }
        if (!report.unsettled().isEmpty()) {
            printUnsettled(report, out);
        }
        out.flush();
    }

    static String partialLegend(Report report) {
        return PARTIAL + ": of fewer than the " + report.rounds() + " rounds; the list \"without a figure\" says why.";
    }

    private static void printUnsettled(Report report, PrintWriter out) {
        List<Unsettled> unsettled = report.unsettled();
        out.println();
        out.println("without a figure. " + REMEDY);
        int first = width(FIRST, unsettled.stream().map(Unsettled::workload).toList());
        int second = width(COLUMN, unsettled.stream().map(Unsettled::stack).toList());
        int third = width(COLUMN, unsettled.stream().map(Unsettled::missing).toList());
        String format = "%-" + first + "s%-" + second + "s%-" + third + "s%s%n";
        unsettled.forEach(none ->
                out.printf(Locale.ROOT, format, none.workload(), none.stack(), none.missing(), report.reason(none)));
    }

    public static void print(Comparison comparison, PrintWriter out) {
        out.println();
        out.println(ComparisonTable.title(comparison));
        ComparisonTable.caveats(comparison).forEach(out::println);
        List<List<String>> lines = new ArrayList<>(List.of(ComparisonTable.COLUMNS));
        comparison.changes().forEach(change -> lines.add(ComparisonTable.row(change)));
        String format = "%-" + width(FIRST, column(lines, 0)) + "s%-" + width(COLUMN, column(lines, 1)) + "s%-"
                + width(COLUMN, column(lines, 2)) + "s%13s%13s%14s  %s%n";
        lines.forEach(line -> out.printf(Locale.ROOT, format, line.toArray()));
        ComparisonTable.summary(comparison).forEach(out::println);
        out.flush();
    }

    private static List<String> column(List<List<String>> lines, int index) {
        return lines.stream().map(line -> line.get(index)).toList();
    }

    private static void print(Table table, PrintWriter out) {
        out.println();
        out.println(table.title());
        int first = width(FIRST, table.rows().keySet());
        int width = width(COLUMN, table.columns());
        StringBuilder line = new StringBuilder(" ".repeat(first));
        table.columns().forEach(column -> line.append(right(column, width)));
        out.println(line);
        for (Map.Entry<String, Map<String, Spread>> row : table.rows().entrySet()) {
            line.setLength(0);
            line.append(String.format(Locale.ROOT, "%-" + first + "s", row.getKey()));
            for (String column : table.columns()) {
                Spread spread = row.getValue().get(column);
                String blank = table.isUnsettled(row.getKey(), column) ? Steadiness.NOT_SETTLED : "";
                line.append(right(spread == null ? blank : spread.text(), width));
            }
            out.println(line);
        }
    }

    /** Long names make their column wider. */
    private static int width(int usual, Collection<String> names) {
        return Math.max(usual, 2 + names.stream().mapToInt(String::length).max().orElse(0));
    }

    private static String right(String text, int width) {
        return String.format(Locale.ROOT, "%" + width + "s", text);
    }

    static String number(double value, boolean settled, boolean partial) {
        return (settled ? "" : UNSTEADY) + number(value) + (partial ? PARTIAL : "");
    }

    /** With three significant digits, and all digits before the point. */
    static String number(double value) {
        double size = Math.abs(value);
        int places = size == 0 || !Double.isFinite(size) ? 2 : 2 - (int) Math.floor(Math.log10(size));
        return String.format(Locale.ROOT, "%,." + Math.max(0, Math.min(places, MOST_PLACES)) + "f", value);
    }
}
