package dev.weir.server.series;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.composite.runtime.RuntimeSettings;
import dev.weir.soap.http.HttpClientLimits;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpServer;
import dev.weir.soap.http.HttpServerLimits;
import dev.weir.soap.http.HttpTransport;
import dev.weir.store.Store;
import dev.weir.store.sqlite.SqliteStore;
import dev.weir.testing.ManualTime;
import dev.weir.testing.RecordedLog;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is looked at: real requests, a real store. */
class ServerSeriesTest {
    private static final String SERVICE = CompositeRuntime.SERVICES + "default/Desk/Ask";

    @TempDir
    Path data;

    private final ManualTime time = new ManualTime();
    private final HttpClient client = HttpClient.newHttpClient();
    private HttpTransport transport;
    private HttpServer http;
    private Store store;
    private CompositeRuntime runtime;
    private ServerSeries series;

    @BeforeEach
    void open() throws Exception {
        store = SqliteStore.open(data, time);
        transport = HttpTransport.start();
        http = transport.listen("localhost", 0, HttpServerLimits.DEFAULT, request -> answer(404));
        http.mount(SERVICE, request -> answer("fault".equals(request.query()) ? 500 : 200));
        runtime = new CompositeRuntime(
                store, http, transport.client(HttpClientLimits.DEFAULT), RuntimeSettings.DEFAULT, time);
        series = new ServerSeries(http, store, runtime, new StoreFiles(data), time, time::nanoTime);
        series.look();
    }

    @AfterEach
    void close() {
        series.close();
        runtime.close();
        http.close(Duration.ZERO);
        transport.close();
        store.close();
    }

    private static CompletableFuture<HttpReply> answer(int status) {
        return CompletableFuture.completedFuture(HttpReply.text(status, "so"));
    }

    private void get(String path) throws Exception {
        client.send(
                HttpRequest.newBuilder(URI.create("http://localhost:" + http.port() + path))
                        .build(),
                HttpResponse.BodyHandlers.discarding());
    }

    @Test
    void requestsToServicesAreCountedAndNoOthers() throws Exception {
        get("/elsewhere");
        for (int i = 0; i < 10; i++) {
            get(SERVICE + (i < 2 ? "?fault" : ""));
        }
        eventually("all are counted", () -> series.requests().count() == 10);
        time.advance(Duration.ofSeconds(10));
        series.look();

        Map<String, @Nullable Double> now = series.history().server();
        assertEquals(1.0, now.get("requestsPerSecond"));
        assertEquals(0.2, now.get("faultsPerSecond"));
        assertTrue(Objects.requireNonNull(now.get("p50Micros")) > 0, now.toString());
        assertTrue(Objects.requireNonNull(now.get("p99Micros")) >= now.get("p50Micros"), now.toString());
    }

    @Test
    void levelsHaveTheirNames() {
        Map<String, @Nullable Double> now = series.history().server();
        for (String pool : List.of("dispatcherSystemThreads", "dispatcherInvokeThreads", "dispatcherEngineThreads")) {
            assertEquals(0.0, now.get(pool + ".active"), now.toString());
            assertEquals(0.0, now.get(pool + ".pending"), now.toString());
        }
        for (String count : List.of("runningInstances", "undeliveredMessages", "openCalls")) {
            assertEquals(0.0, now.get(count), now.toString());
        }
        for (String bytes : List.of("heapUsedBytes", "storeBytes", "storeLogBytes")) {
            assertTrue(Objects.requireNonNull(now.get(bytes)) > 0, now.toString());
        }
    }

    @Test
    void whatCannotBeReadIsAGapOfWhichTheLogSpeaksOnce() {
        store.close();
        try (RecordedLog log = RecordedLog.of(ServerSeries.class.getName())) {
            for (int i = 0; i < 3; i++) {
                time.advance(Duration.ofSeconds(10));
                series.look();
            }
            assertEquals(List.of("the server's series have a gap while its numbers cannot be read"), log.messages());
        }
        store = SqliteStore.open(data, time);
        assertNull(series.history().server().get("requestsPerSecond"));
    }
}
