package dev.weir.bench.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bench.measure.MeasureException;
import dev.weir.bench.measure.Results;
import dev.weir.bench.measure.Results.Ratio;
import dev.weir.bench.measure.Results.Result;
import dev.weir.bench.measure.Windows;
import dev.weir.bench.measure.Workload;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers of all levels do the same work, and record what their level says. */
@Tag("slow")
class AuditSuiteTest {
    private static final Map<String, String> WANTED = Map.of(
            "production/immediate", "limit:audit-off",
            "development/deferred", "limit:audit-off",
            "knobs/payload-validation", "weir-defaults");
    private static final AuditSuite.Times SHORT = new AuditSuite.Times(new Windows(1, 1, true), 0, 2, 10);

    @Test
    void eachWorkloadHasCpuLatencyAndDiskBesideItsRival(@TempDir Path folder) throws Exception {
        AuditSuite suite = new AuditSuite();
        List<Workload> wanted = suite.workloads(true).stream()
                .filter(workload -> WANTED.containsKey(workload.name()))
                .toList();
        Results results = AuditSuite.measure(wanted, 1, SHORT, 1, folder, line -> {});
        Map<String, Result> found = results.results().stream()
                .collect(Collectors.toMap(
                        result -> result.workload() + " " + result.stack() + " "
                                + result.metric().name() + " " + result.metric().unit(),
                        result -> result));
        List<String> expected = new ArrayList<>();
        WANTED.forEach((workload, rival) -> {
            for (String stack : List.of("weir", rival)) {
                for (String metric : List.of("cpu us/message", "p99 ms", "disk B/message")) {
                    expected.add(workload + " " + stack + " " + metric);
                }
            }
        });
        assertEquals(
                expected.stream().sorted().toList(),
                found.keySet().stream().sorted().toList());
        found.forEach((name, result) -> assertTrue(result.median() >= 0 && result.runs() == 1, name));
        for (String metric : List.of("cpu", "p99")) { // what is on the disk after a few messages may be nothing
            assertEquals(
                    WANTED,
                    results.ratios(suite).stream()
                            .filter(ratio -> ratio.metric().name().equals(metric))
                            .collect(Collectors.toMap(Ratio::workload, Ratio::vs)),
                    metric);
        }
    }

    @Test
    void serversRecordWhatTheirLevelSaysUnderEitherPolicy(@TempDir Path folder) throws Exception {
        List<TunedServer> servers = List.of(
                TunedServer.OFF, TunedServer.of("production/immediate"), TunedServer.of("development/deferred"));
        try (QuotePartners partners = new QuotePartners()) {
            for (TunedServer each : servers) {
                Path place = Files.createTempDirectory(folder, "audited");
                try (AuditedServerProcess server = AuditedServerProcess.start(each, place, partners.address())) {
                    assertTrue(partners.load(server.address(), 3, 0).length >= 3);
                    server.stop();
                }
                assertEquals(each != TunedServer.OFF, holds(place, "askThird"), each.name());
            }
            assertEquals(0, partners.asked() % QuotesComposite.PARTNERS);
        }
    }

    private static boolean holds(Path folder, String text) throws Exception {
        byte[] file = Files.readAllBytes(folder.resolve("store/weir.db"));
        return new String(file, StandardCharsets.ISO_8859_1).contains(text);
    }

    @Test
    void workloadsAreEachRecordingLevelUnderEachPolicyAndKnobsThatAServerTakes(@TempDir Path folder) throws Exception {
        assertEquals(
                List.of(
                        "minimal/immediate",
                        "minimal/deferred",
                        "production/immediate",
                        "production/deferred",
                        "development/immediate",
                        "development/deferred",
                        "knobs/log-levels",
                        "knobs/mediator-threads",
                        "knobs/payload-validation"),
                new AuditSuite().workloads(false).stream().map(Workload::name).toList());
        try (QuotePartners partners = new QuotePartners()) {
            for (TunedServer each : TunedServer.compared()) {
                Path place = Files.createTempDirectory(folder, "audited");
                try (AuditedServerProcess server = AuditedServerProcess.start(each, place, partners.address())) {
                    assertTrue(partners.load(server.address(), 1, 0).length >= 1, each.name());
                }
            }
        }
    }

    @Test
    void anAnswerWithoutThePartnersPricesIsRefused() {
        assertEquals(3 * 7 + 6, QuotesComposite.sum(7));
        assertEquals(7, QuotesComposite.number(QuotesComposite.answer(7, 27), "number"));
        assertEquals(27, QuotesComposite.number(QuotesComposite.answer(7, 27), "amount"));
        byte[] fault = "<fault/>".getBytes(StandardCharsets.UTF_8);
        assertThrows(MeasureException.class, () -> QuotesComposite.number(fault, "amount"));
    }
}
