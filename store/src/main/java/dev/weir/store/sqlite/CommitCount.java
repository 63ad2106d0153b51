package dev.weir.store.sqlite;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.weir.store.StoreException;
import dev.weir.store.file.PrivateFiles;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file beside the database that says how many transactions the store has committed. The database counts them too. If its
 * log is deleted or cut, or an older copy put in its place, it has fewer, and is refused: after a crash as after a stop.
 *
 * <p>The file is written after each commit, so a database never has fewer than it says, whatever is killed when. (A mark
 * that says no more than that the store was not closed would be wrong where another program, such as {@code weir store
 * check}, has copied the log to the database and deleted it.) It is flushed only when the store is closed: after a power
 * failure it may say less than there is, which is never wrong. A database without the file is taken for what it is, such
 * as one that was copied to another folder.
 *
 * <p>Written by the writer's thread, and by the one that opens and closes the store.
 */
final class CommitCount {
    static final String NAME = "weir.commits";

    private static final Logger LOG = System.getLogger(CommitCount.class.getName());
    private static final int LONGEST = 80;

    /** Of the largest long. */
    private static final int DIGITS = 19;

    /** The store's name, and the count twice: a line that a power failure has torn says nothing. */
    private static final Pattern LINE = Pattern.compile("(\\p{XDigit}+) (\\d{19}) \\2\n");

    private final Path file;
    private final Path log;
    private String id = "";
    private @Nullable FileChannel channel;

    CommitCount(Path folder, String database) {
        this.file = folder.resolve(NAME);
        this.log = WriteAheadLog.of(folder.resolve(database));
    }

    /** Before the database is changed. A server may use it: the file is read first, and so is behind it. */
    void require(SqlSession session) throws SQLException {
        Matcher line = read();
        if (line == null || !line.group(1).equals(StoreMarker.id(session))) {
            return;
        }
        long committed = Long.parseLong(line.group(2));
        long found = count(session);
        if (found < committed) {
            throw new StoreException("the database has " + found + " transactions, but " + file + " says that "
                    + committed
                    + " were committed: " + log.getFileName() + " was deleted or cut, or an older copy of the database"
                    + " is in its place. Put back what was there, or a backup by `weir store restore`; or, to go on"
                    + " without the last " + (committed - found) + ", delete " + NAME);
        }
    }

    /** 0 in databases of programs that did not count. */
    private static long count(SqlSession session) throws SQLException {
        return session.exists("SELECT 1 FROM pragma_table_info('totals') WHERE name = 'commits'")
                ? session.number(0, "SELECT commits FROM totals")
                : 0;
    }

    private @Nullable Matcher read() {
        try {
            Matcher line = LINE.matcher(US_ASCII.decode(StoreMarker.head(file, LONGEST)));
            return line.lookingAt() ? line : null;
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw new StoreException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    /** From here on {@link #committed} writes the file. */
    void begin(String store, long commits) {
        try {
            id = store;
            channel = PrivateFiles.update(file);
        } catch (IOException e) {
            throw new StoreException("cannot write " + file + ": " + e.getMessage(), e);
        }
        committed(commits);
    }

    /** After a commit; never fails, since the transaction is stored. */
    void committed(long commits) {
        FileChannel to = channel;
        if (to == null) {
            return;
        }
        try {
            String number = Long.toString(commits);
            String count = "0".repeat(DIGITS - number.length()) + number;
            to.write(ByteBuffer.wrap((id + ' ' + count + ' ' + count + '\n').getBytes(US_ASCII)), 0);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot write " + file + "; a loss of the log may go unnoticed", e);
        }
    }

    /** When the database is closed. The file stays, for the next start to compare. */
    void end() {
        FileChannel open = channel;
        if (open == null) {
            return;
        }
        channel = null;
        try (open) {
            open.force(false);
        } catch (IOException e) {
            // It says nothing wrong: the next start takes it.
            LOG.log(Level.WARNING, "cannot flush " + file + "; an older copy of the database may go unnoticed", e);
        }
    }
}
