package dev.weir.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.KilledProcess;
import dev.weir.store.StoreException;
import dev.weir.testing.TestSeed;
import dev.weir.testing.TestSize;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A database with a write-ahead log that lacks pages is refused, and no other: whatever a killed writer leaves is whole,
 * and a file that was cut off is taken only if SQLite makes the same of it as of the whole one.
 */
@Tag("sized")
class MissingPagesTest {
    private static final int KILLS = TestSize.of("weir.kills", 8, 200);
    private static final int MOST_STEPS = 60;
    private static final int CUTS = 20;

    @TempDir
    Path folder;

    private Path database() {
        return folder.resolve("a.db");
    }

    // Killed writers

    @Test
    void whatAKilledWriterLeavesIsWholeAndItsCutOffCopiesAreNot() throws Exception {
        long seed = TestSeed.of(MissingPagesTest.class);
        Random random = new Random(seed);
        int longerByLog = 0;
        int refused = 0;
        int taken = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            String what = "seed " + seed + ", kill " + kill;
            AtomicInteger left = new AtomicInteger(1 + random.nextInt(MOST_STEPS));
            KilledProcess.run(
                    Scribbler.class,
                    line -> left.decrementAndGet() == 0,
                    database().toString(),
                    Integer.toString(random.nextInt()));

            assertDoesNotThrow(() -> DatabaseHeader.check(database()), what);

            byte[] whole = afterRecovery(copyCutTo(Files.size(database())));
            longerByLog += whole.length > Files.size(database()) ? 1 : 0;
            for (int i = 0; i < CUTS; i++) {
                long size = 1 + (long) (random.nextDouble() * Files.size(database()));
                Path cut = copyCutTo(size);
                try {
                    DatabaseHeader.check(cut);
                } catch (StoreException e) {
                    refused++;
                    continue;
                }
                taken++;
                assertArrayEquals(whole, afterRecovery(cut), what + ", cut to " + size);
            }
        }
        String seen = longerByLog + " longer by the log, " + refused + " cuts refused, " + taken + " taken";
        assertTrue(refused > 0, seen);
        if (TestSize.isSoak()) {
            assertTrue(longerByLog > 0 && taken > 0, seen);
        }
    }

    private Path copyCutTo(long size) throws IOException {
        Path copy = Files.createDirectories(folder.resolve("copy")).resolve("a.db");
        Files.copy(database(), copy, StandardCopyOption.REPLACE_EXISTING);
        Files.deleteIfExists(WriteAheadLog.of(copy));
        if (Files.exists(WriteAheadLog.of(database()))) {
            Files.copy(WriteAheadLog.of(database()), WriteAheadLog.of(copy));
        }
        setLength(copy, size);
        return copy;
    }

    /** The database when SQLite has copied the log to it. */
    private static byte[] afterRecovery(Path file) throws IOException, SQLException {
        try (SqlSession session = SqlSession.plain(file)) {
            session.query("PRAGMA wal_checkpoint(TRUNCATE)").close();
        }
        return Files.readAllBytes(file);
    }

    /** Writes, undoes, deletes and shrinks, with many checkpoints, some of which a reader cuts short; until it is killed. */
    static final class Scribbler {
        private Scribbler() {}

        public static void main(String[] args) throws SQLException {
            Path file = Path.of(args[0]);
            Random random = new Random(Integer.parseInt(args[1]));
            try (SqlSession writer = SqlSession.writer(file);
                    SqlSession reader = SqlSession.reader(file)) {
                // With a cache so small, transactions go to the log long before they are committed.
                writer.pragma("cache_size=10");
                writer.pragma("wal_autocheckpoint=" + (20 << random.nextInt(7)));
                writer.run("CREATE TABLE IF NOT EXISTS note(id INTEGER PRIMARY KEY, text BLOB)");
                writer.commit();
                while (true) {
                    step(random, writer, reader);
                    System.out.println("step");
                }
            }
        }

        private static void step(Random random, SqlSession writer, SqlSession reader) throws SQLException {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> {
                    scribble(random, writer);
                    writer.commit();
                }
                case 3 -> {
                    scribble(random, writer);
                    writer.rollback();
                }
                case 4 -> {
                    writer.update("DELETE FROM note WHERE id % 3 = ?", random.nextInt(3));
                    writer.commit();
                }
                case 5 -> {
                    writer.pragma("incremental_vacuum(" + random.nextInt(1_000) + ")");
                    writer.commit();
                }
                case 6 -> writer.emptyLog(0);
                default -> {
                    reader.commit();
                    if (random.nextBoolean()) {
                        reader.number(0, "SELECT count(*) FROM note");
                    }
                }
            }
        }

        private static void scribble(Random random, SqlSession writer) throws SQLException {
            int notes = 1 + random.nextInt(30);
            for (int i = 0; i < notes; i++) {
                writer.update("INSERT INTO note(text) VALUES (randomblob(?))", random.nextInt(10_000));
            }
        }
    }

    // Pages that no file has

    @Test
    void thePageForLocksIsMissedByNobody() throws Exception {
        long gigabyte = 1 << 30;
        int page = 4_096;
        try (SqlSession session = SqlSession.plain(database())) {
            session.pragma("journal_mode=WAL");
            session.run("CREATE TABLE note(text BLOB)");
        }
        try (RandomAccessFile file = new RandomAccessFile(database().toFile(), "rw")) {
            // As if the pages up to the one for locks were in use: what comes next goes behind it.
            file.seek(28);
            file.writeInt((int) (gigabyte / page));
            file.setLength(gigabyte);
        }
        Path log = WriteAheadLog.of(database());
        Path kept = folder.resolve("kept");
        try (SqlSession session = SqlSession.plain(database())) {
            session.run("INSERT INTO note VALUES (randomblob(20000))");
            Files.copy(log, kept);
        }
        assertTrue(Files.size(database()) > gigabyte + page);
        // The log was not copied yet.
        Files.move(kept, log);
        setLength(database(), gigabyte);

        DatabaseHeader.check(database());

        setLength(database(), gigabyte - page);
        assertThrows(StoreException.class, () -> DatabaseHeader.check(database()));
    }

    private static void setLength(Path file, long size) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.setLength(size);
        }
    }
}
