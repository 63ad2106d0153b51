package dev.weir.bench.report;

import dev.weir.bench.measure.Published;
import dev.weir.bench.report.Palette.Colour;
import dev.weir.bench.report.Report.Figure;
import dev.weir.bench.report.Report.Lack;
import dev.weir.bench.report.Tables.Table;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A report as one page that needs nothing else: a summary, then plots and a table for each metric. Plots are drawn when the
 * page is opened, by a library that the page contains; everything else is there without scripts.
 */
public final class HtmlReport {
    private static final String LIBRARY = "META-INF/resources/webjars/echarts/5.3.1/";

    private final Html page = new Html();
    private final Plots plots;
    private final Report report;
    private final Map<String, Colour> colours;
    private final HtmlTables tables;

    private HtmlReport(Report report) {
        this.report = report;
        this.plots = new Plots(report);
        Set<String> stacks = new LinkedHashSet<>(report.stacks());
        report.results().stream().map(Figure::stack).forEach(stacks::add);
        report.lacks().stream().map(Lack::stack).forEach(stacks::add);
        this.colours = Palette.of(stacks);
        this.tables = new HtmlTables(page, report, colours);
    }

    /**
     * @param title the suite in a line
     * @param published what others have published about the same
     * @param comparison with an earlier run; null if there is none
     */
    public static void write(
            Report report, String title, List<Published> published, @Nullable Comparison comparison, Path file)
            throws IOException {
        Files.writeString(file, new HtmlReport(report).page(title, published, comparison));
    }

