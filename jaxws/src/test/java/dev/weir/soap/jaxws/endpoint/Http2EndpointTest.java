package dev.weir.soap.jaxws.endpoint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.tls.TlsProperties;
import dev.weir.testing.TestAuthority;
import dev.weir.testing.TestSeed;
import jakarta.jws.WebService;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.soap.MTOM;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An endpoint at an https address, called by a client that speaks HTTP/2. */
class Http2EndpointTest {
    private static final int AT_ONCE = 64;
    private static final int LARGE = 5_000_000;

    @TempDir
    private static Path folder;

    private static Endpoint endpoint;
    private static HttpClient client;

    /** Keeps goods, and says what they are. */
    @MTOM
    @WebService(serviceName = "DepotService", portName = "DepotPort", targetNamespace = "urn:test:depot")
    public static final class Depot {
        private final CountDownLatch callers = new CountDownLatch(AT_ONCE);

        public String label(String goods) {
            return goods;
        }

        public byte[] goods(int bytes) {
            return random(bytes);
        }

        public String open(String door) throws LockedException {
            throw new LockedException(door + " is locked");
        }

        /** Answers when as many callers as there shall be at once have come. */
        public boolean meet() throws InterruptedException {
            callers.countDown();
            return callers.await(5, TimeUnit.MINUTES);
        }
    }

    /** Is thrown for doors. */
    public static final class LockedException extends Exception {
        private static final long serialVersionUID = 1;

        LockedException(String message) {
            super(message);
        }
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(TestSeed.of(Http2EndpointTest.class)).nextBytes(bytes);
        return bytes;
    }

    @BeforeAll
    static void publish() throws Exception {
        TestAuthority authority = TestAuthority.in(folder, "authority");
        endpoint = new WeirProvider().createEndpoint(null, new Depot());
        endpoint.getProperties().putAll(Map.of(TlsProperties.CONTEXT, authority.context(authority.issue("service"))));
        endpoint.publish("https://localhost:0/depot");
        client = HttpClient.newBuilder()
                .version(Version.HTTP_2)
                .sslContext(authority.context(null))
                .build();
    }

    @AfterAll
    static void stop() {
        endpoint.stop();
    }

    private static HttpRequest.Builder to(String query) {
        return HttpRequest.newBuilder(URI.create(endpoint.getProperties().get(WeirEndpoint.ADDRESS) + query))
                .timeout(Duration.ofMinutes(5));
    }

    private static HttpRequest calling(String operation, String arguments) {
        return to("").header("Content-Type", "text/xml; charset=utf-8")
                .POST(BodyPublishers.ofString("<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
                        + "<d:" + operation + " xmlns:d='urn:test:depot'>" + arguments + "</d:" + operation + ">"
                        + "</s:Body></s:Envelope>"))
                .build();
    }

    private static HttpResponse<byte[]> send(HttpRequest request, int status) throws Exception {
        HttpResponse<byte[]> reply = client.send(request, BodyHandlers.ofByteArray());
        assertEquals(Version.HTTP_2, reply.version());
        assertEquals(status, reply.statusCode(), () -> text(reply));
        return reply;
    }

    private static String text(HttpResponse<byte[]> reply) {
        return new String(reply.body(), StandardCharsets.ISO_8859_1);
    }

    @Test
    void callsAreAnswered() throws Exception {
        HttpResponse<byte[]> reply = send(calling("label", "<arg0>salt</arg0>"), 200);
        assertTrue(text(reply).contains("<return>salt</return>"), text(reply));
    }

    @Test
    void failuresAreFaults() throws Exception {
        HttpResponse<byte[]> reply = send(calling("open", "<arg0>gate</arg0>"), 500);
        assertTrue(text(reply).contains("<faultstring>gate is locked<"), text(reply));
        assertTrue(text(reply).contains("Fault>"), text(reply));
        HttpResponse<byte[]> unknown = send(calling("steal", ""), 500);
        assertTrue(text(unknown).contains("Fault>"), text(unknown));
    }

    @Test
    void bytesComeInAPartOfTheirOwn() throws Exception {
        HttpResponse<byte[]> reply = send(calling("goods", "<arg0>" + LARGE + "</arg0>"), 200);
        String type = reply.headers().firstValue("Content-Type").orElse("");
        assertTrue(type.startsWith("multipart/related"), type);
        byte[] all = reply.body();
        // The part has the bytes as they are: its head ends with an empty line, and it ends before the last boundary.
        int from = text(reply).lastIndexOf("\r\n\r\n", all.length - LARGE) + 4;
        assertArrayEquals(random(LARGE), Arrays.copyOfRange(all, from, from + LARGE));
    }

    @Test
    void theDescriptionIsServed() throws Exception {
        HttpResponse<byte[]> reply = send(to("?wsdl").build(), 200);
        assertTrue(text(reply).contains("location=\"" + endpoint.getProperties().get(WeirEndpoint.ADDRESS) + "\""));
    }

    @Test
    void largeMessagesGoBothWays() throws Exception {
        String goods = "0123456789".repeat(LARGE / 10);
        HttpResponse<byte[]> reply = send(calling("label", "<arg0>" + goods + "</arg0>"), 200);
        assertTrue(text(reply).contains("<return>" + goods + "</return>"), "it comes back as it went");
    }

    @Test
    void manyCallsAreAnsweredAtOnceOnOneConnection() throws Exception {
        // Once a connection has agreed on HTTP/2, the client opens no other.
        send(calling("label", "<arg0>salt</arg0>"), 200);
        List<CompletableFuture<HttpResponse<byte[]>>> replies = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            replies.add(client.sendAsync(calling("meet", ""), BodyHandlers.ofByteArray()));
        }
        for (CompletableFuture<HttpResponse<byte[]>> each : replies) {
            HttpResponse<byte[]> reply = each.get(6, TimeUnit.MINUTES);
            assertEquals(Version.HTTP_2, reply.version());
            assertTrue(text(reply).contains("<return>true</return>"), text(reply));
        }
        Set<String> sessions = replies.stream()
                .map(reply -> HexFormat.of()
                        .formatHex(reply.join().sslSession().orElseThrow().getId()))
                .collect(Collectors.toSet());
        assertEquals(1, sessions.size(), "sessions of TLS, and so connections");
    }
}
