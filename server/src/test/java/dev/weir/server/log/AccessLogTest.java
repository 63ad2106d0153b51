package dev.weir.server.log;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.RunningWeir;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import dev.weir.soap.http.RequestLog.Ended;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessLogTest {
    @TempDir
    Path folder;

    private static Ended request(String target, @Nullable String agent) throws IOException {
        return new Ended(
                new InetSocketAddress(InetAddress.getByName("192.0.2.7"), 5000),
                "POST",
                target,
                "HTTP/1.1",
                200,
                1234,
                null,
                agent,
                5_042_000);
    }

    private static String text(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aLineIsInTheCombinedFormatWithTheSecondsTaken() throws IOException {
        CombinedFormat format = new CombinedFormat(Clock.fixed(Instant.parse("2026-01-31T12:00:01Z"), ZoneOffset.UTC));
        assertEquals(
                "192.0.2.7 - - [31/Jan/2026:12:00:01 +0000] \"POST /a?b=c HTTP/1.1\" 200 1234 \"-\" \"curl/8\" 0.005042\n",
                new String(format.line(request("/a?b=c", "curl/8")), StandardCharsets.US_ASCII));
    }

    @Test
    void whatPeersWriteEndsNeitherFieldNorLine() throws IOException {
        CombinedFormat format = new CombinedFormat(Clock.systemUTC());
        String line = new String(
                format.line(request("/\" 200\\", "a\r\n192.0.2.9 \u001b[2J\u00e9")), StandardCharsets.US_ASCII);
        assertTrue(line.contains("\"POST /\\\" 200\\\\ HTTP/1.1\""), line);
        assertTrue(line.contains("\"a\\x0d\\x0a192.0.2.9 \\x1b[2J\\xc3\\xa9\""), line);
        assertEquals(1, line.lines().count());
        String longest = "\u00e9".repeat(10_000);
        assertTrue(format.line(request(longest, longest)).length < 128 * 1024 / 2);
    }

    @Test
    void aFullFileIsPutAsideAndNoLineIsLost() throws Exception {
        Path file = folder.resolve("access.log");
        int lines = 3_000;
        try (AccessLog log = AccessLog.open(new AccessLogSettings(file, 100_000, 100))) {
            for (int i = 0; i < lines; i++) {
                log.ended(request("/" + i, null));
            }
        }
        try (Stream<Path> all = Files.list(folder)) {
            List<Path> files = all.collect(Collectors.toCollection(ArrayList::new));
            assertTrue(files.size() > 2, files.toString());
            int found = 0;
            for (Path each : files) {
                assertTrue(Files.size(each) <= 200_000, each.toString());
                found += (int) text(each).lines().count();
            }
            assertEquals(lines, found);
        }
    }

    @Test
    void onlySoManyFilesAreKept() throws Exception {
        Path file = folder.resolve("access.log");
        for (int run = 0; run < 6; run++) {
            try (AccessLog log = AccessLog.open(new AccessLogSettings(file, 1_024, 2))) {
                for (int i = 0; i < 20; i++) {
                    log.ended(request("/" + run, null));
                }
            }
        }
        try (Stream<Path> all = Files.list(folder)) {
            assertEquals(3, all.count());
        }
        assertTrue(text(file).contains("/5 "), text(file));
    }

    @Test
    void aFileThatIsMovedAwayIsBegunAnew() throws Exception {
        Path file = folder.resolve("access.log");
        try (AccessLog log = AccessLog.open(new AccessLogSettings(file, 1 << 20, 5))) {
            log.ended(request("/before", null));
            eventually("the first line is written", () -> text(file).contains("/before"));
            Files.move(file, folder.resolve("moved"));
            eventually("a new file has a later line", () -> {
                log.ended(request("/after", null));
                return text(file).contains("/after");
            });
        }
    }

    @Test
    void whatTheDiskDoesNotTakeIsBoundedAndNobodyWaits() throws Exception {
        // A pipe that nobody reads takes 64 KiB, and then nothing more.
        Path pipe = folder.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        try (var reader = new RandomAccessFile(pipe.toFile(), "rw")) {
            AccessLog log = AccessLog.open(new AccessLogSettings(pipe, Long.MAX_VALUE, 5));
            for (int i = 0; i < 100_000; i++) {
                log.ended(request("/" + i, null));
            }
            assertTrue(log.waitingBytes() <= AccessLog.MOST_WAITING);
            assertTrue(log.waitingBytes() > AccessLog.MOST_WAITING / 2);
            assertTrue(log.lost() > 0);
            assertTrue(reader.getFD().valid());
        }
    }

    @Test
    void requestsOfServicesAndAdminApiAreLoggedThoseOfPeersThatHangUpToo() throws Exception {
        Path file = folder.resolve("access.log");
        ServerSettings settings = new ServerSettings(
                List.of(RunningWeir.repository().resolve("examples/orders")),
                "127.0.0.1",
                0,
                folder.resolve("data"),
                Map.of(),
                Duration.ofSeconds(20),
                1 << 20);
        try (WeirServer server = WeirServer.start(settings.withAccessLog(new AccessLogSettings(file, 1 << 20, 1)))) {
            HttpClient client = HttpClient.newHttpClient();
            URI nowhere = server.url().resolve("/nowhere?x=1");
            assertEquals(
                    404,
                    client.send(
                                    HttpRequest.newBuilder(nowhere)
                                            .header("User-Agent", "tester/1")
                                            .header("Referer", "http://from.example/")
                                            .build(),
                                    HttpResponse.BodyHandlers.ofString())
                            .statusCode());
            URI admin = Objects.requireNonNull(server.adminUrl()).resolve("/admin/composites");
            assertEquals(
                    401,
                    client.send(HttpRequest.newBuilder(admin).build(), HttpResponse.BodyHandlers.ofString())
                            .statusCode());
            try (Socket socket = new Socket("127.0.0.1", server.url().getPort())) {
                socket.getOutputStream()
                        .write("POST /gone HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc"
                                .getBytes(StandardCharsets.US_ASCII));
            }
            eventually(
                    "the request whose peer has gone is logged",
                    () -> text(file).contains(" 499 "));
        }
        String log = text(file);
        assertTrue(log.contains("\"GET /nowhere?x=1 HTTP/1.1\" 404 31 \"http://from.example/\" \"tester/1\" 0."), log);
        assertTrue(log.contains("\"GET /admin/composites HTTP/1.1\" 401 "), log);
        assertTrue(log.contains("\"POST /gone HTTP/1.1\" 499 0 "), log);
        assertEquals(3, log.lines().count(), log);
    }
}
