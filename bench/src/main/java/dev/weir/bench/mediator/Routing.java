package dev.weir.bench.mediator;

import dev.weir.bench.measure.MeasureException;
import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.composite.runtime.RuntimeSettings;
import dev.weir.soap.http.HttpClient;
import dev.weir.soap.http.HttpClientLimits;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.http.HttpServer;
import dev.weir.soap.http.HttpServerLimits;
import dev.weir.soap.http.HttpTransport;
import dev.weir.store.sqlite.SqliteStore;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * One message at a time goes through a mediator to all its targets, over HTTP. Server, client and targets share this
 * process; the store is on disk. One thread at a time.
 */
final class Routing implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String TARGETS = "/targets";
    private static final String TEXT = "ten words of text, as a parcel may have with it";

    private final int rules;
    private final int delayMs;
    private final Map<Integer, Journey> journeys = new ConcurrentHashMap<>();
    private int sent;

    private final SqliteStore store;
    private final HandoverTimes handovers;
    private final HttpTransport transport;
    private final HttpServer server;
    private final HttpServer targets;
    private final CompositeRuntime runtime;
    private final HttpClient client;

    /**
     * Of one message.
     *
     * @param calls of each target
     * @param called counted down by each target that is called for the first time
     * @param answered counted down by each answer of a target
     * @param last when a target was called for the first time, at [0] the latest
     */
    private record Journey(AtomicIntegerArray calls, CountDownLatch called, CountDownLatch answered, long[] last) {}

    /**
     * Opens a server.
     *
     * @param folder for the store and the composite
     * @param delayMs how long a target takes to answer
     */
    Routing(Path folder, boolean parallel, int rules, int delayMs) throws IOException {
        this.rules = rules;
        this.delayMs = delayMs;
        store = SqliteStore.open(folder.resolve("store"));
        handovers = new HandoverTimes(store);
        transport = HttpTransport.start();
        targets = transport.listen("127.0.0.1", 0, HttpServerLimits.DEFAULT, this::take);
        server = transport.listen("127.0.0.1", 0, HttpServerLimits.DEFAULT);
        client = transport.client(HttpClientLimits.DEFAULT);
        runtime = new CompositeRuntime(
                handovers.store(),
                server,
                transport.client(HttpClientLimits.DEFAULT),
                RuntimeSettings.DEFAULT,
                InstantSource.system());
        runtime.deploy(RoutesComposite.load(
                Files.createDirectories(folder.resolve("Routes")),
                parallel,
                rules,
                "http://127.0.0.1:" + targets.port() + TARGETS));
        runtime.start();
    }

    /** A target is called: its number ends the path, the message has its own in it. */
    private CompletionStage<HttpReply> take(HttpRequest request) {
        long now = System.nanoTime();
        int target = Integer.parseInt(request.path().substring(TARGETS.length() + 1));
        String body = new String(request.body(), StandardCharsets.UTF_8);
        int end = body.lastIndexOf("</", body.indexOf("number>", body.indexOf("number>") + 1));
        int number = Integer.parseInt(body.substring(body.lastIndexOf('>', end - 1) + 1, end));
        Journey journey = journeys.get(number);
        if (journey == null) {
            throw new IllegalArgumentException("message " + number + " was not sent");
        }
        if (journey.calls.incrementAndGet(target) == 1) {
            synchronized (journey) {
                journey.last[0] = Math.max(journey.last[0], now);
            }
            journey.called.countDown();
        }
        CompletableFuture<HttpReply> reply = new CompletableFuture<>();
        return (delayMs == 0
                        ? CompletableFuture.completedFuture(HttpReply.of(202))
                        : reply.completeOnTimeout(HttpReply.of(202), delayMs, TimeUnit.MILLISECONDS))
                .whenComplete((answer, failure) -> journey.answered.countDown());
    }

    /**
     * Sends a message, and returns when all targets and the mediator have answered.
     *
     * @return nanoseconds from the request until the last target was called
     */
    long route() throws InterruptedException {
        int number = sent++;
        Journey journey = new Journey(
                new AtomicIntegerArray(rules), new CountDownLatch(rules), new CountDownLatch(rules), new long[] {
                    Long.MIN_VALUE
                });
        journeys.put(number, journey);
        byte[] body = ("<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
                        + "<parcel xmlns=\"urn:routes\"><number>" + number + "</number><text>" + TEXT
                        + "</text></parcel></s:Body></s:Envelope>")
                .getBytes(StandardCharsets.UTF_8);
        Map<String, String> headers =
                Map.of("Content-Type", "text/xml; charset=utf-8", "SOAPAction", "\"" + RoutesComposite.ACTION + "\"");
        URI address = URI.create("http://127.0.0.1:" + server.port() + RoutesComposite.SERVICE);
        long begun = System.nanoTime();
        CompletionStage<HttpReply> reply = client.post(address, headers, body, PATIENCE);
        try {
            HttpReply answer = reply.toCompletableFuture().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            if (answer.status() >= 300) {
                throw new MeasureException("the mediator answered with " + answer.status() + " "
                        + new String(answer.body(), StandardCharsets.UTF_8));
            }
        } catch (ExecutionException | TimeoutException e) {
            throw new MeasureException("the mediator does not answer", e);
        }
        if (!journey.called.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                || !journey.answered.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new MeasureException(
                    "message " + number + " has not reached all targets within " + PATIENCE + ": " + journey.calls);
        }
        synchronized (journey) {
            return journey.last[0] - begun;
        }
    }

    /** The calls of each target by the messages that were sent. */
    int[][] calls() {
        int[][] all = new int[sent][rules];
        for (int number = 0; number < sent; number++) {
            Journey journey = journeys.get(number);
            if (journey != null) {
                Arrays.setAll(all[number], journey.calls::get);
            }
        }
        return all;
    }

    /** Fails unless each target was called exactly once for each message. */
    void check() {
        int[][] calls = calls();
        for (int number = 0; number < calls.length; number++) {
            if (!Arrays.stream(calls[number]).allMatch(times -> times == 1)) {
                throw new MeasureException("the targets were called for message " + number + " "
                        + Arrays.toString(calls[number]) + " times, not once each");
            }
        }
    }

    /** How long parallel rules lay in the store since this was asked last, in nanoseconds. */
    long[] handovers() {
        return handovers.take();
    }

    @Override
    public void close() {
        runtime.close();
        server.close();
        targets.close();
        store.close();
        transport.close();
    }
}
