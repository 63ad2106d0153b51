package dev.weir.store.sqlite;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.weir.store.StoreException;
import dev.weir.store.file.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A file beside the database with the store's name: it distinguishes a database that was emptied, lost or replaced from one
 * that is new. It is written once the database is there, so that a crash in between leaves a database without a marker,
 * which is taken for what it is.
 */
final class StoreMarker {
    static final String NAME = "weir.id";

    private final Path file;
    private final Path database;

    StoreMarker(Path folder, String database) {
        this.file = folder.resolve(NAME);
        this.database = folder.resolve(database);
    }

    /** Before the database is opened, which would make one. */
    void requireDatabase() {
        String id = read();
        try {
            if (id != null && (!Files.exists(database) || Files.size(database) == 0)) {
                throw lost(id, "is missing or empty");
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Before the database is changed. */
    void require(SqlSession session) throws SQLException {
        String id = read();
        String found = id(session);
        if (id != null && found == null) {
            throw lost(id, "has no tables, nor a log with them");
        }
        if (id != null && !id.equals(found)) {
            throw new StoreException("the file is the database of the store " + found + ", but " + file
                    + " says that the store " + id + " is here: put its database back, or, if the other one is meant,"
                    + " delete " + NAME);
        }
    }

    /** The store's name in a database; null for one without tables. */
    static @Nullable String id(SqlSession session) throws SQLException {
        return session.exists("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'meta'")
                ? Long.toHexString(session.number(0, "SELECT value FROM meta WHERE name = 'store'"))
                : null;
    }

    private StoreException lost(String id, String what) {
        return new StoreException("the database " + what + ", but " + file + " says that the store " + id
                + " was here: bring it back by `weir store restore`, or, to begin anew without its instances, delete "
                + NAME);
    }

    private @Nullable String read() {
        try {
            return Files.exists(file) ? Files.readString(file, US_ASCII).strip() : null;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private StoreException unreadable(IOException e) {
        return new StoreException("cannot read " + file + ": " + e.getMessage(), e);
    }

    /** Writes the marker where it says something else. */
    void write(String id) {
        if (id.equals(read())) {
            return;
        }
        try {
            PrivateFiles.write(file, (id + "\n").getBytes(US_ASCII));
        } catch (IOException e) {
            throw new StoreException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    /** The first bytes of a file, as many as there are of {@code most}. */
    static ByteBuffer head(Path read, int most) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(most);
        try (FileChannel channel = FileChannel.open(read, StandardOpenOption.READ)) {
            fill(bytes, channel, 0);
        }
        return bytes;
    }

    /** Reads from a place in a file until the bytes are full, or the file ends; the limit says how many there are. */
    static void fill(ByteBuffer bytes, FileChannel channel, long at) throws IOException {
        bytes.clear();
        while (bytes.hasRemaining() && channel.read(bytes, at + bytes.position()) >= 0) {
            // Goes on until it is full, or the file ends.
        }
        bytes.flip();
    }
}
