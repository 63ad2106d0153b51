package dev.weir.soap.mtom;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes the files that large messages are kept in. A file has no name from the moment it is open (POSIX), or goes with its last
 * handle (Windows): it is gone however the process ends. What a process may leave is a name, if it is killed between the two;
 * names of processes that live no more are removed when a directory is first used. Thread-safe.
 */
final class SpoolFiles {
    private static final Set<OpenOption> OPTIONS = Set.of(
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    private static final String PREFIX = "weir-spool-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d{1,18})-[0-9a-z]+\\.tmp");
    private static final long SELF = ProcessHandle.current().pid();
    private static final long START = System.nanoTime();
    private static final AtomicLong COUNT = new AtomicLong();
    private static final Set<Path> SWEPT = ConcurrentHashMap.newKeySet();

    private SpoolFiles() {}

    static FileChannel open(Path directory) throws IOException {
        if (SWEPT.add(directory)) {
            Files.createDirectories(directory);
            sweep(directory);
        }
        String name =
                PREFIX + SELF + "-" + Long.toString(START & Long.MAX_VALUE, 36) + COUNT.incrementAndGet() + ".tmp";
        return FileChannel.open(directory.resolve(name), OPTIONS, ownerOnly(directory));
    }

    private static FileAttribute<?>[] ownerOnly(Path directory) {
        return directory.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    /** Removes the names of earlier processes; one that had this one's number, as in a container, is an earlier one, too. */
    static void sweep(Path directory) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, PREFIX + "*")) {
            for (Path file : files) {
                Matcher name = NAME.matcher(file.getFileName().toString());
                if (name.matches() && isOver(Long.parseLong(name.group(1)))) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException | UncheckedIOException e) {
            System.getLogger(SpoolFiles.class.getName())
                    .log(Level.WARNING, "the files of earlier processes in " + directory + " cannot be removed", e);
        }
    }

    private static boolean isOver(long process) {
        return process == SELF || ProcessHandle.of(process).isEmpty();
    }
}
