package dev.weir.bench.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each engine does each work on a real PostgreSQL, and what has not ended rightly is not counted. */
@Tag("slow")
class EnginesTest {
    private static final int OPEN = 4;

    @ParameterizedTest
    @EnumSource
    void anEngineTakesInstancesToTheirEndAndLeavesNoDatabase(EngineKind kind, @TempDir Path folder) throws Exception {
        Path errors = folder.resolve("errors");
        Path place = Files.createDirectory(folder.resolve("engine"));
        Process process = new ProcessBuilder(line(kind, place))
                .redirectError(errors.toFile())
                .start();
        BufferedWriter commands = process.outputWriter(StandardCharsets.UTF_8);
        try (BufferedReader answers = process.inputReader(StandardCharsets.UTF_8)) {
            assertEquals("ready", answers.readLine(), () -> read(errors));
            int port = port(place);
            for (Work work : Work.values()) {
                // A second time, so that instances of before are there too.
                for (int i = 0; i < 2; i++) {
                    commands.write(work.text() + " 100\n");
                    commands.flush();
                    String answer = answers.readLine();
                    assertNotNull(answer, () -> read(errors));
                    String[] words = answer.split(" ");
                    assertEquals("ended", words[0], answer);
                    assertTrue(Long.parseLong(words[1]) >= OPEN, answer);
                    assertTrue(Long.parseLong(words[2]) > 0, answer);
                    assertTrue(Long.parseLong(words[3]) > 0, answer);
                }
            }
            commands.close();
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it does not end with its input");
            assertEquals(0, process.exitValue(), () -> read(errors));
            assertThrows(ConnectException.class, () -> new Socket("127.0.0.1", port).close());
        } finally {
            process.destroyForcibly();
        }
    }

    /** The shell is its parent, and ends without a word to it; its input goes on. */
    @Test
    void anEngineWhoseParentIsKilledEndsWithItsDatabase(@TempDir Path folder) throws Exception {
        List<String> line = new ArrayList<>(List.of("sh", "-c", "\"$@\"; exit", "sh"));
        line.addAll(line(EngineKind.DBOS, folder));
        Process shell = new ProcessBuilder(line)
                .redirectError(folder.resolve("errors").toFile())
                .start();
        try (BufferedReader answers = shell.inputReader(StandardCharsets.UTF_8)) {
            assertEquals("ready", answers.readLine(), () -> read(folder.resolve("errors")));
            int port = port(folder);
            ProcessHandle engine = shell.children().findAny().orElseThrow();

            shell.destroyForcibly();

            engine.onExit().get(60, TimeUnit.SECONDS);
            assertThrows(ConnectException.class, () -> new Socket("127.0.0.1", port).close());
        } finally {
            shell.destroyForcibly();
        }
    }

    /** The fourth line of the file. */
    private static int port(Path folder) throws IOException {
        return Integer.parseInt(
                Files.readAllLines(folder.resolve("data/postmaster.pid")).get(3));
    }

    private static List<String> line(EngineKind kind, Path folder) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                EngineMain.class.getName(),
                kind.name().toLowerCase(Locale.ROOT),
                folder.toString(),
                Integer.toString(OPEN));
    }

    @Test
    void aWrongResultFails() {
        try (RunningEngine engine = new RunningEngine(new Answering("other", 0), () -> 0, OPEN)) {
            IllegalStateException wrong = assertThrows(IllegalStateException.class, () -> engine.run(Work.REPLY, 10));
            assertTrue(wrong.getMessage().endsWith("has ended with other"), wrong.getMessage());
        }
    }

    @Test
    void aWrongCountInTheDatabaseFails() {
        try (RunningEngine engine = new RunningEngine(new Answering("", -1), () -> 0, OPEN)) {
            IllegalStateException wrong = assertThrows(IllegalStateException.class, () -> engine.run(Work.REPLY, 10));
            assertTrue(wrong.getMessage().startsWith("the database has -1 ended instances"), wrong.getMessage());
        }
    }

    /** An engine without a database. */
    private record Answering(String answer, long ended) implements Engine {
        @Override
        public String run(Work work, String number) {
            return answer.isEmpty() ? number : answer;
        }

        @Override
        public long ended(Work work) {
            return ended;
        }

        @Override
        public void close() {}
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            return failed.toString();
        }
    }
}
