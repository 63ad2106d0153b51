package dev.weir.soap.mtom;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.testing.SmallHeap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

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

    static final class Program {
        private static final int LENGTH = 20 << 20;
        private static final int THREADS = 8;

        private Program() {}

        public static void main(String[] arguments) throws Exception {
            Path directory = Files.createTempDirectory("spool");
            ExecutorService threads = Executors.newFixedThreadPool(THREADS);
            try (Spool spool = new Spool(1024, directory)) {
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
