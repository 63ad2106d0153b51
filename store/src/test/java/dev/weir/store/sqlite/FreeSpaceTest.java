package dev.weir.store.sqlite;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowState;
import dev.weir.store.InboundMessage;
import dev.weir.store.Message;
import dev.weir.store.MessageFilter;
import dev.weir.store.MixedFlows;
import dev.weir.store.PurgeOrder;
import dev.weir.store.StoreCounts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a purge frees goes back to the file system beside the work, also after the next start. */
class FreeSpaceTest {
    private static final Instant END = Instant.parse("2026-11-01T00:00:00Z");
    private static final PurgeOrder ALL = PurgeOrder.of(
            FlowFilter.ALL.withStates(Set.of(FlowState.COMPLETED, FlowState.FAULTED, FlowState.TERMINATED)));

    @Test
    void aPurgeEndsAndTheFileGetsSmallerBesideTheWork(@TempDir Path folder) throws Exception {
        MixedFlows.fill(folder, 1_000, END, 1);
        long before = Files.size(folder.resolve(SqliteStore.NAME));
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertTrue(store.purge(ALL, progress -> {}).flows() > 0);
            eventually(
                    "a quarter of the file is free at most",
                    () -> pages(store, "freelist_count") <= pages(store, "page_count") / 4);
        }
        long after = Files.size(folder.resolve(SqliteStore.NAME));
        assertTrue(after < before / 2, before + " bytes before, and after " + after);
    }

    @Test
    void whatAStopHasCutOffGoesOnAfterTheNextStart(@TempDir Path folder) throws Exception {
        MixedFlows.fill(folder, 1_000, END, 2);
        StoreCounts counts;
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.purge(ALL, progress -> {});
            counts = store.counts();
        }
        try (SqliteStore store = SqliteStore.open(folder)) {
            eventually(
                    "a quarter of the file is free at most",
                    () -> pages(store, "freelist_count") <= pages(store, "page_count") / 4);
            assertEquals(counts, store.counts());
            assertEquals(0, store.countPurge(ALL.filter()).flows());
        }
    }

    @Test
    void whatPurgedMessagesHaveTakenGoesBackToo(@TempDir Path folder) {
        CompositeRevision orders = new CompositeRevision("default", "Orders", "1.0");
        try (SqliteStore store = SqliteStore.open(folder)) {
            for (int i = 0; i < 200; i++) {
                long id = store.newId();
                Message message = Message.to(orders.component("Process"), "client", "order")
                        .id(id)
                        .flow(id)
                        .keys(List.of("key " + i))
                        .payload(new byte[50_000])
                        .received(END)
                        .build();
                store.accept(InboundMessage.of(message, orders, END, "", List.of()))
                        .join();
            }
            long full = pages(store, "page_count");
            assertEquals(200, store.purgeUndelivered(MessageFilter.ALL, Long.MAX_VALUE));
            eventually(
                    "a quarter of the file is free at most",
                    () -> pages(store, "freelist_count") <= pages(store, "page_count") / 4);
            assertTrue(pages(store, "page_count") < full / 2);
            assertEquals(0, store.counts().openMessages());
        }
    }

    private static long pages(SqliteStore store, String pragma) {
        return store.reads().read(session -> session.number(0, "PRAGMA " + pragma));
    }
}
