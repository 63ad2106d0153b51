package dev.weir.soap.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.tls.ClientCertificates;
import dev.weir.soap.tls.TlsFiles;
import dev.weir.soap.tls.TlsMaterial;
import dev.weir.testing.TestAuthority;
import dev.weir.testing.TestAuthority.Issued;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpServerTlsTest {
    @TempDir
    private static Path folder;

    private static HttpTransport transport;
    private static TestAuthority authority;
    private static Issued first;
    private static Issued second;
    private static Issued client;
    private static Issued stranger;
    private @Nullable HttpServer server;

    @BeforeAll
    static void start() throws Exception {
        authority = TestAuthority.in(folder, "authority");
        first = authority.issue("first");
        second = authority.issue("second", "DNS:localhost,IP:127.0.0.1", "rsa:2048");
        client = authority.issue("client");
        stranger = TestAuthority.in(folder, "elsewhere").issue("stranger");
        transport = HttpTransport.start();
    }

    @AfterAll
    static void stop() {
        transport.close();
    }

    @AfterEach
    void close() {
        if (server != null) {
            server.close(Duration.ZERO);
        }
    }

    private static TlsMaterial material(Issued issued) throws IOException {
        return new TlsFiles(issued.certificate(), issued.key(), null, authority.certificate()).read();
    }

    private HttpServer serve(Issued issued, ClientCertificates clients) throws IOException {
        return serve(new ServerTls(material(issued), clients));
    }

    /** Answers with the scheme, the length of the body, and who the client has proved to be. */
    private HttpServer serve(ServerTls tls) throws IOException {
        HttpServer opened = transport.listen(
                "127.0.0.1",
                0,
                HttpServerLimits.DEFAULT,
                tls,
                request -> CompletableFuture.completedFuture(HttpReply.text(
                        200,
                        request.target().scheme() + " "
                                + new String(request.body(), StandardCharsets.UTF_8).length()
                                + (request.client() == null
                                        ? ""
                                        : " " + request.client().getName()))));
        server = opened;
        return opened;
    }

    private static HttpResponse<String> post(HttpServer to, @Nullable Issued own) throws Exception {
        return HttpClient.newBuilder()
                .sslContext(authority.context(own))
                .build()
                .send(
                        java.net.http.HttpRequest.newBuilder(URI.create("https://localhost:" + to.port() + "/x"))
                                .POST(java.net.http.HttpRequest.BodyPublishers.ofString("x".repeat(300_000)))
                                .timeout(Duration.ofSeconds(20))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    private static String byCurl(HttpServer to, Issued own) throws Exception {
        return authority.curl(own, "-m", "20", "https://localhost:" + to.port() + "/");
    }

    private static String shown(HttpServer by, SSLContext context) throws Exception {
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", by.port())) {
            socket.setSoTimeout(20_000);
            socket.startHandshake();
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                    .getSubjectX500Principal()
                    .toString();
        }
    }

    @Test
    void requestsComeByTlsAndOnlySo() throws Exception {
        HttpServer opened = serve(first, ClientCertificates.NONE);
        HttpResponse<String> reply = post(opened, null);
        assertEquals("https 300000", reply.body());
        assertEquals(HttpClient.Version.HTTP_2, reply.version());
        String plain = TestAuthority.run(
                folder, List.of("curl", "-sS", "-m", "20", "http://127.0.0.1:" + opened.port() + "/"), -1);
        assertTrue(plain.contains("curl: ("), plain);
        assertEquals(
                "https 0",
                TestAuthority.run(
                        folder,
                        List.of(
                                "curl",
                                "-sS",
                                "--http2",
                                "--cacert",
                                "authority.pem",
                                "https://localhost:" + opened.port() + "/"),
                        0));
    }

    @Test
    void oldVersionsAndWeakCiphersAreRefused() throws Exception {
        HttpServer opened = serve(second, ClientCertificates.NONE);
        String to = "s_client -connect 127.0.0.1:" + opened.port() + " -CAfile authority.pem ";
        assertTrue(authority.openssl(to + "-tls1_2").contains("Verify return code: 0"));
        assertTrue(authority.openssl(to + "-tls1_3").contains("Verify return code: 0"));
        for (String refused : new String[] {
            "-tls1_1 -cipher ALL:@SECLEVEL=0",
            "-tls1 -cipher ALL:@SECLEVEL=0",
            "-tls1_2 -cipher AES128-SHA",
            "-tls1_2 -cipher ECDHE-RSA-AES128-SHA256"
        }) {
            List<String> command = new ArrayList<>(List.of("openssl"));
            command.addAll(List.of((to + refused).split(" ")));
            String output = TestAuthority.run(folder, command, 1);
            assertTrue(output.contains("alert"), refused + ": " + output);
        }
    }

    @Test
    void aCertificateOfTheClientIsAskedForAndJudged() throws Exception {
        HttpServer required = serve(first, ClientCertificates.REQUIRED);
        assertEquals("https 300000 CN=client", post(required, client).body());
        assertThrows(IOException.class, () -> post(required, null));
        assertTrue(byCurl(required, stranger).contains("curl: ("));
        assertEquals("https 0 CN=client", byCurl(required, client));
        required.close(Duration.ZERO);
        HttpServer wanted = serve(first, ClientCertificates.WANTED);
        assertEquals("https 300000 CN=client", post(wanted, client).body());
        assertEquals("https 300000", post(wanted, null).body());
        assertTrue(byCurl(wanted, stranger).contains("curl: ("));
    }

    @Test
    void aContextOfTheProgramsHasTheKeyAndJudgesClients() throws Exception {
        HttpServer required = serve(new ServerTls(authority.context(second), ClientCertificates.REQUIRED));
        assertEquals("https 300000 CN=client", post(required, client).body());
        assertThrows(IOException.class, () -> post(required, null));
        assertTrue(byCurl(required, stranger).contains("curl: ("));
        required.close(Duration.ZERO);
        HttpServer none = serve(new ServerTls(authority.context(second), ClientCertificates.NONE));
        assertEquals("CN=second", shown(none, authority.context(null)));
        assertEquals("https 300000", post(none, client).body());
        String weak = TestAuthority.run(
                folder,
                List.of(
                        "openssl",
                        "s_client",
                        "-connect",
                        "127.0.0.1:" + none.port(),
                        "-tls1_2",
                        "-cipher",
                        "ECDHE-RSA-AES128-SHA256"),
                1);
        assertTrue(weak.contains("alert"), weak);
        IOException keyless = assertThrows(
                IOException.class, () -> serve(new ServerTls(authority.context(null), ClientCertificates.NONE)));
        assertTrue(String.valueOf(keyless.getMessage()).contains("no certificate"), keyless.getMessage());
    }

    @Test
    void anotherCertificateIsShownOnAllEventLoopsAndOpenConnectionsGoOn() throws Exception {
        HttpServer opened = serve(first, ClientCertificates.NONE);
        SSLContext context = authority.context(null);
        try (SSLSocket before = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", opened.port())) {
            before.startHandshake();
            assertEquals("CN=first", shown(opened, context));
            opened.renew(new ServerTls(material(second), ClientCertificates.NONE));
            Set<String> after = new HashSet<>();
            for (int i = 0; i < 4 * transport.eventLoops; i++) {
                after.add(shown(opened, authority.context(null)));
            }
            assertEquals(Set.of("CN=second"), after);
            before.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            String reply = new String(before.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(reply.startsWith("HTTP/1.1 200"), reply);
        }
        opened.renew(new ServerTls(material(second), ClientCertificates.REQUIRED));
        // Nobody resumes a session that was made without a certificate.
        assertThrows(IOException.class, () -> {
            try (SSLSocket without = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", opened.port())) {
                without.getOutputStream()
                        .write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                if (without.getInputStream().read() < 0) {
                    throw new IOException("it was closed");
                }
            }
        });
        assertEquals(200, post(opened, client).statusCode());
    }

    @Test
    void aPeerThatNeverShakesHandsHarmsNobody() throws Exception {
        HttpServer opened = serve(first, ClientCertificates.NONE);
        try (RawPeer silent = new RawPeer(opened.port());
                RawPeer nonsense = new RawPeer(opened.port())) {
            nonsense.send("\u0016\u0003\u0001\u00ff\u00ff nonsense");
            assertEquals(200, post(opened, null).statusCode());
            silent.send("");
        }
    }
}
