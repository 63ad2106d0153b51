package dev.weir.store.sqlite;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteJDBCLoader;

/**
 * Loads SQLite's native library from a copy in the store's folder, which is deleted at once. The driver's own loader
 * takes about 100 ms longer: it starts a process to find out the system's name, compares the copy with the jar byte by
 * byte, and leaves it in the temporary folder when the process is killed. Where this short cut does not apply (another
 * system than Linux with glibc, or {@code org.sqlite.lib.path} set by the user), the driver loads the library.
 */
final class NativeLibrary {
    private static final Logger LOG = System.getLogger(NativeLibrary.class.getName());
    private static final String PATH = "org.sqlite.lib.path";
    private static final String NAME = "org.sqlite.lib.name";
    private static final String COPY = "weir.sqlite.so";
    private static boolean tried;

    private NativeLibrary() {}

    /** The caller holds the folder's lock. */
    static synchronized void load(Path folder) {
        if (tried) {
            return;
        }
        tried = true;
        String resource = resource();
        if (resource == null || System.getProperty(PATH) != null) {
            return;
        }
        Path copy = folder.resolve(COPY);
        try {
            try (InputStream in = SQLiteJDBCLoader.class.getResourceAsStream(resource)) {
                if (in == null) {
                    return;
                }
                Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
            }
            System.setProperty(PATH, folder.toString());
            System.setProperty(NAME, COPY);
            SQLiteJDBCLoader.initialize();
        } catch (Exception e) {
            LOG.log(Level.INFO, "SQLite's library is loaded by the driver itself, because of " + e);
        } finally {
            System.clearProperty(PATH);
            System.clearProperty(NAME);
            delete(copy);
        }
    }

    private static void delete(Path copy) {
        try {
            Files.deleteIfExists(copy);
        } catch (IOException e) {
            LOG.log(Level.INFO, "the copy of SQLite's library could not be deleted: " + e);
        }
    }

    private static @Nullable String resource() {
        if (!System.getProperty("os.name", "").equals("Linux")) {
            return null;
        }
        return switch (System.getProperty("os.arch", "").toLowerCase(Locale.ROOT)) {
            case "amd64", "x86_64" ->
                glibc("/lib64/ld-linux-x86-64.so.2", "/lib/ld-musl-x86_64.so.1")
                        ? "/org/sqlite/native/Linux/x86_64/libsqlitejdbc.so"
                        : null;
            case "aarch64" ->
                glibc("/lib/ld-linux-aarch64.so.1", "/lib/ld-musl-aarch64.so.1")
                        ? "/org/sqlite/native/Linux/aarch64/libsqlitejdbc.so"
                        : null;
            default -> null;
        };
    }

    private static boolean glibc(String loader, String muslLoader) {
        return Files.exists(Path.of(loader)) && !Files.exists(Path.of(muslLoader));
    }
}
