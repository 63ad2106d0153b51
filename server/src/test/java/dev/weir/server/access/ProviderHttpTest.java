package dev.weir.server.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A provider that answers badly holds nobody up, and gets nothing that is not for it. */
class ProviderHttpTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicInteger elsewhere = new AtomicInteger();
    private HttpServer provider;

    @BeforeEach
    void start() throws IOException {
        provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        provider.setExecutor(threads);
        provider.createContext("/silent", exchange -> await());
        provider.createContext("/drip", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            OutputStream body = exchange.getResponseBody();
            while (!await()) {
                body.write('.');
                body.flush();
            }
        });
        provider.createContext("/moved", exchange -> {
            exchange.getResponseHeaders().set("Location", address("/elsewhere").toString());
            exchange.sendResponseHeaders(307, -1);
            exchange.close();
        });
        provider.createContext("/elsewhere", exchange -> {
            elsewhere.incrementAndGet();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        provider.createContext("/echo", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(400, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        provider.start();
    }

    private boolean await() {
        try {
            return over.await(50, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return true;
        }
    }

    @AfterEach
    void stop() {
        over.countDown();
        provider.stop(0);
        threads.shutdownNow();
    }

    private URI address(String path) {
        return URI.create("http://127.0.0.1:" + provider.getAddress().getPort() + path);
    }

    @Test
    void anAnswerThatDoesNotComeOrDripsIsWaitedForUntilItsTime() {
        ProviderHttp http = new ProviderHttp(Duration.ofMillis(500));
        for (String path : new String[] {"/silent", "/drip"}) {
            IOException late = assertThrows(IOException.class, () -> http.get(address(path)));
            assertTrue(String.valueOf(late.getMessage()).startsWith("no whole answer from"), late.getMessage());
        }
    }

    @Test
    void codesAndSecretsFollowNoRedirect() throws IOException {
        ProviderHttp http = new ProviderHttp(ProviderHttp.LONGEST);
        assertEquals(307, http.post(address("/moved"), "Basic x", "code=1").status());
        assertThrows(IOException.class, () -> http.get(address("/moved")));
        assertEquals(0, elsewhere.get());
    }

    @Test
    void aFormIsAnsweredWhateverTheStatus() throws IOException {
        ProviderHttp.Answer answer = new ProviderHttp(ProviderHttp.LONGEST).post(address("/echo"), null, "a=ä");
        assertEquals(400, answer.status());
        assertEquals("a=ä", answer.body());
    }
}
