package dev.weir.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command as people give it, with processes of its own. */
@Tag("slow")
class BenchCommandLineTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        CommandLine line = BenchCommandLine.line();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(arguments);
    }

    @Test
    void aRunGivesATableJsonAndAPage() throws Exception {
        Path json = folder.resolve("bench.json");
        Path html = folder.resolve("bench.html");

        int code = run(
                "xml",
                "--quick",
                "--workload",
                "small-1k|persons-1000",
                "--stack",
                "weir|aalto",
                "--json",
                json.toString(),
                "--html",
                html.toString());

        assertEquals(0, code, err::toString);
        assertTrue(out.toString().lines().anyMatch(line -> line.startsWith("small-1k")), out::toString);
        JsonNode report = new ObjectMapper().readTree(json.toFile());
        assertEquals(List.of("suite", "machine", "jdk", "version", "results", "ratios"), names(report));
        assertEquals("xml", report.get("suite").asText());
        JsonNode result = report.get("results").get(0);
        assertEquals(List.of("workload", "stack", "metric", "unit", "median", "min", "max", "runs"), names(result));
        assertEquals(2, result.get("runs").asInt());
        assertTrue(result.get("min").asDouble() > 0, result::toString);
        JsonNode ratio = report.get("ratios").get(0);
        assertEquals(List.of("workload", "metric", "stack", "vs", "median", "min", "max"), names(ratio));
        assertEquals("weir", ratio.get("stack").asText());
        assertEquals("aalto", ratio.get("vs").asText());
        String page = Files.readString(html);
        assertTrue(page.contains("<svg") && page.contains("small-1k"), page);
        String plot = page.substring(page.indexOf("<svg"), page.indexOf("</svg>") + 6);
        DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(plot.getBytes(StandardCharsets.UTF_8)));
    }

    /** The real server starts over the instances that wait, and each that is asked must give its own answer. */
    @Test
    void processesAreMeasuredToTheirEnd() throws Exception {
        Path json = folder.resolve("process.json");

        int code = run(
                "process",
                "--quick",
                "--rounds",
                "1",
                "--waiting",
                "2000",
                "--workload",
                "reply/durable|callback|waiting|turns/10",
                "--json",
                json.toString());

        assertEquals(0, code, err::toString);
        Map<String, Double> figures = new HashMap<>();
        for (JsonNode result : new ObjectMapper().readTree(json.toFile()).get("results")) {
            figures.put(
                    result.get("workload").asText() + " " + result.get("metric").asText(),
                    result.get("median").asDouble());
        }
        assertTrue(figures.get("reply/durable instances") > 0, figures::toString);
        assertTrue(figures.get("callback batch") > 0, figures::toString);
        assertTrue(figures.get("callback transitions") > 0, figures::toString);
        assertTrue(figures.get("waiting store") > 0, figures::toString);
        assertTrue(figures.containsKey("waiting heap"), figures::toString);
        // Counted, not measured: the bytes that the engine hands to the store for one transition.
        assertTrue(figures.get("turns/10 written") < 1_000, figures::toString);
    }

    @Test
    void aSuiteThatThereIsNotIsRefusedWithThoseThatThereAre() {
        assertEquals(2, run("xslt"));
        assertTrue(err.toString().contains("suites are xml"), err::toString);
    }

    private static List<String> names(JsonNode node) {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
