package dev.weir.store.file;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Files that only their owner may read and write, and folders that only their owner may enter, where the file system knows
 * owners: a data folder has messages and secrets. What exists keeps its mode, until it is {@linkplain #tighten tightened} or
 * replaced. All methods throw IOException as {@link Files} does.
 */
public final class PrivateFiles {
    /** What the name of a file ends with that {@link #write} has not finished. */
    public static final String UNFINISHED = ".new";

    private static final Logger LOG = System.getLogger(PrivateFiles.class.getName());
    private static final Set<PosixFilePermission> MODE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> FOLDER_MODE = PosixFilePermissions.fromString("rwx------");
    /** So many names are enough in a line of the log. */
    private static final int MOST_NAMED = 10;

    private PrivateFiles() {}

    /** Makes a folder, unless there is one; folders above it that are missing are for everybody. */
    public static void createFolder(Path folder) throws IOException {
        Path above = folder.toAbsolutePath().getParent();
        if (above != null) {
            Files.createDirectories(above);
        }
        try {
            Files.createDirectory(folder, attributes(folder, FOLDER_MODE));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        }
    }

    /** Makes an empty file, unless there is one. */
    public static void create(Path file) throws IOException {
        try {
            Files.createFile(file, attributes(file, MODE));
        } catch (FileAlreadyExistsException e) {
            // Its mode is for tighten() to change.
        }
    }

    /** Makes an empty file in place of one that may be there. */
    public static void createAnew(Path file) throws IOException {
        Files.deleteIfExists(file);
        create(file);
    }

    /** Makes a file, to be written, where there must be none. */
    public static FileChannel createNew(Path file) throws IOException {
        return open(file, Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW));
    }

    /** Opens a file to add to its end; it is made if there is none. */
    public static FileChannel append(Path file) throws IOException {
        return open(file, Set.of(StandardOpenOption.APPEND, StandardOpenOption.CREATE));
    }

    /** Opens a file to be read and written; it is made if there is none. */
    public static FileChannel update(Path file) throws IOException {
        return open(file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE));
    }

    private static FileChannel open(Path file, Set<OpenOption> options) throws IOException {
        return FileChannel.open(file, options, attributes(file, MODE));
    }

    /** Puts a file in place of what there was, on disk when this returns; after a crash there is the one or the other. */
    public static void write(Path file, byte[] content) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + UNFINISHED);
        Files.deleteIfExists(unfinished);
        try (FileChannel out = createNew(unfinished)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        }
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncFolder(file);
    }

    /** Flushes a file that nobody has open as a database. */
    public static void toDisk(Path written) throws IOException {
        try (FileChannel channel = FileChannel.open(written, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /** Makes it last that a file has its name. */
    public static void syncFolder(Path renamed) throws IOException {
        Path folder = renamed.toAbsolutePath().getParent();
        if (folder != null && hasModes(folder)) {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    /**
     * Takes from others what they may do with the files and folders that exist; what cannot be changed is logged, and stays.
     */
    public static void tighten(List<Path> files) {
        List<Path> tightened = new ArrayList<>();
        for (Path file : files) {
            try {
                Set<PosixFilePermission> mode = Files.isDirectory(file) ? FOLDER_MODE : MODE;
                if (hasModes(file) && !mode.containsAll(Files.getPosixFilePermissions(file))) {
                    Files.setPosixFilePermissions(file, mode);
                    tightened.add(file);
                }
            } catch (NoSuchFileException e) {
                // Nothing to tighten.
            } catch (IOException e) {
                LOG.log(Level.WARNING, "others than its owner may use " + file + ", which has messages: " + e);
            }
        }
        if (!tightened.isEmpty()) {
            int more = tightened.size() - MOST_NAMED;
            LOG.log(
                    Level.WARNING,
                    "others than their owner could use "
                            + (more <= 0 ? tightened : tightened.subList(0, MOST_NAMED) + " and " + more + " more")
                            + "; they no longer can");
        }
    }

    private static FileAttribute<?>[] attributes(Path file, Set<PosixFilePermission> mode) {
        return hasModes(file)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(mode)}
                : new FileAttribute<?>[0];
    }

    private static boolean hasModes(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
