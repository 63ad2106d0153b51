package dev.weir.composite.retention;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowState;
import dev.weir.store.FlowSummary;
import dev.weir.store.InboundMessage;
import dev.weir.store.Message;
import dev.weir.store.PurgeOrder;
import dev.weir.store.PurgeReport;
import dev.weir.store.sqlite.SqliteStore;
import dev.weir.testing.RecordedLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is removed when, over a real store and a clock that is set. */
@Timeout(60)
class RetentionTest {
    private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");
    private static final CompositeRevision ORDERS = new CompositeRevision("default", "Orders", "1.0");
    private static final CompositeRevision CLAIMS = new CompositeRevision("default", "Claims", "2.0");

    @TempDir
    Path folder;

    private final AtomicReference<Instant> clock = new AtomicReference<>(NOW);
    private final RetentionConfig config = new RetentionConfig();
    private final Map<String, String> knobs = new HashMap<>();
    private SqliteStore store;
    private Retention retention;

    @BeforeEach
    void open() {
        store = SqliteStore.open(folder, clock::get);
        retention = new Retention(store, config, clock::get);
    }

    @AfterEach
    void close() {
        retention.close();
        store.close();
    }

    private void set(String name, String value) {
        knobs.put(name, String.valueOf(config.checked(name, value)));
        config.hold(knobs);
    }

    private long ended(CompositeRevision composite, FlowState state, long daysAgo) {
        long flow = store.newId();
        Instant then = NOW.minus(Duration.ofDays(daysAgo));
        Instant now = clock.getAndSet(then);
        store.accept(InboundMessage.ofFlow(flow, composite, then, state, List.of()))
                .join();
        clock.set(now);
        return flow;
    }

