package dev.weir.soap.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalSenderTest {
    private final HttpTransport transport = HttpTransport.start();
    private final List<URI> sentOn = Collections.synchronizedList(new ArrayList<>());
    private HttpServer server;
    private LocalSender sender;

    @BeforeEach
    void open() throws Exception {
        server = transport.listen("0.0.0.0", 0, HttpServerLimits.DEFAULT);
        sender = new LocalSender(server, "here.example", (address, headers, body, timeout) -> {
            sentOn.add(address);
            return CompletableFuture.completedFuture(HttpReply.of(204));
        });
    }

    @AfterEach
    void close() {
        server.close(Duration.ZERO);
        transport.close();
    }

    private HttpReply post(String address, String body, Duration timeout) throws Exception {
        return sender.post(
                        URI.create(address),
                        Map.of("Content-Type", "text/plain"),
                        body.getBytes(StandardCharsets.UTF_8),
                        timeout)
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS);
    }

    private HttpReply post(String address) throws Exception {
        return post(address, "hello", Duration.ofSeconds(10));
    }

    private void echo() {
        server.mount(
                "/echo",
                request -> CompletableFuture.completedFuture(HttpReply.text(
                                200,
                                request.method() + " " + request.path() + " " + request.query() + " "
                                        + request.header("content-TYPE") + " "
                                        + new String(request.body(), StandardCharsets.UTF_8))
                        .with("X-Own", "yes")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST", "127.0.0.1", "[::1]", "here.example"})
    void aRequestToThisServerNeedsNoConnection(String host) throws Exception {
        echo();
        HttpReply reply = post("http://" + host + ":" + server.port() + "/echo?a=b");
        assertEquals(200, reply.status());
        assertEquals("POST /echo a=b text/plain hello", new String(reply.body(), StandardCharsets.UTF_8));
        assertEquals("yes", reply.header("x-own"));
        assertEquals(List.of(), sentOn);
    }

    @Test
    void otherRequestsAreSentOn() throws Exception {
        echo();
        String own = "localhost:" + server.port();
        for (String address : List.of(
                "http://elsewhere.example:" + server.port() + "/echo",
                "https://" + own + "/echo",
                "http://localhost:1/")) {
            assertEquals(204, post(address).status());
        }
        assertEquals(3, sentOn.size());
    }

    @Test
    void aServerAtOneAddressLeavesTheOthersToOtherPrograms() throws Exception {
        try (HttpServer one = transport.listen("127.0.0.2", 0, HttpServerLimits.DEFAULT)) {
            LocalSender local = new LocalSender(one, "here.example", (address, headers, body, timeout) -> {
                sentOn.add(address);
                return CompletableFuture.completedFuture(HttpReply.of(204));
            });
            for (String host : List.of("127.0.0.2", "localhost", "here.example")) {
                local.post(
                                URI.create("http://" + host + ":" + one.port() + "/"),
                                Map.of(),
                                new byte[0],
                                Duration.ofSeconds(5))
                        .toCompletableFuture()
                        .get(20, TimeUnit.SECONDS);
            }
        }
        assertEquals(2, sentOn.size());
    }

    @Test
    void aPathThatNobodyServesIsNotFound() throws Exception {
        assertEquals(404, post("http://localhost:" + server.port() + "/nothing").status());
        assertEquals(404, post("http://localhost:" + server.port()).status());
    }

    @Test
    void aHandlerThatFailsAnswersWithoutItsReasons() throws Exception {
        server.mount("/throws", request -> {
            throw new IllegalStateException("a secret");
        });
        server.mount("/fails", request -> CompletableFuture.failedFuture(new IllegalStateException("a secret")));
        for (String path : List.of("/throws", "/fails")) {
            HttpReply reply = post("http://localhost:" + server.port() + path);
            assertEquals(500, reply.status());
            assertFalse(new String(reply.body(), StandardCharsets.UTF_8).contains("secret"));
        }
    }

    @Test
    void aHandlerWordsTheAnswerToWhatHasFailed() throws Exception {
        server.mount("/throws", new HttpHandler() {
            @Override
            public CompletionStage<HttpReply> handle(HttpRequest request) {
                throw new IllegalStateException("a secret");
            }

            @Override
            public HttpReply refuse(HttpRequest request, int status, String reason) {
                return HttpReply.text(status, "<fault>" + reason + "</fault>");
            }
        });
        HttpReply reply = post("http://localhost:" + server.port() + "/throws");
        assertEquals(500, reply.status());
        assertEquals("<fault>The server failed.</fault>", new String(reply.body(), StandardCharsets.UTF_8));
    }

    @Test
    void aHandlerThatDoesNotAnswerInTimeIsATimeout() {
        server.mount("/never", request -> new CompletableFuture<>());
        ExecutionException failure = assertThrows(
                ExecutionException.class,
                () -> post("http://localhost:" + server.port() + "/never", "x", Duration.ofMillis(20)));
        HttpException late = assertInstanceOf(HttpException.class, failure.getCause());
        assertEquals(HttpException.Kind.TIMEOUT, late.kind());
        assertTrue(late.mayHaveReachedPeer());
    }
}
