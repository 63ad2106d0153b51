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

/** Servers close connections that are idle when they like. */
class KeptConnectionsTest {
    /** Far more than it takes. */
    private static final Duration SOON = Duration.ofMinutes(1);

    private static final int ROUNDS = 20;

    /** Answers the first request of the next connection, and says nothing of closing it. */
    private static Socket answer(ServerSocket listener) throws IOException {
        Socket socket = listener.accept();
        BufferedReader in =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
        String line = in.readLine();
        while (line != null && !line.isEmpty()) {
            line = in.readLine();
        }
        byte[] reply = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.ISO_8859_1);
        socket.getOutputStream().write(reply);
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

    private static CompletableFuture<HttpReply> post(HttpClient client, URI address) {
        return client.post(address, Map.of(), new byte[0], SOON).toCompletableFuture();
    }
}
