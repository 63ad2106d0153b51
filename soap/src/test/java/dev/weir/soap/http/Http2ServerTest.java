package dev.weir.soap.http;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.tls.ClientCertificates;
import dev.weir.soap.tls.TlsFiles;
import dev.weir.soap.tls.TlsMaterial;
import dev.weir.testing.ManualTime;
import dev.weir.testing.TestAuthority;
import dev.weir.testing.TestAuthority.Issued;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
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
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP/2: what clients get by it, and what hostile ones do not. */
class Http2ServerTest {
    private static final int ENHANCE_YOUR_CALM = 11;
    private static final int PROTOCOL_ERROR = 1;
    private static final int REFUSED_STREAM = 7;
    private static final int CANCEL = 8;
    private static final int NO_ERROR = 0;
    private static final Duration HOUR = Duration.ofHours(1);

    private static final HttpHandler ECHO = request -> completed(request.body());

    @TempDir
    private static Path folder;

    private static HttpTransport transport;
    private static TestAuthority authority;
    private static Issued own;
    private static SSLContext trusting;

    private final List<HttpServer> servers = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        authority = TestAuthority.in(folder, "authority");
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

    private static ServerTls tls() throws IOException {
        TlsMaterial material = new TlsFiles(own.certificate(), own.key(), null, null).read();
        return new ServerTls(material, ClientCertificates.NONE);
    }

    private HttpServer serve(HttpServerLimits limits, ServerTls tls, HttpHandler root, LongSupplier time)
            throws IOException {
        HttpServer server = HttpServer.open(transport, "127.0.0.1", 0, limits, tls, root, time);
        servers.add(server);
        return server;
    }

    private HttpServer serve(HttpServerLimits limits, HttpHandler root) throws IOException {
        return serve(limits, tls(), root, System::nanoTime);
    }

    private HttpServer serve(HttpHandler root) throws IOException {
        return serve(HttpServerLimits.DEFAULT, root);
    }

    /** A server whose peers have an hour for each thing. */
    private HttpServer patient(HttpHandler root, ManualTime time) throws IOException {
        return serve(
                HttpServerLimits.DEFAULT.withTimeouts(new HttpServerLimits.Timeouts(HOUR, HOUR, HOUR)),
                tls(),
                root,
                time::nanoTime);
    }

    private static HttpClient client() {
        return HttpClient.newBuilder().sslContext(trusting).build();
    }

    private static java.net.http.HttpRequest.Builder to(HttpServer server, String path) {
        return java.net.http.HttpRequest.newBuilder(URI.create("https://localhost:" + server.port() + path))
                .timeout(Duration.ofMinutes(1));
    }

    private static HttpResponse<byte[]> post(HttpServer server, String path, byte[] body) throws Exception {
        return client().send(
                        to(server, path).POST(BodyPublishers.ofByteArray(body)).build(), BodyHandlers.ofByteArray());
    }

