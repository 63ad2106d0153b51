package dev.weir.store.sqlite;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.AuditEvent;
import dev.weir.store.AuditSpan;
import dev.weir.store.ComponentId;
import dev.weir.store.StoreException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A store's files: checked before it is served, kept short, backed up while it works, brought back. */
@Tag("slow")
class StoreFilesTest {
    private static final Instant T0 = Instant.parse("2026-11-21T10:00:00Z");
    private static final ComponentId COMPONENT = ComponentId.parse("default/Orders!1.0/OrderProcess");

    /** What a store in use has. */
    private static final List<String> FILES = List.of("weir.db", "weir.db-wal", "weir.id", "weir.commits");

    @TempDir
    Path temp;

    private Path folder() {
        return temp.resolve("data");
    }

    private Path database() {
        return folder().resolve("weir.db");
    }

    private static AuditEvent event(long flow, String name) {
        return new AuditEvent(
                new AuditSpan(flow, 0, 1, 0), T0, AuditEvent.Kind.CALL_SENT, COMPONENT, name, "x".repeat(2_000));
    }

    private static void write(SqliteStore store, long flow, int events) {
        for (int i = 0; i < events; i++) {
            store.audit(List.of(event(flow, "e" + i))).join();
        }
    }

    private void make() {
        try (SqliteStore store = SqliteStore.open(folder())) {
            write(store, 1, 100);
        }
    }

