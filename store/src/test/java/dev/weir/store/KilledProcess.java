package dev.weir.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A process that is killed in the midst of its work. */
public final class KilledProcess {
    private KilledProcess() {}

    /**
     * Runs a class of these tests and kills it when it says a certain line.
     *
     * @return the whole lines that it said on standard output, also those that came after that one
     */
    public static List<String> run(Class<?> main, Predicate<String> last, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        Process child = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> lines = new ArrayList<>();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            StringBuilder line = new StringBuilder();
            for (int c = out.read(); c >= 0; c = out.read()) {
                if (c != '\n') {
                    line.append((char) c);
                    continue;
                }
                lines.add(line.toString());
                line.setLength(0);
                if (last.test(lines.get(lines.size() - 1))) {
                    // By its handle: the process object would close the stream, and with it what was said last.
                    child.toHandle().destroyForcibly();
                }
            }
        } finally {
            child.destroyForcibly();
        }
        assertEquals(137, child.waitFor(), () -> "killed, and not ended by itself: " + lines);
        return lines;
    }
}