    private Set<Long> left() {
        return store.flows(FlowFilter.ALL, 0, 1000).stream()
                .map(FlowSummary::flow)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void eachCompositeAndStateHasItsDays() {
        config.deployed(ORDERS, Map.of("retention", "completed=7 faulted=90"));
        set("retention", "30");
        long kept1 = ended(ORDERS, FlowState.COMPLETED, 6);
        ended(ORDERS, FlowState.COMPLETED, 8);
        long kept2 = ended(ORDERS, FlowState.FAULTED, 80);
        ended(ORDERS, FlowState.FAULTED, 91);
        long kept3 = ended(ORDERS, FlowState.TERMINATED, 5000);
        long kept4 = ended(ORDERS, FlowState.RUNNING, 5000);
        long kept5 = ended(CLAIMS, FlowState.COMPLETED, 29);
        ended(CLAIMS, FlowState.TERMINATED, 31);
        retention.run();
        assertEquals(Set.of(kept1, kept2, kept3, kept4, kept5), left());
        RetentionStatus status = retention.status();
        assertEquals(3, status.removed());
        assertNull(status.alert());
        assertEquals(NOW, status.succeeded());
        assertEquals(
                Map.of(
                        "default/Claims!2.0",
                        "completed=30 faulted=30 terminated=30",
                        "default/Orders!1.0",
                        "completed=7 faulted=90"),
                status.rules());
    }

    @Test
    void nothingIsRemovedWhereNothingIsSaid() {
        long old = ended(ORDERS, FlowState.COMPLETED, 10_000);
        retention.run();
        assertEquals(Set.of(old), left());
    }

    @Test
    void whatIsSetCountsBeforeWhatIsDeclared() {
        config.deployed(ORDERS, Map.of("retention", "1"));
        set("retention/default/Orders!1.0", "never");
        long old = ended(ORDERS, FlowState.COMPLETED, 10);
        retention.run();
        assertEquals(Set.of(old), left());
        assertNull(config.checked("retention/default/Orders!1.0", "inherit"), "that takes it back");
        knobs.clear();
        config.hold(knobs);
        retention.run();
        assertEquals(Set.of(), left());
    }

    @Test
    void theAgeCountsFromTheEnd() {
        set("retention", "7");
        long flow = store.newId();
        Message message = Message.to(ORDERS.component("Desk"), "client", "order")
                .id(store.newId())
                .flow(flow)
                .span(flow)
                .keys(List.of("order 1"))
                .payload(new byte[] {1})
                .received(NOW)
                .build();
        clock.set(NOW.minus(Duration.ofDays(20)));
        store.accept(InboundMessage.of(message, ORDERS, clock.get(), "", List.of()))
                .join();
        clock.set(NOW.minus(Duration.ofDays(2)));
        store.dropMessage(message.id(), null, List.of()).join();
        clock.set(NOW);
        retention.run();
        assertEquals(Set.of(flow), left(), "it ended two days ago");
        clock.set(NOW.plus(Duration.ofDays(6)));
        retention.run();
        assertEquals(Set.of(), left());
    }

    /** Notes what is written, and can fail. */
    private final class NotedArchive implements FlowArchive {
        private final List<Long> written = new ArrayList<>();
        private boolean closed;
        private boolean full;
        private boolean alone = true;

        @Override
        public void write(List<Long> flows) throws IOException {
            flows.stream()
                    .filter(any -> alone)
                    .forEach(flow -> assertTrue(store.flow(flow).isPresent(), "it must still be there"));
            if (full) {
                throw new IOException("no space left");
            }
            written.addAll(flows);
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    @Test
    void whatIsRemovedWasArchivedBefore() {
        NotedArchive archive = new NotedArchive();
        retention.archiveTo(() -> archive);
        set("retention", "7");
        set("retentionArchive", "true");
        List<Long> old = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            old.add(ended(ORDERS, FlowState.COMPLETED, 10 + i % 5));
        }
        long kept = ended(ORDERS, FlowState.COMPLETED, 1);
        retention.run();
        assertEquals(Set.of(kept), left());
        assertEquals(old, archive.written.stream().sorted().toList());
        assertTrue(archive.closed);
    }

    @Test
    void whereTheArchiveCannotBeWrittenNothingIsRemovedAndThatIsAnAlert() {
        set("retention", "7");
        set("retentionArchive", "true");
        long old = ended(ORDERS, FlowState.COMPLETED, 10);
        retention.run();
        assertTrue(String.valueOf(retention.alert()).contains("nowhere to archive"), retention.alert());
        NotedArchive archive = new NotedArchive();
        archive.full = true;
        retention.archiveTo(() -> archive);
        retention.run();
        assertEquals(Set.of(old), left());
        assertTrue(String.valueOf(retention.alert()).contains("no space left"), retention.alert());
        assertNull(retention.succeeded());
        archive.full = false;
        retention.run();
        assertEquals(Set.of(), left());
        assertNull(retention.alert(), "a run that came to its end ends the alert");
    }

    @Test
    void aRunThatItsTimeCutsOffFallsBehind() {
        set("retention", "7");
        set("retentionArchive", "true");
        set("retentionMaxRuntime", "1");
        for (int i = 0; i < 200; i++) {
            ended(ORDERS, FlowState.COMPLETED, 10);
        }
        retention.archiveTo(() -> new FlowArchive() {
            @Override
            public void write(List<Long> flows) {
                clock.updateAndGet(now -> now.plus(Duration.ofMinutes(2)));
            }

            @Override
            public void close() {}
        });
        retention.run();
        String alert = String.valueOf(retention.alert());
        assertTrue(alert.contains("falls behind") && alert.contains("default/Orders!1.0"), alert);
        assertTrue(!left().isEmpty() && left().size() < 200, "left: " + left().size());
        assertNull(retention.status().succeeded());
    }

    @Test
    void aRunThatIsNotOverWhenTheNextIsDueIsAnAlertAndInTheLogOnce() {
        set("retention", "7");
        set("retentionArchive", "true");
        set("retentionSchedule", "15m");
        set("retentionMaxRuntime", "100000");
        for (int i = 0; i < 300; i++) {
            ended(ORDERS, FlowState.COMPLETED, 10);
        }
        List<String> alerts = new ArrayList<>();
        retention.archiveTo(() -> new FlowArchive() {
            @Override
            public void write(List<Long> flows) {
                clock.updateAndGet(now -> now.plus(Duration.ofMinutes(10)));
                alerts.add(String.valueOf(retention.alert()));
            }

            @Override
            public void close() {}
        });
        try (RecordedLog log = RecordedLog.of(Retention.class.getName())) {
            retention.run();
            assertEquals("null", alerts.get(0), "the next is not due yet");
            assertTrue(alerts.get(alerts.size() - 1).contains("is not over, and the next is due"), alerts.toString());
            assertEquals(
                    1,
                    log.entries().stream()
                            .filter(entry -> entry.level() == Level.WARNING
                                    && entry.message().contains("the next is due"))
                            .count(),
                    () -> log.entries().toString());
        }
        assertEquals(Set.of(), left());
        assertNull(retention.alert(), "it came to its end");
    }

    @Test
    void anErrorIsAnAlertAsAnyFailureAndLaterRunsBegin() {
        set("retention", "7");
        set("retentionArchive", "true");
        set("retentionSchedule", "1h");
        long old = ended(ORDERS, FlowState.COMPLETED, 10);
        NotedArchive archive = new NotedArchive();
        AtomicReference<@Nullable Error> fails = new AtomicReference<>(new NoClassDefFoundError("dev/weir/Gone"));
        retention.archiveTo(() -> {
            Error error = fails.get();
            if (error != null) {
                throw error;
            }
            return archive;
        });
        retention.start();
        retention.runSoon();
        eventually("the run fails", () -> retention.alert() != null);
        assertTrue(String.valueOf(retention.alert()).contains("dev/weir/Gone"), retention.alert());
        assertNull(retention.succeeded());
        assertEquals(Set.of(old), left());
        fails.set(null);
        retention.runSoon();
        eventually("the next run removes what is old", () -> left().isEmpty());
        eventually("the alert ends", () -> retention.alert() == null);
    }

    @Test
    void aRunThatIsStoppedWithTheServerHasNotSucceededAndEndsNoAlert() {
        set("retention", "7");
        set("retentionArchive", "true");
        long old = ended(ORDERS, FlowState.COMPLETED, 10);
        retention.run();
        assertNotNull(retention.alert());
        NotedArchive archive = new NotedArchive();
        retention.archiveTo(() -> {
            retention.close();
            return archive;
        });
        retention.run();
        assertEquals(Set.of(old), left());
        assertNull(retention.succeeded());
        assertNotNull(retention.alert());
    }

    @Test
    void aRunBesidePurgesRemovesWithThemEachInstanceOnce() {
        set("retention", "7");
        set("retentionArchive", "true");
        List<Long> old = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            old.add(ended(i % 2 == 0 ? ORDERS : CLAIMS, FlowState.COMPLETED, 10 + i % 5));
        }
        long kept = ended(ORDERS, FlowState.COMPLETED, 1);
        NotedArchive archive = new NotedArchive();
        archive.alone = false;
        retention.archiveTo(() -> archive);
        List<CompletableFuture<PurgeReport>> purges = new ArrayList<>();
        for (FlowFilter filter : List.of(
                FlowFilter.ALL.withCreated(null, NOW.minus(Duration.ofDays(12))),
                FlowFilter.ALL.withComposite(CLAIMS.toString()).withModified(null, NOW.minus(Duration.ofDays(11))))) {
            PurgeOrder order = PurgeOrder.of(filter).withBatch(7);
            purges.add(CompletableFuture.supplyAsync(() -> store.purge(order, progress -> {})));
        }
        retention.run();
        long purged = purges.stream().mapToLong(purge -> purge.join().flows()).sum();
        assertNull(retention.alert());
        assertEquals(Set.of(kept), left());
        assertEquals(old.size(), purged + retention.removedInAll());
        assertTrue(
                archive.written.size() >= retention.removedInAll(), "what a purge was faster with may be there, too");
    }

    @Test
    void whoAsksForARunKnowsWhichRunIsNotThisOne() {
        set("retention", "7");
        set("retentionSchedule", "off");
        retention.run();
        ended(ORDERS, FlowState.COMPLETED, 10);
        clock.set(NOW.plus(Duration.ofMinutes(1)));
        retention.start();
        RetentionStatus before = retention.runSoon();
        assertEquals(NOW, before.begun());
        assertEquals(0, before.removed());
        assertEquals(Set.of("default/Orders!1.0"), before.rules().keySet());
        RetentionStatus after = eventually(
                "the run ends",
                retention::status,
                status -> !Objects.equals(status.begun(), before.begun()) && !status.running());
        assertEquals(1, after.removed());
    }

    @Test
    void itRunsByItselfWhenTheScheduleSaysSoAndWhenThatIsChanged() {
        set("retention", "7");
        set("retentionSchedule", "1d");
        ended(ORDERS, FlowState.COMPLETED, 10);
        retention.start();
        assertEquals(1, left().size());
        assertEquals(NOW.plus(Duration.ofDays(1)), retention.status().next());
        clock.set(NOW.plus(Duration.ofHours(2)));
        set("retentionSchedule", "1h");
        eventually("what is old is removed", () -> left().isEmpty());
        set("retentionSchedule", "off");
        eventually("the run ends", () -> !retention.status().running());
        assertNull(retention.status().next());
        ended(ORDERS, FlowState.COMPLETED, 10);
        retention.runSoon();
        eventually("what is old is removed", () -> left().isEmpty());
        assertNotNull(retention.status().begun());
    }
}
