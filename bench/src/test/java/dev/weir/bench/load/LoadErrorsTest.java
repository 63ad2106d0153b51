package dev.weir.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bench.measure.MeasureException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the driver says of servers that fail it, and that it goes on, and that it ends. */
@Timeout(60)
class LoadErrorsTest {
    private static final LoadPlan ONE = LoadPlan.closedLoop(1);

    private static LoadRequest request(URI address, byte[] body) {
        byte[] ok = "ok".getBytes(StandardCharsets.US_ASCII);
        return LoadRequest.of("this", address, Map.of(), body, () -> ReplyCheck.equalTo(ok));
    }

    private static LoadResult drive(RawServer server, LoadPlan plan, long millis) throws IOException {
        LoadRequest request = request(server.address(), new byte[0]);
        try (LoadDriver driver = new LoadDriver(server.address(), List.of(request), plan)) {
            return driver.run(millis);
        }
    }

    private static String errorOf(RawServer server) throws IOException {
        return String.valueOf(drive(server, ONE, 20).firstError());
    }

    private static String firstCall(RawServer server, Duration within) {
        LoadRequest request = request(server.address(), new byte[0]);
        return assertThrows(MeasureException.class, () -> SingleCall.send(server.address(), request, within))
                .getMessage();
    }

    @Test
    void afterAWrongReplyAnAgentGoesOnAtOnceOnItsConnection() throws IOException {
        try (RawServer server = RawServer.answering("HTTP/1.1 500 Oops\r\nContent-Length: 2\r\n\r\nok")) {
            LoadResult result = drive(server, ONE, 1_000);
            assertEquals("this: answered by HTTP status 500, not 200", result.firstError());
            assertTrue(result.errors() > 11, "paused for a tenth of a second after each: " + result.errors());
            assertEquals(1, server.connections.get());
            assertEquals(server.requests.get(), result.errors());
        }
    }

    @Test
    void anAgentWithoutKeepAliveTakesANewConnectionAfterAWrongReplyToo() throws IOException {
        try (RawServer server = RawServer.answering("HTTP/1.1 500 Oops\r\nContent-Length: 2\r\n\r\nok")) {
            drive(server, new LoadPlan(1, 0, 0, false, 1), 50);
            assertEquals(server.requests.get(), server.connections.get());
        }
    }

    @Test
    void aConnectionThatIsRefusedIsTriedAgainAfterAWhile() throws IOException {
        RawServer gone = RawServer.answering("");
        gone.close();
        LoadResult result = drive(gone, ONE, 250);
        assertEquals(
                "this: no connection to 127.0.0.1:" + gone.address().getPort() + ": Connection refused",
                result.firstError());
        assertTrue(result.errors() <= 3, "spins: " + result.errors());
    }

    @Test
    void aReplyThatNeverComesIsAnErrorAfterTheTimeout() throws IOException {
        try (RawServer server = new RawServer((number, to) -> number % 3 == 0 || RawServer.send(to, RawServer.OK))) {
            LoadResult result = drive(server, new LoadPlan(2, 0, 0, true, 1, 200), 900);
            assertEquals("this: no reply within 0.2 s", result.firstError());
            assertTrue(result.count() > 2, "no agent went on: " + result.count());
            assertEquals(server.requests.get(), result.count() + result.errors());
            assertTrue(server.connections.get() > 2, "a connection without a reply was used again");
        }
    }

    @Test
    void theTimeoutAlsoEndsAReplyThatDoesNotEnd() throws IOException {
        try (RawServer server = RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")) {
            LoadResult result = drive(server, new LoadPlan(1, 0, 20, true, 1, 100), 300);
            assertEquals(
                    "this: no end of the reply within 0.1 s: it is still within the body after 5 of 10 bytes",
                    result.firstError());
        }
    }

