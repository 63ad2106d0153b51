package dev.weir.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bench.measure.Metric;
import dev.weir.bench.measure.Published;
import dev.weir.bench.measure.Results;
import dev.weir.bench.report.Report.Failure;
import dev.weir.bench.report.Report.Figure;
import dev.weir.bench.report.Report.Lack;
import dev.weir.bench.report.Report.Ratio;
import dev.weir.bench.report.Report.Unsettled;
import dev.weir.bench.service.ServiceSuite;
import dev.weir.testing.Chromium;
import dev.weir.testing.Chromium.Page;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page of a report with everything that one can have, of figures that are made up, in a real Chromium. Without Chromium
 * those tests are skipped, unless the environment says WEIR_REQUIRE_CLIENTS=1. With the environment variable
 * WEIR_PICTURES, a folder, the page is a picture.
 */
class ReportPageTest {
    private static final String HOSTILE = "</script><b>\"it's\" & co</b>";
    private static final List<String> STACKS = List.of("weir", "weir-stax", "aalto", "aalto-sax", "woodstox", HOSTILE);
    private static final List<String> SIZES = List.of("persons-1000", "persons-10000", "persons-100000");
    private static final Failure FAILURE =
            new Failure("orders-5k", "woodstox", List.of(), "it saw 1, where others saw <2>");

    private static final Unsettled UNSETTLED = new Unsettled(
            "orders-5k",
            "aalto-sax",
            List.of(Metric.SPEED, Metric.alloc("document")),
            5,
            "not settled: after 30 windows the last three still differ by 12 %");

    /** For each plot its kind, and how many shapes it has in the colour of a stack: bars, or points. */
    private static final String DRAWN = """
            (() => {
                const {colours} = JSON.parse(document.getElementById('data').textContent);
                const paints = Object.values(colours).flatMap(colour => [colour.light, colour.dark]);
                return [...document.querySelectorAll('[data-plot]')].map(figure => {
                    const kind = figure.classList[1];
                    const painted = path => paints.includes(path.getAttribute('fill'))
                        || kind == 'bars' && paints.includes(path.getAttribute('stroke'));
                    return kind + ' ' + [...figure.querySelectorAll('path')].filter(painted).length;
                }).join('; ');
            })()""";

    private static final String OF_A_NAME =
            "[...document.querySelectorAll('b')].filter(bold => bold.textContent.startsWith('\"it')).length";

    /** Texts of plots that are not within their plot as a whole. */
    private static final String CUT = """
            [...document.querySelectorAll('[data-plot] svg')].flatMap(svg => {
                const box = svg.getBoundingClientRect();
                return [...svg.querySelectorAll('text')].filter(text => {
                    const rect = text.getBoundingClientRect();
                    return rect.left < box.left - 1 || rect.right > box.right + 1 || rect.top < box.top - 1
                        || rect.bottom > box.bottom + 1;
                }).map(text => text.textContent);
            }).join('; ')""";

    @TempDir
    Path folder;

    private static Report report() {
        List<Figure> figures = new ArrayList<>();
        List<Ratio> ratios = new ArrayList<>();
        double value = 100;
        List<String> workloads = List.of("small-1k", "orders-5k", SIZES.get(0), SIZES.get(1), SIZES.get(2));
        for (String workload : workloads) {
            for (String stack : STACKS) {
                value = value * 1.37 % 500 + 20;
                if (List.<Lack>of(FAILURE, UNSETTLED).stream()
                                .anyMatch(none -> workload.equals(none.workload()) && stack.equals(none.stack()))
                        || workload.equals("small-1k") && stack.equals("aalto-sax")) {
                    continue;
                }
                figures.add(
                        new Figure(workload, stack, "speed", "MB/s", true, value, value * 0.93, value * 1.1, 5, true));
                figures.add(new Figure(workload, stack, "alloc", "B/document", false, value, value, value, 5, true));
                if (!stack.startsWith("weir")) {
                    double ratio = 400 / value;
                    ratios.add(new Ratio(workload, "speed", "weir", stack, ratio, ratio * 0.9, ratio * 1.1, 5, true));
                }
            }
        }
        ratios.add(new Ratio("orders-5k", "speed", "weir", "aalto-sax", null, null, null, 0, false));
        for (String stack : STACKS.subList(2, STACKS.size())) {
            ratios.add(new Ratio("geomean:read", "speed", "weir", stack, 1.9, 1.8, 2.0, 5, true));
            ratios.add(new Ratio("geomean:persons", "speed", "weir", stack, 2.5, 2.4, 2.6, 5, true));
        }
        return new Report(
                "xml",
                "--isolated",
                7,
                5,
                "a machine",
                "a JDK",
                "1",
                workloads,
                STACKS,
                figures,
                ratios,
                List.of(FAILURE),
                List.of(UNSETTLED));
    }

