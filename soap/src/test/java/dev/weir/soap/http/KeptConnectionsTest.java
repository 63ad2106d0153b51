package dev.weir.soap.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers close connections that are idle when they like, and send what belongs to no reply. */
class KeptConnectionsTest {
    /** Far more than it takes. */
    private static final Duration SOON = Duration.ofMinutes(1);

    private static final int ROUNDS = 20;

    /** Answers the first request of the next connection, and says nothing of closing it. */
    private static Socket answer(ServerSocket listener) throws IOException {
        return answer(listener, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    }

    private static Socket answer(ServerSocket listener, String text) throws IOException {
        Socket socket = listener.accept();
        BufferedReader in =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
        String line = in.readLine();
        while (line != null && !line.isEmpty()) {
            line = in.readLine();
        }
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    /** Has all event loops wait: what comes in meanwhile, they read after they have run what is submitted meanwhile. */
    private static CountDownLatch halt(HttpTransport transport) throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch halted = new CountDownLatch(transport.eventLoops);
        for (int each = 0; each < 4 * transport.eventLoops; each++) {
            // Each thread has a context of its own, and these take turns at the loops.
            Thread thread =
                    new Thread(() -> transport.vertx.getOrCreateContext().runOnContext(nothing -> {
                        halted.countDown();
                        try {
                            assertTrue(go.await(2, TimeUnit.MINUTES));
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }));
            thread.start();
            thread.join();
        }
        assertTrue(halted.await(2, TimeUnit.MINUTES));
        return go;
    }

    @Test
    void aRequestIsNotWrittenToAConnectionThatItsServerHasClosed() throws Exception {
        try (HttpTransport transport = HttpTransport.start();
                ServerSocket listener = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"))) {
            listener.setSoTimeout((int) SOON.toMillis());
            HttpClient client = transport.client(HttpClientLimits.DEFAULT);
            URI address = URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/");
            CompletableFuture<HttpReply> reply = post(client, address);
            for (int round = 0; round < ROUNDS; round++) {
                CountDownLatch go;
                try (Socket socket = answer(listener)) {
                    assertTrue(socket.isConnected());
                    assertEquals(200, reply.get(2, TimeUnit.MINUTES).status(), "round " + round);
                    go = halt(transport);
                }
                reply = post(client, address);
                go.countDown();
            }
            answer(listener).close();
            assertEquals(200, reply.get(2, TimeUnit.MINUTES).status());
        }
    }

    /** The body of a reply that has none by its status is no part of the next reply. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "204 No Content\r\nContent-Length: 5\r\n\r\nhello",
                "204 No Content\r\nContent-Length: 5\r\n\r\n",
                "204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                "204 No Content\r\n\r\nhello\r\n",
                "304 Not Modified\r\nContent-Length: 5\r\n\r\nhello"
            })
    void aConnectionIsNotUsedAgainAfterABodyThatBelongsToNoReply(String head) throws Exception {
        try (HttpTransport transport = HttpTransport.start();
                ServerSocket listener = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"))) {
            listener.setSoTimeout((int) SOON.toMillis());
            HttpClient client = transport.client(HttpClientLimits.DEFAULT);
            URI address = URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/");
            for (int round = 0; round < ROUNDS; round++) {
                CompletableFuture<HttpReply> reply = post(client, address);
                try (Socket odd = answer(listener, "HTTP/1.1 " + head)) {
                    HttpReply bodyless = reply.get(2, TimeUnit.MINUTES);
                    assertEquals(Integer.parseInt(head.substring(0, 3)), bodyless.status());
                    assertEquals(0, bodyless.body().length);
                    CompletableFuture<HttpReply> next = post(client, address);
                    try (Socket other = answer(listener)) {
                        assertTrue(other.isConnected());
                        assertEquals(200, next.get(2, TimeUnit.MINUTES).status(), "round " + round);
                    }
                    assertTrue(odd.isConnected());
                }
            }
        }
    }

    @Test
    void aConnectionIsUsedAgainAfterAReplyWithoutABody() throws Exception {
        try (HttpTransport transport = HttpTransport.start();
                ServerSocket listener = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"))) {
            listener.setSoTimeout((int) SOON.toMillis());
            HttpClient client = transport.client(HttpClientLimits.DEFAULT);
            URI address = URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/");
            CompletableFuture<HttpReply> reply = post(client, address);
            try (Socket socket = answer(listener, "HTTP/1.1 204 No Content\r\n\r\n")) {
                assertEquals(204, reply.get(2, TimeUnit.MINUTES).status());
                CompletableFuture<HttpReply> next = post(client, address);
                socket.setSoTimeout((int) SOON.toMillis());
                assertEquals('P', socket.getInputStream().read());
                socket.getOutputStream()
                        .write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
                assertEquals(200, next.get(2, TimeUnit.MINUTES).status());
            }
        }
    }

    private static CompletableFuture<HttpReply> post(HttpClient client, URI address) {
        return client.post(address, Map.of(), new byte[0], SOON).toCompletableFuture();
    }
}
