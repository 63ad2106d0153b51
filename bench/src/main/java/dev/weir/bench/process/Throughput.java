package dev.weir.bench.process;

import dev.weir.bench.measure.MeasureException;
import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.composite.runtime.RuntimeSettings;
import dev.weir.soap.http.HttpClient;
import dev.weir.soap.http.HttpClientLimits;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpServer;
import dev.weir.soap.http.HttpServerLimits;
import dev.weir.soap.http.HttpTransport;
import dev.weir.store.FlowState;
import dev.weir.store.sqlite.SqliteStore;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Instances by the second, over HTTP: requests are sent as long as fewer than {@value #OPEN} instances are open. Server
 * and clients share this process.
 */
final class Throughput implements AutoCloseable {
    private static final int OPEN = 64;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** Processes that answer a request with the number they were given: their first message, or that of {@link #ASKED}. */
    private static final Set<String> ANSWERING = Set.of("Reply", "InMemory", "Twenty", "Steps", "Asked");

    private static final String ASKED = "Asked";

    private final Semaphore room = new Semaphore(OPEN);
    private final AtomicLong numbers = new AtomicLong();
    private final LongAdder instances = new LongAdder();
    private final LongAdder completed = new LongAdder();
    /** True where an instance has ended with its answer, whether or not the store hears of it. */
    private volatile boolean answering;

    /** What went wrong; empty as long as nothing has. */
    private volatile String trouble = "";

    private final SqliteStore store;
    private final CountingStore counted;
    private final HttpTransport transport;
    private final HttpServer server;
    private final CompositeRuntime runtime;
    private final HttpClient client;

    /** Of one measurement: by the second, and writes to a commit. */
    record Rate(double instances, double transitions, double batch) {}

    Throughput(Path folder, DeskComposite desk) throws IOException {
        store = SqliteStore.open(folder);
        counted = new CountingStore(store, this::ended);
        transport = HttpTransport.start();
        server = transport.listen("127.0.0.1", 0, HttpServerLimits.DEFAULT);
        client = transport.client(HttpClientLimits.DEFAULT.withMaxConnectionsPerHost(OPEN));
        runtime = new CompositeRuntime(
                counted.store(),
                server,
                transport.client(HttpClientLimits.DEFAULT),
                RuntimeSettings.DEFAULT,
                InstantSource.system());
        runtime.deploy(desk.composite());
        runtime.start();
    }

    /** Sends for a while to warm up, then measures. */
    Rate measure(String process, long warmMs, long measureMs) throws InterruptedException {
        answering = ANSWERING.contains(process);
        send(process, warmMs);
        long commits = store.commits();
        long writes = counted.writes();
        long transitions = counted.transitions();
        long ended = instances.sum();
        long begun = System.nanoTime();
        send(process, measureMs);
        double seconds = (System.nanoTime() - begun) / 1e9;
        Rate rate = new Rate(
                (instances.sum() - ended) / seconds,
                (counted.transitions() - transitions) / seconds,
                (double) (counted.writes() - writes) / Math.max(1, store.commits() - commits));
        if (!trouble.isEmpty()) {
            throw new MeasureException(process + ": " + trouble);
        }
        return rate;
    }

    /** The instances that have ended so far; fails if the store has others than these as completed, or some that are open. */
    long verifiedInstances() {
        long open = store.counts().liveInstances();
        if (open != 0 || completed.sum() != instances.sum()) {
            throw new MeasureException(instances.sum() + " instances have ended for their clients, but the store has "
                    + completed.sum() + " as completed and " + open + " as open");
        }
        return instances.sum();
    }

    /** Returns when all that was begun has ended. */
    private void send(String process, long forMs) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(forMs);
        while (System.nanoTime() < end && trouble.isEmpty()) {
            acquire(1);
            begin(process);
        }
        acquire(OPEN);
        room.release(OPEN);
    }

    private void acquire(int permits) throws InterruptedException {
        if (!room.tryAcquire(permits, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new MeasureException("instances have not ended within " + PATIENCE + " " + trouble);
        }
    }

    private void begin(String process) {
        String number = Long.toString(numbers.incrementAndGet());
        byte[] body = DeskComposite.envelope(number, "ten words of text, as a case may have them");
        if (process.equals(ASKED)) {
            post(process, "begin", body, accepted -> ask(process, number, body));
        } else if (answering) {
            ask(process, number, body);
        } else if (process.equals("Callback")) {
            post(process, "begin", body, accepted -> post(process, "goOn", body, heard -> {}));
        } else {
            post(process, "begin", body, accepted -> {});
        }
    }

    private void ask(String process, String number, byte[] body) {
        post(process, "ask", body, reply -> {
            if (text(reply).contains(">" + number + "<")) {
                end();
            } else {
                trouble = "instance " + number + " answered " + text(reply);
            }
        });
    }

    private void ended(FlowState state) {
        if (state == FlowState.COMPLETED) {
            completed.increment();
        }
        if (!answering) {
            end();
        }
    }

    private void end() {
        instances.increment();
        room.release();
    }

    /** Operations are distinguished by their actions, as they take the same element. */
    private void post(String process, String operation, byte[] body, Consumer<HttpReply> then) {
        URI address = URI.create("http://127.0.0.1:" + server.port() + "/soa-infra/services/default/Desk/" + process);
        Map<String, String> headers =
                Map.of("Content-Type", "text/xml; charset=utf-8", "SOAPAction", "\"urn:desk:" + operation + "\"");
        var unused = client.post(address, headers, body, PATIENCE).whenComplete((reply, failure) -> {
            if (failure != null || reply.status() >= 300) {
                trouble = failure == null ? text(reply) : failure.toString();
            } else {
                then.accept(reply);
            }
        });
    }

    private static String text(HttpReply reply) {
        return reply.status() + " " + new String(reply.body(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        runtime.close();
        server.close();
        store.close();
        transport.close();
    }
}
