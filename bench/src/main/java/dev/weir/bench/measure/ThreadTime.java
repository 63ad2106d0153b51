package dev.weir.bench.measure;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How long a thread has worked since its start, in nanoseconds.
 *
 * @param ran on a processor
 * @param waited for one, since others had it; always 0 where the system is not Linux
 */
public record ThreadTime(long ran, long waited) {
    private static final Path SCHEDULER = Path.of("/proc/thread-self/schedstat");

    /** The calling thread's. */
    public static ThreadTime now() {
        try {
            String[] numbers =
                    Files.readString(SCHEDULER, StandardCharsets.US_ASCII).split(" ", 3);
            return new ThreadTime(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
        } catch (IOException untold) {
            return new ThreadTime(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime(), 0);
        }
    }

    /** All the time in which it could not have done more. */
    public long busy() {
        return ran + waited;
    }
}
