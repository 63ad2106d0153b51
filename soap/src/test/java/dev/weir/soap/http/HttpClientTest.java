package dev.weir.soap.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("jdk")
class HttpClientTest {
    private static HttpTransport transport;
    private static HttpServer server;

    @BeforeAll
    static void start() throws IOException {
        transport = HttpTransport.start();
        server = transport.listen("127.0.0.1", 0, HttpServerLimits.DEFAULT);
        server.mount(
                "/echo",
                request -> CompletableFuture.completedFuture(HttpReply.of(201, "a/b", request.body())
                        .with("X-Peer", Integer.toString(request.peer().getPort()))
                        .with("X-Query", String.valueOf(request.query()))));
        server.mount("/big", request -> CompletableFuture.completedFuture(HttpReply.of(200, "a/b", new byte[100_000])));
    }

    @AfterAll
    static void stop() {
        server.close(Duration.ZERO);
        transport.close();
    }

    private static URI at(String path) {
        return URI.create("http://localhost:" + server.port() + path);
    }

    private static HttpReply post(HttpClient client, URI address, String body, Duration timeout) throws Exception {
        return client.post(address, Map.of("Content-Type", "text/xml"), body.getBytes(StandardCharsets.UTF_8), timeout)
                .toCompletableFuture()
                .get(2, TimeUnit.MINUTES);
    }

    private static HttpException failure(HttpClient client, URI address, Duration timeout) {
        ExecutionException e = assertThrows(ExecutionException.class, () -> post(client, address, "hello", timeout));
        return assertInstanceOf(HttpException.class, e.getCause());
    }

    private static HttpClient client() {
        return transport.client(HttpClientLimits.DEFAULT);
    }

    /** Far more than it takes. */
    private static final Duration SOON = Duration.ofMinutes(1);

    @Test
    void aReplyHasStatusHeadersAndBody() throws Exception {
        HttpReply reply = post(client(), at("/echo?x=1"), "hello", SOON);
        assertEquals(201, reply.status());
        assertEquals("a/b", reply.header("content-type"));
        assertEquals("x=1", reply.header("x-query"));
        assertEquals("hello", new String(reply.body(), StandardCharsets.UTF_8));
    }

    private static HttpException refused(HttpSender sender, URI address) {
        ExecutionException e = assertThrows(
                ExecutionException.class,
                () -> sender.post(address, Map.of(), new byte[0], SOON)
                        .toCompletableFuture()
                        .get(2, TimeUnit.MINUTES));
        return assertInstanceOf(HttpException.class, e.getCause());
    }

    @Test
    void withinAPolicyOnlyWhatItAdmitsIsCalled() throws Exception {
        HttpException refused = refused(client().within(PeerPolicy.PUBLIC), at("/echo"));
        assertEquals(HttpException.Kind.FORBIDDEN, refused.kind());
        assertFalse(refused.mayHaveReachedPeer());
        HttpSender admitted = client().within(PeerPolicy.PUBLIC.with(Set.of("localhost:" + server.port())));
        HttpReply reply = admitted.post(at("/echo"), Map.of(), new byte[] {'x'}, SOON)
                .toCompletableFuture()
                .get(2, TimeUnit.MINUTES);
        assertEquals("x", new String(reply.body(), StandardCharsets.UTF_8));
    }

    /** The name server of whoever owns a name may give one answer to who judges it, and another to who connects. */
    @Test
    void aConnectionIsMadeToTheAddressThatWasJudgedAndAnotherIsJudgedAnew() throws Exception {
        InetAddress listening = InetAddress.getByName("127.0.0.1");
        InetAddress deaf = InetAddress.getByName("127.0.0.2");
        List<InetAddress[]> answers = new ArrayList<>(
                List.of(new InetAddress[] {deaf, listening}, new InetAddress[] {deaf}, new InetAddress[] {listening}));
        List<String> asked = new ArrayList<>();
        HttpClient client = new HttpClient(transport, HttpClientLimits.DEFAULT, null, host -> {
            asked.add(host);
            return answers.remove(0);
        });
        HttpSender sender = client.within(PeerPolicy.PUBLIC.with(Set.of("127.0.0.1/32")));
        URI address = URI.create("http://rebinds.example:" + server.port() + "/echo?x=1");

        HttpReply reply = sender.post(address, Map.of(), new byte[0], SOON)
                .toCompletableFuture()
                .get(2, TimeUnit.MINUTES);
        assertEquals("x=1", reply.header("x-query"));
        assertEquals(HttpException.Kind.FORBIDDEN, refused(sender, address).kind(), "though a connection is open");
        HttpSender elsewhere = client.within(PeerPolicy.PUBLIC.with(Set.of("127.0.0.2/32")));
        assertEquals(HttpException.Kind.FORBIDDEN, refused(elsewhere, address).kind());
        assertEquals(List.of("rebinds.example", "rebinds.example", "rebinds.example"), asked);
    }

