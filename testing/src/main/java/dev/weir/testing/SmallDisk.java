package dev.weir.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A file system of a few MiB in memory, over a folder, that a test fills: what a full disk refuses is refused by the
 * kernel, and not by a limit that stands in for it. Only where the tests may mount one: as root on Linux.
 */
public final class SmallDisk implements AutoCloseable {
    private static final int STEP_BYTES = 4096;
    private static final long PATIENCE_S = 30;

    private final Path folder;

    private SmallDisk(Path folder) {
        this.folder = folder;
    }

    /**
     * Mounts one.
     *
     * @param folder is made where there is none
     * @return empty where this machine does not let the test mount anything
     */
    public static Optional<SmallDisk> mount(Path folder, int mib) throws IOException {
        Files.createDirectories(folder);
        return run("mount", "-t", "tmpfs", "-o", "size=" + mib + "m,mode=700", "tmpfs", folder.toString())
                ? Optional.of(new SmallDisk(folder))
                : Optional.empty();
    }

    private static boolean run(String... command) throws IOException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
                return process.exitValue() == 0;
            }
            process.destroyForcibly();
            return false;
        } catch (IOException e) {
            return false; // there is no such program
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Leaves no byte free, by a file that others do not need. */
    public void fill() throws IOException {
        byte[] step = new byte[STEP_BYTES];
        try (OutputStream out = Files.newOutputStream(ballast())) {
            while (true) {
                out.write(step);
            }
        } catch (IOException full) {
            if (freeBytes() >= STEP_BYTES) {
                throw full;
            }
        }
    }

    /** Leaves so many bytes free. */
    public void fillBut(long bytes) throws IOException {
        fill();
        try (FileChannel file = FileChannel.open(ballast(), StandardOpenOption.WRITE)) {
            file.truncate(file.size() - bytes);
        }
    }

    /** Takes the file away that filled it. */
    public void makeRoom() throws IOException {
        Files.deleteIfExists(ballast());
    }

    public long freeBytes() throws IOException {
        return Files.getFileStore(folder).getUsableSpace();
    }

    private Path ballast() {
        return folder.resolve("ballast");
    }

    /** Takes it off; what was on it is gone. */
    @Override
    public void close() throws IOException {
        if (!run("umount", folder.toString()) && !run("umount", "-l", folder.toString())) {
            throw new IOException(folder + " cannot be unmounted");
        }
    }
}
