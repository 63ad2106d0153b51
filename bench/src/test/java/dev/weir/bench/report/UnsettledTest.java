package dev.weir.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.bench.bind.PersonsSuite;
import dev.weir.bench.measure.MeasureException;
import dev.weir.bench.measure.Metric;
import dev.weir.bench.measure.Published;
import dev.weir.bench.measure.Results;
import dev.weir.bench.measure.Steadiness;
import dev.weir.bench.measure.Workload;
import dev.weir.bench.report.Comparison.Change;
import dev.weir.bench.report.Comparison.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The suite persons on a busy machine, its measurements made up: what did not settle is named where its figure would stand,
 * though the smallest heap was found; what was accepted all the same has a mark.
 */
class UnsettledTest {
    private static final String OURS = "weir-records";
    private static final String PEER = "woodstox-cursor";
    private static final Steadiness STEADY = new Steadiness(null, false);
    private static final Steadiness BUSY = new Steadiness("not settled: 9 of 30 windows were disturbed", false);
    private static final Steadiness NOISY = new Steadiness("not settled: 9 of 30 windows were disturbed", true);
    private static final Metric ALLOC = Metric.alloc("record");

    @TempDir
    Path folder;

    /** Of two stacks on two workloads; the first workload settles for the peer, as given, and the second for both. */
    private static Report report(Steadiness ours, Steadiness peer) {
        PersonsSuite suite = new PersonsSuite();
        List<Workload> workloads = suite.workloads(true).subList(0, 2);
        Results results = new Results(1);
        measured(results, "persons-10000", OURS, STEADY);
        measured(results, "persons-10000", PEER, STEADY);
        measured(results, "persons-1000", PEER, peer);
        measured(results, "persons-1000", OURS, ours);
        return Report.of(suite, workloads, "", 1, results);
    }

    private static void measured(Results results, String workload, String stack, Steadiness... rounds) {
        for (int round = 0; round < rounds.length; round++) {
            results.add(workload, stack, Metric.TIME, round, 12, rounds[round]);
            results.add(workload, stack, ALLOC, round, 900, rounds[round]);
        }
        results.add(workload, stack, Metric.MEMORY, 0, 7);
    }

    /** A stack that settles in some rounds. */
    private record Part(String workload, String stack, List<Steadiness> rounds) {}

    private static Part in(String workload, String stack, Steadiness... rounds) {
        return new Part(workload, stack, List.of(rounds));
    }

    private static Report report(int rounds, Part... measured) {
        PersonsSuite suite = new PersonsSuite();
        Results results = new Results(rounds);
        for (Part one : measured) {
            measured(results, one.workload, one.stack, one.rounds.toArray(Steadiness[]::new));
        }
        List<String> names = Stream.of(measured).map(Part::workload).toList();
        List<Workload> workloads = suite.workloads(true).stream()
                .filter(workload -> names.contains(workload.name()))
                .toList();
        return Report.of(suite, workloads, "", 1, results);
    }

    private String page(Report report) throws IOException {
        Path file = folder.resolve("page.html");
        HtmlReport.write(report, "persons", List.of(), null, file);
        return Files.readString(file);
    }

    private JsonNode json(Report report) throws IOException {
        Path file = folder.resolve("run.json");
        report.writeJson(file, null);
        assertEquals(report, Report.readJson(file));
        return new ObjectMapper().readTree(file.toFile());
    }

    private static List<String> printed(Report report) {
        StringWriter text = new StringWriter();
        TextReport.print(report, new PrintWriter(text));
        return text.toString().lines().map(line -> line.replaceAll(" +", " ")).toList();
    }

    /** The lines of a table, without its title and its columns. */
    private static List<String> table(List<String> lines, String title) {
        int first = lines.indexOf(title) + 2;
        List<String> rows = new ArrayList<>();
        for (String line : lines.subList(first, lines.size())) {
            if (line.isEmpty()) {
                break;
            }
            rows.add(line);
        }
        return rows;
    }

    @Test
    void theTableNamesItInThePlaceOfEachFigure() {
        List<String> lines = printed(report(BUSY, STEADY));

        assertEquals(List.of("persons-1000 not settled 12.0", "persons-10000 12.0 12.0"), table(lines, "time, ms"));
        assertEquals(List.of("persons-1000 not settled 900", "persons-10000 900 900"), table(lines, "alloc, B/record"));
        assertEquals(List.of("persons-1000 7.00 7.00", "persons-10000 7.00 7.00"), table(lines, "memory, MiB"));
        assertEquals(
                List.of("persons-1000 not settled", "persons-10000 1.00", "geomean:persons 1.00"),
                table(lines, "times better, time: weir-records than"));
        assertTrue(
                lines.contains("persons-1000 weir-records time, alloc not settled: 9 of 30 windows were disturbed"),
                lines::toString);
    }

