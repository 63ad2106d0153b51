package dev.weir.bench.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * The first process of a PostgreSQL, which is nobody's child: where the engine that started it was killed it goes on, and is
 * found by the file that it keeps in its folder.
 */
public final class Postmaster {
    private static final String FILE = "postmaster.pid";
    /** Below the folder of a run: that of an engine, its data, the file. */
    private static final int DEPTH = 3;
    /** It waits for what its clients do, but they are gone. */
    private static final long STOP_SECONDS = 10;

    private Postmaster() {}

    /** Stops those whose data is in a folder, and waits for their ends. */
    public static void stopAllIn(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> found =
                Files.find(folder, DEPTH, (file, attributes) -> file.endsWith(FILE) && attributes.isRegularFile())) {
            files = found.toList();
        } catch (UncheckedIOException gone) {
            throw new IOException(folder + " cannot be read", gone);
        }
        for (Path file : files) {
            Optional<ProcessHandle> process = process(file);
            if (process.isPresent()) {
                stop(process.get());
            }
        }
    }

    /** Its number may be that of another process by now, which does not have the folder on its command line. */
    private static Optional<ProcessHandle> process(Path file) throws IOException {
        String first = Files.readString(file).lines().findFirst().orElse("");
        if (!first.matches("\\d{1,10}")) {
            return Optional.empty();
        }
        String data = String.valueOf(file.getParent());
        return ProcessHandle.of(Long.parseLong(first))
                .filter(process -> Arrays.asList(process.info().arguments().orElse(new String[0]))
                        .contains(data));
    }

    private static void stop(ProcessHandle process) throws IOException {
        process.destroy();
        try {
            process.onExit().get(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException late) {
            process.destroyForcibly();
        } catch (ExecutionException impossible) {
            throw new IOException("PostgreSQL, process " + process.pid() + ", does not stop", impossible);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
