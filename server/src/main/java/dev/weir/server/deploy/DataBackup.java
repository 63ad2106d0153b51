package dev.weir.server.deploy;

import dev.weir.store.StoreException;
import dev.weir.store.file.PrivateFiles;
import dev.weir.store.sqlite.StoreFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A server's data folder in another folder: the store as of one moment, what was deployed, and the files of composites that
 * its instances began with. A backup may be made while the server runs: the store comes first, and what its instances need
 * is deleted at a start of the server only.
 */
public final class DataBackup {
    private static final String STORE = "store.db";
    private static final List<String> FOLDERS = List.of(WeirServer.VERSIONS, WeirServer.DEPLOYED);
    private static final int TRIES = 5;

    private final Path data;

    public DataBackup(Path data) {
        this.data = data.toAbsolutePath().normalize();
    }

    /**
     * Makes a backup; it is whole, or there is none of that name.
     *
     * @param target a folder that is not there yet
     * @throws StoreException if it cannot be made
     */
    public void backup(Path target) {
        Path to = target.toAbsolutePath().normalize();
        if (Files.exists(to)) {
            throw new StoreException("there is " + to + " already: choose another name");
        }
        Path unfinished = to.resolveSibling(to.getFileName() + ".unfinished");
        try {
            delete(unfinished);
            PrivateFiles.createFolder(unfinished);
            new StoreFiles(data).backup(unfinished.resolve(STORE));
            for (String folder : FOLDERS) {
                copyUnchanged(data.resolve(folder), unfinished.resolve(folder));
            }
            Files.move(unfinished, to);
        } catch (IOException e) {
            throw new StoreException("cannot write " + to + ": " + e, e);
        }
    }

    /**
     * Makes a backup the data of a server that does not run. What was there is kept in a folder beside it.
     *
     * @param replace false to refuse a folder that has a store
     * @param stamp of the name of the folder that keeps what was there
     * @throws StoreException if it is no whole backup, or cannot be restored
     */
    public void restore(Path backup, boolean replace, String stamp) {
        if (!Files.isRegularFile(backup.resolve(STORE))) {
            throw new StoreException(backup + " is no backup: it has no " + STORE);
        }
        new StoreFiles(data).restore(backup.resolve(STORE), replace, stamp);
        try {
            for (String folder : FOLDERS) {
                Path now = data.resolve(folder);
                if (Files.exists(now)) {
                    Path aside = data.resolve("replaced-" + stamp);
                    PrivateFiles.createFolder(aside);
                    Files.move(now, aside.resolve(folder));
                }
                copy(backup.resolve(folder), now);
            }
        } catch (IOException e) {
            throw new StoreException(
                    "the store is restored, but not all of " + FOLDERS + ": " + e + "; restore again with --replace",
                    e);
        }
    }

    /** Copies a folder; again if its list of contents changed meanwhile. */
    private static void copyUnchanged(Path from, Path to) throws IOException {
        for (int i = 1; ; i++) {
            byte[] before = list(from);
            try {
                delete(to);
                copy(from, to);
                if (Arrays.equals(before, list(to))) {
                    return;
                }
            } catch (NoSuchFileException e) {
                // Undeployed meanwhile.
                if (i == TRIES) {
                    throw e;
                }
            }
            if (i == TRIES) {
                throw new IOException(from + " changes all the time");
            }
        }
    }

    private static byte[] list(Path folder) throws IOException {
        Path list = folder.resolve(DeployedFiles.LIST);
        return Files.exists(list) ? Files.readAllBytes(list) : new byte[0];
    }

    private static void copy(Path from, Path to) throws IOException {
        if (!Files.isDirectory(from)) {
            return;
        }
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    PrivateFiles.createFolder(target);
                } else if (Files.isRegularFile(file) && !file.toString().endsWith(PrivateFiles.UNFINISHED)) {
                    Files.copy(file, target);
                    try (FileChannel channel = FileChannel.open(target, StandardOpenOption.WRITE)) {
                        channel.force(true);
                    }
                }
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
