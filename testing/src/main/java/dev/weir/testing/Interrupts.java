package dev.weir.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether Ctrl-C reaches the processes that a test starts. */
public final class Interrupts {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String IGNORED = "SigIgn:";
    /** SIGINT is the second signal. */
    private static final long INTERRUPT = 2;

    private Interrupts() {}

    /** True where this process ignores SIGINT, and so all that it starts: a shell starts background jobs so. */
    public static boolean areIgnored() {
        if (!Files.exists(STATUS)) {
            return false;
        }
        try {
            return Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith(IGNORED))
                    .anyMatch(line -> (Long.parseUnsignedLong(
                                            line.substring(IGNORED.length()).strip(), 16)
                                    & INTERRUPT)
                            != 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