    @Test
    void theTableNamesItAlsoWhereNoStackSettled() {
        List<String> lines = printed(report(BUSY, BUSY));

        assertEquals(
                List.of("persons-1000 not settled not settled", "persons-10000 12.0 12.0"), table(lines, "time, ms"));
    }

    @Test
    void aFigureOfFewerRoundsIsMarkedAndListed() throws IOException {
        Report report = report(
                3,
                in("persons-1000", OURS, STEADY, BUSY, STEADY),
                in("persons-1000", PEER, STEADY, STEADY, STEADY),
                in("persons-10000", OURS, STEADY, STEADY, STEADY),
                in("persons-10000", PEER, STEADY, STEADY, STEADY));

        List<String> lines = printed(report);
        assertEquals(List.of("persons-1000 12.0* 12.0", "persons-10000 12.0 12.0"), table(lines, "time, ms"));
        assertEquals(List.of("persons-1000 7.00 7.00", "persons-10000 7.00 7.00"), table(lines, "memory, MiB"));
        assertEquals(
                List.of("persons-1000 1.00*", "persons-10000 1.00", "geomean:persons 1.00*"),
                table(lines, "times better, time: weir-records than"));
        assertTrue(
                lines.contains("*: of fewer than the 3 rounds; the list \"without a figure\" says why."),
                lines::toString);
        assertTrue(
                lines.contains("persons-1000 weir-records time, alloc in 1 of 3 rounds " + BUSY.unsettled()),
                lines::toString);

        JsonNode json = json(report);
        assertEquals(1, json.at("/unsettled/0/rounds").asInt());
        for (JsonNode ratio : json.get("ratios")) {
            boolean whole = ratio.get("workload").asText().equals("persons-10000");
            int rounds = ratio.get("metric").asText().equals("memory") ? 1 : whole ? 3 : 2;
            assertEquals(rounds, ratio.get("runs").asInt(), ratio::toString);
        }

        String page = page(report);
        assertTrue(
                page.contains("<th scope=\"row\">persons-1000</th><td>12.0*<sup><a href=\"#failure-1\">1</a></sup></td>"
                        + "<td>12.0</td>"),
                page);
        assertTrue(page.contains("weir-records, persons-1000</b>, time, alloc: in 1 of 3 rounds not settled: "), page);
        assertTrue(page.contains("<p class=\"worse\">*: of fewer than the 3 rounds"), page);
        assertTrue(page.contains("<td>1.00* ×</td>"), "the mean");
        assertTrue(page.contains("<td>on 2* of 2</td>"), "the count of workloads");
        assertTrue(page.contains("\"labels\":[\"12.0*\",\"12.0\"]"), "the plot");

        Comparison comparison = Comparison.of(report, report);
        assertTrue(change(comparison, "time").partialBefore());
        assertFalse(change(comparison, "memory").partialNow());
        StringWriter text = new StringWriter();
        TextReport.print(comparison, new PrintWriter(text));
        assertTrue(
                text.toString().replaceAll(" +", " ").contains("weir-records time, ms 12.0* 12.0* 1.000 noise unknown"),
                text::toString);
    }

    /** Both have a figure, but of different rounds. */
    @Test
    void aRatioWithoutACommonRoundIsNotSettled() throws IOException {
        Report report = report(
                2,
                in("persons-1000", OURS, STEADY, BUSY),
                in("persons-1000", PEER, BUSY, STEADY),
                in("persons-10000", OURS, STEADY, STEADY),
                in("persons-10000", PEER, STEADY, STEADY));

        assertEquals(
                List.of("persons-1000 12.0* 12.0*", "persons-10000 12.0 12.0"), table(printed(report), "time, ms"));
        assertEquals(
                List.of("persons-1000 not settled", "persons-10000 1.00", "geomean:persons 1.00"),
                table(printed(report), "times better, time: weir-records than"));
        JsonNode ratio = json(report).at("/ratios/0");
        assertEquals("persons-1000", ratio.get("workload").asText());
        assertTrue(ratio.get("median").isNull(), ratio::toString);
        assertEquals(0, ratio.get("runs").asInt());
        assertFalse(ratio.get("settled").asBoolean());
        assertEquals("on 1 of 2", notWorse(report, "time"));
        assertEquals("on 2 of 2", notWorse(report, "memory"));
    }

