package dev.weir.bench.audit;

import dev.weir.bench.measure.JvmProcess;
import dev.weir.bench.measure.MeasureException;
import dev.weir.store.sqlite.SqliteStore;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The parent's handle on an {@link AuditedServer}. For one thread. */
final class AuditedServerProcess implements AutoCloseable {
    private static final long STOP_SECONDS = 60;

    private final TunedServer tuned;
    private final Path folder;
    private final JvmProcess process;
    private final URI address;
    private final long emptyBytes;

    private AuditedServerProcess(TunedServer tuned, Path folder, long emptyBytes, JvmProcess process) {
        this.tuned = tuned;
        this.folder = folder;
        this.process = process;
        this.address = URI.create("http://127.0.0.1:" + given(process.answer()) + QuotesComposite.SERVICE);
        this.emptyBytes = emptyBytes;
    }

    /** @param folder of its own, for its store */
    static AuditedServerProcess start(TunedServer tuned, Path folder, String partners) throws IOException {
        SqliteStore.open(folder.resolve("store")).close(); // with its tables, so that only what messages add is counted
        List<String> arguments = new ArrayList<>(List.of(folder.toString(), partners));
        tuned.knobs().forEach((name, value) -> arguments.addAll(List.of(name, value)));
        long emptyBytes = bytes(folder);
        JvmProcess process = JvmProcess.start(List.of("-Xms256m", "-Xmx256m"), AuditedServer.class, arguments, true);
        try {
            return new AuditedServerProcess(tuned, folder, emptyBytes, process);
        } catch (MeasureException failed) {
            process.close();
            throw failed;
        }
    }

    URI address() {
        return address;
    }

    /** The CPU time that the process has used, and that of its JIT compilers, which is a part of it. */
    record Usage(long cpuNanos, long compilerNanos) {}

    Usage usage() {
        String[] numbers = given(process.ask("")).split(" ", 2);
        return new Usage(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
    }

    private String given(@Nullable String answer) {
        if (answer == null) {
            throw new MeasureException("the server of " + tuned.name() + " has ended: " + process.howItEnded());
        }
        return answer;
    }

    /**
     * Stops the server, which writes what it has still in memory.
     *
     * @return the bytes by which its store has grown
     */
    long stop() throws IOException, InterruptedException {
        if (!process.endsWithin(STOP_SECONDS)) {
            throw new MeasureException("the server of " + tuned.name() + " did not end by itself");
        }
        return bytes(folder) - emptyBytes;
    }

    private static long bytes(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("store"))) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