    private static CompletionStage<HttpReply> completed(byte[] body) {
        return CompletableFuture.completedFuture(HttpReply.of(200, "application/octet-stream", body));
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static RawHttp2Peer peer(HttpServer server) throws IOException {
        return RawHttp2Peer.open(server.port(), trusting);
    }

    @Test
    void clientsThatOfferItSpeakHttp2AndOthersHttp1() throws Exception {
        HttpServer server = serve(ECHO);
        assertEquals(Version.HTTP_2, post(server, "/", new byte[3]).version());
        HttpResponse<byte[]> older = HttpClient.newBuilder()
                .sslContext(trusting)
                .version(Version.HTTP_1_1)
                .build()
                .send(to(server, "/").build(), BodyHandlers.ofByteArray());
        assertEquals(Version.HTTP_1_1, older.version());
        assertEquals("2 200", byCurl(server, "--http2"));
        assertEquals("1.1 200", byCurl(server, "--http1.1"));
        assertEquals("1.1 200", byCurl(server, "--no-alpn"));
        assertTrue(byCurl(server, "--http1.0").endsWith(" 200"), "proxies speak HTTP/1.0 to servers");
        server.renew(tls());
        assertEquals(Version.HTTP_2, post(server, "/", new byte[3]).version());
        HttpServer given = serve(
                HttpServerLimits.DEFAULT,
                new ServerTls(authority.context(own), ClientCertificates.NONE),
                ECHO,
                System::nanoTime);
        assertEquals(Version.HTTP_2, post(given, "/", new byte[3]).version());
        assertEquals("1.1 200", byCurl(given, "--http1.1"));
    }

    private static String byCurl(HttpServer server, String version) throws Exception {
        return TestAuthority.run(
                folder,
                List.of(
                        "curl",
                        "-sS",
                        version,
                        "--cacert",
                        "authority.pem",
                        "-m",
                        "60",
                        "-o",
                        "said",
                        "-w",
                        "%{http_version} %{http_code}",
                        "https://localhost:" + server.port() + "/"),
                0);
    }

    /** More than a connection takes at once, asked for by clients whose windows are open. */
    @ParameterizedTest
    @CsvSource({"100, 300000", "20, 3000000"})
    void manyLongAnswersOnOneConnectionAllCome(int streams, int length) throws Exception {
        HttpServer server = serve(HttpServerLimits.DEFAULT, request -> completed(random(length)));
        HttpClient client = client();
        assertEquals(
                Version.HTTP_2,
                client.send(to(server, "/").build(), BodyHandlers.discarding()).version());
        List<CompletableFuture<HttpResponse<byte[]>>> replies = new ArrayList<>();
        for (int i = 0; i < streams; i++) {
            replies.add(client.sendAsync(to(server, "/" + i).build(), BodyHandlers.ofByteArray()));
        }
        byte[] expected = random(length);
        for (CompletableFuture<HttpResponse<byte[]>> reply : replies) {
            assertArrayEquals(expected, reply.get(1, TimeUnit.MINUTES).body());
        }
    }

    /** Whatever fails before a request is handed on, its peer hears of it. */
    @Test
    void aHandlerThatFailsToSayWhatItNeedsIsAnswered() throws Exception {
        HttpServer server = serve(new HttpHandler() {
            @Override
            public CompletionStage<HttpReply> handle(HttpRequest request) {
                return completed(request.body());
            }

            @Override
            public long memory(HttpRequest request) {
                throw new IllegalStateException("on purpose");
            }
        });
        assertEquals(500, post(server, "/", new byte[3]).statusCode());
        assertEquals("1.1 500", byCurl(server, "--http1.1"));
    }

    @Test
    void noStreamsIsNoHttp2() throws Exception {
        HttpServer server = serve(HttpServerLimits.DEFAULT.withMaxStreams(0), ECHO);
        HttpResponse<byte[]> reply = post(server, "/", new byte[3]);
        assertEquals(Version.HTTP_1_1, reply.version());
        assertEquals(3, reply.body().length);
    }

    @Test
    void manyRequestsShareOneConnection() throws Exception {
        CountDownLatch all = new CountDownLatch(100);
        HttpServer server = serve(request -> {
            if (request.path().equals("/first")) {
                return ECHO.handle(request);
            }
            all.countDown();
            return CompletableFuture.supplyAsync(() -> {
                try {
                    all.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return HttpReply.text(200, request.path());
            });
        });
        HttpClient client = client();
        // Once the first has agreed on HTTP/2, the others know.
        client.send(to(server, "/first").build(), BodyHandlers.discarding());
        List<CompletableFuture<HttpResponse<String>>> replies = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            replies.add(client.sendAsync(to(server, "/" + i).build(), BodyHandlers.ofString()));
        }
        for (int i = 0; i < 100; i++) {
            assertEquals("/" + i, replies.get(i).get().body());
        }
        assertEquals(1, server.connections());
    }

    @Test
    void largeBodiesGoBothWaysWhileTheyArriveToo() throws Exception {
        byte[] large = random(20_000_000);
        HttpServer server = serve(ECHO);
        server.mount("/sink", new HttpHandler() {
            @Override
            public CompletionStage<HttpReply> handle(HttpRequest request) {
                return CompletableFuture.completedFuture(HttpReply.of(500));
            }

            @Override
            public BodySink sink(HttpRequest head, long declaredLength) {
                return new Kept();
            }

            @Override
            public CompletionStage<HttpReply> handle(HttpRequest head, BodySink taken) {
                byte[] all = ((Kept) taken).bytes.toByteArray();
                return CompletableFuture.completedFuture(HttpReply.of(200, "application/octet-stream", new Known(all)));
            }
        });
        HttpClient client = client();
        List<CompletableFuture<HttpResponse<byte[]>>> replies = new ArrayList<>();
        for (String path : List.of("/whole", "/sink", "/sink/chunked")) {
            java.net.http.HttpRequest.BodyPublisher body = path.endsWith("chunked")
                    ? BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large))
                    : BodyPublishers.ofByteArray(large);
            replies.add(client.sendAsync(to(server, path).POST(body).build(), BodyHandlers.ofByteArray()));
        }
        for (CompletableFuture<HttpResponse<byte[]>> reply : replies) {
            assertEquals(Version.HTTP_2, reply.get().version());
            assertArrayEquals(large, reply.get().body());
        }
        eventually("all is given back", () -> server.admittedBytes() == 0 && server.inFlight() == 0);
    }

    private static final class Kept implements BodySink {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public void accept(byte[] more, int from, int length) {
            bytes.write(more, from, length);
        }

        @Override
        public long memory() {
            return 0;
        }

        @Override
        public void abandon() {}
    }

    private record Known(byte[] bytes) implements BodySource {
        @Override
        public long length() {
            return -1;
        }

        @Override
        public InputStream open() {
            return new ByteArrayInputStream(bytes);
        }

        @Override
        public void close() {}
    }

    @Test
    void handlersFindTheFieldsOfHttp1() throws Exception {
        List<HttpRequest> seen = new ArrayList<>();
        HttpServer server = serve(request -> {
            seen.add(request);
            return CompletableFuture.completedFuture(HttpReply.text(200, "well")
                    .with("Set-Cookie", "a=1\nb=2")
                    .with("Connection", "close")
                    .with("X-Case", "Kept"));
        });
        try (RawHttp2Peer peer = peer(server)) {
            peer.head(1, true, "HEAD", "/a%20b?c=d", "cookie", "a=1", "cookie", "b=2", "x-mine", "1");
            RawHttp2Peer.Frame head = peer.expect(RawHttp2Peer.HEADERS, 1);
            assertEquals(200, head.status());
            assertTrue(head.ends());
        }
        HttpRequest request = seen.get(0);
        assertEquals(
                List.of("https", "localhost", "/a%20b", "c=d"),
                List.of(
                        request.target().scheme(),
                        request.target().authority(),
                        request.target().path(),
                        String.valueOf(request.target().query())));
        assertEquals("localhost", request.headers().value("Host"));
        assertEquals("a=1; b=2", request.headers().value("Cookie"));
        assertEquals(
                List.of("cookie", "host", "x-mine"),
                List.copyOf(request.headers().names()));

        HttpResponse<Void> reply = client().send(to(server, "/").build(), BodyHandlers.discarding());
        assertEquals(List.of("a=1", "b=2"), reply.headers().allValues("set-cookie"));
        assertEquals("Kept", reply.headers().firstValue("x-case").orElse(""));
        assertEquals("4", reply.headers().firstValue("content-length").orElse(""));
        assertFalse(reply.headers().map().containsKey("connection"));
        assertEquals(404, post(withoutRoot(), "/nowhere", new byte[3]).statusCode());
    }

    /** RFC 9113, section 8.3.1: what is before the server might go by the other one. */
    @Test
    void aRequestNamesOneHost() throws Exception {
        HttpServer server = serve(ECHO);
        try (RawHttp2Peer peer = peer(server)) {
            peer.head(1, true, "GET", "/", "host", "localhost");
            assertEquals(200, peer.status(1), "the same as :authority");
            peer.head(3, true, "GET", "/", "host", "localhost", "host", "elsewhere");
            assertEquals(400, peer.status(3));
            peer.head(5, true, "GET", "/", "host", "localhost", "host", "localhost");
            assertEquals(400, peer.status(5));
            peer.head(7, true, "GET", "/", "host", "elsewhere");
            assertEquals(PROTOCOL_ERROR, peer.expect(RawHttp2Peer.RST_STREAM, 7).code());
            peer.get(9, "/");
            assertEquals(200, peer.status(9), "the connection goes on");
        }
        eventually("all is given back", () -> server.inFlight() == 0 && server.connections() == 0);
    }

    /** Behind a proxy that shares its connection among callers, the others are no part of it. */
    @ParameterizedTest
    @ValueSource(strings = {"G@T", "", "GE T", "GET\r\nX: 1", "\u00e9"})
    void aMethodThatIsNoneEndsItsStreamOnly(String method) throws Exception {
        CompletableFuture<HttpReply> slow = new CompletableFuture<>();
        HttpServer server = serve(request -> request.path().equals("/slow") ? slow : ECHO.handle(request));
        try (RawHttp2Peer peer = peer(server)) {
            peer.get(1, "/slow");
            eventually("a neighbour's request is in flight", () -> server.inFlight() == 1);
            peer.head(3, true, method, "/");
            assertEquals(PROTOCOL_ERROR, peer.expect(RawHttp2Peer.RST_STREAM, 3).code());
            peer.head(5, false, method, "/");
            assertEquals(PROTOCOL_ERROR, peer.expect(RawHttp2Peer.RST_STREAM, 5).code());
            slow.complete(HttpReply.text(200, "well"));
            assertEquals(200, peer.status(1));
            peer.get(7, "/");
            assertEquals(200, peer.status(7));
        }
        eventually("all is given back", () -> server.inFlight() == 0 && server.connections() == 0);
    }

    @Test
    void manyMethodsThatAreNoneEndTheConnection() throws Exception {
        HttpServer server = serve(ECHO);
        try (RawHttp2Peer peer = peer(server)) {
            int sent = 0;
            while (sent < 1_000 && peer.head(2 * sent + 1, true, "G@T", "/").isServed()) {
                sent++;
            }
            assertTrue(sent < 1_000, "the flood goes on");
        }
        assertOthersAreServed(server);
        eventually("nothing is left", () -> server.connections() == 0);
    }

    private HttpServer withoutRoot() throws IOException {
        HttpServer server =
                HttpServer.open(transport, "127.0.0.1", 0, HttpServerLimits.DEFAULT, tls(), null, System::nanoTime);
        servers.add(server);
        return server;
    }

    @Test
    void aReplyWhoseHeadCannotBeSentIsAnsweredByAFailure() throws Exception {
        Logger log = Logger.getLogger(HttpServer.class.getName());
        log.setLevel(Level.OFF);
        HttpServer server = serve(request -> CompletableFuture.completedFuture(
                request.path().equals("/value")
                        ? HttpReply.text(200, "secret").with("X-R", "1\r\nX-Evil: 1")
                        : HttpReply.text(200, "secret").with("X R", "1")));
        for (String path : List.of("/value", "/name")) {
            HttpResponse<byte[]> reply = post(server, path, new byte[1]);
            assertEquals(500, reply.statusCode(), path);
            assertFalse(new String(reply.body(), StandardCharsets.UTF_8).contains("secret"));
        }
        log.setLevel(null);
    }

    @Test
    void aSlowBodyEndsItsStreamOnly() throws Exception {
        ManualTime time = new ManualTime();
        HttpServer server = patient(ECHO, time);
        try (RawHttp2Peer peer = peer(server)) {
            peer.head(1, false, "POST", "/").data(1, false, new byte[100]);
            eventually("a part has come", () -> server.admittedBytes() >= 100);
            time.advance(HOUR.minusSeconds(1));
            peer.head(3, false, "POST", "/").data(3, false, new byte[100]);
            eventually("the other has come", () -> server.admittedBytes() >= 200);
            time.advance(Duration.ofSeconds(2));
            assertEquals(408, peer.status(1));
            assertEquals(NO_ERROR, peer.expect(RawHttp2Peer.RST_STREAM, 1).code());
            peer.data(3, true, new byte[100]);
            assertEquals(200, peer.status(3), "it has its own time");
        }
        eventually("all is given back", () -> server.admittedBytes() == 0 && server.inFlight() == 0);
    }

    /** Answers 200 KB at {@code /large}, the same without a length at {@code /source}, and 200 bytes elsewhere. */
    private HttpHandler sizes(byte[] large) {
        return request -> CompletableFuture.completedFuture(
                switch (request.path()) {
                    case "/large" -> HttpReply.of(200, "application/octet-stream", large);
                    case "/source" -> HttpReply.of(200, "application/octet-stream", new Known(large));
                    default -> HttpReply.of(200, "application/octet-stream", Arrays.copyOf(large, 200));
                });
    }

    private static final List<String> SIZES = List.of("/small", "/large", "/source");

    private static RawHttp2Peer peerWithWindow(HttpServer server, int bytes) throws IOException {
        return RawHttp2Peer.silent(server.port(), trusting).begin(RawHttp2Peer.INITIAL_WINDOW_SIZE, bytes);
    }

    @Test
    void headsDoNotWaitForWindows() throws Exception {
        HttpServer server = serve(sizes(random(200_000)));
        try (RawHttp2Peer peer = peerWithWindow(server, 0)) {
            int stream = 1;
            for (String path : SIZES) {
                peer.get(stream, path);
                assertEquals(200, peer.status(stream), path);
                stream += 2;
            }
        }
        try (RawHttp2Peer peer = peerWithWindow(server, 1_000_000)) {
            // The window of the connection is used up.
            peer.get(1, "/large").status(1);
            for (int left = 65_535; left > 0; ) {
                left -= peer.expect(RawHttp2Peer.DATA, 1).payload().length;
            }
            peer.get(3, "/small");
            assertEquals(200, peer.status(3));
        }
    }

    @Test
    void asMuchIsSentAsAWindowHasRoomFor() throws Exception {
        byte[] large = random(200_000);
        HttpServer server = serve(sizes(large));
        for (String path : SIZES) {
            byte[] whole = path.equals("/small") ? Arrays.copyOf(large, 200) : large;
            try (RawHttp2Peer peer = peerWithWindow(server, 1)) {
                peer.openWindow(0, large.length).get(1, path);
                assertEquals(200, peer.status(1), path);
                byte[] first = Arrays.copyOf(whole, 199);
                assertArrayEquals(first, byteByByte(peer, 1, 199), path);
                peer.openWindow(1, large.length);
                assertArrayEquals(Arrays.copyOfRange(whole, 199, whole.length), rest(peer, 1), path);
            }
            // It has opened before there is an answer, too.
            try (RawHttp2Peer peer = peerWithWindow(server, 0)) {
                peer.openWindow(0, large.length);
                peer.head(1, false, "POST", path).openWindow(1, 1);
                assertTrue(peer.isServed());
                peer.data(1, true, new byte[1]);
                assertEquals(200, peer.status(1), path);
                assertArrayEquals(Arrays.copyOf(whole, 100), byteByByte(peer, 1, 100), path);
                peer.openWindow(1, large.length);
                assertArrayEquals(Arrays.copyOfRange(whole, 100, whole.length), rest(peer, 1), path);
            }
        }
        eventually("all is given back", () -> server.inFlight() == 0 && server.connections() == 0);
    }

    /** Reads so many bytes from a window of one byte, opened by another for each but the last. */
    private static byte[] byteByByte(RawHttp2Peer peer, int stream, int count) throws IOException {
        byte[] read = new byte[count];
        for (int i = 0; i < count; i++) {
            byte[] payload = peer.expect(RawHttp2Peer.DATA, stream).payload();
            assertEquals(1, payload.length);
            read[i] = payload[0];
            if (i < count - 1) {
                peer.openWindow(stream, 1);
            }
        }
        return read;
    }

    private static byte[] rest(RawHttp2Peer peer, int stream) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        RawHttp2Peer.Frame frame;
        do {
            frame = peer.expect(RawHttp2Peer.DATA, stream);
            read.writeBytes(frame.payload());
        } while (!frame.ends());
        return read.toByteArray();
    }

    @Test
    void aStreamThatIsNotReadKeepsNoOtherWaiting() throws Exception {
        byte[] large = random(200_000);
        HttpServer server = serve(sizes(large));
        // What is not read is longer than the window of the connection, 65,535 bytes, which others need.
        try (RawHttp2Peer peer = peerWithWindow(server, 1)) {
            for (int stream = 1; stream <= 5; stream += 2) {
                peer.get(stream, "/large");
                assertEquals(200, peer.status(stream));
                assertEquals(1, peer.expect(RawHttp2Peer.DATA, stream).payload().length);
            }
            peer.get(7, "/small").openWindow(7, 1_000);
            assertEquals(200, peer.status(7));
            assertArrayEquals(Arrays.copyOf(large, 200), rest(peer, 7));
        }
    }

    @Test
    void whoNeverOpensItsWindowHoldsNothingForEver() throws Exception {
        ManualTime time = new ManualTime();
        HttpServer server = patient(sizes(random(200_000)), time);
        try (RawHttp2Peer peer = peerWithWindow(server, 0)) {
            for (int stream = 1; stream <= 5; stream += 2) {
                peer.get(stream, SIZES.get(stream / 2));
                // From here on the time for reading the answer runs.
                assertEquals(200, peer.status(stream));
            }
            peer.openWindow(3, 1);
            assertEquals(1, peer.expect(RawHttp2Peer.DATA, 3).payload().length);
            assertEquals(3, server.inFlight());
            time.advance(HOUR.plusSeconds(1));
            assertEquals(CANCEL, peer.expect(RawHttp2Peer.RST_STREAM, 3).code());
            eventually("all is given back", () -> server.admittedBytes() == 0 && server.inFlight() == 0);
            peer.get(7, "/large").openWindow(7, 10);
            assertEquals(200, peer.status(7));
            int read = 0;
            while (read < 10) {
                read += peer.expect(RawHttp2Peer.DATA, 7).payload().length;
            }
            assertEquals(10, read, "the connection goes on");
        }
        eventually("all is given back", () -> server.inFlight() == 0 && server.connections() == 0);
    }

    @Test
    void whoDoesNotBeginOrDoesNothingIsCutOff() throws Exception {
        ManualTime time = new ManualTime();
        HttpServer server = patient(ECHO, time);
        try (RawHttp2Peer silent = RawHttp2Peer.silent(server.port(), trusting);
                RawHttp2Peer idle = peer(server);
                RawHttp2Peer busy = peer(server)) {
            busy.get(1, "/");
            assertEquals(200, busy.status(1));
            idle.expect(RawHttp2Peer.SETTINGS, 0);
            eventually("both have begun", () -> server.connections() == 2);
            // No sleep: the server may not have heard of the silent one yet, so the time goes on until it has.
            eventually("the silent one is cut off", () -> {
                time.advance(Duration.ofSeconds(11));
                return server.awaited() == 0;
            });
            assertNull(silent.next(RawHttp2Peer.PING, 0));
            assertEquals(2, server.connections());
            time.advance(HOUR);
            assertEquals(NO_ERROR, idle.expect(RawHttp2Peer.GOAWAY, 0).code());
            assertNull(idle.next(RawHttp2Peer.PING, 0));
            assertNull(busy.next(RawHttp2Peer.PING, 0));
        }
    }

    @Test
    void rapidResetEndsTheConnection() throws Exception {
        HttpServer server =
                serve(request -> request.path().equals("/never") ? new CompletableFuture<>() : ECHO.handle(request));
        try (RawHttp2Peer peer = peer(server)) {
            int resets = 0;
            while (resets < 1_000
                    && peer.get(2 * resets + 1, "/never").reset(2 * resets + 1).isServed()) {
                resets++;
                if (resets % 50 == 0) {
                    assertOthersAreServed(server);
                }
            }
            assertEquals(
                    ENHANCE_YOUR_CALM, Objects.requireNonNull(peer.farewell).code());
        }
        assertOthersAreServed(server);
        eventually("nothing is left", () -> server.connections() == 0 && server.inFlight() == 0);
    }

    private static void assertOthersAreServed(HttpServer server) throws IOException {
        try (RawHttp2Peer other = peer(server)) {
            other.get(1, "/");
            assertEquals(200, other.status(1));
        }
    }

    @Test
    void whoAsksForAnswersAndDoesNotReadThemIsCutOff() throws Exception {
        HttpServer server = serve(ECHO);
        for (int type : new int[] {RawHttp2Peer.PING, RawHttp2Peer.SETTINGS}) {
            byte[] payload = new byte[type == RawHttp2Peer.PING ? 8 : 0];
            try (RawHttp2Peer peer = peer(server)) {
                assertTrue(peer.isServed());
                // Far more than the buffers of both ends have room for.
                int batches = 0;
                while (batches < 10_000 && peer.sendMany(1_000, type, payload)) {
                    batches++;
                    if (batches % 100 == 0) {
                        assertOthersAreServed(server);
                    }
                }
                assertTrue(batches < 10_000, "the flood goes on: type=" + type);
            }
            assertOthersAreServed(server);
            eventually("it is gone", () -> server.connections() == 0);
        }
    }

    @Test
    void whoReadsTheAnswersMayAskOn() throws Exception {
        HttpServer server = serve(ECHO);
        try (RawHttp2Peer peer = peer(server)) {
            assertTrue(peer.isServed());
            for (int i = 0; i < 20; i++) {
                assertTrue(peer.sendMany(1_000, RawHttp2Peer.SETTINGS, new byte[0]));
                assertTrue(peer.sendMany(1_000, RawHttp2Peer.PING, new byte[8]));
                for (int answer = 0; answer < 1_000; answer++) {
                    peer.expect(RawHttp2Peer.PING, 0);
                }
            }
            assertOthersAreServed(server);
            peer.get(1, "/");
            assertEquals(200, peer.status(1));
        }
    }

    @Test
    void handlersOfStreamsThatAreResetKeepTheirPlaces() throws Exception {
        CompletableFuture<HttpReply> slow = new CompletableFuture<>();
        HttpServer server = serve(
                HttpServerLimits.DEFAULT.withMaxInFlight(50),
                request -> request.path().equals("/slow") ? slow : ECHO.handle(request));
        try (RawHttp2Peer peer = peer(server)) {
            for (int stream = 1; stream < 200; stream += 2) {
                peer.get(stream, "/slow").reset(stream);
            }
            eventually("places are taken, and kept", () -> server.inFlight() == 50);
            assertEquals(503, post(server, "/", new byte[1]).statusCode());
            slow.complete(HttpReply.of(200));
            eventually("they are done", () -> server.inFlight() == 0);
            peer.get(203, "/");
            assertEquals(200, peer.status(203));
        }
    }

    @Test
    void headsThatAreTooLongAreRefused() throws Exception {
        HttpServer server = serve(ECHO);
        try (RawHttp2Peer peer = peer(server)) {
            peer.head(1, true, "GET", "/", "x", "y".repeat(14_000));
            assertEquals(200, peer.status(1));
        }
        try (RawHttp2Peer peer = peer(server)) {
            byte[] block = RawHttp2Peer.fields("GET", "/", "a", "y".repeat(9_000), "b", "y".repeat(9_000));
            sendDivided(peer, 1, block, 10_000);
            assertEquals(431, peer.status(1));
        }
        try (RawHttp2Peer peer = peer(server)) {
            peer.get(1, "/" + "y".repeat(9_000));
            assertEquals(414, peer.status(1));
        }
        try (RawHttp2Peer peer = peer(server)) {
            byte[] block = RawHttp2Peer.fields("GET", "/", "a", "y".repeat(21_000));
            sendDivided(peer, 1, block, 16_000);
            peer.expect(RawHttp2Peer.GOAWAY, 0);
            assertNull(peer.next(RawHttp2Peer.PING, 0));
        }
    }

    private static void sendDivided(RawHttp2Peer peer, int stream, byte[] block, int size) throws IOException {
        for (int from = 0; from < block.length; from += size) {
            int end = Math.min(block.length, from + size);
            peer.send(
                    from == 0 ? RawHttp2Peer.HEADERS : RawHttp2Peer.CONTINUATION,
                    (from == 0 ? RawHttp2Peer.END_STREAM : 0) | (end == block.length ? RawHttp2Peer.END_HEADERS : 0),
                    stream,
                    Arrays.copyOfRange(block, from, end));
        }
    }

    @Test
    void framesThatCostNothingAreBounded() throws Exception {
        HttpServer server = serve(ECHO);
        try (RawHttp2Peer peer = peer(server)) {
            peer.send(RawHttp2Peer.HEADERS, RawHttp2Peer.END_STREAM, 1, RawHttp2Peer.fields("GET", "/"));
            for (int i = 0; i < 17; i++) {
                peer.send(RawHttp2Peer.CONTINUATION, 0, 1, new byte[0]);
            }
            assertOthersAreServed(server);
            assertEquals(ENHANCE_YOUR_CALM, peer.expect(RawHttp2Peer.GOAWAY, 0).code(), "CONTINUATION");
        }
        try (RawHttp2Peer peer = peer(server)) {
            peer.head(1, false, "POST", "/");
            for (int i = 0; i < 3; i++) {
                peer.data(1, false, new byte[0]);
            }
            assertOthersAreServed(server);
            assertEquals(ENHANCE_YOUR_CALM, peer.expect(RawHttp2Peer.GOAWAY, 0).code(), "empty DATA");
        }
        eventually("nothing is left", () -> server.connections() == 0 && server.admittedBytes() == 0);
    }

    @Test
    void streamsAreBoundedByConnectionClientAndServer() throws Exception {
        CompletableFuture<HttpReply> slow = new CompletableFuture<>();
        HttpHandler hangs = request -> slow;
        for (HttpServerLimits limits : List.of(
                HttpServerLimits.DEFAULT.withMaxStreams(2),
                HttpServerLimits.DEFAULT.withShares(new HttpServerLimits.Shares(100, 2)),
                HttpServerLimits.DEFAULT.withMaxConnections(2))) {
            HttpServer server = serve(limits, hangs);
            // It has not confirmed the settings, and so is not held to them by the HTTP library.
            try (RawHttp2Peer peer = peer(server)) {
                peer.get(1, "/").get(3, "/").get(5, "/");
                assertEquals(
                        REFUSED_STREAM, peer.expect(RawHttp2Peer.RST_STREAM, 5).code());
                peer.reset(1);
                peer.get(7, "/");
                assertEquals(
                        REFUSED_STREAM, peer.expect(RawHttp2Peer.RST_STREAM, 7).code(), "its handler still works");
                assertEquals(2, server.inFlight());
            }
            eventually("nothing is left", () -> server.connections() == 0 && server.inFlight() == 0);
        }
    }

    @Test
    void bodiesAreBounded() throws Exception {
        HttpServer server = serve(HttpServerLimits.DEFAULT.withMaxBodyBytes(1_000), ECHO);
        assertEquals(200, post(server, "/", new byte[1_000]).statusCode());
        HttpResponse<byte[]> refused = post(server, "/", new byte[1_001]);
        assertEquals(413, refused.statusCode());
        assertTrue(new String(refused.body(), StandardCharsets.UTF_8).contains("1000 bytes"));
        try (RawHttp2Peer peer = peer(server)) {
            peer.head(1, false, "POST", "/", "content-length", "5000", "expect", "100-continue");
            assertEquals(413, peer.status(1));
            assertEquals(NO_ERROR, peer.expect(RawHttp2Peer.RST_STREAM, 1).code());
            peer.head(3, false, "POST", "/", "content-length", "5").data(3, true, new byte[4]);
            peer.expect(RawHttp2Peer.RST_STREAM, 3);
            peer.head(5, false, "POST", "/").data(5, true, new byte[4]);
            assertEquals(200, peer.status(5));
        }
        eventually("all is given back", () -> server.admittedBytes() == 0 && server.inFlight() == 0);
    }

    @Test
    void slowBodiesAreGivenUpForFasterOnes() throws Exception {
        ManualTime time = new ManualTime();
        HttpServer server =
                serve(HttpServerLimits.DEFAULT.withMaxBufferedBytes(1_600_000), tls(), ECHO, time::nanoTime);
        try (RawHttp2Peer peer = peer(server)) {
            peer.openWindow(0, 1_000_000);
            for (int stream = 1; stream <= 11; stream += 2) {
                long before = server.admittedBytes();
                peer.head(stream, false, "POST", "/", "content-length", "100000");
                for (int part = 0; part < 11; part++) {
                    peer.data(stream, false, new byte[9_000]);
                }
                eventually("it holds what it has sent", () -> server.admittedBytes() >= before + 99_000);
                if (stream == 1) {
                    time.advance(Duration.ofSeconds(10));
                }
            }
            time.advance(Duration.ofSeconds(10));
            assertEquals(200, post(server, "/", new byte[40_000]).statusCode());
            assertEquals(503, peer.status(1));
            for (int stream = 3; stream <= 11; stream += 2) {
                peer.data(stream, true, new byte[1_000]);
                peer.expect(RawHttp2Peer.HEADERS, stream);
            }
        }
        eventually("all is given back", () -> server.admittedBytes() == 0);
    }

    @Test
    void closingAnswersWhatIsInFlightAndTurnsAwayWhatIsNew() throws Exception {
        CompletableFuture<HttpReply> slow = new CompletableFuture<>();
        HttpServer server = serve(request -> request.path().equals("/slow") ? slow : ECHO.handle(request));
        try (RawHttp2Peer peer = peer(server)) {
            peer.get(1, "/slow");
            eventually("it is in flight", () -> server.inFlight() == 1);
            CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> server.close(Duration.ofMinutes(1)));
            eventually("the server drains", server::draining);
            peer.get(3, "/");
            assertEquals(503, peer.status(3));
            slow.complete(HttpReply.text(200, "done"));
            assertEquals(200, peer.status(1));
            assertEquals("done", new String(peer.expect(RawHttp2Peer.DATA, 1).payload(), StandardCharsets.UTF_8));
            assertEquals(NO_ERROR, peer.expect(RawHttp2Peer.GOAWAY, 0).code());
            closing.get(2, TimeUnit.MINUTES);
            assertNull(peer.next(RawHttp2Peer.PING, 0));
        }
    }

    @Test
    void whatIsStillInFlightAtTheEndIsTurnedAway() throws Exception {
        HttpServer server = serve(request -> new CompletableFuture<>());
        try (RawHttp2Peer peer = peer(server)) {
            peer.get(1, "/").get(3, "/").head(5, false, "POST", "/");
            eventually("two are in flight", () -> server.inFlight() == 2);
            assertTrue(peer.isServed(), "the third one's head has arrived too");
            List<Integer> answers = Collections.synchronizedList(new ArrayList<>());
            server.log(ended -> answers.add(ended.status()));
            server.close(Duration.ZERO);
            // In any order.
            eventually("all are answered", () -> answers.equals(List.of(503, 503, 503)));
        }
    }

    @Test
    void theLogNamesTheVersionAndPeersThatAreGone() throws Exception {
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        HttpServer server =
                serve(request -> request.path().equals("/never") ? new CompletableFuture<>() : ECHO.handle(request));
        server.log(ended ->
                lines.add(ended.version() + " " + ended.target() + " " + ended.status() + " " + ended.bytes()));
        try (RawHttp2Peer peer = peer(server)) {
            peer.head(1, false, "POST", "/x").data(1, true, new byte[7]);
            assertEquals(200, peer.status(1));
            peer.get(3, "/never").reset(3);
            eventually("both are logged", () -> lines.size() == 2);
            assertEquals(List.of("HTTP/2.0 /x 200 7", "HTTP/2.0 /never 499 0"), lines);
        }
    }
}