    @Test
    void aNameServerThatDoesNotAnswerKeepsNobodyWaitingBeyondTheTimeOut() throws Exception {
        CompletableFuture<Void> never = new CompletableFuture<>();
        HttpClient client = new HttpClient(transport, HttpClientLimits.DEFAULT, null, host -> {
            never.join();
            throw new UnknownHostException(host);
        });
        CompletableFuture<HttpReply> waiting = client.within(PeerPolicy.PUBLIC)
                .post(URI.create("http://slow.example/"), Map.of(), new byte[0], Duration.ofMillis(50))
                .toCompletableFuture();
        ExecutionException late = assertThrows(ExecutionException.class, () -> waiting.get(2, TimeUnit.MINUTES));
        assertEquals(
                HttpException.Kind.TIMEOUT,
                assertInstanceOf(HttpException.class, late.getCause()).kind());
        never.complete(null);
    }

    @Test
    void connectionsAreKeptAndUsedAgain() throws Exception {
        HttpClient client = client();
        Set<String> ports = new HashSet<>();
        for (int i = 0; i < 10; i++) {
            ports.add(post(client, at("/echo"), "hello", SOON).header("x-peer"));
        }
        assertEquals(1, ports.size());
    }

    @Test
    void answersArriveOnAThreadThatMayBlock() throws Exception {
        HttpClient client = client();
        String body = client.post(at("/echo"), Map.of(), new byte[] {'a'}, SOON)
                .thenApply(first -> {
                    try {
                        return new String(
                                post(client, at("/echo"), "inner", SOON).body(), StandardCharsets.UTF_8);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                })
                .toCompletableFuture()
                .get(2, TimeUnit.MINUTES);
        assertEquals("inner", body);
    }

    @Test
    void aRefusedConnectionNeverReachedThePeer() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        HttpException failure = failure(client(), URI.create("http://127.0.0.1:" + free + "/"), SOON);
        assertEquals(HttpException.Kind.NOT_CONNECTED, failure.kind());
        assertFalse(failure.mayHaveReachedPeer());
        assertTrue(failure.getMessage().contains("127.0.0.1:" + free), failure.getMessage());
    }

    @Test
    void anUnknownHostIsSaidToBeUnknown() {
        HttpException failure = failure(client(), URI.create("http://no-such-host.invalid/"), SOON);
        assertEquals(HttpException.Kind.UNKNOWN_HOST, failure.kind());
        assertFalse(failure.mayHaveReachedPeer());
    }

    @Test
    void anAddressThatIsNotHttpIsRefused() {
        assertEquals(
                HttpException.Kind.BAD_ADDRESS,
                failure(client(), URI.create("mailto:a@b"), SOON).kind());
    }

    @Test
    void noAnswerInTimeMayHaveReachedThePeer() {
        CountDownLatch reached = new CountDownLatch(1);
        server.replace("/seen", request -> {
            reached.countDown();
            return new CompletableFuture<>();
        });
        // Asked with more and more time, until there was enough for the request to come to the server.
        HttpException failure;
        Duration timeout = Duration.ofMillis(50);
        do {
            timeout = timeout.multipliedBy(2);
            failure = failure(client(), at("/seen"), timeout);
            assertEquals(HttpException.Kind.TIMEOUT, failure.kind());
        } while (reached.getCount() > 0);
        assertTrue(failure.mayHaveReachedPeer());
    }

