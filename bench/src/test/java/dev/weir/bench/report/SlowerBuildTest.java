package dev.weir.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.weir.bench.measure.Metric;
import dev.weir.bench.measure.Rounds;
import dev.weir.bench.measure.Suite;
import dev.weir.bench.measure.Task;
import dev.weir.bench.measure.Windows;
import dev.weir.bench.measure.Workload;
import dev.weir.bench.report.Comparison.Verdict;
import dev.weir.bench.report.Report.Figure;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two runs of one build agree within the noise that they report; a build made an eighth slower on purpose is told from
 * it. Measured in real rounds with real processes, of which only the bytes that a run allocates are judged: they are
 * counted, and the same on every machine. Times are judged in runs that were recorded.
 */
class SlowerBuildTest {
    private static final String ALLOC = Metric.alloc("document").name();
    private static final String SPEED = Metric.SPEED.name();

    @TempDir
    Path folder;

    /** Takes the digest of a document eight times, of a new copy each time. */
    public static class Digesting implements Suite {
        int times() {
            return 8;
        }

        @Override
        public String name() {
            return "digesting";
        }

        @Override
        public String title() {
            return "digests of a document";
        }

        @Override
        public List<Workload> workloads(boolean quick) {
            return List.of(new Workload(
                    "digest", "digest", "zeros", out -> out.write(new byte[10_000]), "document", 1, false));
        }

        @Override
        public List<String> stacks(Workload workload) {
            return List.of("weir");
        }

        @Override
        public List<String> rivals(String stack) {
            return List.of();
        }

        @Override
        public Task open(String stack, Workload workload, Path document) throws Exception {
            byte[] bytes = Files.readAllBytes(document);
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return () -> {
                long seen = 0;
                for (int i = 0; i < times(); i++) {
                    seen = Arrays.hashCode(digest.digest(bytes.clone()));
                }
                return seen;
            };
        }
    }

    /** The switch: the same result for an eighth more work. */
    public static final class DigestingOnceMore extends Digesting {
        @Override
        int times() {
            return 9;
        }
    }

    private Report measured(Suite suite) throws IOException {
        return measured(suite, new Rounds.Plan(3, new Windows(30, 2, true), false, 1));
    }

    private Report measured(Suite suite, Rounds.Plan plan) throws IOException {
        List<Workload> workloads = suite.workloads(true);
        Rounds rounds = new Rounds(suite, workloads, plan, folder, line -> {});
        Path file = folder.resolve("report.json");
        Report.of(suite, workloads, "", plan.seed(), rounds.run(stack -> true)).writeJson(file, null);
        return counted(Report.readJson(file));
    }

    /** What is counted is the same whether or not the time that it took was steady, on a busy machine. */
    private static Report counted(Report report) {
        List<Figure> figures = report.results().stream()
                .map(figure -> new Figure(
                        figure.workload(),
                        figure.stack(),
                        figure.metric(),
                        figure.unit(),
                        figure.higherIsBetter(),
                        figure.median(),
                        figure.min(),
                        figure.max(),
                        figure.runs(),
                        true))
                .toList();
        return new Report(
                report.suite(),
                report.options(),
                report.seed(),
                report.rounds(),
                report.machine(),
                report.jdk(),
                report.version(),
                report.workloads(),
                report.stacks(),
                figures,
                report.ratios(),
                report.failures(),
                report.unsettled());
    }

    private static Verdict verdict(Report before, Report now, String metric) {
        return Comparison.of(before, now).changes().stream()
                .filter(change -> change.metric().equals(metric))
                .findFirst()
                .orElseThrow()
                .verdict();
    }

    @Test
    void aBuildThatAllocatesAnEighthMoreIsToldFromTwoRunsOfTheOther() throws IOException {
        Report first = measured(new Digesting());
        Report second = measured(new Digesting());
        Report slower = measured(new DigestingOnceMore());

        assertEquals(Verdict.WITHIN_NOISE, verdict(first, second, ALLOC));
        assertEquals(Verdict.WORSE, verdict(first, slower, ALLOC));
        assertEquals(Verdict.WORSE, verdict(second, slower, ALLOC));
        assertEquals(Verdict.BETTER, verdict(slower, first, ALLOC));
        assertNotEquals(Verdict.UNKNOWN, verdict(first, slower, SPEED));
    }

    /** Of five rounds with the times of full runs, written by {@code writeJson}; the slower one by the switch. */
    @Test
    void inRecordedRunsTheSlowerBuildIsToldFromTwoRunsOfTheOther() throws URISyntaxException {
        Report one = recorded("one-run.json");
        Report another = recorded("another-run.json");
        Report slower = recorded("slower-build.json");

        for (String metric : List.of(SPEED, ALLOC)) {
            assertEquals(Verdict.WITHIN_NOISE, verdict(one, another, metric), metric);
            assertEquals(Verdict.WITHIN_NOISE, verdict(another, one, metric), metric);
            assertEquals(Verdict.WORSE, verdict(one, slower, metric), metric);
            assertEquals(Verdict.WORSE, verdict(another, slower, metric), metric);
            assertEquals(Verdict.BETTER, verdict(slower, one, metric), metric);
        }
    }

    private static Report recorded(String name) throws URISyntaxException {
        URL file = Objects.requireNonNull(SlowerBuildTest.class.getResource(name), name);
        return Report.readJson(Path.of(file.toURI()));
    }
}
