package dev.weir.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpsServer;
import dev.weir.bench.measure.MeasureException;
import dev.weir.testing.TestAuthority;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The driver on real servers over TLS, some of which behave badly. */
class TlsTransportTest {
    private static final ExecutorService THREADS = Executors.newCachedThreadPool();

    @TempDir
    private static Path folder;

    private static TestAuthority authority;
    private static TestAuthority.Issued own;
    private static TestAuthority.Issued others;

    @BeforeAll
    static void issue() throws Exception {
        authority = TestAuthority.in(folder, "authority");
        own = authority.issue("server");
        others = authority.issue("other", "DNS:other.example", "ec -pkeyopt ec_paramgen_curve:P-256");
    }

    @AfterAll
    static void stop() {
        THREADS.shutdownNow();
    }

    private static LoadResult drive(URI address, LoadPlan plan, byte[] body, SSLContext trust) throws IOException {
        LoadRequest request = LoadRequest.of("echo", address, Map.of(), body, () -> ReplyCheck.equalTo(body));
        try (LoadDriver driver = new LoadDriver(address, List.of(request), plan, trust)) {
            return driver.run(150);
        }
    }

    private static URI address(HttpsServer server) {
        return URI.create("https://localhost:" + server.getAddress().getPort() + "/");
    }

    /** The JDK's server over TLS, which sends tickets after the handshake of TLS 1.3. */
    private static HttpsServer server(TestAuthority.Issued certificate, boolean needsClient, HttpHandler handler)
            throws Exception {
        HttpsServer server = authority.server(
                certificate,
                needsClient,
                exchange -> THREADS.execute(() -> {
                    try (exchange) {
                        handler.handle(exchange);
                    } catch (IOException gone) {
                        return;
                    }
                }));
        return server;
    }

