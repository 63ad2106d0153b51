package dev.weir.store;

import static dev.weir.store.StoreFixtures.T0;
import static dev.weir.store.StoreFixtures.event;
import static dev.weir.testing.Eventually.eventually;

import dev.weir.store.sqlite.SqliteStore;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The process that {@link AuditCrashTest} kills. Its arguments are the folder, what it does, and how long events may wait
 * in milliseconds, 0 for not at all. It says on standard output what the store has promised.
 */
final class AuditCrashChild {
    /** No test waits so long. */
    private static final Duration LONG_DELAY = Duration.ofMinutes(10);

    private AuditCrashChild() {}

    public static void main(String[] args) throws InterruptedException {
        SqliteStore store = SqliteStore.open(Path.of(args[0]));
        long delay = Long.parseLong(args[2]);
        if (delay > 0) {
            store.writeAudit(AuditWriting.DEFAULT
                    .withDeferred(true)
                    .withBatchSize(1_000_000)
                    .withFlushDelay(Duration.ofMillis(delay)));
        }
        say("ready");
        switch (args[1]) {
            case "accept" -> accept(store, Integer.parseInt(args[3]), delay);
            case "purge", "purge-orders" -> {
                FlowFilter filter = args[1].equals("purge") ? FlowFilter.ALL : AuditCrashTest.OF_ORDERS;
                PurgeReport report =
                        store.purge(PurgeOrder.of(filter).withBatch(20), soFar -> say("purged " + soFar.flows()));
                say("done " + report.flows());
                store.close();
            }
            default -> throw new IllegalArgumentException(args[1]);
        }
    }

    /** Accepts flows with one event each, and says {@code waited} when the events had their time. */
    private static void accept(Store store, int flows, long delay) throws InterruptedException {
        for (int i = 0; i < flows; i++) {
            long flow = store.newId();
            store.accept(StoreFixtures.flow(flow, FlowState.COMPLETED, T0, event(flow, "e" + flow, T0)))
                    .join();
            say("flow " + flow);
        }
        if (delay < LONG_DELAY.toMillis()) {
            eventually("the events are on the disk", () -> store.counts().auditEvents() >= flows);
        } else {
            Thread.sleep(2_000); // a store that did not defer them would have written them by now
        }
        say("waited");
        Thread.sleep(Duration.ofMinutes(5).toMillis());
    }

    private static void say(String line) {
        PrintStream out = System.out;
        synchronized (out) {
            out.print(line + "\n");
            out.flush();
        }
    }
}
