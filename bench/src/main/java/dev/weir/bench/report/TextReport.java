package dev.weir.bench.report;

import dev.weir.bench.measure.Steadiness;
import dev.weir.bench.report.Report.Failure;
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

    private static final int MOST_PLACES = 12;
    private static final int FIRST = 24;
    private static final int COLUMN = 13;

    private TextReport() {}

    public static void print(Report report, PrintWriter out) {
        out.println(report.machine());
        out.println(report.jdk() + "; Weir " + report.version());
        for (Table table : Tables.figures(report)) {
            print(table, report, out);
        }
        for (Table table : Tables.ratios(report)) {
            print(table, report, out);
        }
        if (report.hasUnsteadyFigures()) {
            out.println();
            out.println(LEGEND);
        }
        if (!report.unsettled().isEmpty()) {
            printUnsettled(report.unsettled(), out);
        }
        out.flush();
    }

    private static void printUnsettled(List<Failure> unsettled, PrintWriter out) {
        out.println();
        out.println("without a figure. " + REMEDY);
        int first = width(FIRST, unsettled.stream().map(Failure::workload).toList());
        int second = width(COLUMN, unsettled.stream().map(Failure::stack).toList());
        int third = width(COLUMN, unsettled.stream().map(Failure::missing).toList());
        String format = "%-" + first + "s%-" + second + "s%-" + third + "s%s%n";
        unsettled.forEach(
                none -> out.printf(Locale.ROOT, format, none.workload(), none.stack(), none.missing(), none.reason()));
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

    private static void print(Table table, Report report, PrintWriter out) {
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
                String cell = spread == null
                        ? blank(table, report, row.getKey(), column)
                        : number(spread.median(), spread.settled());
                line.append(right(cell, width));
            }
            out.println(line);
        }
    }

    private static String blank(Table table, Report report, String workload, String stack) {
        boolean unsettled = report.didNotSettle(workload, stack, table.metric())
                || table.rivalOf() != null && report.didNotSettle(workload, table.rivalOf(), table.metric());
        return unsettled ? Steadiness.NOT_SETTLED : "";
    }

    /** Long names make their column wider. */
    private static int width(int usual, Collection<String> names) {
        return Math.max(usual, 2 + names.stream().mapToInt(String::length).max().orElse(0));
    }

    private static String right(String text, int width) {
        return String.format(Locale.ROOT, "%" + width + "s", text);
    }

    static String number(double value, boolean settled) {
        return (settled ? "" : UNSTEADY) + number(value);
    }

    /** With three significant digits, and all digits before the point. */
    static String number(double value) {
        double size = Math.abs(value);
        int places = size == 0 || !Double.isFinite(size) ? 2 : 2 - (int) Math.floor(Math.log10(size));
        return String.format(Locale.ROOT, "%,." + Math.max(0, Math.min(places, MOST_PLACES)) + "f", value);
    }
}
