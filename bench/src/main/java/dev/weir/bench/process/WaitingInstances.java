package dev.weir.bench.process;

import dev.weir.bench.measure.MeasureException;
import dev.weir.soap.http.HttpClient;
import dev.weir.soap.http.HttpClientLimits;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpTransport;
import dev.weir.store.sqlite.SqliteStore;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Many instances that wait in one store: what each takes, and how the real server starts and answers over them. */
final class WaitingInstances {
    private static final int BATCH = 2_000;
    private static final int QUESTIONS = 300;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String TEXT = "ten words of text, as a case may have them";

    private final Path folder;
    private final DeskComposite desk;
    private final int count;
    private final Consumer<String> progress;

    /**
     * @param storeBytes of an instance, its history included
     * @param heapBytes of an instance, in the process that holds the store
     * @param startMs until the server says that it is ready
     * @param medianMs of a question to a waiting instance and its answer, which ends it
     */
    record Figures(double storeBytes, double heapBytes, double startMs, double medianMs, double p99Ms) {}

    WaitingInstances(Path folder, DeskComposite desk, int count, Consumer<String> progress) {
        this.folder = folder;
        this.desk = desk;
        this.count = count;
        this.progress = progress;
    }

    Figures measure() throws IOException, InterruptedException {
        double heap = fill();
        double bytes = (double) size() / count;
        return ask(bytes, heap);
    }

    /** Gives the bytes on the heap that each instance takes. */
    private double fill() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            EngineHarness engine = new EngineHarness(store, desk, "Asked");
            int warm = Math.min(BATCH, count / 2);
            engine.begin(0, warm, TEXT);
            long before = UsedHeap.bytes();
            for (int begun = warm; begun < count; begun += BATCH) {
                engine.begin(begun, Math.min(BATCH, count - begun), TEXT);
                if (begun % 100_000 < BATCH) {
                    progress.accept(begun + " of " + count + " instances wait");
                }
            }
            long waiting = store.counts().liveInstances();
            if (waiting != count) {
                throw new MeasureException(count + " instances were to wait, not " + waiting);
            }
            return Math.max(0, UsedHeap.bytes() - before) / (double) (count - warm);
        }
    }

    private long size() throws IOException {
        return Files.size(folder.resolve("weir.db"));
    }

    private Figures ask(double bytes, double heap) throws IOException {
        try (StartedServer server = StartedServer.start(desk.folder(), folder, "256m", "/Asked")) {
            double[] times = questions(server.endpoint());
            return new Figures(bytes, heap, server.startMs(), times[times.length / 2], times[times.length * 99 / 100]);
        }
    }

    /** How long answers took, in milliseconds, sorted; the first few, which warm up, are left out. */
    private double[] questions(URI service) {
        List<Integer> asked = new ArrayList<>(new Random(System.nanoTime())
                .ints(0, count)
                .distinct()
                .limit(Math.min(QUESTIONS, count))
                .boxed()
                .toList());
        try (HttpTransport transport = HttpTransport.start()) {
            HttpClient client = transport.client(HttpClientLimits.DEFAULT);
            double[] times = new double[asked.size()];
            for (int i = 0; i < times.length; i++) {
                String number = Integer.toString(asked.get(i));
                long begun = System.nanoTime();
                HttpReply reply = client.post(
                                service,
                                Map.of("Content-Type", "text/xml; charset=utf-8", "SOAPAction", "\"urn:desk:ask\""),
                                DeskComposite.envelope(number, TEXT),
                                PATIENCE)
                        .toCompletableFuture()
                        .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                        .join();
                times[i] = (System.nanoTime() - begun) / 1e6;
                String body = new String(reply.body(), StandardCharsets.UTF_8);
                if (reply.status() != 200 || !body.contains(">" + number + "<")) {
                    throw new MeasureException("instance " + number + " answered " + reply.status() + " " + body);
                }
            }
            Arrays.sort(times, times.length / 10, times.length);
            return Arrays.copyOfRange(times, times.length / 10, times.length);
        }
    }
}