    private static HttpHandler echo(AtomicLong served) {
        return exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            served.incrementAndGet();
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20_000, 1_500_000})
    void everyReplyIsReadWhateverItsRecords(int size) throws Exception {
        byte[] body = new byte[size];
        new Random(size).nextBytes(body);
        AtomicLong served = new AtomicLong();
        HttpsServer server = server(own, false, echo(served));
        try {
            for (boolean keepAlive : List.of(true, false)) {
                served.set(0);
                LoadResult result =
                        drive(address(server), new LoadPlan(3, 0, 0, keepAlive, 1), body, authority.context(null));
                assertNull(result.firstError());
                assertTrue(result.count() >= 3, () -> "only " + result.count());
                assertEquals(served.get(), result.count());
                assertTrue(result.bytesPerRequest() > 2 * size, () -> "bytes: " + result.bytesPerRequest());
            }
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aServerThatIsNotTrustedIsAnError() throws Exception {
        HttpsServer server = server(own, false, echo(new AtomicLong()));
        try {
            LoadResult result = drive(
                    address(server),
                    LoadPlan.closedLoop(2),
                    new byte[1],
                    TestAuthority.in(folder, "stranger").context(null));
            assertEquals(0, result.count());
            String error = String.valueOf(result.firstError());
            assertTrue(error.startsWith("echo: the TLS handshake failed: ") && error.contains("PKIX"), error);
            assertNull(drive(address(server), LoadPlan.closedLoop(2), new byte[1], LoadTrust.anybody())
                    .firstError());
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aCertificateOfAnotherHostIsAnError() throws Exception {
        HttpsServer server = server(others, false, echo(new AtomicLong()));
        try {
            String error = drive(address(server), LoadPlan.closedLoop(1), new byte[1], authority.context(null))
                    .firstError();
            assertTrue(String.valueOf(error).contains("localhost"), () -> "but: " + error);
            assertNull(drive(address(server), LoadPlan.closedLoop(1), new byte[1], LoadTrust.anybody())
                    .firstError());
        } finally {
            server.stop(0);
        }
    }

    /** By TLS 1.3 the client has ended its handshake when the server refuses it. */
    @Test
    void aServerThatWantsACertificateIsAnError() throws Exception {
        HttpsServer server = server(own, true, echo(new AtomicLong()));
        try {
            LoadResult result = drive(address(server), LoadPlan.closedLoop(1), new byte[1], authority.context(null));
            assertEquals(0, result.count());
            assertNotNull(result.firstError());
        } finally {
            server.stop(0);
        }
    }

    @Test
    void whatIsNotTlsIsAnError() throws Exception {
        for (String answer : List.of("HTTP/1.1 400 Bad Request\r\n\r\n", "")) {
            try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
                THREADS.execute(() -> {
                    try {
                        while (true) {
                            try (Socket socket = server.accept()) {
                                socket.getInputStream().read(new byte[10_000]);
                                socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                            }
                        }
                    } catch (IOException closed) {
                        return;
                    }
                });
                URI address = URI.create("https://localhost:" + server.getLocalPort() + "/");
                String error = drive(address, LoadPlan.closedLoop(1), new byte[1], authority.context(null))
                        .firstError();
                assertTrue(String.valueOf(error).contains("the TLS handshake"), () -> "but: " + error);
                String first = firstCall(address);
                assertTrue(
                        first.endsWith("; does it speak http, not https?")
                                || first.endsWith("; does the server speak http, not https?"),
                        first);
            }
        }
    }

    private static String firstCall(URI address) {
        LoadRequest request =
                LoadRequest.of("first", address, Map.of(), new byte[1], () -> ReplyCheck.equalTo(new byte[1]));
        return assertThrows(
                        MeasureException.class,
                        () -> SingleCall.send(address, request, Duration.ofSeconds(30), authority.context(null)))
                .getMessage();
    }

    @Test
    void aConnectionThatBreaksInTheHandshakeIsAnErrorOfIt() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            THREADS.execute(() -> {
                try {
                    while (true) {
                        try (Socket socket = server.accept()) {
                            socket.getInputStream().read();
                            socket.setSoLinger(true, 0); // the connection is reset
                        }
                    }
                } catch (IOException closed) {
                    return;
                }
            });
            URI address = URI.create("https://localhost:" + server.getLocalPort() + "/");
            String error = drive(address, LoadPlan.closedLoop(1), new byte[1], authority.context(null))
                    .firstError();
            assertEquals("echo: the TLS handshake failed: Connection reset", error);
        }
    }

    @Test
    void aServerOfTlsThatIsAskedInTheClearIsAnError() throws Exception {
        HttpsServer server = server(own, false, echo(new AtomicLong()));
        try {
            String error =
                    firstCall(URI.create("http://localhost:" + address(server).getPort() + "/"));
            assertTrue(error.contains("https"), error);
        } finally {
            server.stop(0);
        }
    }

    /** A body without a length ends with the connection: with close_notify only, since anybody can cut a connection. */
    @Test
    void aBodyEndsWithCloseNotifyOnly() throws Exception {
        byte[] reply = "HTTP/1.1 200 OK\r\n\r\nx".getBytes(StandardCharsets.US_ASCII);
        for (boolean cut : List.of(false, true)) {
            SSLContext context = authority.context(own);
            try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
                THREADS.execute(() -> serve(server, context, reply, cut));
                URI address = URI.create("https://localhost:" + server.getLocalPort() + "/");
                LoadResult result = drive(address, LoadPlan.closedLoop(1), new byte[] {'x'}, authority.context(null));
                assertEquals(
                        cut ? "echo: the server ended the connection without the end of TLS" : null,
                        result.firstError());
            }
        }
    }

    private static void serve(ServerSocket server, SSLContext context, byte[] reply, boolean cut) {
        try {
            while (true) {
                try (Socket connection = server.accept()) {
                    SSLSocket tls =
                            (SSLSocket) context.getSocketFactory().createSocket(connection, (InputStream) null, false);
                    InputStream in = tls.getInputStream();
                    String request = "";
                    while (!request.endsWith("\r\n\r\nx")) {
                        request += (char) in.read();
                    }
                    tls.getOutputStream().write(reply);
                    if (!cut) {
                        tls.close();
                    }
                }
            }
        } catch (IOException closed) {
            return;
        }
    }
}
