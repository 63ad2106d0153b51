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
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.AuditSpan;
import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowState;
import dev.weir.store.InboundMessage;
import dev.weir.store.PurgeOrder;
import dev.weir.store.PurgeReport;
import dev.weir.store.sqlite.SqliteStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * A store that holds the finished instances of {@value #DAYS} days, among them open ones, and serves a composite while
 * they are purged. One thread at a time.
 */
final class PurgedStore implements AutoCloseable {
    static final int DAYS = 10;
    /** The finished instances belong to so many composites in turn. */
    static final int COMPOSITES = 4;

    /** Events of a finished instance: of its request, and of two steps. */
    static final int EVENTS = 20;

    private static final int AT_ONCE = 10_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long PROBE_EVERY_MS = 5;
    private static final long LOOK_EVERY_MS = 50;

    private final Path folder;
    private final SqliteStore store;
    private final HttpTransport transport;
    private final HttpServer server;
    private final HttpClient client;
    private final CompositeRuntime runtime;
    /** The end of the days; stores keep microseconds. */
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    PurgedStore(Path folder, DeskComposite desk) throws IOException {
        this.folder = folder;
        store = SqliteStore.open(folder);
        transport = HttpTransport.start();
        server = transport.listen("127.0.0.1", 0, HttpServerLimits.DEFAULT);
        client = transport.client(HttpClientLimits.DEFAULT);
        runtime = new CompositeRuntime(
                store,
                server,
                transport.client(HttpClientLimits.DEFAULT),
                RuntimeSettings.DEFAULT,
                InstantSource.system());
        runtime.deploy(desk.composite());
        runtime.start();
    }

    /** Writes instances, their beginnings spread evenly over the days. */
    void fill(int finished, int open) {
        List<CompletableFuture<?>> taken = new ArrayList<>();
        for (int i = 0; i < finished + open; i++) {
            boolean ended = i < finished;
            Duration age = Duration.ofDays(DAYS)
                    .multipliedBy(ended ? finished - i : finished + open - i)
                    .dividedBy(ended ? finished : open);
            write(i, now.minus(age), ended ? FlowState.COMPLETED : FlowState.RUNNING, taken);
            if (taken.size() >= AT_ONCE) {
                taken.forEach(CompletableFuture::join);
                taken.clear();
            }
        }
        taken.forEach(CompletableFuture::join);
    }

    static CompositeRevision composite(int number) {
        return new CompositeRevision("default", "Finished" + number % COMPOSITES, "1.0");
    }

    private void write(int number, Instant begun, FlowState state, List<CompletableFuture<?>> taken) {
        CompositeRevision composite = composite(number);
        long flow = store.newId();
        long span = store.newId();
        AuditSpan where = new AuditSpan(flow, 0, span, 0);
        List<AuditEvent> request = List.of(
                event(where, begun, Kind.SERVICE_REQUEST, composite, "client"),
                event(where, begun, Kind.SERVICE_ACCEPTED, composite, "client"));
        taken.add(store.accept(InboundMessage.ofFlow(flow, composite, begun, state, request)));
        for (int step = 0; step < 2; step++) {
            List<AuditEvent> events = new ArrayList<>();
            for (int i = 0; i < (EVENTS - 2) / 2; i++) {
                Kind kind = i % 2 == 0 ? Kind.ACTIVITY_STARTED : Kind.ACTIVITY_COMPLETED;
                events.add(event(where, begun.plusMillis(step * 100L + i), kind, composite, "activity" + i / 2));
            }
            taken.add(store.audit(events));
        }
    }

    private static AuditEvent event(AuditSpan where, Instant at, Kind kind, CompositeRevision of, String name) {
        return new AuditEvent(where, at, kind, of.component("Process"), name, null);
    }

    /** The ended instances of all but the last {@code kept} days. */
    FlowFilter olderThan(int kept) {
        return FlowFilter.ALL.withCreated(null, now.minus(Duration.ofDays(kept)));
    }

    static FlowFilter ofOneComposite() {
        CompositeRevision one = composite(0);
        return FlowFilter.ALL.withComposite(one.partition(), one.name(), one.revision());
    }

    long finished() {
        return store.countPurge(
                        FlowFilter.ALL.withStates(Set.of(FlowState.COMPLETED)).withCreated(null, now))
                .flows();
    }

    /** Open instances of the days, those of the served composite not among them. */
    long open() {
        return store.countPurge(
                        FlowFilter.ALL.withStates(Set.of(FlowState.RUNNING)).withCreated(null, now))
                .open();
    }

    /** What a purge did, and what callers of the service saw meanwhile. */
    record Purged(PurgeReport report, double[] answersMs) {}

    Purged purge(FlowFilter filter) throws InterruptedException {
        CompletableFuture<PurgeReport> report =
                CompletableFuture.supplyAsync(() -> store.purge(PurgeOrder.of(filter), progress -> {}));
        double[] answers = probe(() -> !report.isDone());
        return new Purged(report.join(), answers);
    }

    /** The milliseconds that requests to the service took, sorted: at least one is sent, and more while asked for. */
    double[] probe(BooleanSupplier more) throws InterruptedException {
        List<Double> took = new ArrayList<>();
        do {
            long begun = System.nanoTime();
            ask(took.size());
            took.add((System.nanoTime() - begun) / 1e6);
            TimeUnit.MILLISECONDS.sleep(PROBE_EVERY_MS);
        } while (more.getAsBoolean());
        return took.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    private void ask(int number) throws InterruptedException {
        URI address = URI.create("http://127.0.0.1:" + server.port() + "/soa-infra/services/default/Desk/Reply");
        Map<String, String> headers =
                Map.of("Content-Type", "text/xml; charset=utf-8", "SOAPAction", "\"urn:desk:ask\"");
        byte[] body = DeskComposite.envelope(Integer.toString(number), "asked while others are purged");
        try {
            HttpReply reply = client.post(address, headers, body, PATIENCE)
                    .toCompletableFuture()
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            if (reply.status() != 200) {
                throw new MeasureException("the service answered " + reply.status() + " "
                        + new String(reply.body(), StandardCharsets.UTF_8));
            }
        } catch (ExecutionException | TimeoutException e) {
            throw new MeasureException("the service does not answer", e);
        }
    }

    /**
     * Waits until the store's files have got no smaller for so many milliseconds; returns the seconds from now to when they last
     * did.
     */
    double untilSpaceIsGivenBack(long stillMs) throws InterruptedException {
        long begun = System.nanoTime();
        long changed = begun;
        double size = megabytes();
        while (System.nanoTime() - changed < TimeUnit.MILLISECONDS.toNanos(stillMs)) {
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MS);
            double now = megabytes();
            if (now < size) {
                size = now;
                changed = System.nanoTime();
            }
        }
        return (changed - begun) / 1e9;
    }

    /** What the store's files take, in MB. */
    double megabytes() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.mapToLong(file -> file.toFile().length()).sum() / 1e6;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The smallest of sorted values that {@code percent} of them do not exceed. */
    static double percentile(double[] sorted, int percent) {
        return sorted[Math.max(0, (int) Math.ceil(sorted.length * percent / 100.0) - 1)];
    }

    @Override
    public void close() {
        runtime.close();
        server.close();
        store.close();
        transport.close();
    }
}
