package dev.weir.store.sqlite;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.weir.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Compares a database's size with what its header says (SQLite file format, section 1.3), or its log where there is one,
 * before it is opened: SQLite opens a file that lacks its end, and fails when it comes to a page that is not there, or
 * changes the rest before that.
 *
 * <p>Never for a database that this process has open: closing the file would end SQLite's locks on it.
 */
final class DatabaseHeader {
    static final String REMEDY = "; bring back a copy, or a backup by `weir store restore`";

    private static final int LENGTH = 100;
    private static final String MAGIC = "SQLite format 3\0";

    private DatabaseHeader() {}

    /** @throws StoreException for a file that is no database, or not all of one */
    static void check(Path file) {
        // The log is read first. Another program may copy it to the database meanwhile, and then delete it: the pages
        // that
        // were missed in the one are in the other.
        try (CommittedLog log = CommittedLog.open(WriteAheadLog.of(file))) {
            long size = Files.exists(file) ? Files.size(file) : 0;
            if (size == 0) {
                return;
            }
            ByteBuffer header = StoreMarker.head(file, LENGTH);
            if (header.limit() < LENGTH
                    || !US_ASCII.decode(header.slice(0, MAGIC.length()))
                            .toString()
                            .equals(MAGIC)) {
                throw new StoreException("the file is not a SQLite database" + REMEDY);
            }
            if (log != null) {
                log.requirePagesBeyond(size);
            } else if (header.getInt(24) == header.getInt(92)) {
                // Older programs do not keep the count.
                requireCounted(size, header);
            }
        } catch (IOException e) {
            throw new StoreException("the file cannot be read: " + e.getMessage(), e);
        }
    }

    private static void requireCounted(long size, ByteBuffer header) {
        int pageSize = header.getShort(16) & 0xFFFF;
        long page = pageSize == 1 ? 65_536 : pageSize;
        long pages = header.getInt(28) & 0xFFFF_FFFFL;
        if (size < pages * page) {
            throw new StoreException("the file has " + size + " bytes, but its header counts " + pages + " pages of "
                    + page + ", which are " + pages * page + ": its end is missing" + REMEDY);
        }
    }
}
