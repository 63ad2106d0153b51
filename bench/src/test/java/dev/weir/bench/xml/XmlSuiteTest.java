package dev.weir.bench.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bench.measure.Task;
import dev.weir.bench.measure.Workload;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is compared is comparable. */
class XmlSuiteTest {
    @TempDir
    static Path folder;

    static Stream<Workload> workloads() {
        return new XmlSuite().workloads(true).stream();
    }

    private static Path document(Workload workload) throws IOException {
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
    void everyStackDoesTheSameWorkAndDoesItEveryTime(Workload workload) throws Exception {
        XmlSuite suite = new XmlSuite();
        Path document = document(workload);
        Map<String, Long> checks = new HashMap<>();
        for (String stack : suite.stacks(workload)) {
            Task task = suite.open(stack, workload, document);
            checks.put(stack, task.check());
            assertEquals(task.run(), task.run(), stack);
        }
        assertTrue(checks.size() >= 4, checks::toString);
        assertEquals(1, checks.values().stream().distinct().count(), checks::toString);
    }

    @Test
    void documentsAreAsLargeAsTheirNamesSay() throws IOException {
        for (Workload workload : workloads().toList()) {
            long bytes = Files.size(document(workload));
            String name = workload.document();
            if (name.endsWith("k")) {
                double named = 1000 * Double.parseDouble(name.substring(name.lastIndexOf('-') + 1, name.length() - 1));
                assertEquals(named, (double) bytes, 0.35 * named, name);
            }
        }
    }

    @Test
    void whatIsSeenDependsOnEveryPartButNotOnHowTextIsCut() {
        assertEquals(ContentChecksum.text(5) + ContentChecksum.text(2), ContentChecksum.text(7));
        List<Long> different = List.of(
                ContentChecksum.element("", "ab"),
                ContentChecksum.element("ab", "a"),
                ContentChecksum.attribute("", "ab", "c"),
                ContentChecksum.attribute("", "a", "bc"),
                ContentChecksum.text(3));
        assertEquals(different.size(), different.stream().distinct().count());
    }
}
