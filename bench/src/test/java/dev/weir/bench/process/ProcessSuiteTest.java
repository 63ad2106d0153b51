package dev.weir.bench.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bench.measure.Results;
import dev.weir.bench.measure.Workload;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Weir beside engines of others, which are not on the class path of these tests. */
@Tag("slow")
class ProcessSuiteTest {
    @Test
    void anEngineThatIsNotBuiltIsABlankWithItsReason(@TempDir Path folder) throws Exception {
        ProcessSuite suite = new ProcessSuite();
        List<Workload> engines = suite.workloads(true).stream()
                .filter(workload -> workload.name().equals("engines/reply"))
                .toList();

        Results results = suite.measure(engines, 1, true, 0, stack -> true, folder, line -> {});

        assertEquals(
                List.of("weir 1/s", "weir ms/instance"),
                results.results().stream()
                        .map(result -> result.stack() + " " + result.metric().unit())
                        .toList());
        assertTrue(
                results.results().stream().allMatch(result -> result.median() > 0),
                () -> results.results().toString());
        assertEquals(
                List.of("operaton", "flowable", "dbos"),
                results.withoutFigure().stream().map(Results.Failure::stack).toList());
        assertTrue(
                results.failures().stream().allMatch(reason -> reason.contains("is not built")),
                () -> results.failures().toString());
    }

    @Test
    void aStackThatDoesNotTakePartIsNeitherMeasuredNorMissed(@TempDir Path folder) throws Exception {
        ProcessSuite suite = new ProcessSuite();

        Results results = suite.measure(suite.workloads(true), 1, true, 0, stack -> false, folder, line -> {});

        assertEquals(List.of(), results.results());
        assertEquals(List.of(), results.failures());
    }
}
