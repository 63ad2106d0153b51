package dev.weir.bench;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.weir.testing.Interrupts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code weir bench load} in a process of its own: what the system does to it. */
@Timeout(120)
class LoadProcessTest {
    @TempDir
    Path folder;

    private final List<Process> started = new ArrayList<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_000);
        server.createContext("/right", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(204, -1);
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        started.forEach(Process::destroyForcibly);
        server.stop(0);
    }

    /** @param shell what the shell does before it becomes the JVM */
    private Process load(String shell, String path, String... options) throws IOException {
        List<String> line = new ArrayList<>(List.of("sh", "-c", shell + "exec \"$@\"", "load"));
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.weir.bench.Main", "load"));
        line.add("http://127.0.0.1:" + server.getAddress().getPort() + path);
        line.addAll(List.of(options));
        Process load = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        started.add(load);
        return load;
    }

    private String output() {
        try {
            return Files.readString(folder.resolve("output"));
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }

    @Test
    void whereDescriptorsRunOutTheResultSaysSo() throws Exception {
        Path json = folder.resolve("result.json");
        Process load = load(
                "ulimit -n 200; ",
                "/right",
                "--agents",
                "250",
                "--warm",
                "0.5",
                "--seconds",
                "0.5",
                "--server-pid",
                Long.toString(ProcessHandle.current().pid()),
                "--json",
                json.toString());
        assertTrue(load.waitFor(90, TimeUnit.SECONDS), this::output);
        assertEquals(1, load.exitValue(), this::output);
        assertTrue(output().contains(" right replies in "), this::output);
        assertTrue(output().contains("file descriptors ran out: "), this::output);
        assertTrue(output().contains("processor time of the server: "), this::output);
        assertFalse(output().contains("\tat "), this::output);
        JsonNode result = new ObjectMapper().readTree(json.toFile());
        assertTrue(result.get("withoutDescriptor").asLong() > 0, result::toString);
        assertTrue(result.get("all").get("count").asLong() > 0, result::toString);
    }

    @Test
    void whatWasMeasuredBeforeCtrlCIsPrintedAndMarked() throws Exception {
        assumeFalse(Interrupts.areIgnored(), "this test was started in the background, where Ctrl-C does nothing");
        Path json = folder.resolve("result.json");
        Process load = load("", "/right", "--warm", "0", "--seconds", "90", "--json", json.toString());
        eventually(this::output, () -> output().contains("measured: "));
        assertFalse(new ObjectMapper().readTree(json.toFile()).get("complete").asBoolean());

        new ProcessBuilder("kill", "-INT", Long.toString(load.pid())).start().waitFor();

        assertTrue(load.waitFor(60, TimeUnit.SECONDS), this::output);
        assertEquals(130, load.exitValue(), this::output);
        assertTrue(output().contains("stopped before its end: "), this::output);
        assertTrue(output().contains(" right replies in "), this::output);
        JsonNode result = new ObjectMapper().readTree(json.toFile());
        assertFalse(result.get("complete").asBoolean(), result::toString);
        assertEquals("stopped before its end", result.get("failure").asText());
        assertTrue(result.get("all").get("count").asLong() > 0, result::toString);
        assertEquals(0, result.get("all").get("errors").asLong(), result::toString);
    }

    @Test
    void aLoadThatIsToEndInItsFirstCallSaysSo() throws Exception {
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        server.createContext("/silent", exchange -> {
            try (exchange) {
                called.countDown();
                never.await(100, TimeUnit.SECONDS);
                exchange.sendResponseHeaders(204, -1);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
        Path json = folder.resolve("result.json");
        Process load = load("", "/silent", "--json", json.toString());
        try {
            assertTrue(called.await(60, TimeUnit.SECONDS), this::output);

            load.destroy();

            assertTrue(load.waitFor(60, TimeUnit.SECONDS), this::output);
            assertEquals(143, load.exitValue(), this::output);
            String early = "stopped in the first call of each request, before anything was measured";
            assertTrue(output().contains("weir: " + early), this::output);
            JsonNode result = new ObjectMapper().readTree(json.toFile());
            assertEquals(early, result.get("failure").asText());
        } finally {
            never.countDown();
        }
    }

    /** A server that falls silent does not keep the process: what is under way is not waited for. */
    @Test
    void aLoadThatIsToEndInItsWarmUpHasNoFigures() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger requests = new AtomicInteger();
        server.createContext("/silent", exchange -> {
            try (exchange) {
                if (requests.incrementAndGet() > 1) {
                    never.await(100, TimeUnit.SECONDS);
                }
                exchange.sendResponseHeaders(204, -1);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
        Path json = folder.resolve("result.json");
        Process load = load("", "/silent", "--warm", "90", "--json", json.toString());
        try {
            eventually(this::output, () -> output().contains("warm-up: "));

            load.destroy();

            assertTrue(load.waitFor(60, TimeUnit.SECONDS), this::output);
            assertEquals(143, load.exitValue(), this::output);
            assertTrue(output().contains("weir: stopped in the warm-up, before anything was measured"), this::output);
            JsonNode result = new ObjectMapper().readTree(json.toFile());
            assertFalse(result.get("complete").asBoolean(), result::toString);
            assertFalse(result.has("all"), result::toString);
        } finally {
            never.countDown();
        }
    }
}