    /**
     * Writes a page without a report, so that nobody takes the page of an earlier run for this one's.
     *
     * @param why there is none
     */
    public static void writeIncomplete(Path file, String suite, String why) throws IOException {
        Html page = new Html();
        page.add("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
                .element("title", "weir bench " + suite)
                .add("\n</head><body>\n")
                .element("h1", "weir bench " + suite)
                .element("p", "There is no report: " + why + ".")
                .add("\n</body></html>\n");
        Files.writeString(file, page.toString());
    }

    private String page(String title, List<Published> published, @Nullable Comparison comparison) throws IOException {
        page.add("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                        + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                        + "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
                        + "<meta name=\"viewport\" content=\"width=device-width\">\n")
                .element("title", "weir bench " + report.suite())
                .add("\n<style>\n")
                .add(resource("report.css"))
                .add("</style></head><body>\n<header>")
                .element("h1", "weir bench " + report.suite())
                .element("p", title + ".")
                .add("</header>\n<main>\n");
        summary();
        method();
        failures();
        for (Table table : Tables.figures(report)) {
            figures(table);
        }
        ratios();
        published.forEach(this::published);
        if (comparison != null) {
            comparison(comparison);
        }
        page.add("</main>\n");
        scripts();
        return page.add("</body></html>\n").toString();
    }

    private void summary() {
        page.add("<section>\n<h2>In short</h2>\n<dl>");
        page.add(isComparing() ? "<dt>compared</dt>" : "<dt>measured</dt>").add("<dd class=\"stacks\">");
        for (String stack : colours.keySet()) {
            page.add("<span>");
            tables.stack(stack);
            page.add("</span> ");
        }
        page.add("</dd>");
        fact("on", report.machine());
        fact("by", report.jdk() + "; Weir " + report.version());
        page.add("</dl>\n");
        if (colours.keySet().stream().anyMatch(Palette::isLimit)) {
            page.add("<p class=\"note\">limit:… is no stack, but a bound for what a stack can reach.</p>\n");
        }
        List<Summary> summaries = Summary.of(report);
        if (!summaries.isEmpty()) {
            page.add(
                    "<p>How many times better one stack is than another: 2 is twice the speed, or half the time, bytes "
                            + "or memory. Below 1 it is worse. "
                            + (summaries.stream()
                                            .allMatch(
                                                    summary -> summary.groups().isEmpty())
                                    ? "The range is that over the workloads."
                                    : "Means are geometric, over a group of workloads; worst and best are single workloads.")
                            + (report.ratios().stream().anyMatch(ratio -> ratio.median() == null)
                                    ? " Workloads whose ratio did not settle count only in the number of all, as in “on 1 of 2”."
                                    : "")
                            + "</p>\n");
        }
        for (Summary summary : summaries) {
            plot(plots.add(summary));
            tables.append(summary);
        }
        page.add("</section>\n");
    }

    private void method() {
        page.add("<section>\n<h2>Method</h2>\n<p>");
        boolean one = report.rounds() == 1;
        page.add(one ? "There was one round. In it " : "In each round ")
                .add(
                        isComparing()
                                ? "every stack did every workload once, in shuffled order, and all had to come to the same "
                                        + "results. "
                                : "every workload was done once. ")
                .add(
                        one
                                ? "It does not say by how much another would differ. "
                                : "Figures and bars are medians over the rounds; thin lines and small figures show the lowest "
                                        + "and the highest round. ")
                .add(
                        one || report.ratios().isEmpty()
                                ? ""
                                : "Ratios are computed within each round, so that whatever slows the machine affects both "
                                        + "sides.")
                .add("</p>\n");
        if (report.hasUnsteadyFigures()) {
            page.element("p class=\"worse\"", TextReport.LEGEND).add("\n");
        }
        if (report.hasPartialFigures()) {
            page.element("p class=\"worse\"", TextReport.partialLegend(report)).add("\n");
        }
        page.add("<dl>");
        fact("rounds", String.valueOf(report.rounds()));
        fact("options", report.options().isEmpty() ? "none: a full run" : report.options());
        fact("order", "--seed " + report.seed());
        page.add("</dl>\n");
        if (report.options().contains("--quick")) {
            page.add("<p class=\"worse\">A run with --quick has short windows, few rounds and none of the large "
                    + "documents: a look, not for quoting.</p>\n");
        }
        page.add("</section>\n");
    }

    private boolean isComparing() {
        return colours.size() > 1;
    }

    private void fact(String name, String value) {
        page.element("dt", name).element("dd", value);
    }

    private void failures() {
        if (report.lacks().isEmpty()) {
            return;
        }
        page.add("<section>\n<h2>Without a figure</h2>\n\n");
        if (!report.unsettled().isEmpty()) {
            page.element("p class=\"note\"", TextReport.REMEDY).add("\n");
        }
        page.add("<ol>\n");
        int number = 0;
        for (Lack lack : report.lacks()) {
            page.add(String.format(Locale.ROOT, "<li id=\"failure-%d\"><b>", ++number));
            tables.stack(lack.stack());
            page.text(", " + lack.workload())
                    .add("</b>")
                    .text(lack.metrics().isEmpty() ? "" : ", " + lack.missing())
                    .add(": ")
                    .text(report.reason(lack))
                    .add("</li>\n");
        }
        page.add("</ol>\n</section>\n");
    }

    private void figures(Table table) {
        page.add("<section>\n<h2>").text(table.title());
        page.element("span class=\"better\"", table.higherIsBetter() ? "higher is better" : "lower is better");
        page.add("</h2>\n<div class=\"plots\">\n");
        for (int number = plots.firstOf(table); number < plots.count(); number++) {
            plot(number);
        }
        page.add("</div>\n");
        tables.append(table);
        page.add("</section>\n");
    }

    /** Filled by the script. */
    private void plot(int number) {
        Plots.Plot plot = plots.get(number);
        page.add(String.format(
                Locale.ROOT, "<figure class=\"plot %s\" data-plot=\"%d\"></figure>\n", plot.kind(), number));
    }

    private void ratios() {
        List<Table> all = Tables.ratios(report);
        if (all.isEmpty()) {
            return;
        }
        page.add("<section>\n<h2>All ratios<span class=\"better\">above 1: better than the rival</span></h2>\n");
        for (Table table : all) {
            page.element("h3", table.title());
            tables.append(table);
        }
        page.add("</section>\n");
    }

    private void published(Published published) {
        page.add("<section>\n<h2>Published before</h2>\n")
                .element("p", published.source() + ". " + published.conditions())
                .add(
                        "<p class=\"note\">Another machine, and other code: relations can be compared, times and rates cannot.</p>\n");
        tables.append(published);
        page.add("</section>\n");
    }

    private void comparison(Comparison comparison) {
        page.add("<section>\n").element("h2", ComparisonTable.title(comparison)).add("\n");
        lines("worse", ComparisonTable.caveats(comparison));
        tables.append(comparison);
        lines("note", ComparisonTable.summary(comparison));
        page.add("</section>\n");
    }

    private void lines(String style, List<String> lines) {
        lines.forEach(line -> page.element("p class=\"" + style + "\"", line).add("\n"));
    }

    private void scripts() throws IOException {
        page.add("<noscript><p>Plots need JavaScript; the tables have all figures.</p></noscript>\n<!--\n")
                .add(library("NOTICE"))
                .add("-->\n<script>")
                .add(library("dist/echarts.common.min.js"))
                .add("</script>\n<script type=\"application/json\" id=\"data\">")
                .add(plots.json(colours))
                .add("</script>\n<script>\n")
                .add(resource("report.js"))
                .add("</script>\n");
    }

    private static String library(String name) throws IOException {
        return read(HtmlReport.class.getClassLoader().getResourceAsStream(LIBRARY + name), name);
    }

    private static String resource(String name) throws IOException {
        return read(HtmlReport.class.getResourceAsStream(name), name);
    }

    private static String read(@Nullable InputStream stream, String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(stream, name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
