package dev.weir.bench.measure;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** How long the JIT compilers of this JVM have worked so far. */
public final class CompilerTime {
    private static final Path THREADS = Path.of("/proc/self/task");
    /** In the names of their threads, of which the system keeps fifteen characters. */
    private static final String COMPILER = "CompilerThre";

    private CompilerTime() {}

    /**
     * The processor time of their threads that live, in nanoseconds, on Linux. Elsewhere it is what the JVM tells, which knows
     * of a compilation only when it has ended: a long one, of a second, is at rest until then.
     */
    public static long nanos() {
        long sum = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
            for (Path thread : threads) {
                sum += ofCompiler(thread);
            }
            return sum;
        } catch (IOException | DirectoryIteratorException untold) {
            return ManagementFactory.getCompilationMXBean().getTotalCompilationTime() * 1_000_000;
        }
    }

    private static long ofCompiler(Path thread) {
        try {
            if (!Files.readString(thread.resolve("comm"), StandardCharsets.ISO_8859_1)
                    .contains(COMPILER)) {
                return 0;
            }
            String time = Files.readString(thread.resolve("schedstat"), StandardCharsets.US_ASCII);
            return Long.parseLong(time.substring(0, time.indexOf(' ')));
        } catch (IOException ended) {
            return 0;
        }
    }
}
