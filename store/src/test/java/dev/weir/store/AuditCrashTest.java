package dev.weir.store;

import static dev.weir.store.StoreFixtures.T0;
import static dev.weir.store.StoreFixtures.event;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.sqlite.SqliteStore;
import dev.weir.testing.TestSeed;
import dev.weir.testing.TestSize;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code kill -9} may take of the history, by policy, and what it makes of a purge. */
@Tag("sized")
class AuditCrashTest {
    /** What {@link AuditCrashChild} purges by a filter. */
    static final FlowFilter OF_ORDERS = FlowFilter.ALL
            .withComposite("default", "Orders", "1.0")
            .withStates(Set.of(FlowState.COMPLETED, FlowState.FAULTED));

    @TempDir
    Path folder;

    @TempDir
    Path unbroken;

    @Test
    void immediateEventsAreThereWhenTheirChangeIs() throws Exception {
        List<String> lines = killedAt(line -> line.equals("flow 10200"), "accept", "0", "100000");
        try (Store store = SqliteStore.open(folder)) {
            for (long flow : flows(lines)) {
                assertEquals(1, store.history(flow).size(), "flow " + flow);
            }
        }
        assertTrue(flows(lines).size() >= 100);
    }

    @Test
    void deferredEventsAreThereAfterTheirDelay() throws Exception {
        List<String> lines = killedAt(line -> line.equals("waited"), "accept", "100", "50");
        try (Store store = SqliteStore.open(folder)) {
            for (long flow : flows(lines)) {
                assertEquals(1, store.history(flow).size(), "flow " + flow);
            }
        }
        assertEquals(50, flows(lines).size());
    }

    @Test
    void aCrashTakesDeferredEventsButNothingElse() throws Exception {
        List<String> lines = killedAt(line -> line.equals("waited"), "accept", "3600000", "50");
        try (Store store = SqliteStore.open(folder)) {
            assertEquals(50, flows(lines).size());
            for (long flow : flows(lines)) {
                assertEquals(FlowState.COMPLETED, store.flow(flow).orElseThrow().state());
                assertEquals(List.of(), store.history(flow), "deferred for an hour");
            }
            assertEquals(0, store.counts().auditEvents());
        }
        checkFile();
    }