    @Test
    void theFirstCallHasOneTimeForAllSilences() throws IOException {
        try (RawServer server = new RawServer((number, connection) -> {
            RawServer.send(connection, "HTTP/1.1 200 OK\r\n");
            while (true) {
                RawServer.send(connection, "X: y\r\n");
                pause(20);
            }
        })) {
            assertEquals(
                    "no end of the reply within 0.3 s: it is still within the reply's head",
                    firstCall(server, Duration.ofMillis(300)));
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aServerThatSaysNothingMayWaitForTls() throws IOException {
        try (RawServer server = RawServer.answering("")) {
            assertEquals(
                    "no reply within 0.2 s; does it speak https, not http?", firstCall(server, Duration.ofMillis(200)));
        }
        try (RawServer server = RawServer.closingAfter("")) {
            assertEquals(
                    "the server closed the connection before any answer; does it speak https, not http?",
                    firstCall(server, Duration.ofSeconds(30)));
        }
        try (RawServer server = RawServer.answering("\u0015\u0003\u0003\0\2\2\n")) {
            assertEquals(
                    "the server speaks TLS here: the URL begins with https", firstCall(server, Duration.ofSeconds(30)));
        }
    }

    @Test
    void whereAConnectionEndedIsSaid() throws IOException {
        for (List<String> ending : List.of(
                List.of("", "before any answer"),
                List.of("HTTP/1.1 200 OK\r\nContent-Le", "within the reply's head"),
                List.of("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello", "within the body after 5 of 10 bytes"),
                List.of(
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nl",
                        "within the body after 4 bytes"))) {
            try (RawServer server = RawServer.closingAfter(ending.get(0))) {
                assertEquals("this: the server closed the connection " + ending.get(1), errorOf(server));
            }
        }
    }

    @Test
    void whatLeavesOpenWhereAReplyEndsIsAnErrorAtOnce() throws IOException {
        try (RawServer server = RawServer.answering("HTTP/1.1 101 Switching Protocols\r\n\r\n")) {
            assertEquals(
                    "this: the server changes the protocol (HTTP status 101), which nobody asked for", errorOf(server));
        }
        try (RawServer server =
                RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok")) {
            assertEquals("this: a reply with two lengths: 2 and 3", errorOf(server));
        }
        try (RawServer server = RawServer.answering("HTTP/2 200\r\n\r\n")) {
            assertEquals("this: not a reply of HTTP/1.1 or 1.0: HTTP/2 200", errorOf(server));
        }
    }

    /** What is left of the request must not become the beginning of the next one. */
    @Test
    void aRequestThatIsAnsweredHalfwayIsTheLastOfItsConnection() throws IOException {
        byte[] much = new byte[10_000_000];
        try (RawServer server = new RawServer((number, connection) -> {
            RawServer.send(connection, RawServer.OK);
            pause(10_000); // the rest is not read; the server's end cuts this short
            return false;
        })) {
            LoadRequest request = request(server.address(), much);
            assertEquals(
                    200,
                    SingleCall.send(server.address(), request, Duration.ofSeconds(30))
                            .status());
            try (LoadDriver driver = new LoadDriver(server.address(), List.of(request), ONE)) {
                LoadResult result = driver.run(50);
                assertNull(result.firstError());
                assertEquals(server.connections.get(), 1 + result.count());
            }
        }
    }

    @Test
    void bytesAfterAReplyAreAnErrorWheneverTheyCome() throws IOException {
        for (LoadPlan idle : List.of(new LoadPlan(1, 60, 0, true, 1), new LoadPlan(1, 0, 20, true, 1))) {
            for (long late : List.of(0, 10)) {
                try (RawServer server = new RawServer((number, connection) -> {
                    RawServer.send(connection, RawServer.OK);
                    pause(late);
                    return RawServer.send(connection, "more");
                })) {
                    LoadResult result = drive(server, idle, 500);
                    assertEquals("this: the server sent 4 bytes after a reply", result.firstError());
                    assertTrue(server.connections.get() > 1, "a connection with an open end was used again");
                }
            }
        }
    }

    @Test
    void aConnectionThatTheServerEndsBetweenRequestsIsNoError() throws IOException {
        try (RawServer server = RawServer.closingAfter(RawServer.OK)) {
            LoadResult result = drive(server, new LoadPlan(1, 60, 0, true, 1), 300);
            assertNull(result.firstError());
            assertEquals(server.connections.get(), result.count());
        }
    }

    @Test
    void aReplyThatDiffersIsShownWhereItDoes() throws IOException {
        try (RawServer server = RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\no\33[m")) {
            assertEquals(
                    "this: a reply differs from the expected one at byte 1: '\\x1b[m' instead of 'k';"
                            + " it has 4 bytes, expected are 2",
                    errorOf(server));
        }
        try (RawServer server = RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\no")) {
            assertEquals(
                    "this: a reply differs from the expected one at byte 1: it ends instead of 'k';"
                            + " it has 1 bytes, expected are 2",
                    errorOf(server));
        }
        try (RawServer server = RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok!")) {
            assertEquals(
                    "this: a reply differs from the expected one at byte 2: '!' instead of the end;"
                            + " it has 3 bytes, expected are 2",
                    errorOf(server));
        }
    }
}
