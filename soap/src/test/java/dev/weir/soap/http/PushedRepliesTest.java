package dev.weir.soap.http;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.http.HttpServerLimits.Timeouts;
import dev.weir.soap.tls.ClientCertificates;
import dev.weir.soap.tls.TlsFiles;
import dev.weir.testing.ManualTime;
import dev.weir.testing.TestAuthority;
import dev.weir.testing.TestAuthority.Issued;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Replies that stay open, into which their handlers push: how they flow, what ends them, and what they may take. */
class PushedRepliesTest {
    private static final int CANCEL = 8;
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final HttpServerLimits PROMPT =
            HttpServerLimits.DEFAULT.withTimeouts(new Timeouts(MINUTE, MINUTE, MINUTE));

    /** How peers come. */
    enum Protocol {
        PLAIN(Version.HTTP_1_1, false),
        TLS(Version.HTTP_1_1, true),
        HTTP_2(Version.HTTP_2, true);

        final Version version;
        final boolean secure;

        Protocol(Version version, boolean secure) {
            this.version = version;
            this.secure = secure;
        }
    }

    @TempDir
    private static Path folder;

    private static HttpTransport transport;
    private static Issued own;
    private static SSLContext trusting;

    private final List<HttpServer> servers = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        TestAuthority authority = TestAuthority.in(folder, "authority");
        own = authority.issue("service");
        trusting = authority.context(null);
        transport = HttpTransport.start();
    }

    @AfterAll
    static void stop() {
        transport.close();
    }

    @AfterEach
    void close() {
        servers.forEach(server -> server.close(Duration.ZERO));
    }

    /** A handler all of whose replies are pushed by the test. */
    private static class Feed implements HttpHandler {
        private final BlockingQueue<Stream> streams = new LinkedBlockingQueue<>();

        /** One of its replies. */
        static final class Stream implements PushedBody {
            final CompletableFuture<Push> push = new CompletableFuture<>();
            final CompletableFuture<Context> loop = new CompletableFuture<>();
            final AtomicInteger closed = new AtomicInteger();

            @Override
            public void begin(Push given) {
                loop.complete(Vertx.currentContext());
                push.complete(given);
            }

            @Override
            public void close() {
                closed.incrementAndGet();
            }

            boolean send(String piece) {
                return push.join().send(piece.getBytes(StandardCharsets.UTF_8));
            }

            /** The server knows what its peer has read: it learns that in one task of the loop, and uses it in the next. */
            void settle() throws Exception {
                CompletableFuture<Void> settled = new CompletableFuture<>();
                Context context = loop.get(1, TimeUnit.MINUTES);
                context.runOnContext(first -> context.runOnContext(second -> settled.complete(null)));
                settled.get(1, TimeUnit.MINUTES);
            }

            void isOver() {
                eventually("it is closed", () -> closed.get() > 0);
                assertFalse(push.isDone() && send("more"));
                assertEquals(1, closed.get());
            }
        }

        @Override
        public CompletionStage<HttpReply> handle(HttpRequest request) {
            Stream stream = new Stream();
            streams.add(stream);
            return CompletableFuture.completedFuture(HttpReply.of(200, "text/event-stream", stream));
        }

        Stream next() throws InterruptedException {
            Stream next = streams.poll(1, TimeUnit.MINUTES);
            assertTrue(next != null, "nobody has asked");
            return next;
        }
    }

    private HttpServer serve(HttpServerLimits limits, boolean secure, HttpHandler handler, LongSupplier time)
            throws IOException {
        ServerTls tls = secure
                ? new ServerTls(new TlsFiles(own.certificate(), own.key(), null, null).read(), ClientCertificates.NONE)
                : null;
        HttpServer server = HttpServer.open(transport, "127.0.0.1", 0, limits, tls, null, time);
        servers.add(server);
        server.mount("/feed", handler);
        server.mount("/echo", request -> CompletableFuture.completedFuture(HttpReply.text(200, "here")));
        return server;
    }

    private HttpServer serve(Protocol protocol, HttpHandler handler) throws IOException {
        return serve(HttpServerLimits.DEFAULT, protocol.secure, handler, System::nanoTime);
    }

    private static HttpClient client(Protocol protocol) {
        return HttpClient.newBuilder()
                .version(protocol.version)
                .sslContext(trusting)
                .build();
    }

    private static java.net.http.HttpRequest.Builder to(HttpServer server, String path) {
        return java.net.http.HttpRequest.newBuilder(
                URI.create(server.scheme() + "://localhost:" + server.port() + path));
    }

    private static HttpResponse<InputStream> ask(HttpClient client, HttpServer server) throws Exception {
        return client.send(to(server, "/feed").header("Accept-Encoding", "gzip").build(), BodyHandlers.ofInputStream());
    }

    private static int status(HttpServer server, String path) throws Exception {
        return client(server.secure() ? Protocol.HTTP_2 : Protocol.PLAIN)
                .send(to(server, path).timeout(MINUTE).build(), BodyHandlers.ofString())
                .statusCode();
    }

    private static String read(HttpResponse<InputStream> reply, int length) throws IOException {
        return new String(reply.body().readNBytes(length), StandardCharsets.UTF_8);
    }

    private static void eventuallyNothingIsLeft(HttpServer server) {
        eventually(
                "nothing is left",
                () -> server.pushed.count() == 0 && server.inFlight() == 0 && server.admittedBytes() == 0);
    }

    // How they flow

    @ParameterizedTest
    @EnumSource
    void eachPieceIsThereAtOnceAsItWasPushed(Protocol protocol) throws Exception {
        Feed feed = new Feed();
        HttpServer server = serve(protocol, feed);
        HttpResponse<InputStream> reply = ask(client(protocol), server);
        // The head is there although nothing has been pushed.
        assertEquals(protocol.version, reply.version());
        assertEquals(
                "text/event-stream", reply.headers().firstValue("Content-Type").orElse(""));
        assertTrue(reply.headers().firstValue("Content-Encoding").isEmpty());
        Feed.Stream stream = feed.next();
        for (String piece : List.of("data: one\n\n", ": nothing\n", "data: \u00e4\n\n")) {
            assertTrue(stream.send(piece));
            assertEquals(piece, read(reply, piece.getBytes(StandardCharsets.UTF_8).length));
        }
        assertTrue(stream.send(""));
        stream.send("last");
        stream.push.join().close();
        stream.push.join().close();
        assertFalse(stream.send("too late"));
        assertEquals("last", read(reply, 1_000), "what was pushed before the end comes before the end");
        stream.isOver();
        eventuallyNothingIsLeft(server);
    }

    @ParameterizedTest
    @EnumSource
    void piecesOfManyThreadsComeWholeAndInOrder(Protocol protocol) throws Exception {
        Feed feed = new Feed();
        HttpServer server = serve(protocol, feed);
        HttpResponse<InputStream> reply = ask(client(protocol), server);
        Feed.Stream stream = feed.next();
        stream.push.join();
        int threads = 4;
        int each = 1_000;
        List<CompletableFuture<Void>> pushing = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            String name = String.valueOf((char) ('a' + i));
            // All together fit into what may wait, however slow the reader is.
            pushing.add(CompletableFuture.runAsync(() -> {
                for (int k = 0; k < each; k++) {
                    assertTrue(stream.send(name + String.format("%04d", k)));
                }
            }));
        }
        int[] next = new int[threads];
        for (int i = 0; i < threads * each; i++) {
            String piece = read(reply, 5);
            assertEquals(next[piece.charAt(0) - 'a']++, Integer.parseInt(piece.substring(1)), piece);
        }
        CompletableFuture.allOf(pushing.toArray(CompletableFuture[]::new)).get(1, TimeUnit.MINUTES);
    }

    @Test
    void aPieceIsAsLongAsMayWaitAtMost() throws Exception {
        Feed feed = new Feed();
        HttpServer server = serve(Protocol.HTTP_2, feed);
        HttpResponse<InputStream> reply = ask(client(Protocol.HTTP_2), server);
        Push push = feed.next().push.join();
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> push.send(new byte[Push.MOST_WAITING_BYTES + 1]));
        assertEquals("a piece must not be longer than 65536 bytes: length=65537", refused.getMessage());
        byte[] longest = new byte[Push.MOST_WAITING_BYTES];
        Arrays.fill(longest, (byte) 'x');
        assertTrue(push.send(longest), "the reply goes on");
        assertArrayEquals(longest, reply.body().readNBytes(longest.length));
    }

    @ParameterizedTest
    @EnumSource
    void headGetsTheHeadAndNothingBegins(Protocol protocol) throws Exception {
        Feed feed = new Feed();
        HttpServer server = serve(protocol, feed);
        HttpResponse<String> reply = client(protocol)
                .send(
                        to(server, "/feed")
                                .method("HEAD", BodyPublishers.noBody())
                                .timeout(MINUTE)
                                .build(),
                        BodyHandlers.ofString());
        assertEquals(
                "text/event-stream", reply.headers().firstValue("Content-Type").orElse(""));
        assertTrue(reply.headers().firstValue("Content-Length").isEmpty(), reply.headers()::toString);
        Feed.Stream stream = feed.next();
        stream.isOver();
        assertFalse(stream.push.isDone());
        eventuallyNothingIsLeft(server);
    }

    @Test
    void aPeerOfHttp10ReadsToTheEndOfTheConnection() throws Exception {
        Feed feed = new Feed();
        HttpServer server = serve(Protocol.PLAIN, feed);
        for (String more : List.of("", "Connection: keep-alive\r\n")) {
            try (RawPeer peer = new RawPeer(server.port())) {
                peer.send("GET /feed HTTP/1.0\r\n" + more + "\r\n");
                String head = peer.head();
                assertFalse(head.contains("chunked"), head);
                assertTrue(head.contains("Connection: close\r\n"), head);
                Feed.Stream stream = feed.next();
                stream.send("data: one\r\n\r\n");
                assertEquals("data: one\r\n\r\n", peer.head());
                stream.push.join().close();
                assertTrue(peer.closedByServer());
                stream.isOver();
            }
        }
    }

    // What ends them, and what does not

    @ParameterizedTest
    @EnumSource
    void silenceEndsNothing(Protocol protocol) throws Exception {
        ManualTime time = new ManualTime();
        Feed feed = new Feed();
        HttpServer server = serve(PROMPT, protocol.secure, feed, time::nanoTime);
        HttpResponse<InputStream> reply = ask(client(protocol), server);
        Feed.Stream stream = feed.next();
        stream.push.join();
        for (int i = 0; i < 3; i++) {
            time.advance(Duration.ofHours(10));
            server.sweep();
            stream.send("still here");
            assertEquals("still here", read(reply, 10));
            stream.settle();
        }
        assertEquals(0, stream.closed.get());
    }

    @ParameterizedTest
    @EnumSource
    void aPeerThatGoesAwayIsNoticedThoughNothingIsPushed(Protocol protocol) throws Exception {
        Feed feed = new Feed();
        HttpServer server = serve(protocol, feed);
        HttpClient client = client(protocol);
        HttpResponse<InputStream> reply = ask(client, server);
        Feed.Stream stream = feed.next();
        stream.send("x");
        assertEquals("x", read(reply, 1));
        reply.body().close();
        stream.isOver();
        eventuallyNothingIsLeft(server);
    }

    @Test
    void aConnectionThatEndsEndsAllItsStreams() throws Exception {
        Feed feed = new Feed();
        HttpServer server = serve(Protocol.HTTP_2, feed);
        List<Feed.Stream> streams = new ArrayList<>();
        try (RawHttp2Peer peer = RawHttp2Peer.open(server.port(), trusting)) {
            for (int stream = 1; stream < 10; stream += 2) {
                peer.get(stream, "/feed");
                assertEquals(200, peer.status(stream));
                streams.add(feed.next());
            }
            eventually("all are open", () -> server.pushed.count() == 5);
        }
        streams.forEach(Feed.Stream::isOver);
        eventuallyNothingIsLeft(server);
    }

    @Test
    void aConnectionWhosePeerDoesNotReadIsCutOff() throws Exception {
        Feed feed = new Feed();
        HttpServer server = serve(Protocol.PLAIN, feed);
        try (RawPeer peer = new RawPeer(server.port())) {
            peer.send("GET /feed HTTP/1.1\r\nHost: x\r\n\r\n");
            Feed.Stream stream = feed.next();
            Push push = stream.push.join();
            // The sockets of both ends hold some megabytes before the server does.
            eventually("no more is taken", () -> !push.send(new byte[32 * 1024]));
            stream.isOver();
            eventuallyNothingIsLeft(server);
            assertTrue(peer.rest() < 64_000_000, "what had been sent is followed by the end");
        }
    }

    @Test
    void aStreamWhosePeerDoesNotReadIsResetAndTheConnectionGoesOn() throws Exception {
        Feed feed = new Feed();
        HttpServer server = serve(Protocol.HTTP_2, feed);
        try (RawHttp2Peer peer = RawHttp2Peer.silent(server.port(), trusting)) {
            peer.begin(RawHttp2Peer.INITIAL_WINDOW_SIZE, 10).get(1, "/feed");
            Feed.Stream first = feed.next();
            peer.get(3, "/feed");
            Feed.Stream second = feed.next();
            Push push = first.push.join();
            assertTrue(push.send(new byte[Push.MOST_WAITING_BYTES]));
            assertFalse(push.send(new byte[11]), "what waits is bounded");
            first.isOver();
            assertEquals(CANCEL, peer.expect(RawHttp2Peer.RST_STREAM, 1).code());
            second.send("here");
            assertEquals("here", new String(peer.expect(RawHttp2Peer.DATA, 3).payload(), StandardCharsets.UTF_8));
        }
        eventuallyNothingIsLeft(server);
    }

    @Test
    void whatIsNotReadInTimeEndsTheReplyToo() throws Exception {
        ManualTime time = new ManualTime();
        Feed feed = new Feed();
        HttpServer server = serve(PROMPT, true, feed, time::nanoTime);
        try (RawHttp2Peer peer = RawHttp2Peer.silent(server.port(), trusting)) {
            peer.begin(RawHttp2Peer.INITIAL_WINDOW_SIZE, 10).get(1, "/feed");
            Feed.Stream stream = feed.next();
            stream.send("twelve bytes");
            // Vert.x takes the tenth byte and one more; the rest waits, and its time runs.
            assertEquals(10, peer.expect(RawHttp2Peer.DATA, 1).payload().length);
            time.advance(MINUTE.plusSeconds(1));
            server.sweep();
            assertEquals(CANCEL, peer.expect(RawHttp2Peer.RST_STREAM, 1).code());
            stream.isOver();
        }
        eventuallyNothingIsLeft(server);
    }

    @ParameterizedTest
    @EnumSource
    void aServerThatDrainsEndsThemInOrderAndBeginsNone(Protocol protocol) throws Exception {
        Feed feed = new Feed();
        CompletableFuture<HttpReply> late = new CompletableFuture<>();
        HttpServer server = serve(protocol, feed);
        CompletableFuture<Void> asked = new CompletableFuture<>();
        server.mount("/late", request -> {
            asked.complete(null);
            return late;
        });
        HttpResponse<InputStream> reply = ask(client(protocol), server);
        CompletableFuture<HttpResponse<String>> answer =
                client(protocol).sendAsync(to(server, "/late").timeout(MINUTE).build(), BodyHandlers.ofString());
        Feed.Stream stream = feed.next();
        stream.send("bye");
        asked.get(1, TimeUnit.MINUTES);
        server.drain();
        assertEquals("bye", read(reply, 1_000));
        stream.isOver();
        Feed.Stream refused = new Feed.Stream();
        late.complete(HttpReply.of(200, "text/event-stream", refused));
        assertEquals(503, answer.get(1, TimeUnit.MINUTES).statusCode());
        refused.isOver();
        eventuallyNothingIsLeft(server);
    }

    @ParameterizedTest
    @EnumSource
    void aServerThatClosesDoesNotWaitForThem(Protocol protocol) throws Exception {
        Feed feed = new Feed();
        HttpServer server = serve(protocol, feed);
        HttpResponse<InputStream> reply = ask(client(protocol), server);
        Feed.Stream stream = feed.next();
        stream.push.join();
        CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> server.close(Duration.ofDays(1)));
        assertEquals("", read(reply, 1_000));
        closed.get(1, TimeUnit.MINUTES);
        stream.isOver();
        eventuallyNothingIsLeft(server);
    }

    @Test
    void aServerClosesThoughAPeerDoesNotRead() throws Exception {
        Feed feed = new Feed();
        HttpServer server = serve(Protocol.HTTP_2, feed);
        try (RawHttp2Peer peer = RawHttp2Peer.silent(server.port(), trusting)) {
            peer.begin(RawHttp2Peer.INITIAL_WINDOW_SIZE, 1).get(1, "/feed");
            Feed.Stream stream = feed.next();
            stream.send("unread");
            CompletableFuture.runAsync(() -> server.close(Duration.ofDays(1))).get(1, TimeUnit.MINUTES);
            stream.isOver();
        }
        eventuallyNothingIsLeft(server);
    }

    @Test
    void unmountingAHandlerEndsItsReplies() throws Exception {
        Feed feed = new Feed();
        Feed other = new Feed();
        HttpServer server = serve(Protocol.PLAIN, feed);
        server.mount("/feed/other", other);
        HttpClient client = client(Protocol.PLAIN);
        HttpResponse<InputStream> reply = ask(client, server);
        HttpResponse<InputStream> staying =
                client.send(to(server, "/feed/other").build(), BodyHandlers.ofInputStream());
        Feed.Stream stream = feed.next();
        stream.push.join();
        assertTrue(server.unmount("/feed/"));
        assertEquals("", read(reply, 1_000));
        stream.isOver();
        assertTrue(other.next().send("x"));
        assertEquals("x", read(staying, 1));
    }

    @Test
    void aHandlerThatFailsToBeginCutsItsReplyOff() throws Exception {
        AtomicInteger closed = new AtomicInteger();
        HttpServer server = serve(Protocol.PLAIN, answering(new PushedBody() {
            @Override
            public void begin(Push push) {
                push.send("x".getBytes(StandardCharsets.UTF_8));
                throw new IllegalStateException("on purpose");
            }

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        }));
        quietly(() -> {
            HttpResponse<InputStream> reply = ask(client(Protocol.PLAIN), server);
            assertThrows(IOException.class, () -> reply.body().readAllBytes());
            eventuallyNothingIsLeft(server);
        });
        assertEquals(1, closed.get());
    }

    @Test
    void aBodyWhoseHeadCannotBeSentIsClosed() throws Exception {
        Feed feed = new Feed();
        Feed.Stream stream = new Feed.Stream();
        HttpServer server = serve(
                Protocol.PLAIN,
                request -> CompletableFuture.completedFuture(
                        HttpReply.of(200, "text/event-stream", stream).with("no field", "x")));
        quietly(() -> assertEquals(500, status(server, "/feed")));
        stream.isOver();
        eventuallyNothingIsLeft(server);
    }

    // What they may take

    @Test
    void theyTakeNoPlaceOfRequestsButOnesOfTheirOwn() throws Exception {
        Feed feed = new Feed();
        HttpServer server =
                serve(HttpServerLimits.DEFAULT.withMaxInFlight(1).withMaxPushed(2), true, feed, System::nanoTime);
        HttpClient client = client(Protocol.HTTP_2);
        ask(client, server);
        HttpResponse<InputStream> second = ask(client, server);
        Feed.Stream first = feed.next();
        Feed.Stream other = feed.next();
        first.push.join();
        other.push.join();
        assertEquals(0, server.inFlight());
        assertEquals(200, status(server, "/echo"));
        // The answer may be here before its request has given back its place.
        eventually("the place is free", () -> server.inFlight() == 0);
        HttpResponse<InputStream> third = ask(client, server);
        assertEquals(503, third.statusCode());
        assertEquals("1", third.headers().firstValue("Retry-After").orElse(""));
        feed.next().isOver();
        first.push.join().close();
        other.push.join().close();
        assertEquals("", read(second, 1));
        eventuallyNothingIsLeft(server);
        assertEquals(200, ask(client, server).statusCode());
    }

    @ParameterizedTest
    @EnumSource
    void observersSeeThemBeginAndTheLogTheirEnd(Protocol protocol) throws Exception {
        Feed feed = new Feed();
        HttpServer server = serve(protocol, feed);
        List<String> observed = new CopyOnWriteArrayList<>();
        BlockingQueue<RequestLog.Ended> logged = new LinkedBlockingQueue<>();
        server.observe((path, status, nanos) -> observed.add(path + " " + status));
        server.log(logged::add);
        for (boolean byPeer : new boolean[] {true, false}) {
            HttpResponse<InputStream> reply = ask(client(protocol), server);
            Feed.Stream stream = feed.next();
            stream.send("four");
            assertEquals("four", read(reply, 4));
            assertEquals(List.of("/feed 200"), observed);
            assertTrue(logged.isEmpty());
            if (byPeer) {
                reply.body().close();
            } else {
                stream.push.join().close();
            }
            RequestLog.Ended ended = logged.poll(1, TimeUnit.MINUTES);
            assertTrue(ended != null && ended.status() == 200, () -> String.valueOf(ended));
            assertNotEquals(0, ended.bytes());
            stream.isOver();
            eventuallyNothingIsLeft(server);
            assertEquals(List.of("/feed 200"), observed);
            assertTrue(logged.isEmpty());
            observed.clear();
        }
    }

    @Test
    void aBodyMayReleaseMoreAndWhoCannotPushSaysSo() throws Exception {
        Feed feed = new Feed();
        AtomicInteger released = new AtomicInteger();
        HttpServer server = serve(
                Protocol.PLAIN,
                request -> feed.handle(request)
                        .thenApply(reply -> reply.with("x", "y").releasing(released::incrementAndGet)));
        HttpResponse<InputStream> reply = ask(client(Protocol.PLAIN), server);
        Feed.Stream stream = feed.next();
        stream.send("x");
        assertEquals("x", read(reply, 1));
        assertEquals(0, released.get());
        stream.push.join().close();
        assertEquals("", read(reply, 1));
        eventually("both are released", () -> released.get() == 1);
        stream.isOver();

        LocalSender local = new LocalSender(server, null, (address, headers, body, timeout) -> {
            throw new AssertionError("not for others");
        });
        HttpReply handed = local.post(to(server, "/feed").build().uri(), Map.of(), new byte[0], MINUTE)
                .toCompletableFuture()
                .get(1, TimeUnit.MINUTES);
        BodySource source = assertInstanceOf(PushedBody.class, handed.source());
        assertThrows(IOException.class, source::open);
        handed.discard();
        feed.next().isOver();
        assertEquals(2, released.get());
    }

    private static HttpHandler answering(PushedBody body) {
        return request -> CompletableFuture.completedFuture(HttpReply.of(200, "text/event-stream", body));
    }

    private interface Check {
        void run() throws Exception;
    }

    /** Without the log of what fails on purpose. */
    private static void quietly(Check check) throws Exception {
        Logger log = Logger.getLogger(HttpServer.class.getName());
        Level before = log.getLevel();
        log.setLevel(Level.OFF);
        try {
            check.run();
        } finally {
            log.setLevel(before);
        }
    }
}
