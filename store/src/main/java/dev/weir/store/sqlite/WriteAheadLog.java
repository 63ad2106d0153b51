package dev.weir.store.sqlite;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * Keeps the write-ahead log short. SQLite copies its pages to the database every few thousand of them, but begins it anew
 * only at a moment without readers: under readers that overlap, or a long one, it grows without end. So the writer looks at
 * the log after each transaction:
 *
 * <ul>
 *   <li>Beyond {@link Limits#soft} it lets new readers wait for a moment, in which the old ones may end and the log is
 *       emptied. While that is in vain, it is tried again each time the log has grown by a quarter of that.
 *   <li>Beyond {@link Limits#hard} reads that were there at the try before are ended; they fail, and say so.
 *   <li>After a transaction that failed, since the disk may be full, it begins the log anew if it can, whatever its length.
 * </ul>
 *
 * <p>A reader of another process (a backup) cannot be ended: the log grows by what is written until it is done.
 * Confined to the writer's thread.
 */
final class WriteAheadLog {
    private static final Logger LOG = System.getLogger(WriteAheadLog.class.getName());
    private static final int MOMENT_MS = 50;
    private static final int TRY_AFTER_END_MS = 1_000;

    private final Path database;
    private final Path file;
    private final ReadConnections reads;
    private final Limits limits;
    private long tryAt;

    /** In bytes. */
    record Limits(long soft, long hard) {
        static final Limits DEFAULT = new Limits(64L << 20, 256L << 20);
    }

    WriteAheadLog(Path database, ReadConnections reads, Limits limits) {
        this.database = database;
        this.file = of(database);
        this.reads = reads;
        this.limits = limits;
        this.tryAt = limits.soft();
    }

    static Path of(Path database) {
        return database.resolveSibling(database.getFileName() + "-wal");
    }

    /** After a transaction; never fails, since the transaction is stored. */
    void keepShort(WriteConnection connection) {
        try {
            long size = size();
            if (size < tryAt) {
                return;
            }
            boolean ended = size >= limits.hard() && reads.interruptOld();
            if (connection.session().emptyLog(ended ? TRY_AFTER_END_MS : MOMENT_MS)) {
                tryAt = limits.soft();
            } else {
                reads.nextGeneration();
                tryAt = size() + limits.soft() / 4;
            }
        } catch (SQLException | IOException e) {
            tryAt += limits.soft() / 4;
            LOG.log(Level.WARNING, "the write-ahead log of " + database + " could not be emptied", e);
        }
    }

    /**
     * After a transaction that failed; never fails. SQLite copies the log's pages to the database after transactions that
     * succeed alone. On a full disk none would, not even one that deletes, though the pages of the log are all the room it
     * needs. Where the database itself must grow for that there is no help here.
     */
    void makeRoom(WriteConnection connection) {
        try {
            connection.session().rewindLog(MOMENT_MS);
        } catch (SQLException e) {
            LOG.log(Level.DEBUG, "the write-ahead log of " + database + " could not be copied to it", e);
        }
    }

    private long size() throws IOException {
        return Files.exists(file) ? Files.size(file) : 0;
    }
}
