package dev.weir.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bench.measure.MeasureException;
import dev.weir.bench.report.Comparison.Change;
import dev.weir.bench.report.Comparison.Difference;
import dev.weir.bench.report.Comparison.Verdict;
import dev.weir.bench.report.Report.Figure;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which figures have changed, on figures that are written down or recorded: nothing is measured here. */
class ComparisonTest {
    @TempDir
    Path folder;

    private static Figure speed(double median, double min, double max, int rounds) {
        return new Figure("orders-5k", "weir", "speed", "MB/s", true, median, min, max, rounds, true);
    }

    private static Figure bytes(String workload, double median) {
        return new Figure(workload, "weir", "alloc", "B/document", false, median, median, median, 5, true);
    }

    private static Report report(Figure... figures) {
        return new Report(
                "xml",
                "",
                1,
                5,
                "a machine",
                "a JDK",
                "1",
                List.of("orders-5k", "text-500k"),
                List.of("weir"),
                List.of(figures),
                List.of(),
                List.of(),
                List.of());
    }

    private static Change change(Figure before, Figure now) {
        return Comparison.of(report(before), report(now)).changes().get(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "100, 98, 102 | 120, 117, 121 | BETTER",
                "120, 117, 121 | 100, 98, 102 | WORSE",
                "100, 98, 102 | 103, 101, 106 | WITHIN_NOISE", // the ranges meet
                "100, 98, 102 | 102, 102, 102 | WITHIN_NOISE", // they touch
                "100, 99, 101 | 104, 102, 108 | WITHIN_NOISE", // apart by less than one of them is wide
                "100, 99, 101 | 107, 102, 108 | BETTER", // by more
                "100, 80, 101 | 110, 109, 111 | WITHIN_NOISE", // one slow round hides a change
                "100, 100, 100 | 100, 100, 100 | WITHIN_NOISE",
                "1.234, 1.234, 1.234 | 1.235, 1.235, 1.235 | WITHIN_NOISE", // the last digit is rounded
                "1.234, 1.234, 1.234 | 1.237, 1.237, 1.237 | BETTER",
                "0, 0, 0 | 5, 5, 5 | BETTER",
                "-3, -4, -2 | 5, 4, 6 | BETTER",
            })
    void figuresHaveChangedThatAreFurtherApartThanTheirRoundsVary(String before, String now, Verdict verdict) {
        assertEquals(verdict, change(spread(before), spread(now)).verdict());
    }

    private static Figure spread(String text) {
        String[] values = text.split(",");
        return speed(Double.parseDouble(values[0]), Double.parseDouble(values[1]), Double.parseDouble(values[2]), 5);
    }

    @Test
    void ratiosAreAboveOneWhereItIsBetterNow() {
        Change faster = change(speed(100, 99, 101, 5), speed(125, 124, 126, 5));
        assertEquals(1.25, faster.ratio());
        assertEquals(Verdict.BETTER, faster.verdict());

        Change more = change(bytes("orders-5k", 100), bytes("orders-5k", 125));
        assertEquals(0.8, more.ratio());
        assertEquals(Verdict.WORSE, more.verdict());

        assertEquals(1, change(bytes("orders-5k", 0), bytes("orders-5k", 0)).ratio());
    }

    @Test
    void withFewerThanThreeRoundsInEitherRunThereIsNoVerdict() {
        assertEquals(
                Verdict.UNKNOWN,
                change(speed(100, 99, 101, 2), speed(200, 199, 201, 5)).verdict());
        assertEquals(
                Verdict.UNKNOWN,
                change(speed(100, 99, 101, 5), speed(200, 200, 200, 1)).verdict());
        assertEquals(
                Verdict.BETTER,
                change(speed(100, 99, 101, 3), speed(200, 199, 201, 3)).verdict());
    }

    @Test
    void aChangeOfWhatDidNotSettleIsNotCertain() {
        Figure steady = speed(100, 99, 101, 5);
        Figure accepted = new Figure("orders-5k", "weir", "speed", "MB/s", true, 200, 199, 201, 5, false);

        assertEquals(Verdict.UNSETTLED, change(steady, accepted).verdict());
        assertEquals(Verdict.UNSETTLED, change(accepted, steady).verdict());
        assertEquals(
                Verdict.UNSETTLED,
                change(speed(100, 99, 101, 2), accepted).verdict(),
                "also in fewer than three rounds");
        List<String> words = printed(Comparison.of(report(steady), report(accepted)))
                .lines()
                .map(line -> line.replaceAll(" +", " "))
                .toList();
        assertTrue(words.contains("orders-5k weir speed, MB/s 100 ~200 ~2.000 not settled"), words::toString);
        assertTrue(printed(Comparison.of(report(accepted), report(steady))).contains(TextReport.LEGEND));
        Comparison other = Comparison.of(report(), report(accepted));
        assertTrue(printed(other).contains("only now: orders-5k weir speed ~200 MB/s"), () -> printed(other));
    }

    @Test
    void figuresThatOnlyOneRunHasAreNamed() {
        Figure gone = bytes("orders-50k", 5000);
        Figure come = bytes("text-500k", 7);
        Figure otherUnit = new Figure("orders-5k", "weir", "alloc", "B/record", false, 1, 1, 1, 5, true);

        Comparison comparison = Comparison.of(report(bytes("orders-5k", 1), gone), report(otherUnit, come));

        assertEquals(List.of(), comparison.changes());
        assertEquals(List.of(bytes("orders-5k", 1), gone), comparison.onlyBefore());
        assertEquals(List.of(otherUnit, come), comparison.onlyNow());
        String text = printed(comparison);
        assertTrue(text.contains("only before: orders-50k weir alloc 5,000 B/document"), text);
        assertTrue(text.contains("only now: text-500k weir alloc 7.00 B/document"), text);
    }

