package dev.weir.soap.http;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.tls.ClientCertificates;
import dev.weir.soap.tls.TlsFiles;
import dev.weir.testing.RecordedLog;
import dev.weir.testing.TestAuthority;
import dev.weir.testing.TestAuthority.Issued;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that wants certificates of its callers refuses some, and its log says which and why. */
class RefusedCallersTest {
    private static final String BEGIN = "no TLS connection of 127.0.0.1: ";

    @TempDir
    private static Path folder;

    private static TestAuthority authority;
    private static Issued own;
    private static Issued client;
    private static HttpTransport transport;
    private final RecordedLog log = RecordedLog.of(ServerHandshakes.class.getName());

    @BeforeAll
    static void start() throws Exception {
        authority = TestAuthority.in(folder, "authority");
        own = authority.issue("server");
        client = authority.issue("client");
        transport = HttpTransport.start();
    }

    @AfterAll
    static void stop() {
        transport.close();
    }

    @AfterEach
    void close() {
        log.close();
    }

    private static HttpServer serve(ServerTls tls) throws Exception {
        return transport.listen(
                "127.0.0.1",
                0,
                HttpServerLimits.DEFAULT,
                tls,
                request -> CompletableFuture.completedFuture(HttpReply.text(200, "served")));
    }

    private static ServerTls byFiles() throws IOException {
        return new ServerTls(
                new TlsFiles(own.certificate(), own.key(), null, authority.certificate()).read(),
                ClientCertificates.REQUIRED);
    }

    private static ServerTls byContext() throws Exception {
        return new ServerTls(authority.context(own), ClientCertificates.REQUIRED);
    }

    private static String byCurl(HttpServer to, Issued as) throws Exception {
        return authority.curl(as, "-m", "30", "https://localhost:" + to.port() + "/");
    }

    private void assertRefused(HttpServer by, Issued caller, String reason) throws Exception {
        int before = log.messages().size();
        String printed = byCurl(by, caller);
        assertTrue(printed.contains("curl: ("), printed);
        eventually("a line in the log", log::messages, lines -> lines.size() > before);
        assertEquals(BEGIN + "its certificate " + reason, log.messages().get(before));
    }

    @Test
    void eachKindOfBadCertificateIsNamed() throws Exception {
        Instant end = Instant.now().minus(Duration.ofDays(3));
        Issued expired = authority.issue("old", end.minus(Duration.ofDays(9)), end);
        Issued foreign = TestAuthority.in(folder, "elsewhere").issue("foreign");
        Issued selfSigned = TestAuthority.selfSigned(folder, "own");
        String old = "(CN=old) expired on " + end.toString().substring(0, 10) + " and must be renewed";
        HttpServer byFiles = serve(byFiles());
        assertEquals("served", byCurl(byFiles, client));
        assertRefused(byFiles, expired, old);
        assertRefused(
                byFiles, foreign, "(CN=foreign) was issued by CN=elsewhere, an authority that is not trusted here");
        assertRefused(byFiles, selfSigned, "is self-signed (CN=own) and not trusted here itself");
        byFiles.close(Duration.ZERO);
        HttpServer byContext = serve(byContext());
        assertEquals("served", byCurl(byContext, client));
        assertRefused(byContext, expired, old);
        assertRefused(byContext, foreign, "is self-signed, or of an authority that is not trusted here");
        byContext.close(Duration.ZERO);
    }

    @Test
    void namesOfACertificateCannotForgeLinesOfTheLog() throws Exception {
        Path config = Files.writeString(folder.resolve("forged.cnf"), """
                [req]
                distinguished_name = name
                prompt = no
                [name]
                CN = "x\\nSEVERE: forged %s"
                """.formatted("y".repeat(40)));
        authority.openssl("req -x509 -newkey rsa:2048 -nodes -days 2 -config " + config.getFileName()
                + " -keyout forged.key -out forged.pem");
        HttpServer server = serve(byFiles());
        byCurl(server, new Issued(folder.resolve("forged.pem"), folder.resolve("forged.key")));
        eventually("a line in the log", log::messages, lines -> !lines.isEmpty());
        String line = log.messages().get(0);
        assertTrue(line.contains("is self-signed") && line.lines().count() == 1, line);
        server.close(Duration.ZERO);
    }

    @Test
    void whoShowsNoneIsNamedAndOthersAreServedMeanwhile() throws Exception {
        HttpServer server = serve(byFiles());
        URI address = URI.create("https://localhost:" + server.port() + "/");
        assertThrows(IOException.class, () -> get(address, null));
        eventually("a line in the log", log::messages, lines -> !lines.isEmpty());
        // Some clients try it twice.
        assertEquals(
                Set.of(BEGIN + "it shows no certificate, which callers must have here"), Set.copyOf(log.messages()));
        assertEquals("served", get(address, client).body());
        server.close(Duration.ZERO);
    }

    private static HttpResponse<String> get(URI address, @Nullable Issued as) throws Exception {
        return java.net.http.HttpClient.newBuilder()
                .sslContext(authority.context(as))
                .build()
                .send(
                        java.net.http.HttpRequest.newBuilder(address)
                                .timeout(Duration.ofSeconds(60))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void whoSpeaksPlainHttpIsToldOfInTheLog() throws Exception {
        HttpServer server = serve(byFiles());
        try (RawPeer plain = new RawPeer(server.port())) {
            plain.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
            assertTrue(!plain.head().contains("HTTP/1.1 200"));
        }
        eventually("a line in the log", log::messages, lines -> !lines.isEmpty());
        assertEquals(
                List.of(BEGIN + "it does not speak TLS; addresses of this server begin with https://"), log.messages());
        server.close(Duration.ZERO);
    }

    @Test
    void manyRefusalsAreFewLines() {
        AtomicLong nanos = new AtomicLong();
        ServerHandshakes handshakes = new ServerHandshakes(HttpServerLimits.DEFAULT, nanos::get);
        for (int i = 0; i < 1_000; i++) {
            handshakes.failed("10.0.0." + i % 7, new SSLException("Empty client certificate chain"));
        }
        assertEquals(10, log.messages().size());
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        handshakes.failed("10.0.0.9", new SSLException("no common version"));
        assertEquals(
                "no TLS connection of 10.0.0.9: no common version (990 more were not logged since the line before)",
                log.messages().get(10));
        assertTrue(log.messages().toString().getBytes(StandardCharsets.UTF_8).length < 2_000);
    }
}
