package dev.weir.store.sqlite;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.AuditEvent;
import dev.weir.store.AuditSpan;
import dev.weir.store.BusyStore;
import dev.weir.store.ComponentId;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowState;
import dev.weir.store.InboundMessage;
import dev.weir.store.PurgeOrder;
import dev.weir.store.Store;
import dev.weir.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the SQLite store does beyond the contract: its file, its lock, its one writer. */
class SqliteStoreTest {
    private static final Instant T0 = Instant.parse("2026-11-21T10:00:00Z");

    @TempDir
    Path folder;

    private static final ComponentId COMPONENT = ComponentId.parse("default/Orders!1.0/OrderProcess");

    private static AuditEvent event(long flow, String name) {
        return new AuditEvent(
                new AuditSpan(flow, 0, 1, 0), T0, AuditEvent.Kind.CALL_SENT, COMPONENT, name, "x".repeat(200));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    // Group commit

    @Test
    @Timeout(120)
    void whatIsAskedForWhileTheWriterIsBusyIsOneTransaction() throws Exception {
        try (SqliteStore store = SqliteStore.open(folder)) {
            CountDownLatch go = BusyStore.block(store);
            long before = store.commits();
            List<CompletableFuture<Void>> futures = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                futures.add(store.audit(List.of(event(1, "e" + i))));
            }
            assertFalse(futures.get(0).isDone());
            go.countDown();
            CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new)).join();
            assertEquals(1, store.commits() - before);
            assertEquals(300, store.history(1).size());
        }
    }

    @Test
    @Timeout(120)
    void threadsThatWriteWhileTheWriterIsBusyShareACommit() throws Exception {
        try (SqliteStore store = SqliteStore.open(folder)) {
            CountDownLatch go = BusyStore.block(store);
            long before = store.commits();
            CountDownLatch asked = new CountDownLatch(16);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                Thread thread = new Thread(() -> {
                    CompletableFuture<Void> written = store.audit(List.of(event(1, "e")));
                    asked.countDown();
                    written.join();
                });
                threads.add(thread);
                thread.start();
            }
            awaitQuietly(asked);
            go.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(16, store.counts().auditEvents());
            assertEquals(1, store.commits() - before);
        }
    }

    @Test
    @Timeout(120)
    void oneThatFailsAmongOthersOfItsTransactionFailsAlone() throws Exception {
        try (SqliteStore store = SqliteStore.open(folder)) {
            CountDownLatch go = BusyStore.block(store);
            long before = store.commits();
            var first = store.audit(List.of(event(1, "first")));
            var bad = store.audit(List.of(event(1, "before"), broken()));
            var last = store.audit(List.of(event(1, "last")));
            go.countDown();
            first.join();
            last.join();
            Throwable cause = assertThrows(RuntimeException.class, bad::join).getCause();
            assertInstanceOf(StoreException.class, cause);
            assertTrue(cause.getMessage().contains(folder.toString()), cause.getMessage());
            assertEquals(1, store.commits() - before);
            assertEquals(
                    List.of("first", "last"),
                    store.history(1).stream().map(AuditEvent::name).toList());
            assertEquals(2, store.counts().auditEvents());
        }
    }

    /** An event that the schema refuses. */
    @SuppressWarnings("NullAway")
    private static AuditEvent broken() {
        return new AuditEvent(new AuditSpan(1, 0, 1, 0), T0, AuditEvent.Kind.CALL_SENT, COMPONENT, null, null);
    }

    @Test
    @Timeout(120)
    void whoWritesToAFullQueueWaits() throws Exception {
        try (SqliteStore store = SqliteStore.open(folder)) {
            CountDownLatch go = BusyStore.block(store);
            CountDownLatch full = new CountDownLatch(WriteQueue.MOST_REQUESTS);
            Thread producer = new Thread(() -> {
                for (int i = 0; i < WriteQueue.MOST_REQUESTS + 10; i++) {
                    var unused = store.audit(List.of());
                    full.countDown();
                }
            });
            producer.start();
            assertTrue(full.await(1, TimeUnit.MINUTES));
            eventually("the producer waits", producer::getState, state -> state == Thread.State.WAITING);
            go.countDown();
            producer.join();
        }
    }

    @Test
    @Timeout(120)
    void theStoresOwnThreadNeverWaitsForItself() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            int most = WriteQueue.MOST_REQUESTS + 100;
            CompletableFuture<Void> all = store.audit(List.of()).thenCompose(done -> {
                CompletableFuture<?>[] futures = new CompletableFuture<?>[most];
                for (int i = 0; i < most; i++) {
                    futures[i] = store.audit(List.of());
                }
                return CompletableFuture.allOf(futures);
            });
            all.join();
            CompletableFuture<Class<?>> refused = new CompletableFuture<>();
            Runnable close = store::close;
            store.onReady(() -> {
                try {
                    close.run();
                } catch (IllegalStateException e) {
                    refused.complete(e.getClass());
                }
            });
            assertEquals(IllegalStateException.class, refused.join());
        }
    }

    @Test
    @Timeout(120)
    void aListenerThatFailsDoesNotStopTheStore() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.onReady(() -> {
                throw new AssertionError("the listener's own error, logged");
            });
            store.audit(List.of(event(1, "after"))).join();
            assertEquals(1, store.history(1).size());
        }
    }

    // Failing transactions

    @Test
    @Timeout(120)
    void aTransactionThatTheDiskRefusesFailsAllThatIsInItAndTheStoreGoesOn() throws Exception {
        Path file = folder.resolve("weir.db");
        WriteConnection ledger = new WriteConnection(file, Instant::now);
        WriterThread writer = new WriterThread(ledger, folder.toString(), () -> {}, () -> {});
        writer.start();
        AuditLog audit = new AuditLog(ledger);
        WriteRequest<Boolean> small = write(() -> audit.add(event(1, "small")));
        writer.submit(small).join();
        WriteRequest<Boolean> full = write(() -> {
            ledger.session().query("PRAGMA max_page_count=1").close();
            for (int i = 0; i < 2_000; i++) {
                audit.add(event(1, "large"));
            }
        });
        WriteRequest<Boolean> before = write(() -> audit.add(event(1, "before")));
        WriteRequest<Boolean> neighbour = write(() -> audit.add(event(1, "neighbour")));
        CountDownLatch go = new CountDownLatch(1);
        writer.submit(write(() -> awaitQuietly(go)));
        writer.submit(before);
        writer.submit(full);
        writer.submit(neighbour);
        go.countDown();
        for (WriteRequest<Boolean> write : List.of(before, full, neighbour)) {
            Throwable cause =
                    assertThrows(RuntimeException.class, write.done::join).getCause();
            assertInstanceOf(StoreException.class, cause);
            assertTrue(cause.getMessage().contains("full"), cause.getMessage());
        }
        writer.submit(write(() -> audit.add(event(1, "after")))).join();
        writer.close();
        ledger.close();
        try (Store store = SqliteStore.open(folder)) {
            assertEquals(
                    List.of("small", "after"),
                    store.history(1).stream().map(AuditEvent::name).toList());
            assertEquals(2, store.counts().auditEvents());
        }
    }

    private interface Change {
        void run() throws Exception;
    }

    private static WriteRequest<Boolean> write(Change change) {
        return new WriteRequest<>(
                0,
                () -> {
                    try {
                        change.run();
                    } catch (java.sql.SQLException | RuntimeException e) {
                        throw e;
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                    return true;
                },
                done -> false);
    }

    // The folder and the file

    @Test
    void theFolderIsMadeWhereThereIsNone() {
        Path deep = folder.resolve("a/b");
        SqliteStore.open(deep).close();
        assertTrue(Files.exists(deep.resolve("weir.db")));
    }

    @Test
    void aFolderServesOneStoreAtATime() {
        try (Store store = SqliteStore.open(folder)) {
            StoreException refused = assertThrows(StoreException.class, () -> SqliteStore.open(folder));
            assertTrue(refused.getMessage().contains(folder.toString()), refused.getMessage());
            assertTrue(
                    refused.getMessage()
                            .contains(Long.toString(ProcessHandle.current().pid())),
                    refused.getMessage());
            store.newId();
        }
        SqliteStore.open(folder).close();
    }

    @Test
    @Timeout(120)
    void aFolderServesOneProcessAtATime() throws Exception {
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (InputStream out = other.getInputStream()) {
            assertEquals('+', out.read());
            StoreException refused = assertThrows(StoreException.class, () -> SqliteStore.open(folder));
            assertTrue(refused.getMessage().contains(folder.toString()), refused.getMessage());
            assertTrue(refused.getMessage().contains(Long.toString(other.pid())), refused.getMessage());
        } finally {
            other.destroyForcibly().waitFor();
        }
        SqliteStore.open(folder).close();
    }

    /** A process that holds a folder until it is killed. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] args) throws Exception {
            SqliteStore.open(Path.of(args[0]));
            System.out.print('+');
            System.out.flush();
            System.in.read();
        }
    }

    @Test
    void aFileThatIsNoDatabaseIsRefusedByName() throws IOException {
        Files.writeString(folder.resolve("weir.db"), "something else ".repeat(1_000));
        StoreException refused = assertThrows(StoreException.class, () -> SqliteStore.open(folder));
        assertTrue(refused.getMessage().contains("weir.db"), refused.getMessage());
        Files.delete(folder.resolve("weir.db"));
        SqliteStore.open(folder).close();
    }

    @Test
    void aFileOfANewerProgramIsRefusedUntouched() throws Exception {
        SqliteStore.open(folder).close();
        try (SqlSession session = SqlSession.writer(folder.resolve("weir.db"))) {
            session.pragma("user_version=" + (SchemaMigrations.VERSION + 1));
            session.commit();
        }
        StoreException refused = assertThrows(StoreException.class, () -> SqliteStore.open(folder));
        assertTrue(
                refused.getMessage().contains("schema version " + (SchemaMigrations.VERSION + 1)),
                refused.getMessage());
    }

    @Test
    void commitsReachTheDiskBeforeTheyAreTold() throws Exception {
        try (SqlSession session = SqlSession.writer(folder.resolve("weir.db"))) {
            assertEquals(2, session.number(0, "PRAGMA synchronous"), "FULL");
            try (var rows = session.query("PRAGMA journal_mode")) {
                rows.next();
                assertEquals("wal", rows.getString(1));
            }
        }
    }

    @Test
    void nothingButTheStoresFilesStaysInItsFolder() throws IOException {
        SqliteStore.open(folder).close();
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(
                    Set.of("weir.db", "weir.id", "weir.commits", "weir.lock"),
                    Set.copyOf(files.map(file -> file.getFileName().toString()).toList()));
        }
    }

    @Test
    void aPurgeEndsWhereItsProgressThrows() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            for (int flow = 1; flow <= 20; flow++) {
                store.accept(InboundMessage.ofFlow(flow, COMPONENT.composite(), T0, FlowState.COMPLETED, List.of()))
                        .join();
            }
            List<Long> reported = new ArrayList<>();
            assertThrows(
                    IllegalStateException.class,
                    () -> store.purge(PurgeOrder.of(FlowFilter.ALL).withBatch(8), report -> {
                        reported.add(report.flows());
                        throw new IllegalStateException("enough");
                    }));
            assertEquals(List.of(8L), reported);
            assertEquals(12, store.countEnded(FlowFilter.ALL, 99));
        }
    }

    // Parts

    @Test
    void neighbouringIdsGoToDifferentBuckets() {
        Set<Integer> buckets = new HashSet<>();
        for (long id = 10_001; id < 10_001 + Bucket.COUNT; id++) {
            int bucket = Bucket.of(id);
            assertTrue(bucket >= 0 && bucket < Bucket.COUNT);
            buckets.add(bucket);
        }
        assertTrue(buckets.size() > Bucket.COUNT / 2, "buckets used: " + buckets.size());
        assertEquals(0, Bucket.of(0));
    }

    @Test
    void keysOfAnyTextAreKept() {
        for (List<String> keys : List.of(
                List.<String>of(),
                List.of(""),
                List.of("", ""),
                List.of("a\u0000b", "\n", "\ud83d\ude00", "x".repeat(70_000)))) {
            assertEquals(keys, KeyList.decode(KeyList.encode(keys)));
        }
    }

    @Test
    void timesOutOfRangeBecomeTheLastThatFits() {
        assertEquals(Long.MAX_VALUE, MicrosecondTime.ceiling(Instant.MAX));
        assertEquals(-Long.MAX_VALUE, MicrosecondTime.floor(Instant.MIN));
        Instant now = Instant.parse("2026-11-21T10:00:00.123456Z");
        assertEquals(now, MicrosecondTime.instant(MicrosecondTime.floor(now)));
        assertEquals(now, MicrosecondTime.instant(MicrosecondTime.floor(now.plusNanos(999))));
        assertEquals(now.plusNanos(1_000), MicrosecondTime.instant(MicrosecondTime.ceiling(now.plusNanos(1))));
        Instant old = Instant.parse("1969-12-31T23:59:59.999999Z");
        assertEquals(old, MicrosecondTime.instant(MicrosecondTime.floor(old)));
    }
}
