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

    private final AuditMode mode;
    private final Path folder;
    private final JvmProcess process;
    private final URI address;
    private final long emptyBytes;

    private AuditedServerProcess(AuditMode mode, Path folder, long emptyBytes, JvmProcess process) {
        this.mode = mode;
        this.folder = folder;
        this.process = process;
        this.address = URI.create("http://127.0.0.1:" + given(process.answer()) + QuotesComposite.SERVICE);
        this.emptyBytes = emptyBytes;
    }

    /** @param folder of its own, for its store */
    static AuditedServerProcess start(AuditMode mode, Path folder, String partners) throws IOException {
        SqliteStore.open(folder.resolve("store")).close(); // with its tables, so that only what messages add is counted
        List<String> arguments = new ArrayList<>(List.of(folder.toString(), partners));
        mode.knobs().forEach((name, value) -> arguments.addAll(List.of(name, value)));
        long emptyBytes = bytes(folder);
        JvmProcess process = JvmProcess.start(List.of("-Xms256m", "-Xmx256m"), AuditedServer.class, arguments, true);
        try {
            return new AuditedServerProcess(mode, folder, emptyBytes, process);
        } catch (MeasureException failed) {
            process.close();
            throw failed;
        }
    }

    URI address() {
        return address;
    }

    /** The CPU time that the process has used, in nanoseconds. */
    long cpuNanos() {
        return Long.parseLong(given(process.ask("")));
    }

    private String given(@Nullable String answer) {
        if (answer == null) {
            throw new MeasureException("the server of " + mode.workload() + " has ended: " + process.howItEnded());
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
            throw new MeasureException("the server of " + mode.workload() + " did not end by itself");
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
