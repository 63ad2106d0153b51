package dev.weir.bench.bind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bench.measure.Task;
import dev.weir.bench.measure.Workload;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is compared is comparable. */
class BindSuiteTest {
    @TempDir
    static Path folder;

    static Stream<Workload> workloads() {
        return new BindSuite().workloads(true).stream();
    }

    private static Path document(Workload workload) throws Exception {
        Path file = folder.resolve(workload.document() + ".xml");
        if (!Files.exists(file)) {
            try (OutputStream out = Files.newOutputStream(file)) {
                workload.generator().write(out);
            }
        }
        return file;
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void everyStackBindsTheSameObjects(Workload workload) throws Exception {
        BindSuite suite = new BindSuite();
        Path document = document(workload);
        Map<String, Long> checks = new HashMap<>();
        for (String stack : suite.stacks(workload)) {
            Task task = suite.open(stack, workload, document);
            checks.put(stack, task.check());
            assertEquals(task.run(), task.run(), stack);
            assertTrue(task.run() > 0, stack);
        }
        assertEquals(8, checks.size(), checks::toString);
        assertEquals(1, checks.values().stream().distinct().count(), checks::toString);
    }
}
