package dev.weir.bench.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bench.measure.MeasureException;
import dev.weir.bench.measure.Results;
import dev.weir.bench.measure.Results.Result;
import dev.weir.bench.measure.Workload;
import dev.weir.store.AuditLevel;
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
    private static final List<String> WANTED = List.of("production/immediate", "development/deferred");
    private static final AuditSuite.Times SHORT = new AuditSuite.Times(0, 0, 2, 10);

    @Test
    void eachWorkloadHasCpuLatencyAndDiskBesideOff(@TempDir Path folder) throws Exception {
        AuditSuite suite = new AuditSuite();
        List<Workload> wanted = suite.workloads(true).stream()
                .filter(workload -> WANTED.contains(workload.name()))
                .toList();
        Results results = AuditSuite.measure(wanted, 1, SHORT, 1, folder, line -> {});
        Map<String, Result> found = results.results().stream()
                .collect(Collectors.toMap(
                        result -> result.workload() + " " + result.stack() + " "
                                + result.metric().name() + " " + result.metric().unit(),
                        result -> result));
        List<String> expected = new ArrayList<>();
        for (String workload : WANTED) {
            for (String stack : List.of("weir", "limit:audit-off")) {
                for (String metric : List.of("cpu us/message", "p99 ms", "disk B/message")) {
                    expected.add(workload + " " + stack + " " + metric);
                }
            }
        }
        assertEquals(
                expected.stream().sorted().toList(),
                found.keySet().stream().sorted().toList());
        found.forEach((name, result) -> assertTrue(result.median() >= 0 && result.runs() == 1, name));
        assertEquals(
                Map.of("cpu", 2L, "p99", 2L),
                results.ratios(suite).stream()
                        .filter(ratio -> ratio.vs().equals("limit:audit-off"))
                        .collect(Collectors.groupingBy(ratio -> ratio.metric().name(), Collectors.counting()))
                        .entrySet()
                        .stream()
                        .filter(entry -> !entry.getKey().equals("disk")) // of a few messages it may be nothing
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    @Test
    void serversRecordWhatTheirLevelSaysUnderEitherPolicy(@TempDir Path folder) throws Exception {
        List<AuditMode> modes =
                new ArrayList<>(WANTED.stream().map(AuditMode::of).toList());
        modes.add(AuditMode.OFF);
        try (QuotePartners partners = new QuotePartners()) {
            for (AuditMode mode : modes) {
                Path place = Files.createDirectories(folder.resolve(mode.workload()));
                try (AuditedServerProcess server = AuditedServerProcess.start(mode, place, partners.address())) {
                    assertTrue(partners.load(server.address(), 3, 0).length >= 3);
                    server.stop();
                }
                assertEquals(mode.level() != AuditLevel.OFF, holds(place, "askThird"), mode.workload());
            }
            assertEquals(0, partners.asked() % QuotesComposite.PARTNERS);
        }
    }

    private static boolean holds(Path folder, String text) throws Exception {
        byte[] file = Files.readAllBytes(folder.resolve("store/weir.db"));
        return new String(file, StandardCharsets.ISO_8859_1).contains(text);
    }

    @Test
    void workloadsAreEachRecordingLevelUnderEachPolicy() {
        assertEquals(
                List.of("production/immediate", "production/deferred", "development/immediate", "development/deferred"),
                new AuditSuite().workloads(false).stream().map(Workload::name).toList());
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