    @Test
    void waitingForAConnectionCountsForTheTimeoutAndNeverReachedThePeer() throws Exception {
        CountDownLatch reached = new CountDownLatch(1);
        CompletableFuture<HttpReply> held = new CompletableFuture<>();
        server.replace("/held", request -> {
            reached.countDown();
            return held;
        });
        HttpClient narrow = transport.client(HttpClientLimits.DEFAULT.withMaxConnectionsPerHost(1));
        CompletableFuture<HttpReply> first =
                narrow.post(at("/held"), Map.of(), new byte[1], SOON).toCompletableFuture();
        assertTrue(reached.await(1, TimeUnit.MINUTES));
        HttpException second = failure(narrow, at("/echo"), Duration.ofMillis(200));
        assertEquals(HttpException.Kind.TIMEOUT, second.kind());
        assertFalse(second.mayHaveReachedPeer());
        held.complete(HttpReply.of(204));
        assertEquals(204, first.get(2, TimeUnit.MINUTES).status());
    }

    @Test
    void aReplyThatIsTooLargeIsCutOff() throws Exception {
        HttpClient narrow = transport.client(HttpClientLimits.DEFAULT.withMaxReplyBytes(99_999));
        assertEquals(
                HttpException.Kind.TOO_LARGE, failure(narrow, at("/big"), SOON).kind());
        assertEquals(
                100_000,
                post(transport.client(HttpClientLimits.DEFAULT.withMaxReplyBytes(100_000)), at("/big"), "", SOON)
                        .body()
                        .length);
    }

    @Test
    void repeatedFieldsOfAReplyAreAllThere() throws Exception {
        String answer = "HTTP/1.1 200 OK\r\nX-Multi: 1\r\nContent-Type: a/b\r\nx-multi: 2\r\nContent-Type: c/d\r\n"
                + "Content-Length: 0\r\n\r\n";
        try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> peer = CompletableFuture.runAsync(() -> {
                try (Socket accepted = socket.accept()) {
                    accepted.getInputStream().read(new byte[4096]);
                    accepted.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                    accepted.getOutputStream().flush();
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            HttpReply reply = post(client(), URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/"), "", SOON);
            assertEquals(List.of("1", "2"), reply.values("x-multi"));
            assertEquals("1", reply.header("x-multi"));
            assertEquals("a/b", reply.header("content-type"));
            assertEquals(List.of(), reply.values("x-none"));
            peer.get(1, TimeUnit.MINUTES);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {101, 102, 199})
    void aReplyThatIsOnlyAnnouncedIsNobodyElses(int announcing) throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Integer> peer = CompletableFuture.supplyAsync(() -> {
                try (Socket first = socket.accept()) {
                    first.getInputStream().read(new byte[4096]);
                    write(first, "HTTP/1.1 " + announcing + " Soon\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n");
                    try (Socket second = socket.accept()) {
                        second.getInputStream().read(new byte[4096]);
                        write(second, "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nown");
                        return first.getInputStream().read();
                    }
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            HttpClient client = client();
            URI address = URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/");
            HttpException failure = failure(client, address, SOON);
            assertEquals(HttpException.Kind.BROKEN, failure.kind());
            assertTrue(failure.getMessage().contains("status " + announcing), failure.getMessage());
            assertTrue(failure.mayHaveReachedPeer());
            assertEquals("own", new String(post(client, address, "", SOON).body(), StandardCharsets.US_ASCII));
            assertEquals(-1, peer.get(1, TimeUnit.MINUTES), "the connection has ended");
        }
    }

    private static void write(Socket socket, String answer) throws IOException {
        socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }

    @Test
    void aPeerThatHangsUpOrTalksNonsenseIsBroken() throws Exception {
        for (String answer :
                new String[] {"", "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf", "nonsense\r\n\r\n"}) {
            try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
                CompletableFuture<Void> peer = CompletableFuture.runAsync(() -> {
                    try (Socket accepted = socket.accept()) {
                        accepted.getInputStream().read(new byte[4096]);
                        accepted.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                        accepted.getOutputStream().flush();
                    } catch (IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                });
                HttpException failure =
                        failure(client(), URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/"), SOON);
                assertEquals(HttpException.Kind.BROKEN, failure.kind(), answer);
                assertTrue(failure.mayHaveReachedPeer(), answer);
                peer.get(1, TimeUnit.MINUTES);
            }
        }
    }

    @Test
    void aSecureConnectionToAPlainServerIsATlsFailure() {
        HttpException failure = failure(client(), URI.create("https://localhost:" + server.port() + "/echo"), SOON);
        assertTrue(
                failure.kind() == HttpException.Kind.TLS
                        || failure.kind() == HttpException.Kind.NOT_CONNECTED
                        || failure.kind() == HttpException.Kind.BROKEN,
                failure.toString());
        assertFalse(failure.mayHaveReachedPeer());
    }
}
