package dev.weir.store.sqlite;

import dev.weir.store.StoreException;
import dev.weir.store.file.PrivateFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.sqlite.SQLiteErrorCode;

/**
 * What is done with the files of a store beside serving it: checks, backups, and bringing a backup back. Checks and backups
 * may run while a server uses the store.
 */
public final class StoreFiles {
    /** Ids that a store has handed out since a backup of it was made are not handed out again: there are fewer than this. */
    private static final long IDS_AFTER_BACKUP = 1_000_000_000L;

    private static final int MOST_PROBLEMS = 100;

    private final Path folder;
    private final Path file;
    private final CommitCount count;

    public StoreFiles(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
        this.file = this.folder.resolve(SqliteStore.NAME);
        this.count = new CommitCount(this.folder, SqliteStore.NAME);
    }

    /** The database, and what belongs to one state of it: these are kept or lost together. */
    static List<Path> of(Path folder) {
        return List.of(
                folder.resolve(SqliteStore.NAME),
                folder.resolve(SqliteStore.NAME + "-wal"),
                folder.resolve(SqliteStore.NAME + "-shm"),
                folder.resolve(CommitCount.NAME));
    }

    /** Before SQLite makes the files that are missing: they get the mode of the database. */
    static void keepPrivate(Path folder) {
        List<Path> files = new ArrayList<>(of(folder));
        files.add(folder.resolve(StoreMarker.NAME));
        files.add(folder.resolve(FolderLock.NAME));
        PrivateFiles.tighten(files);
        try {
            PrivateFiles.create(folder.resolve(SqliteStore.NAME));
        } catch (IOException e) {
            throw new StoreException("the file cannot be made: " + e, e);
        }
    }

