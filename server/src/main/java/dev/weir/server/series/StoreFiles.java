package dev.weir.server.series;

import dev.weir.store.sqlite.SqliteStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How large the files of the store are, in bytes. A method throws {@link UncheckedIOException} where that cannot be read. */
public final class StoreFiles {
    private final Path data;

    /** @param data the folder of the store */
    public StoreFiles(Path data) {
        this.data = data;
    }

    /** Of the database. */
    public long bytes() {
        return length(data.resolve(SqliteStore.NAME));
    }

    /** Of its write-ahead log. */
    public long logBytes() {
        return length(data.resolve(SqliteStore.NAME + "-wal"));
    }

    /** What the disk has left. */
    public long freeBytes() {
        try {
            return Files.getFileStore(data).getUsableSpace();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long length(Path file) {
        try {
            return Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
