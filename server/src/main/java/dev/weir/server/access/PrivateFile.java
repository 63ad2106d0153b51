package dev.weir.server.access;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/** Whether only those read a file with secrets who may, where the file system knows owners. */
final class PrivateFile {
    private static final boolean POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    private static final Set<PosixFilePermission> OWNER =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    private static final Set<PosixFilePermission> HANDED_OVER =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.GROUP_READ);

    private PrivateFile() {}

    /**
     * For a file that somebody else may have written for this program: one of root's may be read by a group, since systemd and
     * Kubernetes hand secrets over so.
     *
     * @throws IOException if others may read or write it
     */
    static void checkSecret(Path file) throws IOException {
        if (POSIX
                && Files.getOwner(file).getName().equals("root")
                && HANDED_OVER.containsAll(Files.getPosixFilePermissions(file))) {
            return;
        }
        checkPrivate(file);
    }

    /** @throws IOException if others than the owner may read or write it */
    static void checkPrivate(Path file) throws IOException {
        if (POSIX && !OWNER.containsAll(Files.getPosixFilePermissions(file))) {
            throw new IOException(file + " may be read or written by others: make it private by chmod 600 " + file);
        }
    }
}
