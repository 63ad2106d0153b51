package dev.weir.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bench.measure.Published;
import dev.weir.bench.measure.Published.Figures;
import dev.weir.bench.measure.Published.Line;
import dev.weir.bench.measure.Suite;
import dev.weir.bench.measure.Workload;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What others have published stands beside figures that a full run has. */
class PublishedTest {
    static List<Suite> suites() {
        return BenchCommandLine.SUITES.stream()
                .filter(suite -> !suite.published().isEmpty())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("suites")
    void whatStandsBesideItIsMeasured(Suite suite) {
        List<Workload> workloads = suite.workloads(false);
        List<String> asked = new ArrayList<>();
        Figures run = new Figures() {
            @Override
            public List<String> workloads() {
                return workloads.stream().map(Workload::name).toList();
            }

            @Override
            public double median(String workload, String stack, String metric) {
                assertTrue(
                        workloads.stream()
                                .anyMatch(one -> one.name().equals(workload)
                                        && suite.stacks(one).contains(stack)),
                        workload + " of " + stack);
                asked.add(workload);
                return 2;
            }
        };
        for (Published published : suite.published()) {
            for (Line line : published.lines()) {
                for (String stack : published.stacks()) {
                    asked.clear();
                    assertTrue(Double.isFinite(line.here().of(run, stack)), line.what());
                    assertTrue(!asked.isEmpty(), line.what());
                }
            }
        }
    }

    @Test
    void aLineIsComputedFromTheRun() {
        Suite uuid = suites().stream()
                .filter(suite -> suite.name().equals("uuid"))
                .findFirst()
                .orElseThrow();
        Figures run = new Figures() {
            @Override
            public List<String> workloads() {
                return List.of();
            }

            @Override
            public double median(String workload, String stack, String metric) {
                return workload.contains("close") ? 0.5 : 0.125;
            }
        };
        List<Line> lines = uuid.published().get(0).lines();
        assertEquals(8_000, lines.get(0).here().of(run, "weir"), "requests in a second of 0.125 ms each");
        Line close = lines.stream()
                .filter(line -> line.what().startsWith("a lasting connection"))
                .findFirst()
                .orElseThrow();
        assertEquals(4, close.here().of(run, "weir"));
    }
}
