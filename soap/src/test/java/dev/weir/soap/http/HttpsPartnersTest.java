package dev.weir.soap.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpsServer;
import dev.weir.soap.http.Partners.Partner;
import dev.weir.soap.tls.TlsFiles;
import dev.weir.soap.tls.TlsMaterial;
import dev.weir.testing.TestAuthority;
import dev.weir.testing.TestAuthority.Issued;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client calls partners of the JDK's HTTPS server, which answer who the client is for them. */
@Tag("jdk")
class HttpsPartnersTest {
    @TempDir
    private static Path folder;

    private static TestAuthority authority;
    private static Issued own;
    private static HttpTransport transport;
    private static HttpsServer open;
    private static HttpsServer mutual;
    private static HttpsServer misnamed;
    private final HttpClient client = transport.client(HttpClientLimits.DEFAULT);

    @BeforeAll
    static void start() throws Exception {
        authority = TestAuthority.in(folder, "authority");
        own = authority.issue("weir");
        Issued named = authority.issue("partner");
        open = partner(named, false);
        mutual = partner(named, true);
        misnamed = partner(authority.issue("other", "DNS:other.example", "rsa:2048"), false);
        transport = HttpTransport.start();
    }

    @AfterAll
    static void stop() {
        transport.close();
        open.stop(0);
        mutual.stop(0);
        misnamed.stop(0);
    }

    private static HttpsServer partner(Issued issued, boolean needsClient) throws Exception {
        return authority.server(issued, needsClient, exchange -> {
            exchange.getRequestBody().readAllBytes();
            String who = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
            if (needsClient) {
                who += " "
                        + ((com.sun.net.httpserver.HttpsExchange) exchange)
                                .getSSLSession()
                                .getPeerPrincipal();
            }
            byte[] answer = who.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
    }

    private static String at(HttpsServer server) {
        return "https://localhost:" + server.getAddress().getPort();
    }

    private static TlsMaterial trusted() throws IOException {
        return new TlsFiles(null, null, null, authority.certificate()).read();
    }

    private static TlsMaterial identity() throws IOException {
        return new TlsFiles(own.certificate(), own.key(), null, null).read();
    }

    private static String send(HttpSender by, String address) throws Exception {
        HttpReply reply = by.post(URI.create(address), Map.of(), new byte[10], Duration.ofSeconds(20))
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS);
        assertEquals(200, reply.status());
        return new String(reply.body(), StandardCharsets.UTF_8);
    }

    private static HttpException failure(HttpSender by, String address) {
        ExecutionException failed = assertThrows(ExecutionException.class, () -> send(by, address));
        return assertInstanceOf(HttpException.class, failed.getCause());
    }

    @Test
    void aCertificateIsTrustedByTheAuthoritiesThatAreNamedAndForItsHostOnly() throws Exception {
        assertEquals(HttpException.Kind.TLS, failure(client, at(open) + "/x").kind());
        client.use(new Partners(trusted(), List.of()));
        assertEquals("null", send(client, at(open) + "/x"));
        HttpException other = failure(client, at(misnamed) + "/x");
        assertEquals(HttpException.Kind.TLS, other.kind());
        assertTrue(String.valueOf(other.getMessage()).contains("localhost"), other.getMessage());
        // The address that was judged is connected to, and the host's name is verified all the same.
        HttpSender judged = client.within(PeerPolicy.PUBLIC.with(List.of("localhost")));
        assertEquals("null", send(judged, at(open) + "/x"));
        assertEquals(
                HttpException.Kind.TLS, failure(judged, at(misnamed) + "/x").kind());
        client.use(Partners.NONE);
        assertEquals(HttpException.Kind.TLS, failure(client, at(open) + "/x").kind());
    }

    @Test
    void aPartnerGetsTheCertificateThatIsForIt() throws Exception {
        client.use(new Partners(trusted(), List.of()));
        assertThrows(ExecutionException.class, () -> send(client, at(mutual) + "/a"));
        client.use(new Partners(
                trusted(),
                List.of(new Partner(URI.create(at(mutual) + "/a"), Partners.bearer("t"), identity(), false))));
        assertEquals("Bearer t CN=weir", send(client, at(mutual) + "/a/b?c"));
        // A path of the same host that the certificate is not for does not use the connections that it opened.
        assertThrows(ExecutionException.class, () -> send(client, at(mutual) + "/b"));
        // Nor does a message that names the address of a partner.
        HttpSender judged = client.within(PeerPolicy.PUBLIC.with(List.of("localhost")));
        assertThrows(ExecutionException.class, () -> send(judged, at(mutual) + "/a"));
        client.use(new Partners(trusted(), List.of(new Partner(URI.create(at(mutual)), null, identity(), true))));
        assertEquals("null CN=weir", send(judged, at(mutual) + "/a"));
    }

    @Test
    void theLongestPathCountsAndWhatTheCallerSaysItself() throws Exception {
        client.use(new Partners(
                trusted(),
                List.of(
                        new Partner(URI.create(at(open)), Partners.basic("all", "p\u00e4ss"), null, false),
                        new Partner(URI.create(at(open) + "/orders/"), Partners.bearer("orders"), null, false))));
        assertEquals("Basic YWxsOnDDpHNz", send(client, at(open) + "/x"));
        assertEquals("Bearer orders", send(client, at(open) + "/orders/1"));
        HttpReply mine = client.post(
                        URI.create(at(open) + "/x"),
                        Map.of("authorization", "Mine"),
                        new byte[0],
                        Duration.ofSeconds(20))
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS);
        assertEquals("Mine", new String(mine.body(), StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource({
        "https://h.example/orders, https://H.EXAMPLE/orders, true",
        "https://h.example/orders, https://h.example:443/orders/1?x=/../, true",
        "https://h.example, https://h.example/a/../b, true",
        "https://h.example/orders, https://h.example/ordersandmore, false",
        "https://h.example/orders, https://h.example/orders/../admin, false",
        "https://h.example/orders, https://h.example/orders/%2e%2E/admin, false",
        "https://h.example/orders, https://h.example/orders/..;x/admin, false",
        "https://h.example/orders, https://h.example/orders%2f..%2fadmin, false",
        "https://h.example/orders, https://h.example/orders/.., false",
        "https://h.example/orders, https://h.example/orders/a..b, true",
        "https://h.example/orders, http://h.example/orders, false",
        "https://h.example/orders, https://h.example.evil.example/orders, false",
        "https://h.example/orders, https://h.example:8443/orders, false",
        "https://h.example/orders, https://user@h.example/orders, true"
    })
    void whatIsBelowAnAddressIsThePartners(String prefix, String address, boolean same) {
        Partners partners = new Partners(null, List.of(new Partner(URI.create(prefix), "secret", null, false)));
        @Nullable Partner found = partners.of(URI.create(address), false);
        assertEquals(same, found != null);
        assertNull(partners.of(URI.create(address), true));
        assertTrue(!partners.toString().contains("secret"));
    }
}
