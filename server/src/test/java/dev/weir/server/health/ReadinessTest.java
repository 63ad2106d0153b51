package dev.weir.server.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.http.HttpHeaders;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.store.Store;
import dev.weir.testing.ManualTime;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However many ask, the store is written once a second at most. */
class ReadinessTest {
    @TempDir
    Path folder;

    private final ManualTime time = new ManualTime();
    private boolean late;

    /** Each probe of the store, which the test ends. */
    private final List<CompletableFuture<Void>> probes = new ArrayList<>();

    private Store store() {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    assertEquals("probe", method.getName());
                    CompletableFuture<Void> probe = new CompletableFuture<>();
                    probes.add(probe);
                    return probe;
                });
    }

    private static CompletableFuture<HttpReply> ask(Readiness readiness) {
        return readiness
                .handle(new HttpRequest(
                        "GET",
                        new HttpRequest.Target("http", "localhost", Readiness.PATH, null),
                        HttpHeaders.of(Map.of()),
                        new byte[0],
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)))
                .toCompletableFuture();
    }

    @Test
    void anAnswerHoldsForASecond() {
        Readiness readiness = new Readiness(store(), folder, () -> late, time::nanoTime);
        CompletableFuture<HttpReply> first = ask(readiness);
        probes.get(0).complete(null);
        assertEquals(200, first.join().status());

        time.advance(Duration.ofMillis(999));
        for (int i = 0; i < 500; i++) {
            assertEquals(200, ask(readiness).join().status());
        }
        assertEquals(1, probes.size());

        time.advance(Duration.ofMillis(1));
        CompletableFuture<HttpReply> next = ask(readiness);
        assertEquals(2, probes.size());
        probes.get(1).completeExceptionally(new IllegalStateException("the disk is full"));
        assertEquals(503, next.join().status());
        assertEquals(503, ask(readiness).join().status(), "what is down holds as long");
        assertEquals(2, probes.size());
    }

    @Test
    void whoAsksWhileTheStoreIsWrittenWaitsForThatWriteHoweverLongItTakes() {
        Readiness readiness = new Readiness(store(), folder, () -> late, time::nanoTime);
        List<CompletableFuture<HttpReply>> all = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            all.add(ask(readiness));
            time.advance(Duration.ofMillis(10));
        }
        assertEquals(1, probes.size());

        probes.get(0).complete(null);
        HttpReply answer = all.get(0).join();
        all.forEach(reply -> assertEquals(answer, reply.join()));
    }

    @Test
    void aRemovalThatFallsBehindIsSaidAndMakesNoServerUnready() {
        Readiness readiness = new Readiness(store(), folder, () -> late, time::nanoTime);
        CompletableFuture<HttpReply> well = ask(readiness);
        probes.get(0).complete(null);
        assertFalse(text(well.join()).contains("alert"), () -> text(well.join()));

        late = true;
        time.advance(Duration.ofSeconds(1));
        CompletableFuture<HttpReply> behind = ask(readiness);
        probes.get(1).complete(null);
        assertEquals(200, behind.join().status());
        assertTrue(text(behind.join()).contains("{\"name\":\"retention\",\"status\":\"UP\",\"data\":{\"alert\":"));
        assertTrue(text(behind.join()).contains("`weir retention` and the log say why"), () -> text(behind.join()));
    }

    private static String text(HttpReply reply) {
        return new String(reply.body(), StandardCharsets.UTF_8);
    }
}
