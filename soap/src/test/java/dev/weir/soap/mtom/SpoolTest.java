package dev.weir.soap.mtom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.SmallHeap;
import dev.weir.testing.TestSeed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the bytes of a message are, and what it takes to read them. */
class SpoolTest {
    /** A JVM may take as much outside the heap as on it; for reads the JDK keeps memory there with each thread. */
    @Test
    @Tag("slow")
    void threadsThatHaveReadALongPartKeepNothingOfIt() {
        assertEquals(
                "8 threads have read 20971520 bytes",
                SmallHeap.run(100, Program.class).strip());
    }

    /** Pieces, as they come from a connection, until there are so many bytes. */
    private static byte[] fill(Spool spool, int length) throws IOException {
        byte[] content = new byte[length];
        new Random(TestSeed.of(SpoolTest.class)).nextBytes(content);
        for (int at = 0; at < length; at += 60_000) {
            spool.append(content, at, Math.min(60_000, length - at));
        }
        return content;
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 1_000_000, 300_000})
    void whatIsLongerIsInMemoryWhileThereIsSomeToSpare(long expected, @TempDir Path directory) throws IOException {
        long before = SpareMemory.left();
        try (Spool spool = new Spool(100_000, 8_000_000, expected, directory)) {
            byte[] content = fill(spool, 1_000_000);
            assertFalse(spool.inFile());
            assertTrue(SpareMemory.left() <= before - 900_000, "it is counted");
            assertTrue(spool.heapBytes() <= 100_000, "and not twice");
            assertArrayEquals(content, spool.copy(0, 1_000_000));
        }
        assertEquals(before, SpareMemory.left());
    }

    @Test
    void thereIsAFileWhereThereIsNoMemoryToSpare(@TempDir Path directory) throws IOException {
        long before = SpareMemory.left();
        assertTrue(SpareMemory.tryTake(before - 300_000));
        try (Spool spool = new Spool(100_000, 8_000_000, -1, directory)) {
            byte[] content = fill(spool, 1_000_000);
            assertTrue(spool.inFile());
            assertEquals(300_000, SpareMemory.left(), "what it had is given back");
            assertArrayEquals(content, spool.copy(0, 1_000_000));
        } finally {
            SpareMemory.give(before - 300_000);
        }
        assertEquals(before, SpareMemory.left());
    }

    @Test
    void whoSaysMoreThanMayBeSparedHasAFileAtOnce(@TempDir Path directory) throws IOException {
        try (Spool spool = new Spool(100_000, 8_000_000, 9_000_000, directory)) {
            byte[] content = fill(spool, 120_001);
            assertTrue(spool.inFile());
            assertArrayEquals(content, spool.copy(0, 120_001));
        }
    }

    static final class Program {
        private static final int LENGTH = 20 << 20;
        private static final int THREADS = 8;

        private Program() {}

        public static void main(String[] arguments) throws Exception {
            Path directory = Files.createTempDirectory("spool");
            ExecutorService threads = Executors.newFixedThreadPool(THREADS);
            try (Spool spool = new Spool(1024, 0, -1, directory)) {
                byte[] piece = new byte[1 << 16];
                for (int written = 0; written < LENGTH; written += piece.length) {
                    spool.append(piece, 0, piece.length);
                }
                CyclicBarrier all = new CyclicBarrier(THREADS);
                List<Future<?>> reads = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    reads.add(threads.submit(() -> {
                        all.await();
                        synchronized (
                                all) { // one after the other: there is room for one array, and all threads go on living
                            if (spool.copy(0, LENGTH).length != LENGTH) {
                                throw new AssertionError("it is shorter");
                            }
                        }
                        return null;
                    }));
                }
                for (Future<?> read : reads) {
                    read.get();
                }
                System.out.println(THREADS + " threads have read " + LENGTH + " bytes");
            } finally {
                threads.shutdownNow();
                Files.delete(directory);
            }
        }
    }
}