    /** As `kill -9` leaves it: what one store wrote is in the database, what the next one wrote in the log. */
    private void leaveAsKilled() throws IOException {
        make();
        Path copy = temp.resolve("copy");
        Files.createDirectories(copy);
        try (SqliteStore store = SqliteStore.open(folder())) {
            write(store, 2, 100);
            for (String file : FILES) {
                // (Closing a copy's source is harmless: nothing is written any more.)
                Files.copy(folder().resolve(file), copy.resolve(file));
            }
        }
        for (String file : FILES) {
            Files.move(copy.resolve(file), folder().resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private String refused() {
        return String.valueOf(assertThrows(StoreException.class, () -> SqliteStore.open(folder()))
                .getMessage());
    }

    private static void truncate(Path file, long size) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(size);
        }
    }

    // Checked before it is served

    @Test
    void aDatabaseWithoutItsEndIsNotServed() throws IOException {
        make();
        truncate(database(), Files.size(database()) / 2);

        String reason = refused();

        assertTrue(reason.contains("its end is missing"), reason);
        assertTrue(reason.contains("weir store restore"), reason);
    }

    @Test
    void anEmptiedOrLostDatabaseIsNotANewOne() throws IOException {
        make();
        truncate(database(), 0);
        assertTrue(refused().contains("is missing or empty"), this::refused);

        Files.delete(database());
        assertTrue(refused().contains("delete weir.id"), this::refused);
        assertFalse(Files.exists(database()), "nothing is made in its place");

        Files.delete(folder().resolve("weir.id"));
        SqliteStore.open(folder()).close();
    }

    @Test
    void aDatabaseOfAnotherStoreIsRefused() throws IOException {
        make();
        Path other = temp.resolve("other");
        SqliteStore.open(other).close();
        Files.copy(other.resolve("weir.db"), database(), StandardCopyOption.REPLACE_EXISTING);

        String reason = refused();

        assertTrue(reason.contains("is the database of the store "), reason);
        assertEquals(reason, refused(), "as long as it is there");
    }

    @Test
    void aStoreOfAnEarlierProgramGetsItsMarker() throws IOException {
        make();
        Files.delete(folder().resolve("weir.id"));

        SqliteStore store = SqliteStore.open(folder());
        store.close();

        assertEquals(store.id(), Files.readString(folder().resolve("weir.id")).strip());
    }

    @Test
    void aLogThatWasNotCopiedYetBelongsToTheDatabase() throws IOException {
        leaveAsKilled();

        try (SqliteStore store = SqliteStore.open(folder())) {
            assertEquals(100, store.history(1).size());
            assertEquals(100, store.history(2).size());
        }
    }

    @Test
    void aDatabaseWithoutItsEndIsNotServedWithALogEither() throws IOException {
        leaveAsKilled();
        truncate(database(), Files.size(database()) / 2);

        String reason = refused();

        assertTrue(reason.contains("its end is missing"), reason);
        assertTrue(reason.contains("weir store restore"), reason);
        assertEquals(reason, refused(), "as long as it is so");
        assertThrows(StoreException.class, () -> new StoreFiles(folder()).check());
        assertThrows(StoreException.class, () -> new StoreFiles(folder()).backup(temp.resolve("backup.db")));
    }

    @Test
    void damageInsideIsFoundOnRequest() throws IOException {
        make();
        assertEquals(List.of(), new StoreFiles(folder()).check());
        try (RandomAccessFile file = new RandomAccessFile(database().toFile(), "rw")) {
            for (long at = 4 * 4_096; at + 4_096 <= file.length(); at += 4_096) {
                file.seek(at);
                file.write(new byte[64]);
            }
        }

        assertFalse(new StoreFiles(folder()).check().isEmpty());
    }

    // A log that is missed, and one that is not

    private Path log() {
        return folder().resolve("weir.db-wal");
    }

    @Test
    void aLogThatIsDeletedAfterAKillIsMissedUntilItIsPutBack() throws IOException {
        leaveAsKilled();
        Path away = temp.resolve("away");
        Files.move(log(), away);

        String reason = refused();

        assertTrue(reason.contains("weir.db-wal was deleted or cut"), reason);
        assertEquals(reason, refused(), "as long as it is not there");
        assertThrows(StoreException.class, () -> new StoreFiles(folder()).check());
        assertThrows(StoreException.class, () -> new StoreFiles(folder()).backup(temp.resolve("backup.db")));

        Files.move(away, log());
        try (SqliteStore store = SqliteStore.open(folder())) {
            assertEquals(100, store.history(1).size());
            assertEquals(100, store.history(2).size());
        }
    }

    @Test
    void whatALogThatWasCutHadAtItsEndIsMissed() throws IOException {
        leaveAsKilled();
        truncate(log(), Files.size(log()) / 2);

        assertTrue(refused().contains("weir.db-wal was deleted or cut"), this::refused);
    }

    @Test
    void whoAcceptsTheLossGoesOnWithoutTheLog() throws IOException {
        leaveAsKilled();
        Files.delete(log());
        assertTrue(refused().contains("delete weir.commits"), this::refused);

        Files.delete(folder().resolve("weir.commits"));

        try (SqliteStore store = SqliteStore.open(folder())) {
            assertEquals(100, store.history(1).size());
            assertEquals(0, store.history(2).size());
            write(store, 3, 1);
        }
    }

    @Test
    void aBackupTakesThePlaceOfAStoreWithoutItsLog() throws IOException {
        leaveAsKilled();
        Path backup = temp.resolve("backup.db");
        new StoreFiles(folder()).backup(backup);
        try (SqliteStore store = SqliteStore.open(folder())) {
            write(store, 3, 1);
        }
        leaveAsKilled();
        Files.delete(log());
        refused();

        new StoreFiles(folder()).restore(backup, true, "1");

        try (SqliteStore store = SqliteStore.open(folder())) {
            assertEquals(100, store.history(2).size());
            assertEquals(0, store.history(3).size());
        }
    }

    @Test
    void aLogThatAnotherProgramHasCopiedToTheDatabaseIsNotMissed() throws Exception {
        leaveAsKilled();
        try (SqlSession program = SqlSession.plain(database())) {
            program.number(0, "SELECT count(*) FROM flow");
        }
        assertFalse(Files.exists(log()));

        try (SqliteStore store = SqliteStore.open(folder())) {
            assertEquals(100, store.history(2).size());
        }
    }

    @Test
    void aLogThatAnotherProgramKeepsBeyondTheStoresEndIsNotMissed() throws Exception {
        make();
        try (SqlSession program = SqlSession.plain(database())) {
            program.run("BEGIN");
            program.number(0, "SELECT count(*) FROM flow");
            try (SqliteStore store = SqliteStore.open(folder())) {
                write(store, 2, 100);
            }
            program.run("COMMIT");
        }
        assertFalse(Files.exists(log()));

        try (SqliteStore store = SqliteStore.open(folder())) {
            assertEquals(100, store.history(2).size());
        }
    }

    @Test
    void aStoreThatWasStoppedIsOneFile() throws IOException {
        make();
        Path elsewhere = Files.createDirectories(temp.resolve("elsewhere"));
        Files.copy(database(), elsewhere.resolve("weir.db"));

        try (SqliteStore store = SqliteStore.open(elsewhere)) {
            assertEquals(100, store.history(1).size());
        }
    }

    // Older copies of a store that was stopped

    /** A copy of what was stopped, and more in the store since. */
    private Path olderCopy() throws IOException {
        make();
        Path copy = temp.resolve("older.db");
        Files.copy(database(), copy);
        try (SqliteStore store = SqliteStore.open(folder())) {
            write(store, 2, 100);
        }
        assertFalse(Files.exists(log()), "it was stopped");
        return copy;
    }

    @Test
    void anOlderCopyAfterAStopIsRefusedUntilTheDatabaseIsPutBack() throws IOException {
        Path older = olderCopy();
        Path newer = temp.resolve("newer.db");
        Files.move(database(), newer);
        Files.copy(older, database());

        String reason = refused();

        assertTrue(reason.contains("an older copy of the database is in its place"), reason);
        assertTrue(reason.contains("weir store restore"), reason);
        assertEquals(reason, refused(), "as long as it is there");
        assertThrows(StoreException.class, () -> new StoreFiles(folder()).check());
        assertThrows(StoreException.class, () -> new StoreFiles(folder()).backup(temp.resolve("backup.db")));

        Files.move(newer, database(), StandardCopyOption.REPLACE_EXISTING);
        try (SqliteStore store = SqliteStore.open(folder())) {
            assertEquals(100, store.history(2).size());
        }
    }

    @Test
    void whoMeansTheOlderCopyGoesOnWithIt() throws IOException {
        Files.move(olderCopy(), database(), StandardCopyOption.REPLACE_EXISTING);
        assertTrue(refused().contains("delete weir.commits"), this::refused);

        Files.delete(folder().resolve("weir.commits"));

        for (int start = 1; start <= 2; start++) {
            try (SqliteStore store = SqliteStore.open(folder())) {
                assertEquals(100, store.history(1).size());
                assertEquals(0, store.history(2).size());
            }
        }
    }

    @Test
    void anOlderBackupThatIsRestoredIsNoOlderCopy() throws IOException {
        Path older = olderCopy();

        new StoreFiles(folder()).restore(older, true, "1");

        try (SqliteStore store = SqliteStore.open(folder())) {
            assertEquals(100, store.history(1).size());
            assertEquals(0, store.history(2).size());
        }
    }

    @Test
    void anOlderCopyOfTheWholeFolderIsAStore() throws IOException {
        make();
        Path copy = Files.createDirectories(temp.resolve("copy"));
        List<String> stopped = List.of("weir.db", "weir.id", "weir.commits");
        for (String file : stopped) {
            Files.copy(folder().resolve(file), copy.resolve(file));
        }
        try (SqliteStore store = SqliteStore.open(folder())) {
            write(store, 2, 100);
        }
        for (String file : stopped) {
            Files.move(copy.resolve(file), folder().resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }

        try (SqliteStore store = SqliteStore.open(folder())) {
            assertEquals(0, store.history(2).size());
        }
    }

    // The write-ahead log

    /** A query that takes far longer than the test. */
    private static CompletableFuture<Long> longRead(SqliteStore store, CountDownLatch reading) {
        return CompletableFuture.supplyAsync(() -> store.reads().read(session -> {
            session.number(0, "SELECT count(*) FROM trail");
            reading.countDown();
            return session.number(0, "SELECT count(*) FROM trail a, trail b, trail c, trail d");
        }));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertTrue(latch.await(60, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @Timeout(120)
    void aLongReaderOfAFullLogIsEndedAndTheLogIsBegunAnew() throws Exception {
        long soft = 1 << 20;
        try (SqliteStore store =
                SqliteStore.open(folder(), InstantSource.system(), new WriteAheadLog.Limits(soft, 2 * soft))) {
            write(store, 1, 1_000);
            CountDownLatch reading = new CountDownLatch(1);
            CompletableFuture<Long> reader = longRead(store, reading);
            awaitQuietly(reading);
            eventually("the reader is ended", () -> {
                write(store, 2, 50);
                return reader.isDone();
            });
            Throwable cause = assertThrows(RuntimeException.class, reader::join).getCause();
            assertTrue(String.valueOf(cause.getMessage()).contains("write-ahead log"), String.valueOf(cause));
            eventually("the log is begun anew", () -> {
                write(store, 2, 50);
                return Files.size(folder().resolve("weir.db-wal")) < soft;
            });
            assertEquals(1_000, store.history(1).size(), "others read on");
        }
    }

    @Test
    @Tag("soak")
    @Timeout(120)
    void theLogStaysBoundedUnderALongReader() throws Exception {
        long soft = 1 << 20;
        long hard = 2 << 20;
        try (SqliteStore store =
                SqliteStore.open(folder(), InstantSource.system(), new WriteAheadLog.Limits(soft, hard))) {
            write(store, 1, 1_000);
            CountDownLatch reading = new CountDownLatch(1);
            CompletableFuture<Long> reader = longRead(store, reading);
            awaitQuietly(reading);
            Path log = folder().resolve("weir.db-wal");
            long longest = 0;
            for (int i = 0; i < 500; i++) {
                write(store, 2, 4);
                longest = Math.max(longest, Files.size(log));
            }
            assertThrows(RuntimeException.class, reader::join);
            assertTrue(longest < 4 * hard, "the log had " + longest + " bytes");
        }
    }

    private interface Writes {
        void into(SqliteStore store) throws IOException;
    }

    /** Writes while three others read without a moment between them. */
    private void underReadersThatOverlap(long soft, Writes writes) throws Exception {
        try (SqliteStore store =
                SqliteStore.open(folder(), InstantSource.system(), new WriteAheadLog.Limits(soft, 4 * soft))) {
            write(store, 1, 100);
            AtomicBoolean over = new AtomicBoolean();
            List<Thread> readers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                Thread reader = new Thread(() -> {
                    while (!over.get()) {
                        store.history(1);
                    }
                });
                reader.start();
                readers.add(reader);
            }
            try {
                writes.into(store);
            } finally {
                over.set(true);
                for (Thread reader : readers) {
                    reader.join();
                }
            }
        }
    }

    @Test
    @Timeout(120)
    void theLogIsBegunAnewAgainAndAgainUnderReadersThatOverlap() throws Exception {
        underReadersThatOverlap(1 << 20, store -> {
            Path log = folder().resolve("weir.db-wal");
            for (int i = 0; i < 3; i++) {
                AtomicLong before = new AtomicLong();
                eventually("the log is begun anew", () -> {
                    write(store, 2, 50);
                    long size = Files.size(log);
                    return size < before.getAndSet(size);
                });
            }
        });
    }

    @Test
    @Tag("soak")
    @Timeout(120)
    void readersThatOverlapDoNotLetTheLogGrow() throws Exception {
        long soft = 1 << 20;
        underReadersThatOverlap(soft, store -> {
            long longest = 0;
            for (int i = 0; i < 60; i++) {
                write(store, 2, 50);
                longest = Math.max(longest, Files.size(folder().resolve("weir.db-wal")));
            }
            assertTrue(longest < 5 * soft, "the log had " + longest + " bytes");
        });
    }

    // Backup and restore

    @Test
    @Timeout(120)
    void aBackupUnderLoadIsTheStoreAtOneMoment() throws Exception {
        int writers = 4;
        AtomicBoolean over = new AtomicBoolean();
        int[] doneBefore = new int[writers];
        Path backup = temp.resolve("backup.db");
        AtomicInteger[] done = new AtomicInteger[writers];
        long lastId;
        try (SqliteStore store = SqliteStore.open(folder())) {
            List<Thread> threads = new ArrayList<>();
            for (int w = 0; w < writers; w++) {
                int flow = w + 1;
                AtomicInteger count = new AtomicInteger();
                done[w] = count;
                Thread thread = new Thread(() -> {
                    while (!over.get()) {
                        store.audit(List.of(event(flow, "e" + count.get()))).join();
                        count.incrementAndGet();
                    }
                });
                thread.start();
                threads.add(thread);
            }
            eventually("a writer has written 50", () -> done[0].get() >= 50);
            for (int w = 0; w < writers; w++) {
                doneBefore[w] = done[w].get();
            }
            new StoreFiles(folder()).backup(backup);
            over.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
            lastId = store.newId();
        }

        Path elsewhere = temp.resolve("elsewhere");
        new StoreFiles(elsewhere).restore(backup, false, "1");

        assertEquals(List.of(), new StoreFiles(elsewhere).check());
        try (SqliteStore restored = SqliteStore.open(elsewhere)) {
            for (int w = 0; w < writers; w++) {
                List<AuditEvent> events = restored.history(w + 1);
                assertTrue(events.size() >= doneBefore[w], events.size() + " of " + doneBefore[w]);
                assertTrue(events.size() <= done[w].get());
                for (int i = 0; i < events.size(); i++) {
                    assertEquals("e" + i, events.get(i).name());
                }
            }
            assertTrue(restored.newId() > lastId, "no id is handed out twice");
            write(restored, 9, 10);
        }
    }

    @Test
    void whatIsReplacedIsKeptAndADamagedBackupIsRefused() throws IOException {
        make();
        Path backup = temp.resolve("backup.db");
        new StoreFiles(folder()).backup(backup);
        assertThrows(StoreException.class, () -> new StoreFiles(folder()).backup(backup), "it is never overwritten");
        try (SqliteStore store = SqliteStore.open(folder())) {
            write(store, 2, 5);
            assertThrows(StoreException.class, () -> new StoreFiles(folder()).restore(backup, true, "1"), "in use");
        }
        assertThrows(StoreException.class, () -> new StoreFiles(folder()).restore(backup, false, "1"));

        new StoreFiles(folder()).restore(backup, true, "1");

        try (SqliteStore store = SqliteStore.open(folder())) {
            assertEquals(100, store.history(1).size());
            assertEquals(0, store.history(2).size());
        }
        assertTrue(Files.exists(folder().resolve("replaced-1/weir.db")));

        truncate(backup, Files.size(backup) - 4_096);
        assertThrows(StoreException.class, () -> new StoreFiles(folder()).restore(backup, true, "2"));
        SqliteStore.open(folder()).close();
    }

    @Test
    void aDatabaseThatIsLostComesBack() throws IOException {
        make();
        Path backup = temp.resolve("backup.db");
        new StoreFiles(folder()).backup(backup);
        Files.delete(database());
        refused();

        new StoreFiles(folder()).restore(backup, false, "1");

        try (SqliteStore store = SqliteStore.open(folder())) {
            assertEquals(100, store.history(1).size());
        }
    }
}
