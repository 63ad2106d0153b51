package dev.weir.bench.bind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bench.measure.Metric;
import dev.weir.bench.measure.Task;
import dev.weir.bench.measure.Workload;
import dev.weir.bench.workload.GeneratedDocuments;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is compared is comparable. */
class PersonsSuiteTest {
    private static final PersonsSuite SUITE = new PersonsSuite();

    @TempDir
    Path folder;

    private Path document(int count) throws Exception {
        Path file = folder.resolve("persons-" + count + ".xml");
        try (OutputStream out = Files.newOutputStream(file)) {
            GeneratedDocuments.persons(out, count);
        }
        return file;
    }

    @Test
    void everyStackReadsTheSamePersonsAndDoesItEveryTime() throws Exception {
        Workload workload = SUITE.workloads(true).get(0);
        Path document = document(1_000);
        long expected = sum(document);
        Map<String, Long> checks = new HashMap<>();
        for (String stack : SUITE.stacks(workload)) {
            Task task = SUITE.open(stack, workload, document);
            checks.put(stack, task.check());
            assertEquals(1_000, task.run(), stack);
            assertEquals(1_000, task.run(), stack);
        }
        assertEquals(8, checks.size(), checks::toString);
        checks.forEach((stack, check) -> assertEquals(expected, check, stack));
    }

    /** By the reference implementation, which the stacks are then held against. */
    private static long sum(Path document) throws Exception {
        Persons all;
        try (InputStream in = Files.newInputStream(document)) {
            all = (Persons) new JaxbStack(BindSuite.RI, Persons.class, Persons.Person.class, null, null).read(in);
        }
        assertEquals(1_000, all.count());
        long sum = 0;
        for (Persons.Person person : all.person) {
            sum = 31 * sum + ObjectChecksum.sum(person);
        }
        return sum;
    }

    @Test
    void noStackTakesADocumentThatEndsTooEarlyForAShortOne() throws Exception {
        Workload workload = SUITE.workloads(true).get(0);
        Path document = document(100);
        String text = Files.readString(document);
        Files.writeString(document, text.substring(0, text.length() / 2));
        for (String stack : SUITE.stacks(workload)) {
            Task task = SUITE.open(stack, workload, document);
            assertThrows(Exception.class, task::run, stack);
        }
    }

    @Test
    void timeAndMemoryAreReportedAtEverySize() {
        List<Long> sizes = new ArrayList<>();
        for (Workload workload : SUITE.workloads(false)) {
            sizes.add(workload.units());
            assertTrue(workload.peakHeap(), workload.name());
            assertEquals(Metric.TIME, SUITE.speed(workload));
            assertEquals("persons-" + workload.units(), workload.name());
            assertTrue(SUITE.heapStacks(workload).containsAll(SUITE.stacks(workload)), workload.name());
        }
        assertEquals(List.of(1_000L, 10_000L, 100_000L, 1_000_000L), sizes);
    }

    @Test
    void rivalsAreStacksOfTheSuite() {
        Workload workload = SUITE.workloads(true).get(0);
        List<String> stacks = SUITE.stacks(workload);
        for (String stack : stacks) {
            List<String> rivals = SUITE.rivals(stack);
            assertEquals(stack.startsWith("weir"), !rivals.isEmpty(), stack);
            assertTrue(stacks.containsAll(rivals), rivals::toString);
        }
    }
}