    private static String notWorse(Report report, String metric) {
        return Summary.of(report).stream()
                .filter(summary -> summary.metric().equals(metric))
                .findFirst()
                .orElseThrow()
                .pairs()
                .get(0)
                .notWorse()
                .text();
    }

    /** Each workload has a ratio, but there is no round that both have. */
    @Test
    void aMeanWithoutACommonRoundIsNotSettled() throws IOException {
        Report report = report(
                2,
                in("persons-1000", OURS, STEADY, BUSY),
                in("persons-1000", PEER, STEADY, STEADY),
                in("persons-10000", OURS, BUSY, STEADY),
                in("persons-10000", PEER, STEADY, STEADY));

        assertEquals(
                List.of("persons-1000 1.00*", "persons-10000 1.00*", "geomean:persons not settled"),
                table(printed(report), "times better, time: weir-records than"));
        assertTrue(page(report).contains("had settled\">not settled</td><td>1.00* ×<small>persons-1000</small>"));
    }

    @Test
    void whereNoRatioIsSettledTablesAndSummaryAreThereAllTheSame() throws IOException {
        Report report = report(
                1,
                in("persons-1000", OURS, BUSY),
                in("persons-1000", PEER, STEADY),
                in("persons-10000", OURS, BUSY),
                in("persons-10000", PEER, STEADY));

        assertEquals(
                List.of("persons-1000 not settled", "persons-10000 not settled", "geomean:persons not settled"),
                table(printed(report), "times better, time: weir-records than"));
        assertEquals("on 0 of 2", notWorse(report, "time"));
        String page = page(report);
        assertTrue(page.contains("not settled</td><td>on 0 of 2</td>"), page);
        assertTrue(page.contains("\"unsettledMeans\":[\"persons\"],\"worst\":null"), page);
        assertEquals(7, json(report).get("ratios").size());
        assertEquals(
                List.of(OURS, PEER),
                List.copyOf(Tables.figures(report).get(0).columns()),
                "the order of the suite, though the first has no figure");
    }

    /** A stack that failed has no figure for another reason. */
    @Test
    void aRatioToWhatFailedIsNotThere() {
        PersonsSuite suite = new PersonsSuite();
        Results results = new Results(1);
        measured(results, "persons-1000", OURS, BUSY);
        results.fail("persons-1000", PEER, new MeasureException("torn"));

        assertEquals(List.of(), results.ratios(suite));
        assertEquals(List.of(), results.means(suite, suite.workloads(true)));
    }

    /** The persons in three sizes are a line. */
    @Test
    void aLineNamesThePointsThatItLacks() throws IOException {
        Report report = report(
                2,
                in("persons-1000", OURS, BUSY, BUSY),
                in("persons-1000", PEER, BUSY, BUSY),
                in("persons-10000", OURS, BUSY, BUSY),
                in("persons-10000", PEER, STEADY, BUSY),
                in("persons-100000", OURS, BUSY, BUSY),
                in("persons-100000", PEER, NOISY, NOISY));

        String page = page(report);
        assertTrue(
                page.contains(
                        "\"notes\":[\"not settled: weir-records at 1000, 10000, 100000; woodstox-cursor at 1000\","
                                + "\"of fewer rounds: woodstox-cursor at 10000\"]"),
                page);
        assertTrue(page.contains("[100000.0,12.0,12.0,12.0,0.0,0.0]"), page);
        Report none = report(
                1, in("persons-1000", OURS, BUSY), in("persons-10000", OURS, BUSY), in("persons-100000", OURS, BUSY));
        assertTrue(
                page(none)
                        .contains("{\"kind\":\"bars\",\"title\":\"persons-1000\",\"unit\":\"ms\",\"stacks\":["
                                + "\"weir-records\"],\"values\":[[]],\"labels\":[\"not settled\"]}"),
                "without a point, what stands in the place of bars");
    }

    /** What was not selected has no figure for another reason. */
    @Test
    void whatWasPublishedStandsBesideWhatDidNotSettle() throws IOException {
        Report report = report(2, in("persons-1000", OURS, BUSY, BUSY), in("persons-1000", PEER, STEADY, BUSY));
        Published.Line line = new Published.Line(
                "a thousand", "3 s", "ms", (run, stack) -> run.median("persons-1000", stack, "time"));
        Published.Line all = new Published.Line(
                "all",
                "4 s",
                "ms",
                (run, stack) -> run.workloads().stream()
                        .mapToDouble(workload -> run.median(workload, stack, "time"))
                        .average()
                        .orElse(Double.NaN));
        Path file = folder.resolve("page.html");
        HtmlReport.write(
                report,
                "persons",
                List.of(new Published("Somebody", "", List.of(OURS, PEER, "weir-whole"), List.of(line, all))),
                null,
                file);
        String page = Files.readString(file);

        for (String published : List.of("3 s", "4 s")) {
            assertTrue(
                    page.contains(
                            "<td>" + published + "</td><td class=\"blank\" title=\"there is no round in which all "
                                    + "figures that it needs had settled\">not settled</td><td>12.0*</td><td class=\"blank\" "
                                    + "title=\"this run has no figure for it\">–</td>"),
                    page);
        }
    }

