package dev.weir.bench.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bench.measure.Results;
import dev.weir.bench.measure.Windows;
import dev.weir.bench.measure.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
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

        Results results = suite.measure(engines, 1, true, 0, false, stack -> true, 1, folder, line -> {});

        assertEquals(
                List.of("weir 1/s", "weir ms/instance"),
                results.results().stream()
                        .map(result -> result.stack() + " " + result.metric().unit())
                        .toList());
        assertTrue(
                results.results().stream().allMatch(result -> result.median() > 0),
                () -> results.results().toString());
        assertEquals(
                Set.of("operaton", "flowable", "dbos"),
                results.failures().stream().map(Results.Failure::stack).collect(Collectors.toSet()));
        assertTrue(
                results.failures().stream().allMatch(none -> none.reason().contains("is not built")),
                () -> results.failures().toString());
    }

    @Test
    void ordersArePlacedWithTheExample(@TempDir Path folder) throws Exception {
        System.setProperty(
                PlacedOrders.EXAMPLES,
                Path.of("../examples").toAbsolutePath().normalize().toString());
        try (PlacedOrders orders = PlacedOrders.start(folder)) {
            PlacedOrders.Figures figures = orders.measure(new Windows(200, 1, true));
            assertTrue(figures.cpuMs() > 0 && figures.perSecond() > 0 && figures.p99Ms() > 0, figures::toString);
        } finally {
            System.clearProperty(PlacedOrders.EXAMPLES);
        }
    }

    @Test
    void withoutTheExamplesOrdersAreABlankWithItsReason(@TempDir Path folder) throws Exception {
        ProcessSuite suite = new ProcessSuite();
        List<Workload> orders = suite.workloads(true).stream()
                .filter(workload -> workload.name().equals("orders/place"))
                .toList();

        Results results = suite.measure(orders, 1, true, 0, false, stack -> true, 1, folder, line -> {});

        assertEquals(1, results.failures().size());
        assertTrue(results.failures().get(0).reason().contains("run it by ./weir bench"));
    }

    /** Engines that are not built fail at once, and have their turns nevertheless. */
    @Test
    void theOrderOfEnginesIsDrawnInEachRoundByTheSeed(@TempDir Path folder) throws Exception {
        List<String> order = turns(folder, 1);

        assertEquals(order, turns(folder, 1));
        assertNotEquals(order, turns(folder, 2));
        assertTrue(Set.copyOf(order).size() > 1, order::toString);
    }

    /** For each of ten rounds its order. */
    private static List<String> turns(Path folder, long seed) throws Exception {
        ProcessSuite suite = new ProcessSuite();
        List<Workload> engines = suite.workloads(true).stream()
                .filter(workload -> workload.name().equals("engines/reply"))
                .toList();
        List<String> rounds = new ArrayList<>(Collections.nCopies(10, ""));
        suite.measure(engines, 10, true, 0, false, EngineProcess.OTHERS::contains, seed, folder, line -> {
            int round = Integer.parseInt(line.split(" ")[1]) - 1;
            rounds.set(round, rounds.get(round) + line.substring(line.lastIndexOf(' ')));
        });
        return rounds;
    }

    @Test
    void aStackThatDoesNotTakePartIsNeitherMeasuredNorMissed(@TempDir Path folder) throws Exception {
        ProcessSuite suite = new ProcessSuite();

        Results results =
                suite.measure(suite.workloads(true), 1, true, 0, false, stack -> false, 1, folder, line -> {});

        assertEquals(List.of(), results.results());
        assertEquals(List.of(), results.failures());
    }
}
