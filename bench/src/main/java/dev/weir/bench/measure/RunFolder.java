package dev.weir.bench.measure;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The folder of one run, in the folder for temporary files. It has all that the run and its children write, since it is their
 * folder for temporary files in its place, and goes with the run: when it is closed, or when the process is told to end, after
 * its children. That of a run which was killed is removed by the next one, which knows by its name whose it was.
 */
public final class RunFolder implements AutoCloseable {
    static final String TEMPORARY = "java.io.tmpdir";

    private static final String PREFIX = "weir-bench-";
    /** The process, when it began in milliseconds, what makes it the only one. */
    private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d{1,10})-(\\d{1,15})-\\d+");
    /** A clock that is set meanwhile changes when a process seems to have begun. */
    private static final Duration CLOCK = Duration.ofMinutes(1);

    private static final long ENOUGH_MB = 100;
    private static final int TRIES = 50;
    private static final long PAUSE_MS = 100;

    private final Path place;
    private final Path path;
    private final String before;
    private final Consumer<String> progress;
    private volatile boolean ending;
    private boolean reported;
    private boolean removed;

    private RunFolder(Path place, Path path, String before, Consumer<String> progress) {
        this.place = place;
        this.path = path;
        this.before = before;
        this.progress = progress;
    }

    /**
     * Makes one, once it has removed those of runs that are gone.
     *
     * @param progress receives a line for each that it removes, and one where the process is asked to end before the report
     * @throws MeasureException if it cannot be made; the message names the folder for temporary files and the reason
     */
    public static RunFolder make(Consumer<String> progress) {
        return make(Path.of(System.getProperty(TEMPORARY)).toAbsolutePath(), progress);
    }

    static RunFolder make(Path place, Consumer<String> progress) {
        try {
            Path path = Files.createTempDirectory(place, PREFIX + name(ProcessHandle.current()) + "-");
            removeLeftovers(place, path, progress);
            RunFolder folder = new RunFolder(place, path, System.getProperty(TEMPORARY), progress);
            System.setProperty(TEMPORARY, path.toString());
            Runtime.getRuntime().addShutdownHook(new Thread(folder::end, "end of run"));
            return folder;
        } catch (IOException failed) {
            throw new MeasureException(
                    "cannot write into the folder for temporary files, " + place + ": " + reason(failed) + "; "
                            + "WEIR_JAVA_OPTS=-D" + TEMPORARY + "=FOLDER sets another one",
                    failed);
        }
    }

    private static String name(ProcessHandle process) {
        return process.pid() + "-"
                + process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    private static String reason(IOException failed) {
        if (failed instanceof NoSuchFileException) {
            return "it does not exist";
        }
        if (failed instanceof AccessDeniedException) {
            return "it is not allowed";
        }
        return failed instanceof FileSystemException file && file.getReason() != null
                ? file.getReason()
                : String.valueOf(failed.getMessage());
    }

    private static void removeLeftovers(Path place, Path own, Consumer<String> progress) throws IOException {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(place, PREFIX + "*")) {
            for (Path folder : all) {
                if (isLeftover(folder, own)) {
                    progress.accept("removing " + folder + ", left behind by a run that was killed");
                    try {
                        remove(folder);
                    } catch (IOException failed) {
                        progress.accept("cannot remove " + folder + ": " + failed.getMessage());
                    }
                }
            }
        }
    }

    /** Others may make what has such a name, where all can write. */
    private static boolean isLeftover(Path folder, Path own) throws IOException {
        Matcher name = NAME.matcher(String.valueOf(folder.getFileName()));
        if (!name.matches() || !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        Instant began = Instant.ofEpochMilli(Long.parseLong(name.group(2)));
        boolean runs = ProcessHandle.of(Long.parseLong(name.group(1)))
                .flatMap(process -> process.info().startInstant())
                .filter(start -> Duration.between(start, began).abs().compareTo(CLOCK) < 0)
                .isPresent();
        return !runs && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(own));
    }

    public Path path() {
        return path;
    }

    /** Why nothing may have come of a run: that there is hardly any space left; null if there is. */
    public @Nullable String shortage() throws IOException {
        long free = Files.getFileStore(place).getUsableSpace() / 1_000_000;
        return free >= ENOUGH_MB
                ? null
                : "the folder for temporary files, " + place + ", has only " + free + " MB left";
    }

    /** Does not return once the process ends: what its threads see of that is no result. */
    public void requireGoingOn() {
        while (ending) {
            try {
                Thread.sleep(PAUSE_MS);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /**
     * Reports what came of the run. A process that is asked to end meanwhile waits for it; where it ends already, this does not
     * return.
     *
     * @return the result of {@code reporting}
     */
    public boolean report(BooleanSupplier reporting) {
        requireGoingOn();
        synchronized (this) {
            if (!removed) {
                reported = true;
                return reporting.getAsBoolean();
            }
        }
        requireGoingOn();
        return false;
    }

    @Override
    public void close() throws IOException {
        requireGoingOn();
        System.setProperty(TEMPORARY, before);
        removeOnce();
        requireGoingOn();
    }

    private synchronized void removeOnce() throws IOException {
        if (!removed) {
            remove(path);
            removed = true;
        }
    }

    /** The process was told to end, or has nothing to do any more. */
    private void end() {
        ending = true;
        try {
            synchronized (this) {
                if (!removed) {
                    if (!reported) {
                        progress.accept("weir: stopped; no report was written");
                    }
                    Children.end();
                    removeOnce();
                }
            }
        } catch (IOException failed) {
            System.err.println("weir: cannot remove " + path + ": " + failed.getMessage());
        }
    }

    /** Processes that are about to end may still write into it. */
    private static void remove(Path folder) throws IOException {
        for (int left = TRIES; ; left--) {
            try {
                if (Files.exists(folder)) {
                    Postmaster.stopAllIn(folder);
                    Files.walkFileTree(folder, new Removal());
                }
                return;
            } catch (IOException failed) {
                if (left == 0) {
                    throw failed;
                }
            }
            try {
                Thread.sleep(PAUSE_MS);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Deletes everything; follows no links. */
    private static final class Removal extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failed) throws IOException {
            if (failed != null) {
                throw failed;
            }
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
