package dev.weir.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs a program of a test in a JVM with a small heap. A program that keeps what it should release ends with an
 * OutOfMemoryError there; nothing has to be measured.
 */
public final class SmallHeap {
    private static final long PATIENCE_MINUTES = 5;

    private SmallHeap() {}

    /**
     * Runs the main method of a class on this JVM's class path.
     *
     * @return what the program printed
     * @throws AssertionError where it ended with another exit code than 0, or not at all
     */
    public static String run(int heapMiB, Class<?> program, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heapMiB + "m",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        command.addAll(List.of(arguments));
        try {
            File output = File.createTempFile("small-heap", ".txt");
            try {
                return run(command, output);
            } finally {
                Files.delete(output.toPath());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * The same for a program that prints {@code case NAME: WHAT BECAME OF IT} for each of its cases, among other lines.
     *
     * @return what became of each, by name, in the order in which they were printed
     */
    public static Map<String, String> cases(int heapMiB, Class<?> program, String... arguments) {
        return cases(run(heapMiB, program, arguments));
    }

    /** The same of what such a program has printed. */
    public static Map<String, String> cases(String printed) {
        Map<String, String> found = new LinkedHashMap<>();
        for (String line : printed.lines().toList()) {
            if (line.startsWith("case ")) {
                String[] parts = line.substring("case ".length()).split(": ", 2);
                found.put(parts[0], parts[1]);
            }
        }
        return found;
    }

    private static String run(List<String> command, File output) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        boolean ended = process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES);
        if (!ended) {
            process.destroyForcibly().waitFor();
        }
        String printed = Files.readString(output.toPath(), StandardCharsets.UTF_8);
        if (!ended || process.exitValue() != 0) {
            throw new AssertionError((ended ? "ended with " + process.exitValue() : "did not end") + ": " + printed);
        }
        return printed;
    }
}
