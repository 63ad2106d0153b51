package dev.weir.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
                "--noisy",
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
        assertEquals(
                List.of(
                        "complete",
                        "suite",
                        "options",
                        "seed",
                        "rounds",
                        "machine",
                        "jdk",
                        "version",
                        "workloads",
                        "stacks",
                        "results",
                        "ratios",
                        "failures",
                        "unsettled"),
                names(report));
        assertEquals("xml", report.get("suite").asText());
        assertEquals(
                "--quick --noisy --workload 'small-1k|persons-1000' --stack 'weir|aalto'",
                report.get("options").asText());
        JsonNode result = report.get("results").get(0);
        assertEquals(
                List.of(
                        "workload",
                        "stack",
                        "metric",
                        "unit",
                        "higherIsBetter",
                        "median",
                        "min",
                        "max",
                        "runs",
                        "settled"),
                names(result));
        assertEquals(2, result.get("runs").asInt());
        assertTrue(result.get("min").asDouble() > 0, result::toString);
        JsonNode ratio = report.get("ratios").get(0);
        assertEquals(
                List.of("workload", "metric", "stack", "vs", "median", "min", "max", "runs", "settled"), names(ratio));
        assertEquals(2, ratio.get("runs").asInt());
        assertEquals("weir", ratio.get("stack").asText());
        assertEquals("aalto", ratio.get("vs").asText());
        String page = Files.readString(html);
        assertTrue(page.contains("<figure class=\"plot bars\" data-plot="), "no plot");
        assertTrue(page.contains("<th scope=\"row\">small-1k</th>"), "no table");
    }

    /** With one round in each run nothing is known of the noise; on a busy machine the figures did not settle either. */
    @Test
    void aRunIsComparedWithAnEarlierOne() throws Exception {
        Path earlier = folder.resolve("earlier.json");
        Path json = folder.resolve("now.json");
        Path html = folder.resolve("now.html");
        List<String> small = List.of(
                "xml", "--quick", "--noisy", "--rounds", "1", "--workload", "small-1k", "--stack", "weir", "--json");
        assertEquals(0, run(with(small, earlier.toString())), err::toString);

        int code = run(with(small, json.toString(), "--html", html.toString(), "--compare", earlier.toString()));

        assertEquals(0, code, err::toString);
        assertTrue(
                out.toString()
                        .lines()
                        .anyMatch(line -> line.matches("small-1k +weir +speed, MB/s .* (noise unknown|not settled)")),
                out::toString);
        JsonNode change = new ObjectMapper()
                .readTree(json.toFile())
                .at("/comparison/changes")
                .get(0);
        String verdict = change.get("verdict").asText();
        assertTrue(List.of("noise unknown", "not settled").contains(verdict), verdict);
        assertTrue(Files.readString(html).contains("<td>" + verdict + "</td>"));
    }

    @Test
    void whatCannotBeComparedWithIsRefusedBeforeAnythingIsMeasured() throws Exception {
        Path other = folder.resolve("other.json");
        Files.writeString(other, """
                {"suite": "bind", "options": "", "seed": 1, "rounds": 2, "machine": "", "jdk": "", "version": "",
                 "results": [], "ratios": [], "failures": [], "unsettled": []}
                """);

        assertEquals(2, run("xml", "--quick", "--compare", other.toString()));
        assertEquals(
                2,
                run("xml", "--quick", "--compare", folder.resolve("none.json").toString()));

        List<String> lines = err.toString().lines().toList();
        assertEquals("weir: " + other + " has a run of the suite bind, not of xml", lines.get(0));
        assertTrue(lines.get(1).startsWith("weir: cannot read " + folder.resolve("none.json")), lines::toString);
        assertEquals(2, lines.size(), lines::toString);
    }

    private static String[] with(List<String> arguments, String... more) {
        return Stream.concat(arguments.stream(), Stream.of(more)).toArray(String[]::new);
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
    void aFileThatCannotBeWrittenIsRefusedBeforeAnythingIsMeasured() {
        for (String option : List.of("--json", "--html")) {
            Path file = folder.resolve("none").resolve("report");
            assertEquals(2, run("xml", "--quick", option, file.toString()));
            assertEquals("weir: cannot write " + file + ": there is no folder " + file.getParent(), last(err));
            assertEquals(2, run("xml", "--quick", option, folder.toString()));
            assertEquals("weir: cannot write " + folder + ": it is a folder", last(err));
        }
        assertEquals("", out.toString());
    }

    @Test
    void oneFileForBothReportsIsRefused() throws Exception {
        Path file = folder.resolve("report");
        Path dotted = folder.resolve("../" + folder.getFileName() + "/report");

        assertEquals(2, run("xml", "--quick", "--json", file.toString(), "--html", dotted.toString()));
        assertTrue(err.toString().startsWith("weir: --json and --html name the same file: " + file), err::toString);
        Files.createFile(file);
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        assertEquals(2, run("xml", "--quick", "--json", file.toString(), "--html", link.toString()));
        assertEquals("", out.toString());
    }

    @Test
    void theEarlierRunIsNotOverwritten() throws Exception {
        Path earlier = Files.writeString(folder.resolve("earlier.json"), "{}");

        for (String option : List.of("--json", "--html")) {
            assertEquals(2, run("xml", "--quick", "--compare", earlier.toString(), option, earlier.toString()));
        }

        String refused = "weir: --compare names a file that another option overwrites: " + earlier;
        assertEquals(2, err.toString().lines().filter(refused::equals).count(), err::toString);
        assertEquals("{}", Files.readString(earlier));
    }

    @Test
    void optionsThatSelectNothingAreRefused() {
        assertEquals(2, run("xml", "--quick", "--stack", "nothing"));
        assertTrue(err.toString().contains("no stack is called like nothing; stacks are weir, "), err::toString);
        assertEquals(2, run("xml", "--quick", "--workload", "nothing"));
        assertEquals(2, run("xml", "--quick", "--rounds", "0"));
        assertTrue(err.toString().contains("--rounds must be at least 1: 0"), err::toString);
    }

    /** The options of all suites would push the reason off the screen. */
    @Test
    void aWrongOptionIsNamedWithoutAllOthers() {
        assertEquals(2, run("xml", "--quik"));
        assertEquals(
                List.of("weir: Unknown option: '--quik'", "Possible solutions: --quick", "see weir bench --help"),
                err.toString().lines().toList().subList(0, 3));
        assertEquals(2, run("load", "--agents", "3"));
        assertTrue(err.toString().contains("see weir bench load --help"), err::toString);
    }

    @Test
    void aFileThatCannotBeWrittenAfterAllKeepsNobodyFromTheOtherOne() throws Exception {
        Path page = folder.resolve("page.html");
        int code = run(
                "xml",
                "--quick",
                "--noisy",
                "--rounds",
                "1",
                "--workload",
                "small-1k",
                "--stack",
                "weir",
                "--json",
                "/dev/full",
                "--html",
                page.toString());
        assertEquals(1, code, err::toString);
        assertTrue(err.toString().contains("weir: cannot write /dev/full: "), err::toString);
        assertTrue(Files.readString(page).contains("small-1k"));
    }

    private static String last(StringWriter text) {
        List<String> lines = text.toString().lines().toList();
        return lines.get(lines.size() - 1);
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
