package dev.weir.bench.bind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bench.measure.Task;
import dev.weir.bench.measure.Worker;
import dev.weir.bench.measure.Workload;
import dev.weir.bench.workload.GeneratedDocuments;
import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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

    @Test
    void recordsAreReadInAHeapThatWouldNotHoldTheirObjects() throws Exception {
        Path document = folder.resolve("persons-100000.xml");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(document))) {
            GeneratedDocuments.persons(out, 100_000);
        }
        Process worker = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx32m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Worker.class.getName(),
                        BindSuite.class.getName(),
                        "weir")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (OutputStream commands = worker.getOutputStream()) {
            commands.write(("once records/persons-100000 " + document + "\n").getBytes(StandardCharsets.UTF_8));
        }
        String answer = new String(worker.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(answer.startsWith("done "), answer);
    }
}