    @Test
    void withFewerThanThreeRoundsWhatWasAcceptedIsStillNotSettled() {
        Comparison comparison = Comparison.of(report(STEADY, STEADY), report(NOISY, STEADY));

        assertEquals(Verdict.UNSETTLED, change(comparison, "time").verdict());
        assertEquals("~1.000", ComparisonTable.row(change(comparison, "time")).get(5));
        assertEquals("1.000", ComparisonTable.row(change(comparison, "memory")).get(5));
    }

    /** They say neither in how many rounds it was nor of how many a ratio is, nor in which order they were asked for. */
    @Test
    void aFileOfAnEarlierVersionIsRead() throws IOException {
        Path file = folder.resolve("run.json");
        Report report = report(
                2,
                in("persons-1000", OURS, BUSY, BUSY),
                in("persons-1000", PEER, STEADY, STEADY),
                in("persons-10000", OURS, STEADY, STEADY),
                in("persons-10000", PEER, STEADY, STEADY));
        report.writeJson(file, null);
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode json = (ObjectNode) mapper.readTree(file.toFile());
        json.remove(List.of("complete", "workloads", "stacks"));
        json.get("ratios").forEach(ratio -> ((ObjectNode) ratio).remove("runs"));
        json.get("unsettled").forEach(none -> ((ObjectNode) none).remove("rounds"));
        mapper.writeValue(file.toFile(), json);

        Report read = Report.readJson(file);
        assertEquals(report.unsettled(), read.unsettled());
        assertEquals(Set.copyOf(report.stacks()), Set.copyOf(read.stacks()));
        assertTrue(read.ratios().stream().allMatch(ratio -> ratio.runs() == 2));
    }

    @Test
    void theFileListsItsMetrics() throws IOException {
        Path file = folder.resolve("run.json");
        Report report = report(BUSY, STEADY);
        report.writeJson(file, null);

        JsonNode unsettled = new ObjectMapper().readTree(file.toFile()).get("unsettled");
        assertEquals(1, unsettled.size());
        assertEquals(OURS, unsettled.at("/0/stack").asText());
        assertEquals("time", unsettled.at("/0/metrics/0/name").asText());
        assertEquals("B/record", unsettled.at("/0/metrics/1/unit").asText());
        assertEquals(report, Report.readJson(file));
    }

    /** In those of earlier versions what is listed had no figure at all. */
    @Test
    void aFileWithoutTheMetricsIsReadAll() throws IOException {
        Path file = folder.resolve("run.json");
        report(BUSY, STEADY).writeJson(file, null);
        ObjectMapper mapper = new ObjectMapper();
        JsonNode json = mapper.readTree(file.toFile());
        ((ObjectNode) json.at("/unsettled/0")).remove("metrics");
        mapper.writeValue(file.toFile(), json);

        assertEquals(List.of(), Report.readJson(file).unsettled().get(0).metrics());
    }

    @Test
    void thePageNamesItInTablePlotAndList() throws IOException {
        Path file = folder.resolve("page.html");
        HtmlReport.write(report(BUSY, STEADY), "persons", List.of(), null, file);
        String page = Files.readString(file);

        String cell = "<th scope=\"row\">persons-1000</th><td class=\"blank\" title=\"" + BUSY.unsettled()
                + "\">not settled<sup><a href=\"#failure-1\">1</a></sup></td><td>12.0</td>";
        assertTrue(page.contains(cell), page);
        assertTrue(page.contains("<h2>Without a figure</h2>"));
        assertTrue(page.contains("weir-records, persons-1000</b>, time, alloc: " + BUSY.unsettled()), page);
        assertTrue(page.contains("\"labels\":[\"not settled\",\"12.0\"]"), page);
    }

