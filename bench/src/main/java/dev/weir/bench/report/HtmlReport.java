package dev.weir.bench.report;

import dev.weir.bench.report.Comparison.Change;
import dev.weir.bench.report.Tables.Spread;
import dev.weir.bench.report.Tables.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A report as one page that needs nothing else: a plot and a table for each metric. */
public final class HtmlReport {
    private static final String STYLE = """
            :root { color-scheme: light dark; }
            body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
            h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2.5rem; }
            .scroll { overflow-x: auto; }
            table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 13px; }
            th, td { padding: .2rem .7rem; text-align: right; white-space: nowrap; border-bottom: 1px solid #8884; }
            th:first-child, td:first-child { text-align: left; }
            td small { opacity: .65; display: block; font-size: 11px; }
            svg { max-width: 100%; height: auto; } svg text { font: 12px system-ui, sans-serif; fill: currentColor; }
            .changes :is(th, td):is(:nth-child(2), :nth-child(3), :last-child) { text-align: left; }
            p.worse, p.summary { margin: .2rem 0; } p.worse, .worse td:last-child { color: #d1495b; } .better td:last-child { color: #3d8f63; }
            .grid { stroke: currentColor; stroke-opacity: .15; } .range { stroke: currentColor; stroke-opacity: .55; }
            """;

    private HtmlReport() {}

    /**
     * @param title the suite in a line
     * @param comparison with an earlier run; null if there is none
     */
    public static void write(Report report, String title, @Nullable Comparison comparison, Path file)
            throws IOException {
        StringBuilder page = new StringBuilder();
        page.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>weir bench ")
                .append(escaped(report.suite()))
                .append("</title>\n<meta name=\"viewport\" content=\"width=device-width\">\n<style>\n")
                .append(STYLE)
                .append("</style></head><body>\n<h1>weir bench ")
                .append(escaped(report.suite()))
                .append("</h1>\n<p>")
                .append(escaped(title))
                .append(".</p>\n<p>")
                .append(escaped(report.machine()))
                .append("<br>")
                .append(escaped(report.jdk()))
                .append("; Weir ")
                .append(escaped(report.version()))
                .append("</p>\n<p>Bars and figures are medians over the rounds; the thin lines, and the small figures, "
                        + "show the lowest and the highest round.</p>\n");
        for (Table table : Tables.figures(report)) {
            section(page, table, false);
        }
        for (Table table : Tables.ratios(report)) {
            section(page, table, true);
        }
        if (comparison != null) {
            section(page, comparison);
        }
        page.append("</body></html>\n");
        Files.writeString(file, page);
    }

    private static void section(StringBuilder page, Table table, boolean ratios) {
        page.append("<section>\n<h2>").append(escaped(table.title())).append("</h2>\n");
        Table plotted = table;
        for (Table curve : growing(table)) {
            LinePlot.append(page, curve);
            plotted = without(plotted, curve);
        }
        if (!plotted.rows().isEmpty()) {
            BarPlot.append(page, plotted, ratios ? 1 : 0);
        }
        page.append("<div class=\"scroll\"><table><thead><tr><th></th>");
        table.columns()
                .forEach(column -> page.append("<th>").append(escaped(column)).append("</th>"));
        page.append("</tr></thead><tbody>\n");
        table.rows().forEach((row, cells) -> {
            page.append("<tr><td>").append(escaped(row)).append("</td>");
            for (String column : table.columns()) {
                Spread spread = cells.get(column);
                page.append("<td>");
                if (spread != null) {
                    page.append(TextReport.number(spread.median()));
                    if (spread.min() < spread.max()) {
                        page.append("<small>")
                                .append(TextReport.number(spread.min()))
                                .append("–")
                                .append(TextReport.number(spread.max()))
                                .append("</small>");
                    }
                }
                page.append("</td>");
            }
            page.append("</tr>\n");
        });
        page.append("</tbody></table></div>\n</section>\n");
    }

    private static void section(StringBuilder page, Comparison comparison) {
        page.append("<section>\n<h2>")
                .append(escaped(ComparisonTable.title(comparison)))
                .append("</h2>\n");
        lines(page, "worse", ComparisonTable.caveats(comparison));
        page.append("<div class=\"scroll\"><table class=\"changes\"><thead><tr>");
        ComparisonTable.COLUMNS.forEach(
                column -> page.append("<th>").append(escaped(column)).append("</th>"));
        page.append("</tr></thead><tbody>\n");
        for (Change change : comparison.changes()) {
            page.append("<tr class=\"")
                    .append(change.verdict().name().toLowerCase(Locale.ROOT))
                    .append("\">");
            ComparisonTable.row(change)
                    .forEach(cell -> page.append("<td>").append(escaped(cell)).append("</td>"));
            page.append("</tr>\n");
        }
        page.append("</tbody></table></div>\n");
        lines(page, "summary", ComparisonTable.summary(comparison));
        page.append("</section>\n");
    }

    private static void lines(StringBuilder page, String style, List<String> lines) {
        lines.forEach(line -> page.append("<p class=\"")
                .append(style)
                .append("\">")
                .append(escaped(line))
                .append("</p>\n"));
    }

    /** The workloads that are one thing at growing sizes, {@code persons-1000} and so on, as tables of their own. */
    private static Iterable<Table> growing(Table table) {
        Map<String, Table> curves = new LinkedHashMap<>();
        table.rows().forEach((row, cells) -> {
            if (row.matches(".*-\\d+")) {
                String name = row.substring(0, row.lastIndexOf('-'));
                curves.computeIfAbsent(
                                name,
                                first -> new Table(name + ": " + table.title(), table.columns(), new LinkedHashMap<>()))
                        .rows()
                        .put(row, cells);
            }
        });
        curves.values().removeIf(curve -> curve.rows().size() < 2);
        return curves.values();
    }

    private static Table without(Table table, Table part) {
        Map<String, Map<String, Spread>> rows = new LinkedHashMap<>(table.rows());
        rows.keySet().removeAll(part.rows().keySet());
        return new Table(table.title(), table.columns(), rows);
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