    /**
     * Reads the whole database and compares its tables with its indexes: SQLite's quick_check.
     *
     * @return what is wrong; empty if nothing is
     * @throws StoreException if there is no store, or not all of it
     */
    public List<String> check() {
        requireFile();
        try {
            requireWhole();
            List<String> wrong = quickCheck(file);
            if (wrong.isEmpty()) {
                try (SqlSession session = SqlSession.plain(file)) {
                    count.require(session);
                }
            }
            return wrong;
        } catch (SQLException e) {
            throw new StoreException("cannot check " + file + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new StoreException("the lock on " + folder + " cannot be released: " + e, e);
        } catch (StoreException e) {
            throw new StoreException(file + ": " + e.getMessage(), e);
        }
    }

    /** Where a server uses the store, it has looked. */
    private void requireWhole() throws IOException {
        try (FolderLock lock = FolderLock.tryToTake(folder)) {
            if (lock != null) {
                new StoreMarker(folder, SqliteStore.NAME).requireDatabase();
                DatabaseHeader.check(file);
                NativeLibrary.load(folder);
            }
        }
    }

    private static List<String> quickCheck(Path database) throws SQLException {
        try {
            return tablesAndIndexes(database);
        } catch (SQLException e) {
            int code = e.getErrorCode() & 0xFF;
            if (code == SQLiteErrorCode.SQLITE_CORRUPT.code || code == SQLiteErrorCode.SQLITE_NOTADB.code) {
                return List.of(String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    private static List<String> tablesAndIndexes(Path database) throws SQLException {
        List<String> wrong = new ArrayList<>();
        try (SqlSession session = SqlSession.plain(database)) {
            try (ResultSet rows = session.query("PRAGMA quick_check(" + MOST_PROBLEMS + ")")) {
                while (rows.next()) {
                    if (!rows.getString(1).equals("ok")) {
                        wrong.add(rows.getString(1));
                    }
                }
            }
            if (wrong.isEmpty() && StoreMarker.id(session) == null) {
                wrong.add("it has none of a store's tables");
            }
        }
        return wrong;
    }

    /**
     * Writes the store, as it is at one moment, to a new file; it is whole and on disk when this returns. Writers go on; the
     * write-ahead log grows by what they write meanwhile.
     *
     * @param target where nothing is yet
     */
    public void backup(Path target) {
        requireFile();
        Path to = target.toAbsolutePath().normalize();
        if (Files.exists(to)) {
            throw new StoreException("there is " + to + " already: choose another name");
        }
        Path unfinished = to.resolveSibling(to.getFileName() + ".unfinished");
        try {
            requireWhole();
            PrivateFiles.createAnew(unfinished);
            try (SqlSession session = SqlSession.plain(file)) {
                count.require(session);
                session.update("VACUUM INTO ?", unfinished.toString());
            }
            List<String> wrong = quickCheck(unfinished);
            if (!wrong.isEmpty()) {
                throw new StoreException("the backup of " + file + " is damaged, as the store may be, see `weir store"
                        + " check`: " + String.join("; ", wrong));
            }
            PrivateFiles.toDisk(unfinished);
            Files.move(unfinished, to, StandardCopyOption.ATOMIC_MOVE);
            PrivateFiles.syncFolder(to);
        } catch (SQLException e) {
            throw new StoreException("cannot back up " + file + " to " + to + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new StoreException("cannot write " + to + ": " + e, e);
        }
    }

    /**
     * Makes a backup the store of this folder, which no server may use. What was there is kept in a folder beside it. Ids go
     * on far beyond the backup's: what the store did after it is not mistaken for what it does from now on.
     *
     * @param backup as {@link #backup} wrote it
     * @param replace false to refuse a folder that has a store
     * @param stamp of the name of the folder to which what was there is moved
     */
    public void restore(Path backup, boolean replace, String stamp) {
        Path from = backup.toAbsolutePath().normalize();
        if (!Files.isRegularFile(from)) {
            throw new StoreException("there is no backup " + from);
        }
        try {
            PrivateFiles.createFolder(folder);
        } catch (IOException e) {
            throw new StoreException("the folder " + folder + " cannot be created: " + e, e);
        }
        try (FolderLock lock = FolderLock.take(folder)) {
            NativeLibrary.load(lock.folder());
            if (!replace && Files.exists(file) && Files.size(file) > 0) {
                throw new StoreException(
                        "there is a store in " + folder + " already: choose another folder, or give --replace");
            }
            DatabaseHeader.check(from);
            Path restored = folder.resolve(SqliteStore.NAME + ".restored");
            PrivateFiles.createAnew(restored);
            try (OutputStream out = Files.newOutputStream(restored)) {
                Files.copy(from, out);
            }
            List<String> wrong = quickCheck(restored);
            if (!wrong.isEmpty()) {
                Files.delete(restored);
                throw new StoreException("the backup " + from + " is damaged: " + String.join("; ", wrong));
            }
            String id = moveOn(restored);
            PrivateFiles.toDisk(restored);
            // A crash from here on leaves no database, but a marker or nothing: the server does not start over, or
            // anew.
            moveAside(stamp);
            Files.move(restored, file, StandardCopyOption.ATOMIC_MOVE);
            PrivateFiles.syncFolder(file);
            new StoreMarker(folder, SqliteStore.NAME).write(id);
        } catch (SQLException e) {
            throw new StoreException("cannot restore " + from + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new StoreException("cannot restore " + from + " to " + folder + ": " + e, e);
        }
    }

    private static String moveOn(Path restored) throws SQLException {
        try (SqlSession session = SqlSession.plain(restored)) {
            session.update("UPDATE meta SET value = value + ? WHERE name = 'ids'", IDS_AFTER_BACKUP);
            return String.valueOf(StoreMarker.id(session));
        }
    }

    private void moveAside(String stamp) throws IOException {
        Path aside = folder.resolve("replaced-" + stamp);
        List<Path> there = of(folder);
        PrivateFiles.tighten(there);
        for (Path old : there) {
            if (Files.exists(old)) {
                PrivateFiles.createFolder(aside);
                Files.move(old, aside.resolve(old.getFileName()));
            }
        }
    }

    private void requireFile() {
        if (!Files.isRegularFile(file)) {
            throw new StoreException("there is no store in " + folder + ": no " + SqliteStore.NAME);
        }
    }
}
