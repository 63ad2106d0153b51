package dev.weir.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.bench.measure.Metric;
import dev.weir.bench.report.Report.Figure;
import dev.weir.bench.report.Report.Unsettled;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What did not become steady is told in the terminal and in the file, also where nothing did. */
class TextReportTest {
    private static final Unsettled UNSETTLED = new Unsettled(
            "small-1k",
            "aalto",
            List.of(Metric.SPEED),
            2,
            "not settled: after 30 windows the last three still differ by 12 %");

    private static Report report(Figure... figures) {
        return new Report(
                "xml",
                "",
                1,
                2,
                "a machine",
                "a JDK",
                "1",
                List.of("small-1k"),
                List.of("weir", "aalto"),
                List.of(figures),
                List.of(),
                List.of(),
                List.of(UNSETTLED));
    }

    private static List<String> printed(Report report) {
        StringWriter text = new StringWriter();
        TextReport.print(report, new PrintWriter(text));
        return text.toString().lines().toList();
    }

    @Test
    void whereNothingIsSettledTheTableSaysSoAndTheReasonsAreBelow() {
        List<String> lines = printed(report());

        assertEquals("speed, MB/s", lines.get(3));
        assertTrue(lines.get(5).matches("small-1k +not settled"), lines.get(5));
        assertEquals("without a figure. " + TextReport.REMEDY, lines.get(7));
        assertTrue(lines.get(7).contains("--noisy"), lines.get(7));
        assertTrue(
                lines.get(8).matches("small-1k +aalto +speed +not settled: after 30 windows .* differ by 12 %"),
                lines.get(8));
        assertEquals(9, lines.size(), lines::toString);
    }

    @Test
    void aBlankOfATableIsNotSettled() {
        List<String> lines =
                printed(report(new Figure("small-1k", "weir", "speed", "MB/s", true, 100, 90, 110, 2, true)));

        assertTrue(lines.stream().anyMatch(line -> line.matches("small-1k +100 +not settled")), lines::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.01234 | 0.0123",
                "0.000456 | 0.000456",
                "0.5 | 0.500",
                "-0.0205 | -0.0205",
                "1.234 | 1.23",
                "12.34 | 12.3",
                "123.4 | 123",
                "12345 | 12,345",
                "0 | 0.00",
                "1E-30 | 0.000000000000",
                "Infinity | Infinity",
            })
    void figuresHaveThreeSignificantDigits(double value, String text) {
        assertEquals(text, TextReport.number(value));
    }

    @Test
    void inTheFileItIsNoFailure(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("run.json");
        report().writeJson(file, null);

        JsonNode json = new ObjectMapper().readTree(file.toFile());
        assertEquals(0, json.get("failures").size());
        assertEquals("small-1k", json.at("/unsettled/0/workload").asText());
        assertEquals("aalto", json.at("/unsettled/0/stack").asText());
        assertEquals("speed", json.at("/unsettled/0/metrics/0/name").asText());
        assertEquals(2, json.at("/unsettled/0/rounds").asInt());
        assertEquals(UNSETTLED.reason(), json.at("/unsettled/0/reason").asText());
        assertEquals(report(), Report.readJson(file));
    }
}