    @Test
    void whatElseDiffersBetweenTheRunsIsSaidAtTheTop() throws IOException {
        Report before = report(speed(100, 99, 101, 5));
        Report now = new Report(
                "xml",
                "--quick",
                1,
                5,
                "another machine",
                "a JDK",
                "2",
                before.workloads(),
                before.stacks(),
                before.results(),
                List.of(),
                List.of(),
                List.of());

        Comparison comparison = Comparison.of(before, now);

        assertEquals(
                List.of(
                        new Difference("machine", "a machine", "another machine"),
                        new Difference("options", "", "--quick")),
                comparison.differences());
        List<String> lines = printed(comparison).lines().toList();
        assertEquals("compared with the earlier run, of Weir 1", lines.get(1));
        assertEquals("The runs were not measured alike, so that changes tell little of Weir:", lines.get(2));
        assertEquals("machine: before a machine, now another machine", lines.get(3));
        assertEquals("options: before none, now --quick", lines.get(4));
        Path page = folder.resolve("page.html");
        HtmlReport.write(now, "a suite", List.of(), comparison, page);
        assertTrue(Files.readString(page).contains("<p class=\"worse\">options: before none, now --quick</p>"));
        assertEquals(List.of(), Comparison.of(before, before).differences());
    }

    @Test
    void changesAreTheLinesOfATable() throws IOException {
        Report before = report(speed(100, 99, 101, 5), bytes("text-500k", 1000));
        Report now = report(speed(80, 79, 81, 5), bytes("text-500k", 1000));

        Comparison comparison = Comparison.of(before, now);

        String text = printed(comparison);
        List<String> words =
                text.lines().map(line -> line.replaceAll(" +", " ")).toList();
        assertTrue(words.contains("orders-5k weir speed, MB/s 100 80.0 0.800 worse"), text);
        assertTrue(words.contains("text-500k weir alloc, B/document 1,000 1,000 1.000 within the noise"), text);
        assertTrue(words.contains("0 better, 1 worse, 1 within the noise, 0 noise unknown, 0 not settled"), text);
        Path page = folder.resolve("page.html");
        HtmlReport.write(now, "a suite", List.of(), comparison, page);
        String html = Files.readString(page);
        assertTrue(html.contains("<td>0.800</td><td>worse</td>"), html);
    }

    private static String printed(Comparison comparison) {
        StringWriter text = new StringWriter();
        TextReport.print(comparison, new PrintWriter(text));
        return text.toString();
    }

    @Test
    void aReportIsReadAsItWasWritten() throws IOException {
        Report report = report(speed(100, 99, 101, 5), bytes("text-500k", 1000));
        Path file = folder.resolve("report.json");

        report.writeJson(file, Comparison.of(report, report));

        assertEquals(report, Report.readJson(file));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "<report/>",
                "{\"suite\": \"xml\"",
                "{\"suite\":\"xml\",\"machine\":\"\",\"jdk\":\"\",\"version\":\"\",\"results\":[],\"ratios\":[]}",
                "{\"suite\":null,\"options\":\"\",\"machine\":\"\",\"jdk\":\"\",\"version\":\"\",\"results\":[],\"ratios\":[]}",
                "{\"suite\":\"\",\"options\":\"\",\"machine\":\"\",\"jdk\":\"\",\"version\":\"\",\"results\":[null],\"ratios\":[]}",
                "{\"suite\":\"\",\"options\":\"\",\"machine\":\"\",\"jdk\":\"\",\"version\":\"\",\"results\":[{}],\"ratios\":[]}",
            })
    void whatIsNoReportIsRefusedByItsName(String content) throws IOException {
        Path file = folder.resolve("other.json");
        Files.writeString(file, content);

        MeasureException refused = assertThrows(MeasureException.class, () -> Report.readJson(file));

        assertTrue(message(refused).startsWith(file + " is not a result of weir bench: "), refused::getMessage);
    }

    @Test
    void aDamagedFileIsCalledSoWithTheLine() throws IOException {
        Path file = folder.resolve("report.json");
        report(speed(100, 99, 101, 5), bytes("text-500k", 1000)).writeJson(file, null);
        List<String> lines = Files.readAllLines(file);
        int median = lines.indexOf("    \"median\" : 100.0,");

        Files.write(file, lines.subList(0, median));
        assertEquals(
                file + " is not a result of weir bench: it is damaged, and ends too early, line " + (median + 1),
                refusal(file));

        List<String> broken = new ArrayList<>(lines);
        broken.set(median, "    \"median\" : 10#0.0,");
        Files.write(file, broken);
        assertTrue(
                refusal(file).startsWith(file + " is not a result of weir bench: it is damaged: Unexpected character"),
                refusal(file));
        assertTrue(refusal(file).endsWith(", line " + (median + 1)), refusal(file));

        broken.set(median, "    \"median\" : \"quick\",");
        Files.write(file, broken);
        assertTrue(refusal(file).contains(", at results[0].median; if it is one of an earlier version"), refusal(file));
    }

    private static String refusal(Path file) {
        return message(assertThrows(MeasureException.class, () -> Report.readJson(file)));
    }

    @Test
    void aFileThatCannotBeReadIsNamed() {
        for (Path file : List.of(folder, folder.resolve("none.json"))) {
            MeasureException refused = assertThrows(MeasureException.class, () -> Report.readJson(file));
            assertTrue(message(refused).startsWith("cannot read " + file + ": "), refused::getMessage);
        }
    }

    private static String message(Exception failure) {
        return Objects.requireNonNull(failure.getMessage());
    }
}
