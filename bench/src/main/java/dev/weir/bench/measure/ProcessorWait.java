package dev.weir.bench.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** How long threads were ready to run and had no processor, as Linux counts it. */
final class ProcessorWait {
    private static final Path THREAD = Path.of("/proc/thread-self/schedstat");

    private ProcessorWait() {}

    /** The calling thread's, since its start, in nanoseconds; always 0 where the system does not tell. */
    static long nanos() {
        try {
            // Time on a processor, time of waiting for one, number of turns.
            return Long.parseLong(
                    Files.readString(THREAD, StandardCharsets.US_ASCII).split(" ", 3)[1]);
        } catch (IOException untold) {
            return 0;
        }
    }
}
