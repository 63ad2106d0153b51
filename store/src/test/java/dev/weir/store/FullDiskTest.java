package dev.weir.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.store.sqlite.SqliteStore;
import dev.weir.testing.SmallDisk;
import dev.weir.testing.TestSeed;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A purge on a disk that has no byte left, or few: what deletes needs room in the write-ahead log, too. */
@Timeout(120)
class FullDiskTest {
    private static final Instant END = Instant.parse("2026-11-20T00:00:00Z");
    private static final int FLOWS = 2_000;
    private static final int DISK_MIB = 64;
    private static final int MOST_IN_VAIN = 20;
    private static final FlowFilter OLD = FlowFilter.ALL.withCreated(null, END.minus(Duration.ofDays(1)));

    @TempDir
    Path folder;

    private Path data;
    private StoreRows before;

    private SmallDisk disk() throws Exception {
        Path place = folder.resolve("disk");
        Optional<SmallDisk> mounted = SmallDisk.mount(place, DISK_MIB);
        assumeTrue(mounted.isPresent(), "this machine lets no test mount a file system");
        data = place.resolve("data");
        MixedFlows.fill(data, FLOWS, END, TestSeed.of(FullDiskTest.class));
        before = StoreRows.read(data.resolve(SqliteStore.NAME));
        return mounted.get();
    }

    private void assertPurged() throws Exception {
        StoreRows after = StoreRows.read(data.resolve(SqliteStore.NAME));
        assertEquals(List.of(), after.wrong());
        Map<Long, StoreRows.Flow> left = before.flows().values().stream()
                .filter(flow -> !flow.isEnded() || !flow.created().isBefore(END.minus(Duration.ofDays(1))))
                .collect(Collectors.toMap(StoreRows.Flow::id, flow -> flow));
        assertEquals(left, after.flows());
    }

    @Test
    void withoutAnyRoomAPurgeSaysThatTheDiskIsFullAndIsDoneWhenThereIsRoom() throws Exception {
        try (SmallDisk disk = disk()) {
            try (SqliteStore store = SqliteStore.open(data)) {
                assertEquals(10, store.flows(FlowFilter.ALL, 0, 10).size());
                disk.fill();
                for (int i = 0; i < 3; i++) {
                    String why = why(() -> store.purge(PurgeOrder.of(OLD), progress -> {}));
                    assertTrue(why.contains("the purge stopped") && why.contains("disk is full"), why);
                    assertTrue(doesOrIsFull(() -> store.probe().join()), "what is small may have room in the log");
                    assertEquals(10, store.flows(FlowFilter.ALL, 0, 10).size(), "what reads goes on");
                }
                disk.makeRoom();
                assertEquals(
                        FLOWS / MixedFlows.KINDS * (MixedFlows.KINDS - MixedFlows.OPEN) * 9L / 10,
                        store.purge(PurgeOrder.of(OLD), progress -> {}).flows());
            }
            assertPurged();
        }
    }

    private static String why(Runnable fails) {
        try {
            fails.run();
        } catch (StoreException | CompletionException e) {
            return String.valueOf(e.getMessage());
        }
        throw new AssertionError("there is no room for that");
    }

    private static boolean doesOrIsFull(Runnable writes) {
        try {
            writes.run();
            return true;
        } catch (CompletionException e) {
            return String.valueOf(e.getMessage()).contains("disk is full");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void whereThereIsLittleRoomAPurgeThatIsRepeatedComesToItsEnd(int mib) throws Exception {
        try (SmallDisk disk = disk()) {
            int failed = 0;
            try (SqliteStore store = SqliteStore.open(data)) {
                assertEquals(10, store.flows(FlowFilter.ALL, 0, 10).size());
                disk.fillBut((long) mib << 20);
                // How far one try comes depends on how much of the room the log has got: perhaps one batch.
                int inVain = 0;
                long left = store.counts().flows();
                while (!purged(store)) {
                    failed++;
                    long now = store.counts().flows();
                    inVain = now < left ? 0 : inVain + 1;
                    left = now;
                    assertTrue(inVain < MOST_IN_VAIN, "repeating does not help; " + store.counts());
                }
                System.out.println("FullDiskTest: with room for " + mib + " MiB purged after " + failed + " failures, "
                        + disk.freeBytes() + " bytes are free now");
                store.probe().join();
            }
            assertPurged();
        }
    }

    /** False where the disk was full again. */
    private static boolean purged(SqliteStore store) {
        try {
            return store.purge(PurgeOrder.of(OLD).withBatch(10), progress -> {}).end() == PurgeReport.End.DONE;
        } catch (StoreException e) {
            assertTrue(String.valueOf(e.getMessage()).contains("disk is full"), e.getMessage());
            return false;
        }
    }
}
