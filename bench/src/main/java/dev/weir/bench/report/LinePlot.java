package dev.weir.bench.report;

import dev.weir.bench.report.Tables.Spread;
import dev.weir.bench.report.Tables.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** One line for each stack over workloads that grow; both axes are logarithmic. */
final class LinePlot {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 320;
    private static final int LEFT = 70;
    private static final int RIGHT = 130;
    private static final int TOP = 24;
    private static final int BOTTOM = 34;
    private static final int LABEL = 13;

    private final double leastX;
    private final double mostX;
    private final double leastY;
    private final double mostY;

    private LinePlot(Table table) {
        double[] sizes = table.rows().keySet().stream()
                .mapToDouble(LinePlot::size)
                .sorted()
                .toArray();
        leastX = Math.log10(sizes[0]);
        mostX = Math.log10(sizes[sizes.length - 1]);
        double[] values = table.rows().values().stream()
                .flatMap(cells -> cells.values().stream())
                .mapToDouble(Spread::median)
                .filter(value -> value > 0)
                .sorted()
                .toArray();
        leastY = values.length == 0 ? 0 : Math.log10(values[0]) - 0.05;
        mostY = values.length == 0 ? 1 : Math.log10(values[values.length - 1]) + 0.05;
    }

    static void append(StringBuilder page, Table table) {
        LinePlot plot = new LinePlot(table);
        page.append(String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 %d %d\" width=\"%d\" role=\"img\" aria-label=\"%s\"><text x=\"0\" y=\"14\">%s</text>%n",
                WIDTH,
                HEIGHT,
                WIDTH,
                HtmlReport.escaped(table.title()),
                HtmlReport.escaped(table.title())));
        plot.grid(page, table);
        plot.lines(page, table);
        page.append("</svg>\n");
    }

    private void grid(StringBuilder page, Table table) {
        for (String row : table.rows().keySet()) {
            page.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%,d</text>%n",
                    x(row),
                    HEIGHT - 10,
                    (long) size(row)));
        }
        for (int step = 0; step <= 4; step++) {
            double value = Math.pow(10, leastY + (mostY - leastY) * step / 4);
            page.append(String.format(
                    Locale.ROOT,
                    "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
                            + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>%n",
                    LEFT,
                    WIDTH - RIGHT,
                    y(value),
                    y(value),
                    LEFT - 6,
                    y(value) + 4,
                    TextReport.number(value)));
        }
    }

    private void lines(StringBuilder page, Table table) {
        List<String> columns = new ArrayList<>(table.columns());
        TreeMap<Double, String> ends = new TreeMap<>(); // label by height, from the top
        for (String column : columns) {
            StringBuilder points = new StringBuilder();
            double end = 0;
            for (Map.Entry<String, Map<String, Spread>> row : table.rows().entrySet()) {
                Spread spread = row.getValue().get(column);
                if (spread != null && spread.median() > 0) {
                    end = y(spread.median());
                    points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(row.getKey()), end));
                }
            }
            if (points.length() > 0) {
                page.append(String.format(
                        Locale.ROOT,
                        "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>%n",
                        points.toString().trim(),
                        Palette.of(column, columns.indexOf(column))));
                while (ends.putIfAbsent(end, column) != null) {
                    end += 0.01;
                }
            }
        }
        labels(page, columns, ends);
    }

    /** Beside the ends of the lines, moved as far as they would overlap or leave the plot. */
    private static void labels(StringBuilder page, List<String> columns, SortedMap<Double, String> ends) {
        double[] heights = new double[ends.size()];
        double free = TOP;
        int at = 0;
        for (double end : ends.keySet()) {
            heights[at] = Math.max(free, end + 4);
            free = heights[at++] + LABEL;
        }
        double lowest = HEIGHT - 4;
        for (int i = heights.length - 1; i >= 0; i--) {
            heights[i] = Math.min(heights[i], lowest);
            lowest = heights[i] - LABEL;
        }
        at = 0;
        for (String column : ends.values()) {
            page.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%d\" y=\"%.1f\" style=\"fill:%s\">%s</text>%n",
                    WIDTH - RIGHT + 6,
                    heights[at++],
                    Palette.of(column, columns.indexOf(column)),
                    HtmlReport.escaped(column)));
        }
    }

    private static double size(String row) {
        return Double.parseDouble(row.substring(row.lastIndexOf('-') + 1));
    }

    private double x(String row) {
        double share = mostX == leastX ? 0 : (Math.log10(size(row)) - leastX) / (mostX - leastX);
        return LEFT + share * (WIDTH - LEFT - RIGHT);
    }

    private double y(double value) {
        return HEIGHT - BOTTOM - (Math.log10(value) - leastY) / (mostY - leastY) * (HEIGHT - TOP - BOTTOM);
    }
}