    private Path written() throws IOException {
        Report report = report();
        Path file = folder.resolve("page.html");
        Published.Line known = new Published.Line(
                "1,000 persons", "12 <s>", "MB/s", (run, stack) -> run.median("persons-1000", stack, "speed"));
        Published.Line unknown = new Published.Line(
                "of what is not in the run", "3 s", "MB/s", (run, stack) -> run.median("persons-5", stack, "speed"));
        Published published =
                new Published("Somebody, Something (2006)", "A machine.", List.of("weir"), List.of(known, unknown));
        HtmlReport.write(report, "parsers", List.of(published), Comparison.of(report, report), file);
        return file;
    }

    @Test
    void everyPlotIsDrawnInBothSchemes() throws Exception {
        Path file = written();
        try (Chromium browser = Chromium.open(folder, URI.create("about:blank"));
                Page page = browser.connect()) {
            List<String> backgrounds = new ArrayList<>();
            for (String scheme : List.of("light", "dark")) {
                page.scheme(scheme);
                page.go(file.toUri());
                page.await(
                        "document.readyState == 'complete' && document.querySelectorAll('[data-plot]').length > 0"
                                + " && [...document.querySelectorAll('[data-plot]')].every(plot => plot.querySelector('path'))");

                // Worst, best and two means of four rivals; six bars without one or two; three points of six lines.
                String bars = "bars 5; bars 4";
                assertEquals("ratios 16; lines 18; " + bars + "; lines 18; " + bars, page.evaluate(DRAWN));
                assertEquals("median 280 MB/s; lowest 260, highest 307", tooltip(page));
                assertEquals(List.of(), page.errors());
                assertEquals("0", page.evaluate(OF_A_NAME), "elements made of a name's text");
                assertTrue(contrast(page) > 7, scheme);
                backgrounds.add(page.evaluate("getComputedStyle(document.body).backgroundColor"));
                picture(page, "report-" + scheme);
            }
            assertNotEquals(backgrounds.get(0), backgrounds.get(1));
        }
    }

    /** Names are above what they name, so that it has the width; tables scroll in themselves, and the page does not. */
    @Test
    void onAPhonePlotsHaveTheWidthOfThePage() throws Exception {
        Path file = written();
        try (Chromium browser = Chromium.open(folder, URI.create("about:blank"));
                Page page = browser.connect()) {
            page.width(400);
            page.go(file.toUri());
            page.await("document.readyState == 'complete' && document.querySelectorAll('[data-plot]').length > 0"
                    + " && [...document.querySelectorAll('[data-plot]')].every(plot => plot.querySelector('path'))");

            assertEquals("400", page.evaluate("document.documentElement.scrollWidth"));
            assertEquals(
                    "true",
                    page.evaluate("[...document.querySelectorAll('.scroll')].every(box => box.clientWidth <= 400)"));
            assertEquals("true", page.evaluate("""
                    [...document.querySelectorAll('[data-plot] > div[_echarts_instance_]')].every(place => {
                        const chart = echarts.getInstanceByDom(place);
                        return chart.getModel().getComponent('grid').coordinateSystem.getRect().width > 240;
                    })"""));
            assertEquals(List.of(), page.errors());
            assertEquals("", page.evaluate(CUT));
            assertEquals("4 over all lines", page.evaluate("""
                    (() => {
                        const svg = document.querySelector('.plot.ratios svg');
                        const names = [...svg.querySelectorAll('text')].filter(text => text.textContent.startsWith('weir :'));
                        const over = names.filter(text => text.getAttribute('stroke') == '#f6f8fa'
                            && [...svg.querySelectorAll('path')].every(path =>
                                path.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING));
                        return over.length + ' over all lines';
                    })()"""));
            picture(page, "report-phone");
        }
    }

