package dev.weir.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code weir bench load} as people give it. */
class LoadCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final AtomicInteger count = new AtomicInteger();
    private HttpServer server;
    private String address;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/echo", exchange -> {
            try (exchange) {
                byte[] body = exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.createContext("/count", exchange -> {
            try (exchange) {
                byte[] body = Integer.toString(count.incrementAndGet()).getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.start();
        address = "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private int run(String... arguments) {
        CommandLine line = BenchCommandLine.line();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(arguments);
    }

    @Test
    void aServiceIsDrivenAndItsLatencyPrinted(@TempDir Path folder) throws IOException {
        Path body = Files.writeString(folder.resolve("body.xml"), "<hello/>");
        assertEquals(
                0,
                run(
                        "load",
                        address + "/echo",
                        "--body",
                        body.toString(),
                        "--agents",
                        "2",
                        "--warm",
                        "0.05",
                        "--seconds",
                        "0.1"),
                err::toString);
        assertTrue(out.toString().contains("p99.9"), out::toString);
    }

    @Test
    void repliesThatDifferAreErrorsUnlessAllowed() {
        assertEquals(1, run("load", address + "/count", "--warm", "0", "--seconds", "0.05"), out::toString);
        assertTrue(out.toString().contains("differs"), out::toString);
        assertEquals(
                0,
                run("load", address + "/count", "--any-reply", "--warm", "0", "--seconds", "0.05", "--rate", "100"),
                err::toString);
    }

    @Test
    void theSustainedRateIsSearchedFor() {
        assertEquals(
                0,
                run("load", address + "/echo", "--sustain", "1000", "--warm", "0.01", "--seconds", "0.02"),
                err::toString);
        assertTrue(out.toString().contains("sustained: "), out::toString);
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        assertEquals(2, run("load", address + "/echo", "--rate", "5", "--think", "5"));
        assertEquals(2, run("load", address + "/echo", "--header", "nonsense"));
        assertEquals(1, run("load", "https://localhost/echo", "--any-reply"));
        assertTrue(err.toString().contains("http://HOST:PORT only"), err::toString);
    }
}
