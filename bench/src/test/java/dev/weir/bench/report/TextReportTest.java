package dev.weir.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.bench.report.Report.Failure;
import dev.weir.bench.report.Report.Figure;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What did not become steady is told in the terminal and in the file, also where nothing did. */
class TextReportTest {
    private static final Failure UNSETTLED =
            new Failure("small-1k", "aalto", "not settled: after 30 windows the last three still differ by 12 %");

    private static Report report(Figure... figures) {
        return new Report(
                "xml", "", 1, 2, "a machine", "a JDK", "1", List.of(figures), List.of(), List.of(), List.of(UNSETTLED));
    }

    private static List<String> printed(Report report) {
        StringWriter text = new StringWriter();
        TextReport.print(report, new PrintWriter(text));
        return text.toString().lines().toList();
    }

    @Test
    void whereNothingIsSettledTheReasonsAreTheTable() {
        List<String> lines = printed(report());

        assertEquals("without a figure. " + TextReport.REMEDY, lines.get(3));
        assertTrue(lines.get(3).contains("--noisy"), lines.get(3));
        assertTrue(
                lines.get(4).matches("small-1k +aalto +not settled: after 30 windows .* differ by 12 %"), lines.get(4));
        assertEquals(5, lines.size(), lines::toString);
    }

    @Test
    void aBlankOfATableIsNotSettled() {
        List<String> lines = printed(report(new Figure("small-1k", "weir", "speed", "MB/s", true, 100, 90, 110, 2)));

        assertTrue(lines.stream().anyMatch(line -> line.matches("small-1k +100 +not settled")), lines::toString);
    }

    @Test
    void inTheFileItIsNoFailure(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("run.json");
        report().writeJson(file, null);

        JsonNode json = new ObjectMapper().readTree(file.toFile());
        assertEquals(0, json.get("failures").size());
        assertEquals("small-1k", json.at("/unsettled/0/workload").asText());
        assertEquals("aalto", json.at("/unsettled/0/stack").asText());
        assertEquals(UNSETTLED.reason(), json.at("/unsettled/0/reason").asText());
        assertEquals(report(), Report.readJson(file));
    }
}
