package dev.weir.store.sqlite;

import dev.weir.store.Store;
import java.nio.file.Path;

/** Opens the store in a folder. */
public final class SqliteStore {
    private SqliteStore() {}

    /** Opens (making it where there is none) the store in a folder; one process at a time may hold it. */
    public static Store open(Path folder) {
        throw new UnsupportedOperationException("not built yet");
    }
}