    /** Small figures with a mark are long; three sizes are a line, of which one point is hollow and one is missing. */
    @Test
    void figuresThatDidNotSettleAreMarkedInThePlots() throws Exception {
        List<Figure> figures = new ArrayList<>();
        for (String stack : List.of("weir", "aalto")) {
            boolean settled = stack.equals("aalto");
            figures.add(new Figure("small", stack, "cpu", "ms", false, 0.0123, 0.0122, 0.0131, 1, settled));
            for (String size : settled ? SIZES : SIZES.subList(0, 2)) {
                figures.add(new Figure(size, stack, "cpu", "ms", false, 12, 11, 13, 2, settled));
            }
        }
        List<Ratio> ratios = List.of(
                new Ratio("small", "cpu", "weir", "aalto", 1.5, 1.4, 1.6, 2, false),
                new Ratio("small", "p99", "weir", "aalto", null, null, null, 0, false));
        Metric cpu = new Metric("cpu", "ms", false);
        Report report = new Report(
                "xml",
                "",
                1,
                2,
                "a machine",
                "a JDK",
                "1",
                List.of("small", SIZES.get(0), SIZES.get(1), SIZES.get(2)),
                List.of("weir", "aalto"),
                figures,
                ratios,
                List.of(),
                List.of(
                        new Unsettled("small", "aalto", List.of(cpu), 1, "not settled: busy"),
                        new Unsettled(SIZES.get(2), "weir", List.of(cpu), 2, "not settled: busy")));
        Path file = folder.resolve("page.html");
        HtmlReport.write(report, "parsers", List.of(), null, file);
        try (Chromium browser = Chromium.open(folder, URI.create("about:blank"));
                Page page = browser.connect()) {
            for (int width : new int[] {1100, 400}) {
                page.width(width);
                page.go(file.toUri());
                page.await(
                        "document.readyState == 'complete' && document.querySelectorAll('[data-plot]').length > 0"
                                + " && [...document.querySelectorAll('[data-plot]')].every(plot => plot.querySelector('path'))");
                picture(page, "report-unsettled-" + width);

                String notes = page.evaluate(
                        "[...document.querySelectorAll('.plot .legend')].map(line => line.textContent).join('; ')");
                assertTrue(notes.contains("hollow: ~, did not settle, but accepted by --noisy; "), notes);
                assertTrue(notes.contains("not settled: weir at 100000"), notes);
                String bars = page.evaluate("document.querySelector('.plot.bars').textContent");
                assertTrue(bars.contains("~0.0123"), bars);
                assertTrue(bars.contains("0.0123*"), bars);
                assertEquals(
                        "2",
                        page.evaluate("[...document.querySelectorAll('.plot.lines path[fill=\"#f6f8fa\"]')].length"),
                        "hollow points");
                assertEquals(
                        "true",
                        page.evaluate("[...document.querySelectorAll('.plot.ratios')].at(-1).textContent"
                                + ".includes('not settled')"));
                assertEquals("", page.evaluate(CUT));
                assertEquals(List.of(), page.errors());
            }
        }
    }

