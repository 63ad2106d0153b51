package dev.weir.soap.http;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.ManualTime;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("jdk")
class HttpServerTest {
    private static HttpTransport transport;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<HttpServer> servers = new ArrayList<>();

    private static final HttpHandler ECHO =
            request -> CompletableFuture.completedFuture(HttpReply.of(200, "application/octet-stream", request.body()));

    @BeforeAll
    static void start() {
        transport = HttpTransport.start();
    }

    @AfterAll
    static void stop() {
        transport.close();
    }

    @AfterEach
    void closeServers() {
        servers.forEach(server -> server.close(Duration.ZERO));
    }

    private HttpServer serve(HttpServerLimits limits, HttpHandler handler) throws IOException {
        HttpServer server = transport.listen("127.0.0.1", 0, limits);
        server.mount("/", handler);
        servers.add(server);
        return server;
    }

    private HttpServer serve(HttpHandler handler) throws IOException {
        return serve(HttpServerLimits.DEFAULT, handler);
    }

    private static URI at(HttpServer server, String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }

    private HttpResponse<byte[]> post(HttpServer server, String path, byte[] body) throws Exception {
        return client.send(
                java.net.http.HttpRequest.newBuilder(at(server, path))
                        .POST(java.net.http.HttpRequest.BodyPublishers.ofByteArray(body))
                        .timeout(Duration.ofMinutes(1))
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
    }

    /** A request is counted until a moment after its peer has the answer. */
    private static void eventuallyIdle(HttpServer server) {
        eventually("no request is in flight", () -> server.inFlight() == 0);
    }

    private static void eventuallyInFlight(HttpServer server, int requests) {
        eventually(requests + " requests are in flight", server::inFlight, count -> count == requests);
    }

    private static void eventuallyBuffered(HttpServer server, long bytes) {
        eventually(bytes + " bytes are buffered", server::admittedBytes, count -> count == bytes);
    }

    @Test
    void bodiesOfAnySizeComeBackAsTheyWent() throws Exception {
        HttpServer server = serve(ECHO);
        for (int size : new int[] {0, 1, 8191, 8192, 65_536, 65_537, 3_000_000}) {
            byte[] body = new byte[size];
            new Random(size).nextBytes(body);
            assertArrayEquals(body, post(server, "/echo", body).body(), "size " + size);
        }
        eventuallyBuffered(server, 0);
        eventuallyIdle(server);
    }

    @Test
    void aReplySaysWhenItWasMade() throws Exception {
        HttpServer server = serve(request -> CompletableFuture.completedFuture(HttpReply.text(200, "x")));
        for (String path : List.of("/", "/nowhere")) {
            Instant before = Instant.now().truncatedTo(ChronoUnit.SECONDS);
            Instant said = DateTimeFormatter.RFC_1123_DATE_TIME.parse(
                    post(server, path, new byte[1]).headers().firstValue("Date").orElse(""), Instant::from);
            assertFalse(said.isBefore(before) || said.isAfter(Instant.now()), said::toString);
        }
    }

    @Test
    void aChunkedBodyIsPutTogether() throws Exception {
        HttpServer server = serve(ECHO);
        try (RawPeer peer = new RawPeer(server.port())) {
            peer.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
                    .send("4\r\ndefg\r\n0\r\n\r\n");
            assertTrue(peer.reply().endsWith("abcdefg"));
        }
    }

    @Test
    void aHandlerSeesMethodPathQueryHeadersAndPeer() throws Exception {
        CompletableFuture<HttpRequest> seen = new CompletableFuture<>();
        HttpServer server = serve(request -> {
            seen.complete(request);
            return CompletableFuture.completedFuture(HttpReply.of(204));
        });
        try (RawPeer peer = new RawPeer(server.port())) {
            peer.send("PUT /a/b%20c?x=1&y HTTP/1.1\r\nhost: example.org:81\r\nX-Odd: yes\r\nContent-Length: 0\r\n\r\n");
            assertTrue(peer.reply().startsWith("HTTP/1.1 204"));
        }
        HttpRequest request = seen.get();
        assertEquals("PUT", request.method());
        assertEquals("/a/b%20c", request.path());
        assertEquals("x=1&y", request.query());
        assertEquals("example.org:81", request.target().authority());
        assertEquals("yes", request.header("x-odd"));
        assertTrue(request.peer().getAddress().isLoopbackAddress());
    }

    @Test
    void theLongestMountedPathHasPrecedenceAndMatchesWholeSegments() throws Exception {
        HttpServer server = serve(request -> CompletableFuture.completedFuture(HttpReply.text(200, "root")));
        server.mount("/a", request -> CompletableFuture.completedFuture(HttpReply.text(200, "a")));
        server.mount("/a/b/", request -> CompletableFuture.completedFuture(HttpReply.text(200, "b")));
        assertEquals("a", new String(post(server, "/a", new byte[0]).body(), StandardCharsets.UTF_8));
        assertEquals("a", new String(post(server, "/a/x/y", new byte[0]).body(), StandardCharsets.UTF_8));
        assertEquals("b", new String(post(server, "/a/b", new byte[0]).body(), StandardCharsets.UTF_8));
        assertEquals("b", new String(post(server, "/a/b/c", new byte[0]).body(), StandardCharsets.UTF_8));
        assertEquals("root", new String(post(server, "/ab", new byte[0]).body(), StandardCharsets.UTF_8));
        assertThrows(IllegalStateException.class, () -> server.mount("/a/", ECHO));
        server.replace("/a/", request -> CompletableFuture.completedFuture(HttpReply.text(200, "another")));
        assertEquals("another", new String(post(server, "/a", new byte[0]).body(), StandardCharsets.UTF_8));
        assertTrue(server.unmount("/a"));
        assertEquals("root", new String(post(server, "/a", new byte[0]).body(), StandardCharsets.UTF_8));
        assertTrue(server.unmount("/"));
        assertEquals(404, post(server, "/ab", new byte[0]).statusCode());
    }

    @Test
    void aHandlerGivenAtTheStartHasTheFirstRequest() throws Exception {
        HttpServer server = transport.listen("127.0.0.1", 0, HttpServerLimits.DEFAULT, ECHO);
        try {
            assertEquals(
                    "early",
                    new String(
                            post(server, "/any", "early".getBytes(StandardCharsets.UTF_8))
                                    .body(),
                            StandardCharsets.UTF_8));
        } finally {
            server.close(Duration.ZERO);
        }
    }

    @Test
    void headIsAnsweredWithoutBody() throws Exception {
        HttpServer server = serve(request -> CompletableFuture.completedFuture(HttpReply.text(200, "twelve bytes")));
        try (RawPeer peer = new RawPeer(server.port())) {
            peer.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n");
            StringBuilder all = new StringBuilder();
            while (!all.toString().endsWith("twelve bytes")) {
                all.append(peer.reply());
            }
            assertEquals(2, all.toString().split("HTTP/1.1 200", -1).length - 1, all.toString());
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws Exception {
        AtomicInteger count = new AtomicInteger();
        HttpServer server = serve(request -> CompletableFuture.supplyAsync(() -> {
            // The first takes longest.
            sleep(count.getAndIncrement() == 0 ? 100 : 0);
            return HttpReply.text(200, request.path());
        }));
        try (RawPeer peer = new RawPeer(server.port())) {
            StringBuilder requests = new StringBuilder();
            for (int i = 0; i < 20; i++) {
                requests.append("POST /").append(i).append(" HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi");
            }
            peer.send(requests.toString());
            for (int i = 0; i < 20; i++) {
                String reply = peer.reply();
                assertTrue(reply.endsWith("\r\n\r\n/" + i), reply);
            }
        }
    }

    /** Answers on the event loop what has a body of two bytes; a path that ends with "later" on a worker, one with "fail" not at all. */
    private static final class OnLoop implements HttpHandler {
        @Override
        public CompletionStage<HttpReply> handleOnLoop(HttpRequest request, Executor workers) {
            if (request.body().length != 2) {
                return null;
            }
            if (request.path().endsWith("fail")) {
                throw new IllegalStateException("on purpose");
            }
            return request.path().endsWith("later")
                    ? CompletableFuture.supplyAsync(() -> reply(request), workers)
                    : CompletableFuture.completedFuture(reply(request));
        }

        @Override
        public CompletionStage<HttpReply> handle(HttpRequest request) {
            return CompletableFuture.completedFuture(reply(request));
        }

        private static HttpReply reply(HttpRequest request) {
            boolean loop = Thread.currentThread().getName().contains("eventloop");
            return HttpReply.text(200, request.path() + (loop ? " loop" : " worker"));
        }
    }

    @Test
    void aHandlerMayAnswerOnTheEventLoop() throws Exception {
        HttpServer server = serve(new OnLoop());
        assertEquals("/a loop", new String(post(server, "/a", new byte[2]).body(), StandardCharsets.UTF_8));
        assertEquals(
                "/later worker", new String(post(server, "/later", new byte[2]).body(), StandardCharsets.UTF_8));
        assertEquals("/a worker", new String(post(server, "/a", new byte[3]).body(), StandardCharsets.UTF_8));
        assertEquals(500, post(server, "/fail", new byte[2]).statusCode());
        eventuallyBuffered(server, 0);
        eventuallyIdle(server);
    }

    /** However many requests one read of the socket has, answering them nests nothing. */
    @Test
    void manyPipelinedRequestsAreAnsweredOnTheEventLoop() throws Exception {
        int many = 5_000;
        HttpServer server = serve(new OnLoop());
        try (RawPeer peer = new RawPeer(server.port())) {
            StringBuilder requests = new StringBuilder();
            for (int i = 0; i < many; i++) {
                requests.append("POST /").append(i).append(" HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi");
            }
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> {
                try {
                    peer.send(requests.toString());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            for (int i = 0; i < many; i++) {
                String reply = peer.reply();
                assertTrue(reply.endsWith("\r\n\r\n/" + i + " loop"), reply);
            }
            sent.get(1, TimeUnit.MINUTES);
        }
    }

    /** A body whose length is not known: asking for it fails. */
    private static final class Lost implements BodySource {
        private final AtomicInteger closed;

        private Lost(AtomicInteger closed) {
            this.closed = closed;
        }

        @Override
        public long length() {
            throw new IllegalStateException("on purpose");
        }

        @Override
        public InputStream open() throws IOException {
            throw new IOException("nobody has read the length");
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }

    @Test
    void aReplyWhoseHeadCannotBeSentIsAnsweredByAFailureInTheHandlersWords() throws Exception {
        AtomicInteger closed = new AtomicInteger();
        HttpServer server = serve(new HttpHandler() {
            @Override
            public CompletionStage<HttpReply> handle(HttpRequest request) {
                return CompletableFuture.completedFuture(
                        switch (request.path()) {
                            case "/field" -> HttpReply.text(200, "secret").with("X-R", "1\r\nX-Evil: 1");
                            case "/name" -> HttpReply.text(200, "secret").with("X R", "1");
                            case "/status" -> HttpReply.text(-1, "secret");
                            case "/early" -> HttpReply.text(100, "secret");
                            case "/length" -> HttpReply.of(200, "text/plain", new Lost(closed));
                            default -> HttpReply.text(200, "well");
                        });
            }

            @Override
            public HttpReply refuse(HttpRequest request, int status, String reason) {
                return HttpReply.text(status, request.path() + ": " + reason);
            }
        });
        try (RawPeer peer = new RawPeer(server.port())) {
            for (String path : List.of("/field", "/name", "/status", "/early", "/length", "/field")) {
                peer.send("POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi");
                String reply = peer.reply();
                assertTrue(reply.startsWith("HTTP/1.1 500"), reply);
                assertTrue(reply.endsWith("\r\n\r\n" + path + ": The server failed."), reply);
                assertFalse(reply.contains("X-"), reply);
            }
            peer.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
            assertTrue(peer.reply().endsWith("\r\n\r\nwell"), "the connection goes on");
        }
        assertEquals(1, closed.get());
        eventuallyBuffered(server, 0);
        eventuallyIdle(server);
    }

    @Test
    void aHandlerCannotSetTheFieldsOfTheConnection() throws Exception {
        HttpServer server = serve(request -> CompletableFuture.completedFuture(HttpReply.text(200, "well")
                .with("content-length", "1")
                .with("Transfer-Encoding", "chunked")
                .with("Connection", "close")));
        try (RawPeer peer = new RawPeer(server.port())) {
            for (int i = 0; i < 2; i++) {
                peer.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
                String reply = peer.reply();
                assertTrue(reply.endsWith("\r\n\r\nwell"), reply);
                assertFalse(reply.contains("chunked") || reply.contains("close"), reply);
            }
        }
    }

    private static void sleep(int ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aBodyThatClaimsTooMuchIsRefusedWith413AndTheServerGoesOn() throws Exception {
        HttpServer server = serve(HttpServerLimits.DEFAULT.withMaxBodyBytes(1000), ECHO);
        assertEquals(200, post(server, "/", new byte[1000]).statusCode());
        HttpResponse<byte[]> refused = post(server, "/", new byte[1001]);
        assertEquals(413, refused.statusCode());
        assertTrue(new String(refused.body(), StandardCharsets.UTF_8).contains("1000 bytes"));
        assertEquals(200, post(server, "/", new byte[10]).statusCode());
    }

    @Test
    void aChunkedBodyWithoutEndIsCutOffWith413() throws Exception {
        HttpServer server = serve(HttpServerLimits.DEFAULT.withMaxBodyBytes(100_000), ECHO);
        HttpResponse<byte[]> refused = client.send(
                java.net.http.HttpRequest.newBuilder(at(server, "/"))
                        .POST(java.net.http.HttpRequest.BodyPublishers.ofInputStream(
                                () -> new ByteArrayInputStream(new byte[5_000_000])))
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
        assertEquals(413, refused.statusCode());
        assertEquals(0, server.admittedBytes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"zz\r\n", "FFFFFFFF\r\n", "FFFFFFFFFFFFFFFFFFFF\r\n", "-1\r\n", "3\r\nabcdef\r\n0\r\n\r\n"})
    void chunksThatCannotBeReadAreAnsweredWith400(String chunks) throws Exception {
        HttpServer server = serve(ECHO);
        for (String path : List.of("/", "/sink")) {
            try (RawPeer peer = new RawPeer(server.port())) {
                peer.send("POST " + path + " HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
                peer.send(chunks);
                String reply = peer.reply();
                assertTrue(reply.startsWith("HTTP/1.1 400") && reply.contains("chunks of the request's body"), reply);
                assertTrue(peer.closedByServer());
            }
        }
        eventuallyBuffered(server, 0);
        eventuallyIdle(server);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "501: foo, chunked",
                "501: gzip, chunked",
                "501: gzip\r\nTransfer-Encoding: chunked",
                "400: gzip",
                "400: identity",
                "400: chunked, chunked",
                "400: chunked\r\nTransfer-Encoding: chunked"
            })
    void anotherTransferCodingThanChunkedIsRefused(String statusAndCodings) throws Exception {
        String[] parts = statusAndCodings.split(": ", 2);
        HttpServer server = serve(ECHO);
        try (RawPeer peer = new RawPeer(server.port())) {
            peer.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: " + parts[1] + "\r\n\r\n");
            String reply = peer.send("3\r\nabc\r\n0\r\n\r\n").reply();
            assertTrue(reply.startsWith("HTTP/1.1 " + parts[0]), reply);
            assertTrue(peer.closedByServer());
        }
        eventuallyIdle(server);
    }

    @Test
    void aClientOfHttp10IsNotToldToGoOn() throws Exception {
        HttpServer server = serve(ECHO);
        try (RawPeer peer = new RawPeer(server.port())) {
            String reply = peer.send("POST / HTTP/1.0\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\nhello")
                    .reply();
            assertTrue(reply.matches("(?s)HTTP/1\\.[01] 200 .*hello"), reply);
        }
    }

    @Test
    void aBodyOfUnknownLengthEndsWithTheConnectionOfHttp10() throws Exception {
        HttpServer server =
                serve(request -> CompletableFuture.completedFuture(HttpReply.of(200, "text/plain", new BodySource() {
                    @Override
                    public long length() {
                        return -1;
                    }

                    @Override
                    public InputStream open() {
                        return new ByteArrayInputStream("line\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    }

                    @Override
                    public void close() {}
                })));
        try (RawPeer peer = new RawPeer(server.port())) {
            String head = peer.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                    .head();
            assertTrue(head.contains("Connection: close\r\n"), head);
            assertEquals("line\r\n\r\n", peer.head());
            assertTrue(peer.closedByServer());
        }
    }

    @Test
    void aClientThatAsksBeforeItSendsIsToldAtOnce() throws Exception {
        HttpServer server = serve(HttpServerLimits.DEFAULT.withMaxBodyBytes(10), ECHO);
        try (RawPeer peer = new RawPeer(server.port())) {
            peer.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
            assertTrue(peer.reply().startsWith("HTTP/1.1 100"));
            peer.send("hello");
            assertTrue(peer.reply().endsWith("hello"));
        }
        try (RawPeer peer = new RawPeer(server.port())) {
            peer.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\nExpect: 100-continue\r\n\r\n");
            assertTrue(peer.reply().startsWith("HTTP/1.1 413"));
            assertTrue(peer.closedByServer());
        }
    }

    /** A server with room for 800,000 bytes of bodies that come in, 200,000 of them for small ones. */
    private HttpServer tight(ManualTime time) throws IOException {
        HttpServer server = HttpServer.open(
                transport,
                "127.0.0.1",
                0,
                HttpServerLimits.DEFAULT.withMaxBufferedBytes(1_600_000),
                null,
                ECHO,
                time::nanoTime);
        servers.add(server);
        return server;
    }

    /** Peers that have sent nearly all of a body of 100,000 bytes, and send no more. */
    private static List<RawPeer> halfSent(HttpServer server, int count) throws IOException {
        List<RawPeer> peers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long before = server.admittedBytes();
            RawPeer peer = new RawPeer(server.port());
            peer.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n" + "x".repeat(99_000));
            peers.add(peer);
            eventually("it holds what it has sent", () -> server.admittedBytes() >= before + 99_000);
        }
        return peers;
    }

    private static void sendTheRest(List<RawPeer> peers) throws IOException {
        for (RawPeer peer : peers) {
            peer.send("x".repeat(1_000));
            assertTrue(peer.reply().startsWith("HTTP/1.1 200"));
            peer.close();
        }
    }

    @Test
    void allBodiesThatComeInAreBounded() throws Exception {
        HttpServer server = tight(new ManualTime());
        assertEquals(413, post(server, "/", new byte[600_001]).statusCode(), "it never fits");
        List<RawPeer> peers = halfSent(server, 7);
        try (RawPeer waits = new RawPeer(server.port())) {
            waits.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n" + "x".repeat(100_000));
            eventually("it waits, as only one goes beyond the budget", () -> server.received.waiting() == 1);
            assertEquals(
                    200, post(server, "/", new byte[ReceiveBudget.SMALL]).statusCode(), "there is room for small ones");
            assertTrue(server.admittedBytes() < 750_000, "what waits is not in memory");
            sendTheRest(peers);
            assertTrue(waits.reply().startsWith("HTTP/1.1 200"));
        }
        eventually("all is given back", () -> server.admittedBytes() == 0);
    }

    @Test
    void theSlowestBodiesAreGivenUpForOthers() throws Exception {
        ManualTime time = new ManualTime();
        HttpServer server = tight(time);
        RawPeer slowest = halfSent(server, 1).get(0);
        time.advance(Duration.ofSeconds(10));
        List<RawPeer> others = halfSent(server, 5);
        time.advance(Duration.ofSeconds(10));

        assertEquals(200, post(server, "/", new byte[40_000]).statusCode());
        assertTrue(slowest.reply().startsWith("HTTP/1.1 503"));
        time.advance(Duration.ofSeconds(10)); // in which it could have ended
        assertTrue(slowest.closedByServer());
        slowest.close();
        sendTheRest(others);
    }

    @Test
    void aLengthThatIsOnlyClaimedTakesRoomAsFarAsItTakesMemory() throws Exception {
        HttpServer server = tight(new ManualTime());
        try (RawPeer claims = new RawPeer(server.port())) {
            claims.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\nx");
            eventually("its buffer counts", () -> server.admittedBytes() == 60_000);
        }
        try (RawPeer claims = new RawPeer(server.port())) {
            claims.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\nx");
            eventually("what has come counts", () -> server.admittedBytes() == 1);
        }
        eventually("all is given back", () -> server.admittedBytes() == 0);
    }

    @Test
    void requestsInFlightAreBounded() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        HttpServer server = serve(
                HttpServerLimits.DEFAULT.withMaxInFlight(2),
                request -> CompletableFuture.supplyAsync(() -> {
                    try {
                        open.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return HttpReply.of(200);
                }));
        try (RawPeer one = new RawPeer(server.port());
                RawPeer two = new RawPeer(server.port())) {
            one.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
            two.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
            eventuallyInFlight(server, 2);
            assertEquals(503, post(server, "/", new byte[1]).statusCode());
            open.countDown();
            assertTrue(one.reply().startsWith("HTTP/1.1 200"));
            assertTrue(two.reply().startsWith("HTTP/1.1 200"));
        }
        eventuallyIdle(server);
        assertEquals(200, post(server, "/", new byte[1]).statusCode());
    }

    @Test
    void callersOfOneServiceDoNotTakeThePlacesOfAllOthers() throws Exception {
        CompletableFuture<HttpReply> hangs = new CompletableFuture<>();
        HttpServer server = serve(
                HttpServerLimits.DEFAULT.withMaxInFlight(3).withShares(new HttpServerLimits.Shares(2, 100)), ECHO);
        server.mount("/hangs", request -> hangs);
        server.mount("/alive", new HttpHandler() {
            @Override
            public CompletionStage<HttpReply> handle(HttpRequest request) {
                return CompletableFuture.completedFuture(HttpReply.of(200));
            }

            @Override
            public boolean isReserved() {
                return true;
            }
        });
        server.mount("/also", request -> hangs);
        try (RawPeer one = new RawPeer(server.port());
                RawPeer two = new RawPeer(server.port());
                RawPeer three = new RawPeer(server.port())) {
            one.send("GET /hangs HTTP/1.1\r\nHost: x\r\n\r\n");
            two.send("GET /hangs/x HTTP/1.1\r\nHost: x\r\n\r\n");
            eventuallyInFlight(server, 2);
            assertEquals(503, post(server, "/hangs", new byte[1]).statusCode());
            assertEquals(200, post(server, "/other", new byte[1]).statusCode());
            eventuallyInFlight(server, 2);
            three.send("GET /also HTTP/1.1\r\nHost: x\r\n\r\n");
            eventuallyInFlight(server, 3);
            assertEquals(503, post(server, "/other", new byte[1]).statusCode());
            assertEquals(200, post(server, "/alive", new byte[1]).statusCode(), "a reserve");
            hangs.complete(HttpReply.of(200));
            assertTrue(one.reply().startsWith("HTTP/1.1 200"));
        }
        eventuallyIdle(server);
        assertEquals(200, post(server, "/hangs", new byte[1]).statusCode());
    }

    @Test
    void aClientHasSoManyConnectionsAndThenOthersAgain() throws Exception {
        HttpServer server = serve(HttpServerLimits.DEFAULT.withShares(new HttpServerLimits.Shares(100, 2)), ECHO);
        try (RawPeer one = new RawPeer(server.port());
                RawPeer two = new RawPeer(server.port())) {
            one.send(HALF_BODY);
            two.send(HALF_BODY);
            eventually("two bodies come in", () -> isBusy(server, 2));
            try (RawPeer three = new RawPeer(server.port())) {
                assertTrue(three.closedByServer());
            }
        }
        eventually("its connections have ended", () -> server.connections() == 0);
        eventually("it is served again", () -> isServed(server));
    }

    @Test
    void aPeerThatGoesAwayInTheMiddleLeavesNothingBehind() throws Exception {
        CompletableFuture<HttpReply> never = new CompletableFuture<>();
        HttpServer server = serve(request -> request.path().equals("/never") ? never : ECHO.handle(request));
        try (RawPeer half = new RawPeer(server.port())) {
            half.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf");
            eventuallyBuffered(server, 100);
        }
        try (RawPeer waiting = new RawPeer(server.port())) {
            waiting.send("POST /never HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi");
            eventuallyInFlight(server, 1);
        }
        eventuallyIdle(server);
        eventuallyBuffered(server, 2); // its handler still has the body
        never.complete(HttpReply.of(200));
        eventuallyBuffered(server, 0);
        assertEquals(200, post(server, "/", new byte[1]).statusCode());
    }

    @Test
    void requestsAreTakenAsLongAsThereIsMemoryToHandleThem() throws Exception {
        CompletableFuture<HttpReply> reply = new CompletableFuture<>();
        HttpServer server = serve(HttpServerLimits.DEFAULT.withMaxBufferedBytes(10_000), new HttpHandler() {
            @Override
            public CompletionStage<HttpReply> handle(HttpRequest request) {
                return reply;
            }

            @Override
            public long memory(long bodyBytes) {
                return 10 * bodyBytes;
            }
        });
        try (RawPeer first = new RawPeer(server.port())) {
            first.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 990\r\n\r\n" + "x".repeat(990));
            eventuallyBuffered(server, 9_900);
            List<RawPeer> small = new ArrayList<>();
            for (int i = 1; i <= 25; i++) {
                RawPeer next = new RawPeer(server.port());
                small.add(next.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 15\r\n\r\n" + "x".repeat(15)));
                eventuallyBuffered(server, 9_900 + 150 * i);
            }
            HttpResponse<byte[]> busy = post(server, "/", new byte[15]);
            assertEquals(503, busy.statusCode());
            assertEquals("1", busy.headers().firstValue("Retry-After").orElse(""));
            HttpResponse<byte[]> refused = post(server, "/", new byte[1_001]);
            assertEquals(413, refused.statusCode(), "it never fits");
            reply.complete(HttpReply.of(200));
            assertTrue(first.reply().startsWith("HTTP/1.1 200"));
            for (RawPeer each : small) {
                assertTrue(each.reply().startsWith("HTTP/1.1 200"));
                each.close();
            }
        }
        eventuallyBuffered(server, 0);
        assertEquals(200, post(server, "/", new byte[1_000]).statusCode());
    }

    @Test
    void peersThatAreTooSlowAreCutOff() throws Exception {
        ManualTime time = new ManualTime();
        Duration hour = Duration.ofHours(1);
        HttpServer server = HttpServer.open(
                transport,
                "127.0.0.1",
                0,
                HttpServerLimits.DEFAULT.withTimeouts(new HttpServerLimits.Timeouts(hour, hour, hour)),
                null,
                request -> CompletableFuture.completedFuture(
                        HttpReply.of(200, "a/b", new byte[request.path().equals("/big") ? 50_000_000 : 1])),
                time::nanoTime);
        servers.add(server);
        try (RawPeer silent = new RawPeer(server.port());
                RawPeer slowHead = new RawPeer(server.port());
                RawPeer slowBody = new RawPeer(server.port());
                RawPeer slowReader = new RawPeer(server.port())) {
            slowHead.send("POST / HTTP/1.1\r\nHost: x\r\n");
            slowBody.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf");
            slowReader.send("GET /big HTTP/1.1\r\nHost: x\r\n\r\n");
            assertTrue(slowReader.head().startsWith("HTTP/1.1 200"), "its answer has begun");
            eventually(
                    "the others have begun, too",
                    () -> server.connections() == 4 && server.admittedBytes() == 100 && server.inFlight() == 1);

            // Each has an hour for its next thing: a connection counts a moment before its hour begins.
            // The connection of the slow reader may end with what it has not read, when it hangs up.
            eventually("all are cut off", () -> {
                time.advance(hour.plusNanos(1));
                return server.connections() <= 1 && server.inFlight() == 0;
            });

            assertTrue(silent.closedByServer());
            assertTrue(slowHead.closedByServer());
            assertTrue(slowBody.reply().startsWith("HTTP/1.1 408"));
            assertTrue(slowBody.closedByServer());
        }
    }

    @Test
    void peersHaveTheTimeThatTheLimitsGiveThem() throws Exception {
        ManualTime time = new ManualTime();
        Duration hour = Duration.ofHours(1);
        HttpServer server = HttpServer.open(
                transport,
                "127.0.0.1",
                0,
                HttpServerLimits.DEFAULT.withTimeouts(new HttpServerLimits.Timeouts(hour, hour, hour)),
                null,
                ECHO,
                time::nanoTime);
        servers.add(server);
        try (RawPeer slow = new RawPeer(server.port())) {
            slow.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhell");
            eventually("a part of the body is there", () -> server.admittedBytes() == 5);
            time.advance(hour.minusNanos(1));
            server.sweep();
            slow.send("o");
            assertTrue(slow.reply().endsWith("hello"));
        }
    }

    @Test
    void aBodyForAPathThatIsNotThereIsReadForAMomentOnly() throws Exception {
        ManualTime time = new ManualTime();
        HttpServer server =
                HttpServer.open(transport, "127.0.0.1", 0, HttpServerLimits.DEFAULT, null, null, time::nanoTime);
        servers.add(server);
        try (RawPeer sending = new RawPeer(server.port())) {
            sending.send("POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nhalf");
            eventually("it is connected", () -> server.connections() == 1);
            eventually("it is answered, long before an hour is over", () -> {
                time.advance(Duration.ofSeconds(5).plusNanos(1));
                server.sweep();
                return server.connections() == 0;
            });
            assertTrue(sending.reply().startsWith("HTTP/1.1 404"));
            assertTrue(sending.closedByServer());
        }
    }

    @Test
    void connectionsAreBounded() throws Exception {
        HttpServer server = serve(HttpServerLimits.DEFAULT.withMaxConnections(1), ECHO);
        try (RawPeer first = new RawPeer(server.port())) {
            first.send(HALF_BODY);
            eventually("a body comes in", () -> isBusy(server, 1));
            try (RawPeer second = new RawPeer(server.port())) {
                assertTrue(second.closedByServer());
            }
            assertTrue(first.send("lf").reply().endsWith("half"));
        }
        eventually("another is served", () -> isServed(server));
    }

    private static boolean isBusy(HttpServer server, int connections) {
        return server.connections() == connections && server.dispensable().count() == 0;
    }

    private static final String GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final String HALF_BODY = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nha";

    private static void eventuallyIdle(HttpServer server, int connections) {
        eventually(connections + " are idle", () -> server.dispensable().count() == connections);
    }

    @Test
    void theConnectionThatIsIdleForLongestGivesWayToANewOne() throws Exception {
        ManualTime time = new ManualTime();
        for (HttpServerLimits limits : List.of(
                HttpServerLimits.DEFAULT.withMaxConnections(2),
                HttpServerLimits.DEFAULT.withShares(new HttpServerLimits.Shares(100, 2)))) {
            HttpServer server = HttpServer.open(transport, "127.0.0.1", 0, limits, null, ECHO, time::nanoTime);
            servers.add(server);
            try (RawPeer silent = new RawPeer(server.port())) {
                eventuallyIdle(server, 1);
                time.advance(Duration.ofSeconds(1));
                try (RawPeer served = new RawPeer(server.port())) {
                    assertTrue(served.send(GET).reply().startsWith("HTTP/1.1 200"));
                    eventuallyIdle(server, 2);
                    time.advance(Duration.ofSeconds(1));
                    try (RawPeer next = new RawPeer(server.port())) {
                        assertTrue(silent.closedByServer());
                        assertTrue(next.send(GET).reply().startsWith("HTTP/1.1 200"));
                        assertTrue(served.send(GET).reply().startsWith("HTTP/1.1 200"), "it stays open");
                        eventuallyIdle(server, 2);
                        assertEquals(2, server.connections());
                    }
                }
            }
        }
    }

    @Test
    void aConnectionWithARequestUnderWayDoesNotGiveWay() throws Exception {
        CompletableFuture<HttpReply> slow = new CompletableFuture<>();
        HttpServer server = serve(
                HttpServerLimits.DEFAULT.withMaxConnections(2),
                request -> request.path().equals("/slow") ? slow : ECHO.handle(request));
        try (RawPeer handled = new RawPeer(server.port());
                RawPeer sendsBody = new RawPeer(server.port())) {
            handled.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
            sendsBody.send(HALF_BODY);
            eventually("all are busy", () -> isBusy(server, 2));
            try (RawPeer next = new RawPeer(server.port())) {
                assertTrue(next.closedByServer());
            }
            slow.complete(HttpReply.text(200, "done"));
            assertTrue(handled.reply().endsWith("done"));
            assertTrue(sendsBody.send("lf").reply().endsWith("half"));
        }
    }

    @Test
    void halfHeadsKeepNobodyOut() throws Exception {
        ManualTime time = new ManualTime();
        for (HttpServerLimits limits : List.of(
                HttpServerLimits.DEFAULT.withMaxConnections(3),
                HttpServerLimits.DEFAULT.withShares(new HttpServerLimits.Shares(100, 3)))) {
            HttpServer server = HttpServer.open(transport, "127.0.0.1", 0, limits, null, ECHO, time::nanoTime);
            servers.add(server);
            List<RawPeer> halves = new ArrayList<>();
            try {
                for (int i = 1; i <= 3; i++) {
                    halves.add(new RawPeer(server.port()).send("GET / HTTP/1.1\r\nHo"));
                    eventuallyIdle(server, i);
                    time.advance(Duration.ofSeconds(1));
                }
                // One after another, as many as there are places and more.
                for (int i = 0; i < 5; i++) {
                    try (RawPeer next = new RawPeer(server.port())) {
                        assertTrue(next.send(GET).reply().startsWith("HTTP/1.1 200"));
                    }
                }
                assertTrue(halves.get(0).closedByServer(), "the oldest");
            } finally {
                for (RawPeer half : halves) {
                    half.close();
                }
            }
        }
    }

    @Test
    void aConnectionWhoseNextHeadHasJustBegunStaysBeforeOnesThatWereSilentForLonger() throws Exception {
        ManualTime time = new ManualTime();
        HttpServer server = HttpServer.open(
                transport, "127.0.0.1", 0, HttpServerLimits.DEFAULT.withMaxConnections(2), null, ECHO, time::nanoTime);
        servers.add(server);
        try (RawPeer sendsHead = new RawPeer(server.port())) {
            assertTrue(sendsHead.send(GET).reply().startsWith("HTTP/1.1 200"));
            eventuallyIdle(server, 1);
            time.advance(Duration.ofSeconds(1));
            try (RawPeer silent = new RawPeer(server.port())) {
                eventuallyIdle(server, 2);
                time.advance(Duration.ofSeconds(1));
                sendsHead.send("GET / HTTP/1.1\r\n");
                eventually(
                        "its head has begun",
                        () -> server.dispensable().anyMatch(each -> each.unservedSince() == time.nanoTime()));
                try (RawPeer next = new RawPeer(server.port())) {
                    assertTrue(silent.closedByServer());
                    assertTrue(next.send(GET).reply().startsWith("HTTP/1.1 200"));
                    assertTrue(sendsHead.send("Host: x\r\n\r\n").reply().startsWith("HTTP/1.1 200"));
                }
            }
        }
    }

    @Test
    void aHeadThatDripsHasNoMoreTimeThanAnother() throws Exception {
        ManualTime time = new ManualTime();
        Duration hour = Duration.ofHours(1);
        HttpServer server = HttpServer.open(
                transport,
                "127.0.0.1",
                0,
                HttpServerLimits.DEFAULT.withTimeouts(new HttpServerLimits.Timeouts(hour, hour, hour)),
                null,
                ECHO,
                time::nanoTime);
        servers.add(server);
        try (RawPeer drips = new RawPeer(server.port())) {
            drips.send("GET / HTTP/1.1\r\nX: ");
            eventuallyIdle(server, 1);
            for (int i = 0; i < 60; i++) {
                assertEquals(1, server.connections());
                drips.send("x");
                time.advance(Duration.ofMinutes(1));
            }
            time.advance(Duration.ofNanos(1));
            server.sweep();
            assertTrue(drips.closedByServer());
        }
    }

    /** Echoes what comes with a password, which it looks for on a worker. */
    private static final HttpHandler GUARDED = new HttpHandler() {
        @Override
        public CompletionStage<HttpReply> handle(HttpRequest request) {
            return ECHO.handle(request);
        }

        @Override
        public boolean looksAtHeads() {
            return true;
        }

        @Override
        public HttpReply refuseHead(HttpRequest head, long length) {
            assertFalse(HttpTransport.isEventLoop());
            return "sesame".equals(head.header("Authorization"))
                    ? null
                    : HttpReply.text(401, "no body of " + length + " bytes");
        }
    };

    @Test
    void bodiesThatNobodyMaySendKeepNobodyOut() throws Exception {
        HttpServer server = serve(HttpServerLimits.DEFAULT.withMaxConnections(3), GUARDED);
        List<RawPeer> refused = new ArrayList<>();
        try {
            for (int i = 1; i <= 3; i++) {
                refused.add(new RawPeer(server.port()).send(HALF_BODY));
                assertTrue(refused.get(i - 1).reply().startsWith("HTTP/1.1 401"));
            }
            try (RawPeer next = new RawPeer(server.port())) {
                String allowed = "POST / HTTP/1.1\r\nHost: x\r\nAuthorization: sesame\r\nContent-Length: 4\r\n\r\nhalf";
                assertTrue(next.send(allowed).reply().endsWith("half"));
            }
        } finally {
            for (RawPeer peer : refused) {
                peer.close();
            }
        }
    }

    @Test
    void theBodyOfARequestWhoseHeadIsNotRefusedDoesNotGiveWay() throws Exception {
        HttpServer server = serve(HttpServerLimits.DEFAULT.withMaxConnections(1), GUARDED);
        try (RawPeer sends = new RawPeer(server.port())) {
            sends.send("POST / HTTP/1.1\r\nHost: x\r\nAuthorization: sesame\r\nContent-Length: 4\r\n\r\nha");
            eventually("its body comes in", () -> isBusy(server, 1));
            try (RawPeer next = new RawPeer(server.port())) {
                assertTrue(next.closedByServer());
            }
            assertTrue(sends.send("lf").reply().endsWith("half"));
        }
    }

    @Test
    void whatNobodyMaySendIsRefusedBeforeItsBodyIsRead() throws Exception {
        HttpServer server = serve(GUARDED);
        for (String[] each : new String[][] {
            {"Content-Length: 50000000", "50000000"},
            {"Content-Length: 50000000\r\nExpect: 100-continue", "50000000"},
            {"Transfer-Encoding: chunked", "-1"}
        }) {
            try (RawPeer peer = new RawPeer(server.port())) {
                peer.send("POST / HTTP/1.1\r\nHost: x\r\n" + each[0] + "\r\n\r\n");
                String reply = peer.reply();
                assertTrue(reply.startsWith("HTTP/1.1 401"), reply);
                assertTrue(reply.contains("onnection: close"), reply);
                assertTrue(reply.endsWith("no body of " + each[1] + " bytes"), reply);
                assertEquals(0, server.admittedBytes());
            }
        }
    }

    @Test
    void whoIsRefusedByTheHeadAndSendsAllTheSameReadsTheAnswer() throws Exception {
        HttpServer server = serve(GUARDED);
        try (RawPeer peer = new RawPeer(server.port())) {
            peer.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000\r\n\r\n" + "x".repeat(3_000_000));
            assertTrue(peer.reply().startsWith("HTTP/1.1 401"));
            assertTrue(peer.closedByServer());
        }
    }

    @Test
    void bodiesOfThoseWhoAreKnownByTheHeadAreRead() throws Exception {
        HttpServer server = serve(GUARDED);
        try (RawPeer peer = new RawPeer(server.port())) {
            String head = "POST / HTTP/1.1\r\nHost: x\r\nAuthorization: sesame\r\n";
            peer.send(head + "Content-Length: 5\r\n\r\nhello" + head + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
                    .send("0\r\n\r\n" + head + "Content-Length: 1000000\r\n\r\n" + "y".repeat(1_000_000));
            assertTrue(peer.reply().endsWith("\r\n\r\nhello"));
            assertTrue(peer.reply().endsWith("\r\n\r\nabc"));
            assertTrue(peer.reply().endsWith("y".repeat(1_000_000)));
            peer.send(head + "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n");
            assertTrue(peer.head().startsWith("HTTP/1.1 100"));
            assertTrue(peer.send("hi").reply().endsWith("\r\n\r\nhi"));
        }
        eventuallyBuffered(server, 0);
        eventuallyIdle(server);
    }

    /** False if the server closes the connection, which it may while it still counts another. */
    private static boolean isServed(HttpServer server) {
        try (RawPeer peer = new RawPeer(server.port())) {
            return peer.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n").reply().startsWith("HTTP/1.1 200");
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void oversizedHeadsAndGarbageAreRefused() throws Exception {
        HttpServer server = serve(ECHO);
        String[][] cases = {
            {"GET / HTTP/1.1\r\nHost: x\r\nX: " + "y".repeat(20_000) + "\r\n\r\n", "431"},
            {"GET /" + "y".repeat(20_000) + " HTTP/1.1\r\nHost: x\r\n\r\n", "414"},
            {"\u0001\u0002\u0003 nonsense\r\n\r\n", "400"},
            {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n", "400"},
            {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello", "400"},
        };
        for (String[] broken : cases) {
            try (RawPeer peer = new RawPeer(server.port())) {
                String reply = peer.send(broken[0]).reply();
                assertTrue(reply.startsWith(broken[1], "HTTP/1.x ".length()), () -> broken[1] + " wanted: " + reply);
            }
        }
        assertEquals(200, post(server, "/", new byte[1]).statusCode());
    }

    @Test
    void whoSendsNoHttpIsNamedInALineOfTheLogAndCannotFillIt() throws Exception {
        Queue<LogRecord> records = new ConcurrentLinkedQueue<>();
        java.util.logging.Handler all = new java.util.logging.Handler() {
            @Override
            public void publish(LogRecord line) {
                records.add(line);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger root = Logger.getLogger("");
        root.addHandler(all);
        try {
            HttpServer server = serve(ECHO);
            for (int i = 0; i < 20; i++) {
                for (String each : List.of("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\u0001\u0002\u0003 nonsense\r\n\r\n")) {
                    try (RawPeer peer = new RawPeer(server.port())) {
                        peer.send(each).rest();
                    }
                }
            }
            eventuallyIdle(server);
            List<LogRecord> lines = records.stream()
                    .filter(line -> line.getMessage().contains("a connection of 127.0.0.1 to port " + server.port()))
                    .toList();
            assertEquals(10, lines.size());
            assertTrue(lines.stream().allMatch(line -> line.getLevel() == Level.INFO && line.getThrown() == null));
            List<String> others = records.stream()
                    .filter(line -> String.valueOf(line.getLoggerName()).startsWith("io."))
                    .map(line -> line.getLevel() + " " + line.getLoggerName() + " " + line.getMessage())
                    .toList();
            assertEquals(List.of(), others);
        } finally {
            root.removeHandler(all);
        }
    }

    @Test
    void aTargetThatIsTooLongIsRefusedInTheWordsOfItsHandler() throws Exception {
        HttpServer server = serve(new HttpHandler() {
            @Override
            public CompletionStage<HttpReply> handle(HttpRequest request) {
                return CompletableFuture.completedFuture(HttpReply.text(200, "well"));
            }

            @Override
            public HttpReply refuse(HttpRequest request, int status, String reason) {
                return HttpReply.text(status, request.header("Accept") + ": " + reason);
            }
        });
        int most = HttpServerLimits.DEFAULT.head().maxRequestLineBytes();
        try (RawPeer peer = new RawPeer(server.port())) {
            peer.send("GET /" + "y".repeat(most - 1) + " HTTP/1.1\r\nHost: x\r\n\r\n");
            assertTrue(peer.reply().endsWith("\r\n\r\nwell"));
            peer.send("GET /" + "y".repeat(most) + " HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\n\r\n");
            String reply = peer.reply();
            assertTrue(reply.startsWith("HTTP/1.1 414"), reply);
            assertTrue(
                    reply.endsWith("\r\n\r\ntext/html: The request's target must not be longer than 8192 bytes."),
                    reply);
        }
    }

    @Test
    void aHandlerThatFailsIsAnsweredWithoutDetails() throws Exception {
        Logger log = Logger.getLogger(HttpServer.class.getName());
        log.setLevel(Level.OFF);
        HttpServer server = serve(request -> {
            if (request.path().equals("/throw")) {
                throw new IllegalStateException("secret");
            }
            return CompletableFuture.failedFuture(new IllegalStateException("secret"));
        });
        for (String path : List.of("/throw", "/fail")) {
            HttpResponse<byte[]> reply = post(server, path, new byte[1]);
            assertEquals(500, reply.statusCode());
            assertFalse(new String(reply.body(), StandardCharsets.UTF_8).contains("secret"));
        }
        log.setLevel(null);
    }

    @Test
    void closingAnswersWhatIsInFlightAndTurnsAwayWhatIsNew() throws Exception {
        CompletableFuture<HttpReply> slow = new CompletableFuture<>();
        CountDownLatch reached = new CountDownLatch(1);
        HttpServer server = serve(request -> {
            if (request.path().equals("/slow")) {
                reached.countDown();
                return slow;
            }
            return ECHO.handle(request);
        });
        try (RawPeer waiting = new RawPeer(server.port());
                RawPeer late = new RawPeer(server.port())) {
            late.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n").reply();
            waiting.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
            // Not inFlight() == 1: a peer may have its reply before the server has counted that exchange out.
            assertTrue(reached.await(1, TimeUnit.MINUTES));
            CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> server.close(Duration.ofMinutes(1)));
            eventually("the server drains", server::draining);
            assertTrue(late.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n").reply().startsWith("HTTP/1.1 503"));
            slow.complete(HttpReply.text(200, "done"));
            assertTrue(waiting.reply().endsWith("done"));
            closing.get(2, TimeUnit.MINUTES);
            // A closed selectable channel lets go of its port when its selector comes round: a moment later.
            eventually("the port is free", () -> !accepts(server.port()));
        }
    }

    private static boolean accepts(int port) {
        try {
            new RawPeer(port).close();
            return true;
        } catch (IOException refused) {
            return false;
        }
    }

    @Test
    void manyClientsAtATimeGetTheirOwnAnswers() throws Exception {
        HttpServer server = serve(request -> CompletableFuture.supplyAsync(
                () -> HttpReply.text(200, request.path() + new String(request.body(), StandardCharsets.UTF_8))));
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            String body = "body" + i;
            String path = "/" + i;
            all.add(client.sendAsync(
                            java.net.http.HttpRequest.newBuilder(at(server, path))
                                    .POST(java.net.http.HttpRequest.BodyPublishers.ofString(body))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .thenAccept(reply -> assertEquals(path + body, reply.body())));
        }
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(2, TimeUnit.MINUTES);
    }

    @Test
    void anAddressInUseIsAnErrorThatNamesIt() throws Exception {
        HttpServer server = serve(ECHO);
        IOException refused = assertThrows(
                IOException.class,
                () -> HttpTransport.start().listen("127.0.0.1", server.port(), HttpServerLimits.DEFAULT));
        assertTrue(refused.getMessage().contains("127.0.0.1:" + server.port()), refused.getMessage());
    }

    @Test
    void aRequestMustNameOneHost() throws Exception {
        HttpServer server = serve(ECHO);
        String rest = "Content-Length: 0\r\n\r\n";
        for (String hosts : List.of(
                "",
                "Host: a.example\r\nHost: b.example\r\n",
                "Host: a.example\r\nHost: a.example\r\n",
                "Host: a.example, b.example/\r\n",
                "Host: user@a.example\r\n")) {
            try (RawPeer peer = new RawPeer(server.port())) {
                String reply = peer.send("POST /x HTTP/1.1\r\n" + hosts + rest).reply();
                assertTrue(reply.startsWith("HTTP/1.1 400 "), hosts + reply);
                assertTrue(peer.closedByServer());
            }
        }
        for (String good : List.of("Host: a.example:80\r\n", "Host: [::1]:8080\r\n", "Host:\r\n")) {
            try (RawPeer peer = new RawPeer(server.port())) {
                String reply = peer.send("POST /x HTTP/1.1\r\n" + good + rest).reply();
                assertTrue(reply.startsWith("HTTP/1.1 200 "), good + reply);
            }
        }
        try (RawPeer old = new RawPeer(server.port())) {
            assertTrue(old.send("GET /x HTTP/1.0\r\n\r\n").reply().contains(" 200 "), "HTTP/1.0 has no Host field");
        }
    }

    @Test
    void whatReplacesAPathHasNothingBelowIt() throws Exception {
        HttpServer server = transport.listen("127.0.0.1", 0, HttpServerLimits.DEFAULT);
        servers.add(server);
        server.replace("/a/b", ECHO);
        server.mount("/c", ECHO);

        assertEquals(200, post(server, "/a/b", new byte[0]).statusCode());
        assertEquals(200, post(server, "/a/b/", new byte[0]).statusCode());
        assertEquals(404, post(server, "/a/b/c", new byte[0]).statusCode());
        assertEquals(404, post(server, "/a/b//", new byte[0]).statusCode());
        assertEquals(404, post(server, "/a", new byte[0]).statusCode());
        assertEquals(200, post(server, "/c/d/e", new byte[0]).statusCode());
    }

    @Test
    void whoIsNotAnsweredInTimeIsTurnedAwayBeforeTheConnectionEnds() throws Exception {
        CountDownLatch reached = new CountDownLatch(1);
        HttpServer server = serve(request -> {
            reached.countDown();
            return new CompletableFuture<>();
        });
        try (RawPeer waiting = new RawPeer(server.port())) {
            waiting.send("GET /never HTTP/1.1\r\nHost: x\r\n\r\n");
            assertTrue(reached.await(1, TimeUnit.MINUTES));

            server.close(Duration.ofMillis(50));

            String never = waiting.reply();
            assertTrue(never.startsWith("HTTP/1.1 503 "), never);
            assertTrue(never.toLowerCase(java.util.Locale.ROOT).contains("retry-after:"), never);
            assertTrue(waiting.closedByServer());
        }
    }

    @Test
    void whoIsStillSendingWhenTheServerClosesCanReadThatItDoes() throws Exception {
        HttpServer server = serve(ECHO);
        String half = "x".repeat(100_000);
        try (RawPeer peer = new RawPeer(server.port())) {
            peer.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n" + half);
            eventually("the body comes in", () -> server.admittedBytes() > 0);
            CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> server.close(Duration.ZERO));
            eventually("the server closes", server::closing);
            String reply = peer.send(half).reply();
            assertTrue(reply.startsWith("HTTP/1.1 503 "), reply);
            assertTrue(peer.closedByServer());
            closing.get(1, TimeUnit.MINUTES);
        }
    }

    @Test
    void whatHasBegunGoesOnWhileNewRequestsAreTurnedAway() throws Exception {
        CompletableFuture<HttpReply> slow = new CompletableFuture<>();
        CountDownLatch reached = new CountDownLatch(1);
        HttpServer server = serve(request -> {
            reached.countDown();
            return slow;
        });
        try (RawPeer waiting = new RawPeer(server.port());
                RawPeer late = new RawPeer(server.port())) {
            waiting.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
            assertTrue(reached.await(1, TimeUnit.MINUTES));
            server.drain();

            String refused = late.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n").reply();
            assertTrue(refused.startsWith("HTTP/1.1 503 ") && refused.contains("etry-"), refused);
            assertFalse(server.awaitIdle(Duration.ZERO));
            slow.complete(HttpReply.text(200, "done"));
            assertTrue(waiting.reply().endsWith("done"));
            assertTrue(server.awaitIdle(Duration.ofMinutes(1)));
        }
    }
}
