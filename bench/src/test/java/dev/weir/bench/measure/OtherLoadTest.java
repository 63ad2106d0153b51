package dev.weir.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What the system tells of other programs and of processors. */
class OtherLoadTest {
    private static final long WORK = TimeUnit.MILLISECONDS.toNanos(400);

    private static void work() {
        var threads = ManagementFactory.getThreadMXBean();
        long end = threads.getCurrentThreadCpuTime() + WORK;
        while (threads.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whatThisProcessTakesIsNoLoadOfOthers() {
        OtherLoad withoutThis = new OtherLoad(List.of(ProcessHandle.current()));
        OtherLoad withThis = new OtherLoad(List.of());
        long begun = System.nanoTime();
        work();
        double all = withThis.processors();
        double others = withoutThis.processors();

        // The work is among all by the processor time that it took, less two ticks of the clock that counts it.
        double least = (WORK - 2e7) / (System.nanoTime() - begun);
        assertTrue(all > least * 0.9, () -> all + " of a processor, not " + least);
        assertTrue(others < all - least * 0.8, () -> others + " of " + all);
    }

    @Test
    void processorsAreReadFromAList() {
        assertEquals(List.of(0, 1, 2, 5), Processors.numbers("0-2,5"));
        assertEquals(List.of(3), Processors.numbers("3"));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void ofMoreThreadsThanProcessorsSomeWait() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/thread-self/schedstat")), "the kernel counts no waiting");
        AtomicLong waited = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i <= Runtime.getRuntime().availableProcessors(); i++) {
            threads.add(new Thread(() -> {
                long before = ThreadTime.now().waited();
                work();
                waited.addAndGet(ThreadTime.now().waited() - before);
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertTrue(waited.get() > 0);
    }
}
