package dev.weir.soap.jaxws.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Programs of other makes: how tests run them, and what happens where a machine does not have them. */
public final class Peers {
    private Peers() {}

    /**
     * How a program has ended.
     *
     * @param exitCode -1 where it did not end in time
     */
    public record Run(int exitCode, String output) {
        /** Fails the test where the program has failed. */
        public String succeeded() {
            assertEquals(0, exitCode, output);
            return output;
        }
    }

    /** Skips the test, or fails it where the environment says WEIR_REQUIRE_CLIENTS=1. */
    public static void missing(String what) {
        if ("1".equals(System.getenv("WEIR_REQUIRE_CLIENTS"))) {
            fail(what);
        }
        Assumptions.abort(what);
    }

    /** Skips the test, or fails it, where PHP or its extension soap is missing. */
    public static void requirePhp() throws InterruptedException {
        String missing;
        try {
            Process process = new ProcessBuilder("php", "-r", "exit(class_exists('SoapClient') ? 0 : 3);").start();
            if (process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0) {
                return;
            }
            missing = "PHP has no extension soap (Debian: php-soap)";
        } catch (IOException e) {
            missing = "there is no PHP (Debian: php-cli, php-soap): " + e.getMessage();
        }
        missing(missing);
    }

    /**
     * Runs a program in a folder, and ends it where it takes longer.
     *
     * @throws IOException where there is no such program
     */
    public static Run run(Path folder, int withinSeconds, String... command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(withinSeconds, TimeUnit.SECONDS);
        if (!ended) {
            end(process);
        }
        String text = Files.readString(output, StandardCharsets.UTF_8);
        return ended
                ? new Run(process.exitValue(), text)
                : new Run(-1, text + "\nnot done within " + withinSeconds + " s: " + String.join(" ", command));
    }

    /** A server that tells its address on its first line, and ends when its input does. */
    public record Server(Process process, BufferedReader output, String address) implements AutoCloseable {
        /** Starts one in a folder. */
        public static Server start(Path folder, String... command) throws IOException {
            Path errors = folder.resolve("errors.txt");
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectError(errors.toFile())
                    .start();
            BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
            String address = output.readLine();
            if (address == null || !address.startsWith("http://")) {
                end(process);
                fail(String.join(" ", command) + " says " + address + "; " + Files.readString(errors));
            }
            return new Server(process, output, address);
        }

        /** Waits for a line of what it says. */
        public void says(String line) throws IOException {
            assertEquals(line, output.readLine());
        }

        @Override
        public void close() throws IOException {
            try (output) {
                process.getOutputStream().close();
                assertTrue(process.waitFor(30, TimeUnit.SECONDS), "the server ends with its input");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                end(process);
            }
        }
    }

    private static void end(Process process) {
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).forEach(ProcessHandle::destroyForcibly);
        process.onExit().join();
    }
}
