package dev.weir.server.access;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** A file that its owner alone may read and write, where the file system knows owners. */
public final class PrivateFile {
    private static final boolean POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    private static final Set<PosixFilePermission> OWNER =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    private static final Set<PosixFilePermission> HANDED_OVER =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.GROUP_READ);

    private PrivateFile() {}

    private static FileAttribute<?>[] attributes() {
        return POSIX ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER)} : new FileAttribute<?>[0];
    }

    /** Makes one, to be written, where there must be none. */
    public static FileChannel create(Path file) throws IOException {
        return FileChannel.open(file, Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW), attributes());
    }

    /** Puts it in place of what there was; after a crash there is the one or the other. */
    static void replace(Path file, byte[] content) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(next);
        try (FileChannel out = create(next)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Opens it to add lines to it; it is made if there is none. */
    static FileChannel append(Path file) throws IOException {
        return FileChannel.open(file, Set.of(StandardOpenOption.APPEND, StandardOpenOption.CREATE), attributes());
    }

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