    private static List<Long> flows(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("flow "))
                .map(line -> Long.parseLong(line.substring(5)))
                .toList();
    }

    @Test
    void aPurgeThatIsKilledAndRepeatedComesToTheSameEnd() throws Exception {
        int ended = 1_500;
        List<Long> open = new ArrayList<>();
        try (Store store = SqliteStore.open(folder)) {
            List<CompletableFuture<?>> stored = new ArrayList<>();
            for (int i = 0; i < ended; i++) {
                long flow = store.newId();
                stored.add(store.accept(StoreFixtures.flow(
                        flow, FlowState.COMPLETED, T0.plusSeconds(i), event(flow, "one", T0), event(flow, "two", T0))));
                if (i % 100 == 0) {
                    open.add(flow(store));
                }
            }
            stored.forEach(each -> each.join());
        }
        Random random = new Random(TestSeed.of(AuditCrashTest.class));
        for (int kill = 0; kill < TestSize.of("weir.kills", 2, 4); kill++) {
            int batches = 1 + random.nextInt(12);
            int[] seen = new int[1];
            killedAt(line -> line.startsWith("purged ") && ++seen[0] == batches, "purge", "0");
            checkFile();
            try (Store store = SqliteStore.open(folder)) {
                checkOpen(store, open);
            }
        }
        try (Store store = SqliteStore.open(folder)) {
            long left = store.counts().flows() - open.size();
            assertTrue(left > 0 && left < ended, "left: " + left);
            assertEquals(
                    left,
                    store.purge(PurgeOrder.of(FlowFilter.ALL), report -> {}).flows());
            checkOpen(store, open);
            assertEquals(open.size(), store.counts().flows());
            assertEquals(open.size(), store.counts().auditEvents());
        }
        checkFile();
    }

    /** Of two composites, in all states, with payloads of which some are stored apart. */
    private static void fillTwoComposites(Store store) {
        store.writeAudit(store.auditWriting().withDetailThreshold(500));
        CompositeRevision other = new CompositeRevision("default", "Claims", "1.0");
        List<CompletableFuture<?>> stored = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            long flow = store.newId();
            AuditEvent event = event(flow, "one", T0);
            AuditPayload payload = AuditPayload.of(new byte[i % 5 == 0 ? 70_000 : 20]);
            stored.add(store.accept(InboundMessage.ofFlow(
                    flow,
                    i % 2 == 0 ? StoreFixtures.COMPOSITE : other,
                    T0.plusSeconds(i % 50),
                    FlowState.values()[i / 2 % 4],
                    List.of(
                            new AuditEvent(event.where(), T0, event.kind(), event.component(), "one", null, payload),
                            event(flow, "two", T0)))));
        }
        stored.forEach(each -> each.join());
    }

    /** All that a store has of its flows, payloads included. */
    private static List<String> content(Path place) {
        List<String> all = new ArrayList<>();
        try (Store store = SqliteStore.open(place)) {
            for (FlowSummary flow : store.flows(FlowFilter.ALL, 0, 10_000)) {
                all.add(flow.flow() + " " + flow.composite() + " " + flow.state() + " " + flow.created());
                for (AuditEvent event : store.history(flow.flow())) {
                    AuditPayload payload = event.payload();
                    boolean apart = payload != null && payload.bytes() == null;
                    all.add(event.name() + " " + (payload == null ? 0 : payload.size()) + " "
                            + (apart ? store.payload(flow.flow(), payload.id(), 0, 1 << 20).length : 0));
                }
            }
            all.add(store.counts().toString());
        }
        return all;
    }

    @Test
    void aPurgeByAFilterThatIsKilledAndRepeatedLeavesWhatAnUnbrokenOneLeaves() throws Exception {
        for (Path place : List.of(folder, unbroken)) {
            try (Store store = SqliteStore.open(place)) {
                fillTwoComposites(store);
            }
        }
        assertEquals(content(folder), content(unbroken));
        try (Store store = SqliteStore.open(unbroken)) {
            assertEquals(
                    250, store.purge(PurgeOrder.of(OF_ORDERS), report -> {}).flows());
        }
        Random random = new Random(TestSeed.of(AuditCrashTest.class));
        for (int kill = 0; kill < 3; kill++) {
            int batches = 1 + random.nextInt(3);
            long after = random.nextInt(3_000_000);
            int[] seen = new int[1];
            killedAt(
                    line -> {
                        boolean now = line.startsWith("purged ") && ++seen[0] == batches;
                        if (now) {
                            LockSupport.parkNanos(after);
                        }
                        return now;
                    },
                    "purge-orders",
                    "0");
            checkFile();
        }
        try (Store store = SqliteStore.open(folder)) {
            long last = store.purge(PurgeOrder.of(OF_ORDERS), report -> {}).flows();
            assertTrue(last > 0 && last < 250, "left for the last: " + last);
        }
        assertEquals(content(unbroken), content(folder));
        checkFile();
    }

    private static long flow(Store store) {
        long flow = store.newId();
        Message message =
                StoreFixtures.draft(store, flow).creates(store.newId()).message();
        store.accept(StoreFixtures.inbound(message, event(flow, "open", T0))).join();
        return flow;
    }

    private static void checkOpen(Store store, List<Long> open) {
        for (long flow : open) {
            assertEquals(FlowState.RUNNING, store.flow(flow).orElseThrow().state());
            assertEquals(
                    List.of("open"),
                    store.history(flow).stream().map(AuditEvent::name).toList());
        }
        assertEquals(open.size(), store.counts().liveInstances());
    }

    private List<String> killedAt(Predicate<String> last, String... arguments)
            throws IOException, InterruptedException {
        return KilledProcess.run(
                AuditCrashChild.class,
                last,
                Stream.concat(Stream.of(folder.toString()), Stream.of(arguments))
                        .toArray(String[]::new));
    }

    private void checkFile() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("weir.db"));
                Statement statement = connection.createStatement()) {
            assertEquals("ok", text(statement, "PRAGMA integrity_check"));
            assertEquals(
                    text(
                            statement,
                            "SELECT (SELECT count(*) FROM flow) || ' ' || (SELECT coalesce(sum(events), 0) FROM trail)"),
                    text(statement, "SELECT flows || ' ' || events FROM totals"));
            assertEquals("0", text(statement, "SELECT count(*) FROM trail WHERE flow NOT IN (SELECT id FROM flow)"));
            assertEquals("0", text(statement, "SELECT count(*) FROM payload WHERE flow NOT IN (SELECT id FROM flow)"));
        }
    }

    private static String text(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
