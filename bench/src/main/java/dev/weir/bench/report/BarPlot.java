package dev.weir.bench.report;

import dev.weir.bench.report.Tables.Spread;
import dev.weir.bench.report.Tables.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Horizontal bars, one for each stack, workload below workload; each workload has a scale of its own. */
final class BarPlot {
    private static final int WIDTH = 900;
    private static final int LEFT = 260;
    private static final int RIGHT = 70;
    private static final int BAR = 14;
    private static final int GAP = 12;

    private BarPlot() {}

    /** @param mark where to draw an upright line; 0 for none */
    static void append(StringBuilder page, Table table, double mark) {
        List<String> columns = new ArrayList<>(table.columns());
        int height = GAP;
        for (Map<String, Spread> cells : table.rows().values()) {
            height += cells.size() * BAR + GAP;
        }
        page.append(String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 %d %d\" width=\"%d\" role=\"img\" aria-label=\"%s\">%n",
                WIDTH,
                height,
                WIDTH,
                HtmlReport.escaped(table.title())));
        int y = GAP;
        for (Map.Entry<String, Map<String, Spread>> row : table.rows().entrySet()) {
            double most = row.getValue().values().stream()
                    .mapToDouble(Spread::max)
                    .max()
                    .orElse(1);
            double scale = (WIDTH - LEFT - RIGHT) / Math.max(most, mark);
            page.append(String.format(
                    Locale.ROOT, "<text x=\"0\" y=\"%d\">%s</text>%n", y + BAR - 3, HtmlReport.escaped(row.getKey())));
            int top = y;
            for (String column : columns) {
                Spread spread = row.getValue().get(column);
                if (spread != null) {
                    bar(page, column, columns.indexOf(column), spread, y, scale);
                    y += BAR;
                }
            }
            if (mark > 0) {
                page.append(String.format(
                        Locale.ROOT,
                        "<line class=\"range\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>%n",
                        LEFT + mark * scale,
                        LEFT + mark * scale,
                        top,
                        y));
            }
            y += GAP;
        }
        page.append("</svg>\n");
    }

    private static void bar(StringBuilder page, String column, int index, Spread spread, int y, double scale) {
        page.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>"
                        + "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>"
                        + "<line class=\"range\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>"
                        + "<text x=\"%.1f\" y=\"%d\">%s</text>%n",
                LEFT - 6,
                y + BAR - 3,
                HtmlReport.escaped(column),
                LEFT,
                y,
                spread.median() * scale,
                BAR - 2,
                Palette.of(column, index),
                LEFT + spread.min() * scale,
                LEFT + spread.max() * scale,
                y + BAR / 2 - 1,
                y + BAR / 2 - 1,
                LEFT + spread.max() * scale + 5,
                y + BAR - 3,
                TextReport.number(spread.median())));
    }
}
