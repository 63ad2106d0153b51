package dev.weir.soap.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpsServer;
import dev.weir.soap.tls.CertificateProblem;
import dev.weir.soap.tls.ClientCertificates;
import dev.weir.soap.tls.TlsFiles;
import dev.weir.testing.TestAuthority;
import dev.weir.testing.TestAuthority.Issued;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients call servers that they must not trust: what they throw says why not, and what would mend it. */
@Tag("jdk")
class UntrustedServersTest {
    @TempDir
    private static Path folder;

    private static TestAuthority authority;
    private static HttpTransport transport;
    private static HttpClient byFiles;
    private static HttpClient byContext;
    private static HttpClient byJvm;

    @BeforeAll
    static void start() throws Exception {
        authority = TestAuthority.in(folder, "authority");
        transport = HttpTransport.start();
        byFiles = transport.client(HttpClientLimits.DEFAULT);
        byFiles.use(new Partners(new TlsFiles(null, null, null, authority.certificate()).read(), List.of()));
        byContext = transport.client(HttpClientLimits.DEFAULT, new ClientTls(authority.context(null), null));
        byJvm = transport.client(HttpClientLimits.DEFAULT, ClientTls.OF_JVM);
    }

    @AfterAll
    static void stop() {
        transport.close();
    }

    private static HttpException failure(HttpSender by, String address) {
        ExecutionException failed = assertThrows(
                ExecutionException.class,
                () -> by.post(URI.create(address), Map.of(), new byte[10], Duration.ofSeconds(30))
                        .toCompletableFuture()
                        .get(60, TimeUnit.SECONDS));
        return assertInstanceOf(HttpException.class, failed.getCause());
    }

