package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import dev.weir.store.Store;
import dev.weir.store.StoreException;
import dev.weir.store.sqlite.SqliteStore;
import dev.weir.testing.FreePort;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What load balancers and orchestrators see of the server. */
class HealthTest {
    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private volatile boolean full;

    private ServerSettings settings() {
        return new ServerSettings(
                List.of(), "127.0.0.1", 0, folder.resolve("data"), Map.of(), Duration.ofSeconds(20), 1 << 20);
    }

    /** A store on a disk that is full when the test says so. */
    private Store store(Path data) {
        Store store = SqliteStore.open(data);
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("probe") && full) {
                        return CompletableFuture.failedFuture(new StoreException("the disk is full"));
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private HttpResponse<String> ask(WeirServer server, String path, String method)
            throws IOException, InterruptedException {
        return ask(server.url(), path, method);
    }

    private HttpResponse<String> ask(URI server, String path, String method) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(server.resolve(path))
                        .method(method, BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aServerThatCanTakeMessagesIsLiveAndReady() throws Exception {
        try (WeirServer server = WeirServer.start(settings())) {
            assertEquals(200, ask(server, "/health/live", "GET").statusCode());
            HttpResponse<String> ready = ask(server, "/health/ready", "GET");
            assertEquals(200, ready.statusCode());
            JsonNode reply = new ObjectMapper().readTree(ready.body());
            assertEquals("UP", reply.path("status").asText());
            assertEquals(
                    List.of("store", "disk", "retention"), reply.path("checks").findValuesAsText("name"));
            assertEquals(List.of("UP", "UP", "UP"), reply.path("checks").findValuesAsText("status"));

            assertEquals(200, ask(server, "/health/ready", "HEAD").statusCode());
            assertEquals(405, ask(server, "/health/ready", "POST").statusCode());
            assertEquals(404, ask(server, "/health/ready/more", "GET").statusCode());
        }
    }

    @Test
    void aServerThatCannotWriteIsLiveNotReadyAndRecovers() throws Exception {
        try (WeirServer server = WeirServer.start(settings(), this::store)) {
            full = true;
            HttpResponse<String> ready = ask(server, "/health/ready", "GET");
            assertEquals(503, ready.statusCode());
            assertEquals(
                    "DOWN",
                    new ObjectMapper().readTree(ready.body()).path("status").asText());
            assertTrue(!ready.body().contains("full"), "everybody may ask, and sees a reason: " + ready.body());
            assertEquals(200, ask(server, "/health/live", "GET").statusCode());

            full = false;
            eventually(
                    "the server is ready again",
                    () -> ask(server, "/health/ready", "GET").statusCode() == 200);
        }
    }

    @Test
    void aServerThatStartsIsLiveAndNotReady() throws Exception {
        CompletableFuture<URI> address = new CompletableFuture<>();
        CountDownLatch seen = new CountDownLatch(1);
        Path data = folder.resolve("data");
        int port = FreePort.next();
        ServerSettings settings =
                new ServerSettings(List.of(), "127.0.0.1", port, data, Map.of(), Duration.ofSeconds(20), 1 << 20);
        CompletableFuture<Void> run = CompletableFuture.runAsync(() -> {
            try (WeirServer server = WeirServer.start(settings, place -> waiting(place, port, address, seen))) {
                assertEquals(port, server.url().getPort());
            }
        });
        URI url = address.join();
        try {
            assertEquals(200, ask(url, "/health/live", "GET").statusCode());
            assertEquals(503, ask(url, "/health/ready", "GET").statusCode());
        } finally {
            seen.countDown();
        }
        run.join();
    }

    /** Holds the start, at a moment in which the server listens, until the test has looked. */
    private static Store waiting(Path data, int port, CompletableFuture<URI> address, CountDownLatch seen) {
        Store store = SqliteStore.open(data);
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("definitionsInUse")) {
                        address.complete(URI.create("http://127.0.0.1:" + port));
                        seen.await();
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
