package dev.weir.store.sqlite;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Files that only their owner may read and write, where the file system knows owners: a store has messages and a secret.
 * SQLite gives a database's log and shared memory the mode of the database.
 */
final class OwnerOnly {
    private static final Logger LOG = System.getLogger(OwnerOnly.class.getName());
    private static final Set<PosixFilePermission> MODE = PosixFilePermissions.fromString("rw-------");

    private OwnerOnly() {}

    /** Makes an empty file, unless there is one. */
    static void create(Path file) throws IOException {
        FileAttribute<?>[] attributes = hasModes(file)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(MODE)}
                : new FileAttribute<?>[0];
        try {
            Files.createFile(file, attributes);
        } catch (FileAlreadyExistsException e) {
            // Its mode is for tighten() to change.
        }
    }

    /** Makes an empty file in place of one that may be there. */
    static void replace(Path file) throws IOException {
        Files.deleteIfExists(file);
        create(file);
    }

    /** Takes from others what they may do with the files that exist; what cannot be changed is logged, and stays. */
    static void tighten(List<Path> files) {
        List<Path> tightened = new ArrayList<>();
        for (Path file : files) {
            try {
                if (hasModes(file) && !MODE.containsAll(Files.getPosixFilePermissions(file))) {
                    Files.setPosixFilePermissions(file, MODE);
                    tightened.add(file);
                }
            } catch (NoSuchFileException e) {
                // Nothing to tighten.
            } catch (IOException e) {
                LOG.log(Level.WARNING, "others than its owner may use " + file + ", which has messages: " + e);
            }
        }
        if (!tightened.isEmpty()) {
            LOG.log(Level.WARNING, "others than their owner could use " + tightened + "; they no longer can");
        }
    }

    private static boolean hasModes(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