    /** Of the last bar of the first bars, below the name of its stack. */
    private static String tooltip(Page page) throws Exception {
        page.evaluate("echarts.getInstanceByDom(document.querySelector('.bars > div')).dispatchAction("
                + "{type: 'showTip', seriesIndex: 0, dataIndex: 4})");
        String shown = "[...document.querySelectorAll('.bars > div > div')].map(box => box.innerText)"
                + ".find(text => text.includes('median'))";
        page.await(shown + " !== undefined");
        List<String> lines = page.evaluate(shown).lines().toList();
        assertEquals(HOSTILE, lines.get(0));
        return lines.get(1) + "; " + lines.get(2);
    }

    /** Of the text on the page, by WCAG. */
    private static double contrast(Page page) throws Exception {
        double text = luminance(page.evaluate("getComputedStyle(document.querySelector('td')).color"));
        double under = luminance(page.evaluate("getComputedStyle(document.body).backgroundColor"));
        return (Math.max(text, under) + 0.05) / (Math.min(text, under) + 0.05);
    }

    private static double luminance(String rgb) {
        Matcher parts = Pattern.compile("\\d+").matcher(rgb);
        double sum = 0;
        for (double weight : new double[] {0.2126, 0.7152, 0.0722}) {
            assertTrue(parts.find(), rgb);
            sum += weight * Math.pow(Integer.parseInt(parts.group()) / 255d, 2.2);
        }
        return sum;
    }

    private static void picture(Page page, String name) throws Exception {
        String pictures = System.getenv("WEIR_PICTURES");
        if (pictures != null) {
            Files.write(Path.of(pictures).resolve(name + ".png"), page.picture());
        }
    }

    @Test
    void aBlankSaysWhy() throws IOException {
        String page = Files.readString(written());

        String failed = "<td class=\"blank\" title=\"it saw 1, where others saw &lt;2>\">–"
                + "<sup><a href=\"#failure-1\">1</a></sup></td>";
        assertTrue(page.contains(failed), page);
        assertTrue(page.contains("<td class=\"blank\" title=\"" + HtmlTables.NO_PART + "\">–</td>"), page);
        assertTrue(page.contains("<li id=\"failure-1\">"), page);
        assertTrue(page.contains("--noisy gives its last figures"), page);
        assertTrue(page.contains(">not settled<sup><a href=\"#failure-2\">2</a></sup></td>"), page);
    }

    @Test
    void columnsAreInOrderThoughTheFirstRowLacksOne() {
        assertEquals(STACKS, List.copyOf(Tables.figures(report()).get(0).columns()));
    }

    @Test
    void thePageHasWhatAReaderChecks() throws IOException {
        String page = Files.readString(written());

        for (String part : List.of(
                "<dd>--seed 7</dd>",
                "<dt>rounds</dt><dd>5</dd>",
                "<dd>--isolated</dd>",
                "<dd>a machine</dd>",
                "higher is better",
                "lower is better",
                "Licensed to the Apache Software Foundation",
                "Copyright 2017-2022 The Apache Software Foundation")) {
            assertTrue(page.contains(part), part);
        }
        assertFalse(page.contains("</script><b>"));
    }

    @Test
    void whatWasPublishedStandsBesideTheRun() throws IOException {
        String page = Files.readString(written());

        assertTrue(page.contains("<p>Somebody, Something (2006). A machine.</p>"), page);
        String here = TextReport.number(report().median("persons-1000", "weir", "speed"));
        assertTrue(
                page.contains("<th scope=\"row\">1,000 persons</th><td>12 &lt;s></td><td>" + here
                        + "</td><td class=\"unit\">MB/s</td>"),
                page);
        assertTrue(
                page.contains("<td>3 s</td><td class=\"blank\" title=\"this run has no figure for it\">–</td>"), page);
    }

    @Test
    void meansStandBesideTheWorstWorkload() {
        Summary summary = Summary.of(report()).get(0);

        assertEquals(Set.of("read", "persons"), summary.groups());
        Summary.Pair pair = summary.pairs().get(0);
        assertEquals("aalto", pair.vs());
        assertEquals(new Summary.Mean(1.9, true, false), pair.means().get("read"));
        assertTrue(Objects.requireNonNull(pair.worst()).ratio()
                <= Objects.requireNonNull(pair.best()).ratio());
        assertEquals(5, pair.notWorse().of());
    }

