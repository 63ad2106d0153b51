package dev.weir.store.sqlite;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.AuditLevel;
import dev.weir.store.AuditPayload;
import dev.weir.store.AuditSpan;
import dev.weir.store.AuditWriting;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowState;
import dev.weir.store.InboundMessage;
import dev.weir.store.PurgeOrder;
import dev.weir.store.StoreException;
import dev.weir.testing.TestSeed;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How SQLite keeps history: rows of several events, large payloads apart, later or at once. */
@Timeout(120)
class AuditStorageTest {
    private static final Instant T0 = Instant.parse("2026-11-25T10:00:00Z");
    private static final ComponentId COMPONENT = new CompositeRevision("default", "Orders", "1.0").component("Process");

    @TempDir
    Path folder;

    private static AuditEvent event(long flow, int n, AuditPayload payload) {
        return new AuditEvent(
                new AuditSpan(flow, 1, n, 0),
                T0.plusMillis(n),
                Kind.ACTIVITY_COMPLETED,
                COMPONENT,
                "e" + n,
                null,
                payload);
    }

    private static InboundMessage flow(long flow, AuditEvent... events) {
        return InboundMessage.ofFlow(flow, COMPONENT.composite(), T0, FlowState.COMPLETED, List.of(events));
    }

    @Test
    void anyEventIsReadAsItWasWritten() throws SQLException {
        Random random = new Random(TestSeed.of(AuditStorageTest.class));
        List<AuditEvent> events = new ArrayList<>();
        TrailEncoding row = new TrailEncoding();
        row.clear();
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            AuditEvent event = new AuditEvent(
                    new AuditSpan(7, number(random), number(random), number(random), (int)
                            (number(random) & Integer.MAX_VALUE)),
                    T0.plusNanos(1_000L * random.nextInt()),
                    Kind.ofCode(random.nextInt(28)),
                    COMPONENT,
                    text(random),
                    random.nextBoolean() ? text(random) : null,
                    random.nextBoolean() ? AuditPayload.of(bytes) : null);
            events.add(event);
            row.add(event, event.payload(), component -> 300);
        }
        List<AuditEvent> read = new ArrayList<>();
        TrailEncoding.decode(7, row.toBytes(), number -> number == 300 ? COMPONENT : null, read);
        assertEquals(events, read);
    }

    @Test
    void rowsOfTheFormatBeforeHaveNoActivities() throws SQLException {
        byte created = (byte) Kind.INSTANCE_CREATED.code();
        // Format; kind, instance 5, span 6, parent 5, time, component, name, no detail, no payload; the same for the
        // span 7.
        byte[] row = {1, created, 10, 12, 1, 0, 44, 2, 'a', 'b', 0, 0, created, 0, 2, 3, 2, 44, 1, 'c', 0, 0};
        List<AuditEvent> read = new ArrayList<>();
        TrailEncoding.decode(7, row, number -> number == 44 ? COMPONENT : null, read);
        assertEquals(
                List.of(
                        new AuditEvent(
                                new AuditSpan(7, 5, 6, 5), Instant.EPOCH, Kind.INSTANCE_CREATED, COMPONENT, "ab", null),
                        new AuditEvent(
                                new AuditSpan(7, 5, 7, 5),
                                Instant.EPOCH.plusNanos(1_000),
                                Kind.INSTANCE_CREATED,
                                COMPONENT,
                                "c",
                                null)),
                read);
    }

    private static long number(Random random) {
        return random.nextLong() >>> random.nextInt(64);
    }

    private static String text(Random random) {
        return "x\u00e9\u4e2d\ud83d\ude00".repeat(random.nextInt(60)) + random.nextInt();
    }

    @Test
    void payloadsBeyondTheThresholdAreStoredApartAndReadByParts() {
        byte[] large = new byte[100_000];
        new Random(TestSeed.of(AuditStorageTest.class)).nextBytes(large);
        byte[] small = Arrays.copyOf(large, 1_000);
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.writeAudit(AuditWriting.DEFAULT.withDetailThreshold(1_000));
            long flow = store.newId();
            store.accept(flow(
                            flow,
                            event(flow, 1, AuditPayload.of(small)),
                            event(flow, 2, AuditPayload.of(large)),
                            event(flow, 3, null)))
                    .join();
            List<AuditEvent> history = store.history(flow);
            AuditPayload inline = Objects.requireNonNull(history.get(0).payload());
            AuditPayload apart = Objects.requireNonNull(history.get(1).payload());
            assertArrayEquals(small, inline.bytes());
            assertEquals(0, inline.id());
            assertNull(apart.bytes());
            assertEquals(100_000, apart.size());
            assertNull(history.get(2).payload());
            assertArrayEquals(large, store.payload(flow, apart.id(), 0, 200_000));
            assertArrayEquals(
                    Arrays.copyOfRange(large, 32_760, 70_000),
                    store.payload(flow, apart.id(), 32_760, 70_000 - 32_760));
            assertEquals(0, store.payload(flow, apart.id(), 100_000, 10).length);
            assertEquals(0, store.payload(flow, 4_711, 0, 10).length);
            assertEquals(
                    1, store.purge(PurgeOrder.of(FlowFilter.ALL), report -> {}).payloads());
            assertEquals(0, store.payload(flow, apart.id(), 0, 10).length);
        }
    }

    @Test
    void deferredEventsAreSeenByWhoeverReadsThem() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.writeAudit(AuditWriting.DEFAULT.withDeferred(true).withFlushDelay(Duration.ofHours(1)));
            long flow = store.newId();
            store.accept(flow(flow, event(flow, 1, null))).join();
            store.audit(List.of(event(flow, 2, null))).join();
            assertEquals(0, store.counts().auditEvents(), "not on disk yet");
            assertEquals(2, store.history(flow).size());
            assertEquals(2, store.counts().auditEvents());
        }
    }

    @Test
    void aBatchThatIsFullIsWrittenAtOnceAndClosingWritesTheRest() {
        long last;
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.writeAudit(AuditWriting.DEFAULT
                    .withDeferred(true)
                    .withFlushDelay(Duration.ofHours(1))
                    .withBatchSize(10));
            for (int i = 0; i < 10; i++) {
                long flow = store.newId();
                store.accept(flow(flow, event(flow, 1, null))).join();
            }
            eventually("the batch is written", () -> store.counts().auditEvents() == 10);
            last = store.newId();
            store.accept(flow(last, event(last, 1, null))).join();
        }
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertEquals(1, store.history(last).size());
        }
    }

    @Test
    void whatWaitsIsWrittenWhenThePolicyBecomesImmediate() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            AuditWriting deferred = AuditWriting.DEFAULT.withDeferred(true).withFlushDelay(Duration.ofHours(1));
            store.writeAudit(deferred);
            long flow = store.newId();
            store.accept(flow(flow, event(flow, 1, null))).join();
            store.writeAudit(deferred.withDeferred(false));
            eventually("the event is written", () -> store.counts().auditEvents() == 1);
            store.audit(List.of(event(flow, 2, null))).join();
            assertEquals(2, store.counts().auditEvents());
        }
    }

    /** What a crash loses is the end of a history: no event is on disk while one before it waits. */
    @Test
    void anEventThatIsWrittenAtOnceTakesThoseOfItsFlowAlongThatWait() throws SQLException {
        AuditWriting deferred = AuditWriting.DEFAULT.withDeferred(true).withFlushDelay(Duration.ofHours(1));
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.writeAudit(deferred);
            long flow = store.newId();
            store.accept(flow(flow, event(flow, 1, null))).join();
            long full = store.newId();
            store.accept(flow(
                            full,
                            Collections.nCopies(DeferredAudit.MOST_EVENTS, event(full, 2, null))
                                    .toArray(AuditEvent[]::new)))
                    .join();
            assertEquals(0, store.counts().auditEvents(), "all wait, and there is room for no more");

            store.audit(List.of(event(flow, 3, null))).join();
            assertEquals(2, store.counts().auditEvents(), "the others wait");
            assertEquals(2, onDisk(flow));
            assertEquals(
                    List.of("e1", "e3"),
                    store.history(flow, 0, 10).events().stream()
                            .map(AuditEvent::name)
                            .toList());
            assertEquals(DeferredAudit.MOST_EVENTS, onDisk(full), "whoever reads has all written");
        }
    }

    private long onDisk(long flow) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("weir.db"));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT sum(events) FROM trail WHERE flow = " + flow)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Test
    void whatATransactionHasTakenIsInItsPlaceAgainIfItComesToNothing() {
        AuditWriting writing = AuditWriting.DEFAULT.withDeferred(true).withFlushDelay(Duration.ofHours(1));
        try (DeferredAudit deferred =
                new DeferredAudit(writing, (flows, bytes) -> CompletableFuture.completedFuture(null))) {
            deferred.add(List.of(event(1, 1, null), event(2, 2, null), event(3, 3, null)));
            assertEquals(2, deferred.take(2).size());
            int request = deferred.taken();
            assertEquals(1, deferred.takeOf(3).size());
            deferred.putBack(request);
            assertEquals(1, deferred.takeOf(3).size(), "a request that failed leaves it to the next");
            deferred.putBack(0);
            deferred.add(List.of(event(1, 4, null)));
            assertEquals(
                    List.of("e1", "e4", "e2", "e3"),
                    deferred.take(10).stream().map(AuditEvent::name).toList());
            assertFalse(deferred.isEmpty(), "until it is on disk");
            deferred.written();
            assertEquals(true, deferred.isEmpty());
        }
    }

    /** Whether the event of a change is deferred is decided before its transaction is on disk; the store may close then. */
    @Test
    void noEventOfAChangeThatIsStoredIsLostWhenTheStoreIsClosed() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(4);
        Set<Long> accepted = ConcurrentHashMap.newKeySet();
        try {
            for (int round = 0; round < 10; round++) {
                int before = accepted.size();
                List<Future<?>> done = new ArrayList<>();
                try (SqliteStore store = SqliteStore.open(folder)) {
                    store.writeAudit(AuditWriting.DEFAULT.withDeferred(true).withFlushDelay(Duration.ofMillis(1)));
                    for (int client = 0; client < 4; client++) {
                        done.add(clients.submit(() -> acceptUntilClosed(store, accepted)));
                    }
                    eventually("flows are accepted", () -> accepted.size() > before + 20);
                }
                for (Future<?> each : done) {
                    each.get();
                }
            }
        } finally {
            clients.shutdownNow();
        }
        try (SqliteStore store = SqliteStore.open(folder)) {
            for (long flow : accepted) {
                assertEquals(1, store.history(flow).size(), "flow " + flow);
            }
        }
    }

    private static void acceptUntilClosed(SqliteStore store, Set<Long> accepted) {
        try {
            while (true) {
                long flow = store.newId();
                store.accept(flow(flow, event(flow, 1, AuditPayload.of(new byte[200_000]))))
                        .thenRun(() -> accepted.add(flow))
                        .join();
            }
        } catch (CompletionException | StoreException closed) {
            // As it should be.
        }
    }

    @Test
    void eventsOfAFlowThatWasPurgedMeanwhileAreNotStored() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.writeAudit(AuditWriting.DEFAULT.withDeferred(true).withFlushDelay(Duration.ofHours(1)));
            long flow = store.newId();
            store.accept(flow(flow)).join();
            store.purge(PurgeOrder.of(FlowFilter.ALL), report -> {});
            store.audit(List.of(event(flow, 1, null))).join();
            assertEquals(List.of(), store.history(flow));
            assertEquals(0, store.counts().auditEvents());
        }
    }

    @Test
    void eventsOfFilesFromBeforeAreReadFirstAndPurged() throws SQLException {
        long flow;
        try (SqliteStore store = SqliteStore.open(folder)) {
            flow = store.newId();
            store.accept(flow(flow, event(flow, 2, null), event(flow, 3, null))).join();
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("weir.db"));
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO audit SELECT " + flow
                    + ", 0, 1, 1, 0, 1000, 14, id, 'old', NULL FROM name WHERE name LIKE '%/Process'");
            statement.executeUpdate("UPDATE totals SET events = events + 1");
        }
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertEquals(
                    List.of("old", "e2", "e3"),
                    store.history(flow).stream().map(AuditEvent::name).toList());
            long next = store.history(flow, 0, 1).next();
            assertEquals(
                    List.of("e2", "e3"),
                    store.history(flow, next, 9).events().stream()
                            .map(AuditEvent::name)
                            .toList());
            assertEquals(3, store.countPurge(FlowFilter.ALL).events());
            assertEquals(
                    3, store.purge(PurgeOrder.of(FlowFilter.ALL), report -> {}).events());
            assertEquals(0, store.counts().auditEvents());
        }
    }

    @Test
    void eachLevelKeepsWhatTheOneBeforeDoes() {
        for (Kind kind : Kind.values()) {
            boolean kept = false;
            for (AuditLevel level : AuditLevel.values()) {
                assertFalse(kept && !level.keeps(kind), kind + " at " + level);
                kept = level.keeps(kind);
            }
            assertEquals(true, kept, kind + " at Development");
            assertEquals(kind.isFact(), AuditLevel.OFF.keeps(kind), kind + " at Off");
        }
    }
}
