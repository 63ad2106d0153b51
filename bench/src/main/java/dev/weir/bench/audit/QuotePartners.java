package dev.weir.bench.audit;

import dev.weir.bench.measure.MeasureException;
import dev.weir.soap.http.HttpClient;
import dev.weir.soap.http.HttpClientLimits;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.http.HttpServer;
import dev.weir.soap.http.HttpServerLimits;
import dev.weir.soap.http.HttpTransport;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The partners that servers ask, and the clients that ask the servers, both in this process. Thread-safe. */
final class QuotePartners implements AutoCloseable {
    static final int CLIENTS = 8;

    private static final String PATH = "/partners";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Map<String, String> HEADERS =
            Map.of("Content-Type", "text/xml; charset=utf-8", "SOAPAction", "\"" + QuotesComposite.ACTION + "\"");

    private final AtomicInteger number = new AtomicInteger();
    private final AtomicLong asked = new AtomicLong();
    private final HttpTransport transport = HttpTransport.start();
    private final HttpServer partners;
    private final HttpClient client = transport.client(HttpClientLimits.DEFAULT);
    private final ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);

    QuotePartners() throws IOException {
        partners = transport.listen("127.0.0.1", 0, HttpServerLimits.DEFAULT);
        partners.mount(PATH, request -> CompletableFuture.completedFuture(take(request)));
    }

    private HttpReply take(HttpRequest request) {
        asked.incrementAndGet();
        int partner = Integer.parseInt(request.path().substring(PATH.length() + 1));
        int item = QuotesComposite.number(request.body(), "number");
        return HttpReply.of(
                200, "text/xml; charset=utf-8", QuotesComposite.answer(item, QuotesComposite.price(item, partner)));
    }

    /** Below which each partner has its number. */
    String address() {
        return "http://127.0.0.1:" + partners.port() + PATH;
    }

    /** How many requests the partners have had. */
    long asked() {
        return asked.get();
    }

    /**
     * Sends requests, each client its next one when it has the answer to the one before; every answer is checked.
     *
     * @return how long each took, in nanoseconds
     */
    long[] load(URI server, int atLeast, long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        AtomicInteger left = new AtomicInteger(atLeast);
        List<Future<long[]>> running = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            running.add(threads.submit(() -> repeat(server, left, end)));
        }
        List<long[]> all = new ArrayList<>();
        for (Future<long[]> one : running) {
            try {
                all.add(one.get());
            } catch (ExecutionException failed) {
                throw new MeasureException("a request failed: " + failed.getCause(), failed);
            }
        }
        return all.stream().flatMapToLong(Arrays::stream).toArray();
    }

    private long[] repeat(URI server, AtomicInteger left, long end)
            throws InterruptedException, ExecutionException, TimeoutException {
        long[] nanos = new long[256];
        int count = 0;
        while (left.getAndDecrement() > 0 || System.nanoTime() < end) {
            if (count == nanos.length) {
                nanos = Arrays.copyOf(nanos, 2 * count);
            }
            nanos[count++] = ask(server, number.incrementAndGet());
        }
        return Arrays.copyOf(nanos, count);
    }

    private long ask(URI server, int item) throws InterruptedException, ExecutionException, TimeoutException {
        byte[] request = QuotesComposite.request(item);
        long begun = System.nanoTime();
        CompletionStage<HttpReply> sent = client.post(server, HEADERS, request, PATIENCE);
        HttpReply reply = sent.toCompletableFuture().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        long took = System.nanoTime() - begun;
        if (reply.status() != 200
                || QuotesComposite.number(reply.body(), "number") != item
                || QuotesComposite.number(reply.body(), "amount") != QuotesComposite.sum(item)) {
            throw new MeasureException("item " + item + " was answered " + reply.status() + " "
                    + new String(reply.body(), StandardCharsets.UTF_8));
        }
        return took;
    }

    @Override
    public void close() {
        threads.shutdownNow();
        partners.close();
        transport.close();
    }
}