    @Test
    void withoutMeansEachMetricHasItsRange() {
        List<Ratio> ratios = List.of(
                new Ratio("echoVoid/8", "cpu", "weir", "limit:raw-echo", 0.2, 0.2, 0.2, 5, true),
                new Ratio("echoVoid/8", "cpu", "weir", "cxf", 2.0, 1.9, 2.1, 5, true),
                new Ratio("getOrder/8", "cpu", "weir", "cxf", 0.9, 0.8, 0.99, 5, true),
                new Ratio("echoVoid/8", "p99", "weir", "cxf", 3.0, 3.0, 3.0, 5, true));
        List<Summary> summaries = Summary.of(new Report(
                "soap", "", 1, 5, "", "", "", List.of(), List.of(), List.of(), ratios, List.of(), List.of()));

        assertEquals(
                List.of("cpu", "p99"), summaries.stream().map(Summary::metric).toList());
        assertEquals(1, summaries.get(0).pairs().size(), "pairs without the bound");
        Summary.Pair cpu = summaries.get(0).pairs().get(0);
        assertEquals(new Summary.Extreme("getOrder/8", 0.9, true, false), cpu.worst());
        assertEquals(new Summary.Extreme("echoVoid/8", 2, true, false), cpu.best());
        assertEquals("on 1 of 2", cpu.notWorse().text());
    }

    /** No stack is better than a bound, and those who are worse than one have not lost. */
    @Test
    void boundsHaveTablesOfTheirOwn() {
        List<Ratio> ratios = List.of(
                new Ratio("echoVoid/8", "cpu", "weir", "cxf", 2.0, 1.9, 2.1, 5, true),
                new Ratio("echoVoid/8", "cpu", "weir", "limit:raw-echo", 0.2, 0.2, 0.2, 5, true));
        List<Tables.Table> tables = Tables.ratios(new Report(
                "soap", "", 1, 5, "", "", "", List.of(), List.of(), List.of(), ratios, List.of(), List.of()));

        assertEquals(
                List.of("times better, cpu: weir than", "part of the bound, cpu: weir of"),
                tables.stream().map(Tables.Table::title).toList());
        assertEquals(List.of("cxf"), List.copyOf(tables.get(0).columns()));
        assertTrue(tables.get(0).isContest());
        assertFalse(tables.get(1).isContest());
    }

    @Test
    void theBytesOfAnEchoAreNoBoundForThoseOfAService() {
        ServiceSuite suite = ServiceSuite.soap();
        Results results = new Results(1);
        String workload = suite.workloads(true).get(0).name();
        for (Metric metric : List.of(new Metric("cpu", "ms/request", false), new Metric("wire", "B/request", false))) {
            results.add(workload, "weir", metric, 0, 2);
            results.add(workload, "cxf", metric, 0, 3);
            results.add(workload, "limit:raw-echo", metric, 0, 4);
        }

        assertEquals(
                List.of("cpu cxf", "cpu limit:raw-echo", "wire cxf"),
                results.ratios(suite).stream()
                        .map(ratio -> ratio.metric().name() + " " + ratio.vs())
                        .toList());
    }

    @Test
    void aStackHasOneColourOnEveryPage() {
        assertEquals(
                Palette.of(List.of("weir", "cxf", "metro")).get("cxf"),
                Palette.of(List.of("metro", "cxf-fastinfoset", "cxf")).get("cxf"));
        Set<String> colours = new TreeSet<>();
        List<String> stacks = List.of(
                "weir", "weir-nonblocking", "cxf", "metro", "weir-fastinfoset", "cxf-fastinfoset", "metro-fastinfoset");
        Palette.of(stacks).values().forEach(colour -> colours.add(colour.light()));
        assertEquals(stacks.size(), colours.size());
        assertTrue(Palette.of(stacks).get("cxf-fastinfoset").dashed());
        assertFalse(Palette.of(stacks).get("cxf").dashed());
    }
}
