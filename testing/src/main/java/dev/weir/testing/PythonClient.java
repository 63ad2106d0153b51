package dev.weir.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * An interpreter of Python with the packages of a list, for clients of services that are written in Python. It is made once
 * for each list, and kept below the repository's {@code .cache}. Without Python 3 or its packages the calling test is
 * skipped, unless the environment says WEIR_REQUIRE_CLIENTS=1.
 */
public final class PythonClient {
    private static final int SET_UP_SECONDS = 240;

    private final Path interpreter;
    private final Path folder;

    private PythonClient(Path interpreter, Path folder) {
        this.interpreter = interpreter;
        this.folder = folder;
    }

    /**
     * How a program ended.
     *
     * @param exitCode -1 where it did not end in time
     */
    public record Run(int exitCode, String output) {}

    /**
     * Makes the interpreter, or finds the one that was made.
     *
     * @param requirements the list of packages, as pip reads it
     * @param folder for files of this test
     */
    public static PythonClient with(Path repository, Path requirements, Path folder)
            throws IOException, InterruptedException {
        CRC32 hash = new CRC32();
        hash.update(Files.readAllBytes(requirements));
        Path place =
                repository.toAbsolutePath().resolve(".cache").resolve("python-" + Long.toHexString(hash.getValue()));
        Path interpreter = place.resolve("bin/python");
        Path complete = place.resolve("complete");
        if (!Files.exists(complete)) {
            setUp(folder, "python3", "-m", "venv", "--clear", place.toString());
            setUp(
                    folder,
                    interpreter.toString(),
                    "-m",
                    "pip",
                    "install",
                    "--quiet",
                    "--disable-pip-version-check",
                    "--no-deps",
                    "-r",
                    requirements.toString());
            Files.createFile(complete);
        }
        return new PythonClient(interpreter, folder);
    }

    private static void setUp(Path folder, String... command) throws InterruptedException {
        String reason;
        try {
            Run run = run(folder, SET_UP_SECONDS, List.of(command));
            if (run.exitCode == 0) {
                return;
            }
            reason = run.output;
        } catch (IOException e) {
            reason = String.valueOf(e.getMessage());
        }
        String message = "no Python with its packages: " + String.join(" ", command) + ": " + reason;
        if ("1".equals(System.getenv("WEIR_REQUIRE_CLIENTS"))) {
            Assertions.fail(message);
        }
        Assumptions.abort(message);
    }

    /** Runs a script, and ends it where it takes longer. */
    public Run run(int withinSeconds, Path script, String... arguments) throws IOException, InterruptedException {
        List<String> command = Stream.concat(
                        Stream.of(interpreter.toString(), "-B", script.toString()), Arrays.stream(arguments))
                .toList();
        return run(folder, withinSeconds, command);
    }

    private static Run run(Path folder, int withinSeconds, List<String> command)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(withinSeconds, TimeUnit.SECONDS);
        if (!ended) {
            Stream.concat(process.descendants(), Stream.of(process.toHandle())).forEach(ProcessHandle::destroyForcibly);
            process.waitFor();
        }
        String text = Files.readString(output, StandardCharsets.UTF_8);
        return ended
                ? new Run(process.exitValue(), text)
                : new Run(-1, text + "\nnot done within " + withinSeconds + " s: " + command);
    }
}
