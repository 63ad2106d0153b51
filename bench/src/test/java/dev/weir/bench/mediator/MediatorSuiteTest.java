package dev.weir.bench.mediator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.bench.measure.Results.Result;
import dev.weir.bench.measure.Workload;
import dev.weir.bench.mediator.MediatorSuite.Route;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The work of each workload is done, and no more. */
@Tag("slow")
class MediatorSuiteTest {
    private static final int MESSAGES = 3;

    static Stream<String> workloads() {
        return new MediatorSuite().workloads(false).stream().map(Workload::name);
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void everyTargetIsCalledOnceForEachMessage(String workload, @TempDir Path folder) throws Exception {
        Route route = Route.of(workload);
        int[][] once = new int[MESSAGES][route.rules()];
        Arrays.stream(once).forEach(targets -> Arrays.fill(targets, 1));
        try (Routing routing = new Routing(folder, route.parallel(), route.rules(), route.delayMs())) {
            for (int message = 0; message < MESSAGES; message++) {
                routing.route();
            }
            assertArrayEquals(once, routing.calls());
            routing.check();
            assertEquals(
                    route.parallel() ? MESSAGES * route.rules() : 0,
                    routing.handovers().length,
                    "only parallel rules go by the store");
        }
    }

    @Test
    void workloadsSayHowManyRulesThereAreAndHowLongTargetsTake() {
        Set<String> names = new TreeSet<>(workloads().toList());
        assertEquals(2 * 3 * 3 + 1, names.size());
        assertEquals(new Route(true, 4, 5), Route.of("parallel/4x5ms"));
        assertEquals(new Route(false, 12, 50), Route.of("sequential/12x50ms"));
    }

    @Test
    void aMeasurementGivesAMedianAndA99thPercentile(@TempDir Path folder) throws Exception {
        MediatorSuite suite = new MediatorSuite();
        List<Workload> wanted = suite.workloads(true).stream()
                .filter(workload -> workload.name().equals("hand-over"))
                .toList();
        List<Result> results =
                suite.measure(wanted, 1, true, folder, line -> {}).results();
        assertEquals(
                List.of("elapsed ms", "p99 ms"),
                results.stream()
                        .map(result ->
                                result.metric().name() + " " + result.metric().unit())
                        .toList());
    }
}
