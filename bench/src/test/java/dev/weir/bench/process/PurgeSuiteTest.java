package dev.weir.bench.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bench.measure.Results;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is purged is what the workload names, and the service answers meanwhile. */
@Tag("slow")
class PurgeSuiteTest {
    private static final int FINISHED = 400;
    private static final int OPEN = 10;

    @Test
    void sevenOfTenDaysGoAndOpenInstancesStay(@TempDir Path folder) throws Exception {
        try (PurgedStore store = new PurgedStore(folder.resolve("store"), new DeskComposite(folder))) {
            store.fill(FINISHED, OPEN);
            assertEquals(FINISHED, store.finished());
            PurgedStore.Purged purged = store.purge(store.olderThan(3));
            assertEquals(280, purged.report().flows());
            assertEquals(280L * PurgedStore.EVENTS, purged.report().events());
            assertEquals(120, store.finished());
            assertEquals(OPEN, store.open());
            assertTrue(purged.answersMs().length > 0, "nobody asked the service");
        }
    }

    @Test
    void aMeasurementChecksAndReportsBothWorkloads(@TempDir Path folder) throws Exception {
        Results results = new Results(1);
        DeskComposite desk = new DeskComposite(folder);
        for (String workload : List.of("days", "row-filter")) {
            PurgeSuite.measure(
                    workload,
                    new PurgeSuite.Size(FINISHED, OPEN, 50, 50),
                    0,
                    folder.resolve(workload),
                    desk,
                    results,
                    what -> {});
        }
        List<String> metrics = List.of(
                "time s", "rate instances/s", "quiet-p99 ms", "p99 ms", "space s", "file-before MB", "file-after MB");
        assertEquals(
                List.of("days", "row-filter").stream()
                        .flatMap(workload -> metrics.stream().map(metric -> workload + " " + metric))
                        .toList(),
                results.results().stream()
                        .map(result -> result.workload() + " " + result.metric().name() + " "
                                + result.metric().unit())
                        .toList());
    }
}