    /** @param by whose failure is looked at; the address of the server takes the place of {@code AT} */
    private static void assertRefused(Issued shown, HttpSender by, CertificateProblem.Kind kind, String expected)
            throws Exception {
        HttpsServer server = authority.server(shown, false, exchange -> exchange.close());
        try {
            String at = "https://localhost:" + server.getAddress().getPort();
            HttpException failure = failure(by, at + "/x");
            assertEquals(HttpException.Kind.TLS, failure.kind());
            assertFalse(failure.mayHaveReachedPeer());
            assertEquals("no secure connection to " + at + ": its certificate " + expected, failure.getMessage());
            CertificateProblem problem = CertificateProblem.of(failure);
            assertTrue(problem != null && problem.kind() == kind, String.valueOf(problem));
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aCertificateForOtherHosts() throws Exception {
        Issued other = authority.issue("other", "DNS:other.example,DNS:*.other.example", "rsa:2048");
        String expected = "is for other.example, *.other.example, not for localhost";
        assertRefused(other, byFiles, CertificateProblem.Kind.OTHER_HOST, expected);
        assertRefused(
                other,
                byContext,
                CertificateProblem.Kind.OTHER_HOST,
                "is for another host (No subject alternative DNS name matching localhost found.)");
        Issued nameless = authority.issue("nameless", "email:somebody@other.example", "rsa:2048");
        assertRefused(
                nameless,
                byFiles,
                CertificateProblem.Kind.OTHER_HOST,
                "is for CN=nameless (it has no subject alternative names), not for localhost");
        StringBuilder many = new StringBuilder("DNS:h0.example");
        for (int i = 1; i < 100; i++) {
            many.append(",DNS:h").append(i).append(".example");
        }
        assertRefused(
                authority.issue("many", many.toString(), "rsa:2048"),
                byFiles,
                CertificateProblem.Kind.OTHER_HOST,
                "is for h0.example, h1.example, h2.example, h3.example, h4.example and 95 more, not for localhost");
    }

    @Test
    void anExpiredCertificate() throws Exception {
        Instant end = Instant.now().minus(Duration.ofDays(3));
        Issued old = authority.issue("old", end.minus(Duration.ofDays(9)), end);
        String expected = "(CN=old) expired on " + end.toString().substring(0, 10) + " and must be renewed";
        assertRefused(old, byFiles, CertificateProblem.Kind.EXPIRED, expected);
        assertRefused(old, byContext, CertificateProblem.Kind.EXPIRED, expected);
    }

    @Test
    void aCertificateThatIsNotYetValid() throws Exception {
        Issued early =
                authority.issue("early", Instant.parse("2099-01-01T10:00:00Z"), Instant.parse("2100-01-01T10:00:00Z"));
        HttpsServer server = authority.server(early, false, exchange -> exchange.close());
        for (HttpClient by : List.of(byFiles, byContext)) {
            String said = failure(by, "https://localhost:" + server.getAddress().getPort())
                    .getMessage();
            assertTrue(
                    said.contains("its certificate (CN=early) is valid only from 2099-01-01T10:00:00Z on, but it is 2"),
                    said);
            assertTrue(said.endsWith("by the clock here: one of both is wrong"), said);
        }
        server.stop(0);
    }

    @Test
    void aForeignAuthority() throws Exception {
        Issued foreign = TestAuthority.in(folder, "elsewhere").issue("foreign");
        String expected = "(CN=foreign) was issued by CN=elsewhere, an authority that is not trusted here";
        assertRefused(foreign, byFiles, CertificateProblem.Kind.UNKNOWN_AUTHORITY, expected);
        assertRefused(foreign, byJvm, CertificateProblem.Kind.UNKNOWN_AUTHORITY, expected);
        // The chain is for trust managers alone, and a context does not give its own away.
        assertRefused(
                foreign,
                byContext,
                CertificateProblem.Kind.UNKNOWN_AUTHORITY,
                "is self-signed, or of an authority that is not trusted here");
    }

    @Test
    void aForeignAuthorityByTheNameOfATrustedOne() throws Exception {
        Path elsewhere = Files.createDirectory(folder.resolve("namesake"));
        Issued forged = TestAuthority.in(elsewhere, "authority").issue("forged");
        HttpsServer server = TestAuthority.in(elsewhere, "another").server(forged, false, exchange -> exchange.close());
        String said = failure(
                        byFiles, "https://localhost:" + server.getAddress().getPort())
                .getMessage();
        assertTrue(
                said.endsWith(
                        "its certificate names CN=authority as its authority, but none that is trusted here by that name"
                                + " has signed it"),
                said);
        server.stop(0);
    }

    @Test
    void aSelfSignedCertificate() throws Exception {
        Issued own = TestAuthority.selfSigned(folder, "own");
        String expected = "is self-signed (CN=own) and not trusted here itself";
        assertRefused(own, byFiles, CertificateProblem.Kind.SELF_SIGNED, expected);
        assertRefused(own, byJvm, CertificateProblem.Kind.SELF_SIGNED, expected);
    }

    private static HttpServer serve(ServerTls tls) throws Exception {
        return transport.listen(
                "127.0.0.1",
                0,
                HttpServerLimits.DEFAULT,
                tls,
                request -> CompletableFuture.completedFuture(HttpReply.of(200)));
    }

    @Test
    void aServerThatSpeaksPlainHttpWhereTlsIsExpected() throws Exception {
        HttpServer plain = transport.listen("127.0.0.1", 0, HttpServerLimits.DEFAULT);
        String at = "https://localhost:" + plain.port();
        assertEquals(
                "no secure connection to " + at
                        + ": it answers without TLS; if it speaks plain HTTP, its address begins with http://",
                failure(byFiles, at).getMessage());
        plain.close(Duration.ZERO);
    }

    @Test
    void aServerThatSpeaksTlsWherePlainHttpIsExpected() throws Exception {
        Issued issued = authority.issue("secure");
        HttpServer secure = serve(new ServerTls(
                new TlsFiles(issued.certificate(), issued.key(), null, null).read(), ClientCertificates.NONE));
        String at = "http://localhost:" + secure.port();
        String said = failure(byFiles, at).getMessage();
        assertTrue(said.startsWith("the connection to " + at + " broke: "), said);
        assertTrue(said.endsWith("or speaks TLS, and its address begins with https://"), said);
        secure.close(Duration.ZERO);
    }

    @Test
    void aServerThatWantsAnotherCertificateOfTheClient() throws Exception {
        Issued issued = authority.issue("strict");
        HttpServer strict = serve(new ServerTls(
                new TlsFiles(issued.certificate(), issued.key(), null, authority.certificate()).read(),
                ClientCertificates.REQUIRED));
        String at = "https://localhost:" + strict.port();
        HttpException failure = failure(byFiles, at);
        assertEquals(HttpException.Kind.TLS, failure.kind());
        String said = failure.getMessage();
        assertTrue(
                said.startsWith("no secure connection to " + at
                        + ": it refuses the certificate of this client, or wants one ("),
                said);
        assertTrue(said.contains("Received fatal alert: "), said);
        strict.close(Duration.ZERO);
    }
}
