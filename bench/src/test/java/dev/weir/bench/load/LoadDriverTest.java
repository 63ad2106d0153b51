package dev.weir.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The driver on a real server of another's. */
class LoadDriverTest {
    private static final byte[] BODY = "all that is asked for".getBytes(StandardCharsets.UTF_8);

    private static final long SLOW_MS = 200;

    private final AtomicLong served = new AtomicLong();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer server;
    private URI address;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/length", exchange -> answer(exchange, 200, BODY.length));
        server.createContext("/chunked", exchange -> answer(exchange, 200, 0));
        server.createContext("/closing", exchange -> {
            exchange.getResponseHeaders().add("Connection", "close");
            answer(exchange, 200, BODY.length);
        });
        server.createContext("/failing", exchange -> answer(exchange, 500, BODY.length));
        server.createContext("/slow", exchange -> {
            pause(SLOW_MS);
            answer(exchange, 200, BODY.length);
        });
        server.start();
        address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(HttpExchange exchange, int status, long length) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            // counted before the reply is sent: the driver may read it, and end, before this thread goes on
            served.incrementAndGet();
            exchange.sendResponseHeaders(status, length);
            exchange.getResponseBody().write(BODY);
        }
    }

    private LoadRequest request(String path) {
        return LoadRequest.of(path, address.resolve(path), Map.of(), BODY, () -> ReplyCheck.equalTo(BODY));
    }

    private LoadResult drive(LoadPlan plan, long millis, LoadRequest... mix) throws IOException {
        try (LoadDriver driver = new LoadDriver(address, List.of(mix), plan)) {
            return driver.run(millis);
        }
    }

    @Test
    void everyRequestIsCountedOnce() throws IOException {
        for (String path : List.of("/length", "/chunked", "/closing")) {
            served.set(0);
            LoadResult result = drive(LoadPlan.closedLoop(3), 100, request(path));
            assertNull(result.firstError(), path);
            assertEquals(served.get(), result.count(), path);
            assertTrue(result.count() >= 3, path);
            assertTrue(result.millisAt(50) <= result.millisAt(99), path);
        }
    }

    @Test
    void everyByteOfHeadsAndBodiesIsCounted() throws IOException {
        server.createContext("/closing-chunked", exchange -> {
            exchange.getResponseHeaders().add("Connection", "close");
            answer(exchange, 200, 0);
        });
        for (String path : List.of("/closing", "/closing-chunked")) {
            LoadRequest request = LoadRequest.of(
                    path, address.resolve(path), Map.of("Connection", "close"), BODY, () -> ReplyCheck.equalTo(BODY));
            LoadResult result = drive(LoadPlan.closedLoop(2), 50, request);
            assertNull(result.firstError(), path);
            int both = request.wire().length + wholeReply(request).length;
            assertEquals(result.count() * both, result.bytes(), path);
            assertEquals(both, result.bytesPerRequest(), path);
        }
    }

    /** With its head, as it comes from the connection until that is closed. */
    private byte[] wholeReply(LoadRequest request) throws IOException {
        try (Socket connection = new Socket(address.getHost(), address.getPort())) {
            connection.getOutputStream().write(request.wire());
            return connection.getInputStream().readAllBytes();
        }
    }

    @Test
    void connectionsAreNewWithoutKeepAlive() throws IOException {
        LoadResult result = drive(new LoadPlan(2, 0, 0, false, 1), 100, request("/length"));
        assertNull(result.firstError());
        assertEquals(served.get(), result.count());
    }

    @Test
    void aMixIsSentByWeight() throws IOException {
        AtomicLong chunked = new AtomicLong();
        server.createContext("/counted", exchange -> {
            chunked.incrementAndGet();
            answer(exchange, 200, 0);
        });
        LoadResult result =
                drive(LoadPlan.closedLoop(2), 200, request("/length").withWeight(9), request("/counted"));
        assertNull(result.firstError());
        assertEquals(served.get(), result.count());
        assertTrue(chunked.get() < result.count() / 2, chunked + " of " + result.count());
    }

    @Test
    void wrongRepliesAreErrorsAndHaveNoLatency() throws IOException {
        LoadResult status = drive(LoadPlan.closedLoop(1), 50, request("/failing"));
        assertEquals(0, status.count());
        assertEquals("/failing: answered by HTTP status 500, not 200", status.firstError());
        LoadRequest other = LoadRequest.of(
                "other", address.resolve("/length"), Map.of(), BODY, () -> ReplyCheck.equalTo(new byte[BODY.length]));
        String error = String.valueOf(drive(LoadPlan.closedLoop(1), 50, other).firstError());
        assertTrue(error.startsWith("other: a reply differs from the expected one at byte 0: 'all"), error);
        LoadRequest longer = LoadRequest.of(
                "longer", address.resolve("/length"), Map.of(), BODY, () -> ReplyCheck.ofLength(BODY.length + 5, 4));
        assertNotNull(drive(LoadPlan.closedLoop(1), 50, longer).firstError());
        LoadRequest near = LoadRequest.of(
                "near", address.resolve("/length"), Map.of(), BODY, () -> ReplyCheck.ofLength(BODY.length + 4, 4));
        assertNull(drive(LoadPlan.closedLoop(1), 50, near).firstError());
    }

    @Test
    void aServerThatIsGoneIsAnError() throws IOException {
        LoadRequest request = request("/length");
        server.stop(0);
        LoadResult result = drive(LoadPlan.closedLoop(1), 50, request);
        assertEquals(0, result.count());
        assertTrue(result.errors() > 0);
        assertNotNull(result.firstError());
    }

    @Test
    void anOpenLoopChargesAServerForThoseWhoWouldHaveWaited() throws IOException {
        // 50 a second fall due, one agent gets at most 5 or 6 of them answered: the later, the longer they have waited.
        LoadResult result = drive(new LoadPlan(1, 0, 50, true, 1), 1_000, request("/slow"));
        assertNull(result.firstError());
        assertEquals(served.get(), result.count());
        assertTrue(result.overdue() > 0);
        assertEquals(50, result.count() + result.overdue());
        // One after the other, each takes the server 200 ms, and falls due 20 ms after the one before.
        long least = result.count() * SLOW_MS - (result.count() - 1) * 20;
        double latest = result.nanos().getMaxValue() / 1e6;
        assertTrue(latest > 0.99 * least, "the last of " + result.count() + ": " + latest);
    }

    /** The one agent waits for its first reply until the end: the other 49 requests are never sent. */
    @Test
    void requestsThatAreNeverSentAreInThePercentiles() throws IOException {
        server.createContext("/half", exchange -> {
            if (served.get() > 0) {
                pause(2_000);
            }
            answer(exchange, 200, BODY.length);
        });
        LoadResult result = drive(new LoadPlan(1, 0, 50, true, 1), 1_000, request("/half"));
        assertNull(result.firstError());
        assertEquals(2, result.count());
        assertEquals(48, result.overdue());
        assertEquals(48, result.requests().get(0).overdue());
        assertEquals(50, result.latencies().getTotalCount());
        // They fell due each 20 ms until 980 ms. The half of all that waited least is the first reply and the last 24
        // of them.
        assertEquals(480, result.millisAt(50), 1);
    }

    @Test
    void aPauseCountsForTheRequestsThatItKeptBack() {
        Histogram nanos = new Histogram(3);
        nanos.recordValueWithCount(1_000_000, 990);
        nanos.recordValue(10_000_000);
        LoadResult result = new LoadResult(nanos, nanos, 0.991, 0, 0, null, 0, 0, false, List.of());
        assertEquals(991 + 9, result.nanosCorrected(1).getTotalCount()); // 9, 8, ... 1 ms
        assertEquals(result.millisAt(100), result.nanosCorrected(1).getMaxValue() / 1e6);
    }

    @Test
    void agentsThinkBetweenRequests() throws IOException {
        LoadResult result = drive(new LoadPlan(2, 10_000, 0, true, 1), 100, request("/length"));
        assertEquals(2, result.count());
    }

    @Test
    void whatTheDriverCannotDoIsRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new LoadDriver(URI.create("ftp://localhost"), List.of(), LoadPlan.closedLoop(1)));
        assertThrows(IllegalArgumentException.class, () -> new LoadPlan(1, 0, 0, true, 1, 0));
        assertThrows(IllegalArgumentException.class, () -> new LoadPlan(0, 0, 0, true, 1));
        assertThrows(
                IllegalArgumentException.class,
                () -> LoadRequest.of("x", address, Map.of("A", "b\r\nC: d"), BODY, () -> ReplyCheck.equalTo(BODY)));
        assertFalse(LoadPlan.closedLoop(1).perSecond() > 0);
    }
}