    @Test
    void theComparisonNamesItOnItsSide() throws IOException {
        Comparison comparison = Comparison.of(report(STEADY, STEADY), report(BUSY, STEADY));

        Change time = change(comparison, "time");
        assertEquals(
                new Change(
                        "persons-1000",
                        OURS,
                        "time",
                        "ms",
                        12.0,
                        true,
                        false,
                        null,
                        false,
                        false,
                        null,
                        Verdict.UNSETTLED),
                time);
        assertEquals(Verdict.UNKNOWN, change(comparison, "memory").verdict());
        assertEquals(List.of(), comparison.onlyBefore());
        StringWriter text = new StringWriter();
        TextReport.print(comparison, new PrintWriter(text));
        assertTrue(
                text.toString().replaceAll(" +", " ").contains("weir-records time, ms 12.0 not settled not settled"),
                text::toString);
        assertEquals(
                12.0,
                change(Comparison.of(report(BUSY, STEADY), report(STEADY, STEADY)), "time")
                        .now());
    }

    @Test
    void whatWasAcceptedAllTheSameHasAMarkEverywhere() throws IOException {
        Report report = report(NOISY, STEADY);
        assertEquals(List.of(), report.unsettled());

        List<String> lines = printed(report);
        assertEquals(List.of("persons-1000 ~12.0 12.0", "persons-10000 12.0 12.0"), table(lines, "time, ms"));
        assertEquals(List.of("persons-1000 7.00 7.00", "persons-10000 7.00 7.00"), table(lines, "memory, MiB"));
        assertEquals(
                List.of("persons-1000 ~1.00", "persons-10000 1.00", "geomean:persons ~1.00"),
                table(lines, "times better, time: weir-records than"));
        assertTrue(lines.contains(TextReport.LEGEND), lines::toString);

        Path json = folder.resolve("run.json");
        report.writeJson(json, null);
        for (JsonNode figure : new ObjectMapper().readTree(json.toFile()).get("results")) {
            boolean accepted = figure.get("stack").asText().equals(OURS)
                    && figure.get("workload").asText().equals("persons-1000")
                    && !figure.get("metric").asText().equals("memory");
            assertEquals(!accepted, figure.get("settled").asBoolean(), figure::toString);
        }
        assertEquals(report, Report.readJson(json));

        Published.Line line = new Published.Line(
                "a thousand", "3 s", "ms", (run, stack) -> run.median("persons-1000", stack, "time") * 2);
        Path html = folder.resolve("page.html");
        HtmlReport.write(
                report,
                "persons",
                List.of(new Published("Somebody", "", List.of(OURS, PEER), List.of(line))),
                null,
                html);
        String page = Files.readString(html);
        assertTrue(page.contains("<th scope=\"row\">persons-1000</th><td>~12.0</td><td>12.0</td>"), page);
        assertTrue(page.contains("<td>~1.00 ×</td>"), "the mean");
        assertTrue(page.contains("<td>3 s</td><td>~24.0</td><td>24.0</td>"), "beside what was published");
        assertTrue(page.contains("\"labels\":[\"~12.0\",\"12.0\"]"), "the plot");
        assertTrue(page.contains("not worse,<br>in the best round</th>"), page);
        assertTrue(page.contains("<td>on ~2 of 2</td>"), "the count of workloads");
        assertTrue(page.contains("<p class=\"worse\">" + TextReport.LEGEND + "</p>"), "the legend");
        assertFalse(printed(report(STEADY, STEADY)).contains(TextReport.LEGEND));
    }

    /** Any of them may have been accepted. */
    @Test
    void figuresOfAnEarlierFileWithNoisyCountAsUnsettled() throws IOException {
        Path file = folder.resolve("run.json");
        report(STEADY, STEADY).writeJson(file, null);
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode json = (ObjectNode) mapper.readTree(file.toFile());
        json.get("results").forEach(figure -> ((ObjectNode) figure).remove("settled"));
        mapper.writeValue(file.toFile(), json);
        assertFalse(Report.readJson(file).hasUnsteadyFigures());

        json.put("options", "--quick --noisy");
        mapper.writeValue(file.toFile(), json);
        assertTrue(Report.readJson(file).results().stream().noneMatch(Report.Figure::settled));
    }

    @Test
    void ofOneRoundThePageSaysNothingOfSeveral() throws IOException {
        Path file = folder.resolve("page.html");
        HtmlReport.write(report(STEADY, STEADY), "persons", List.of(), null, file);
        String page = Files.readString(file);

        assertTrue(page.contains("<p>There was one round. In it every stack did every workload once, "), page);
        assertFalse(page.contains("each round"), page);
    }

    private static Change change(Comparison comparison, String metric) {
        return comparison.changes().stream()
                .filter(change -> change.workload().equals("persons-1000")
                        && change.stack().equals(OURS)
                        && change.metric().equals(metric))
                .findFirst()
                .orElseThrow();
    }
}
