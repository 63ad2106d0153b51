package dev.weir.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.sqlite.SqliteStore;
import dev.weir.store.sqlite.StoreFiles;
import dev.weir.testing.TestSeed;
import dev.weir.testing.TestSize;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a purge leaves is right whatever goes on beside it: other purges, what is taken in and ends, a backup. */
@Timeout(120)
@Tag("sized")
class PurgeBesideOthersTest {
    private static final int FLOWS = TestSize.of(2_000, 20_000);
    private static final Instant END = Instant.parse("2026-11-20T00:00:00Z");

    @TempDir
    Path folder;

    private Path data;
    private StoreRows before;

    @BeforeEach
    void fill() throws Exception {
        data = folder.resolve("data");
        MixedFlows.fill(data, FLOWS, END, TestSeed.of(PurgeBesideOthersTest.class));
        before = StoreRows.read(data.resolve(SqliteStore.NAME));
        assertEquals(List.of(), before.wrong());
        assertEquals(
                (long) FLOWS / MixedFlows.KINDS * (MixedFlows.KINDS - MixedFlows.OPEN),
                before.flows().values().stream().filter(StoreRows.Flow::isEnded).count());
    }

    private static FlowFilter of(int composite) {
        CompositeRevision of = MixedFlows.composite(composite);
        return FlowFilter.ALL.withComposite(of.partition(), of.name(), of.revision());
    }

    private static Instant day(int day) {
        return END.minus(Duration.ofDays(MixedFlows.DAYS - day));
    }

    private static PurgeReport join(CompletableFuture<PurgeReport> purge) {
        return purge.join();
    }

    /** Exactly those that fit are gone, with all that belongs to them; the others are there as they were. */
    private void assertLeft(StoreRows now, Predicate<StoreRows.Flow> gone) {
        assertEquals(List.of(), now.wrong());
        Map<Long, StoreRows.Flow> left = before.flows().values().stream()
                .filter(flow -> !flow.isEnded() || !gone.test(flow))
                .collect(Collectors.toMap(StoreRows.Flow::id, flow -> flow));
        assertTrue(left.size() < before.flows().size() && !left.isEmpty(), "some go, and some stay");
        assertEquals(left.keySet(), now.flows().keySet());
        assertEquals(left, now.flows());
    }

    @Test
    void purgesWhoseFiltersOverlapReportEachFlowOnceBetweenThem() throws Exception {
        List<FlowFilter> filters = List.of(
                FlowFilter.ALL.withCreated(null, day(6)),
                FlowFilter.ALL.withCreated(day(3), day(8)).withStates(Set.of(FlowState.COMPLETED, FlowState.FAULTED)),
                of(0),
                of(0).withCreated(day(2), null));
        Set<Long> handed = ConcurrentHashMap.newKeySet();
        List<PurgeReport> reports;
        try (SqliteStore store = SqliteStore.open(data)) {
            List<CompletableFuture<PurgeReport>> purges = new ArrayList<>();
            for (int i = 0; i < filters.size(); i++) {
                PurgeOrder order = PurgeOrder.of(filters.get(i)).withBatch(i % 2 == 0 ? 10 : PurgeOrder.BATCH);
                purges.add(CompletableFuture.supplyAsync(() -> store.purge(order, handed::addAll, progress -> {})));
            }
            reports = purges.stream().map(PurgeBesideOthersTest::join).toList();
        }
        StoreRows after = StoreRows.read(data.resolve(SqliteStore.NAME));
        String first = MixedFlows.composite(0).name();
        assertLeft(
                after,
                flow -> flow.created().isBefore(day(6))
                        || (!flow.created().isBefore(day(3))
                                && flow.created().isBefore(day(8))
                                && flow.state() != FlowState.TERMINATED)
                        || flow.composite().name().equals(first));
        List<StoreRows.Flow> gone = before.flows().values().stream()
                .filter(flow -> !after.flows().containsKey(flow.id()))
                .toList();
        assertEquals(gone.size(), reports.stream().mapToLong(PurgeReport::flows).sum());
        assertEquals(
                gone.stream().mapToLong(StoreRows.Flow::events).sum(),
                reports.stream().mapToLong(PurgeReport::events).sum());
        assertEquals(
                gone.stream()
                        .flatMap(flow -> flow.rows().stream())
                        .filter(row -> row.matches("payload\\|\\d+\\|\\d+\\|0\\|.*"))
                        .count(),
                reports.stream().mapToLong(PurgeReport::payloads).sum());
        reports.forEach(report -> assertEquals(PurgeReport.End.DONE, report.end()));
        assertTrue(handed.containsAll(gone.stream().map(StoreRows.Flow::id).toList()), "whoever archives had them all");
    }

    @Test
    void aBackupDuringAPurgeHasEachFlowWholeOrNotAtAll() throws Exception {
        List<Path> backups = new ArrayList<>();
        try (SqliteStore store = SqliteStore.open(data)) {
            CompletableFuture<PurgeReport> purge = CompletableFuture.supplyAsync(() -> store.purge(
                    PurgeOrder.of(FlowFilter.ALL.withCreated(null, day(8))).withBatch(5), progress -> {}));
            do {
                Path backup = folder.resolve("backup-" + backups.size());
                new StoreFiles(data).backup(backup);
                backups.add(backup);
            } while (!purge.isDone());
            purge.join();
        }
        int between = 0;
        int previous = before.flows().size();
        for (Path backup : backups) {
            StoreRows saved = StoreRows.read(backup);
            assertEquals(List.of(), saved.wrong());
            saved.flows().forEach((id, flow) -> assertEquals(before.flows().get(id), flow));
            before.flows().values().stream()
                    .filter(flow -> !flow.isEnded() || !flow.created().isBefore(day(8)))
                    .forEach(flow -> assertEquals(flow, saved.flows().get(flow.id()), "it was not to be purged"));
            assertTrue(saved.flows().size() <= previous, "what was gone does not come back");
            previous = saved.flows().size();
            between += previous < before.flows().size() ? 1 : 0;
        }
        System.out.println("PurgeBesideOthersTest: " + backups.size() + " backups, " + between + " with flows gone");

        Path restored = folder.resolve("restored");
        new StoreFiles(restored).restore(backups.get(0), false, "then");
        try (SqliteStore store = SqliteStore.open(restored)) {
            store.purge(PurgeOrder.of(FlowFilter.ALL.withCreated(null, day(8))), progress -> {});
        }
        assertLeft(
                StoreRows.read(restored.resolve(SqliteStore.NAME)),
                flow -> flow.created().isBefore(day(8)));
    }
}
