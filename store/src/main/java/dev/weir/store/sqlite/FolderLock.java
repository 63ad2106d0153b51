package dev.weir.store.sqlite;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.weir.store.StoreException;
import dev.weir.store.file.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The lock on a store's folder, which one process holds; the operating system releases it when the process dies. */
final class FolderLock implements AutoCloseable {
    static final String NAME = "weir.lock";

    private final Path folder;
    private final FileChannel channel;

    private FolderLock(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    static FolderLock take(Path folder) {
        try {
            FileChannel channel = PrivateFiles.update(folder.resolve(NAME));
            boolean held = false;
            try {
                held = tryLock(channel) != null;
            } finally {
                if (!held) {
                    channel.close();
                }
            }
            if (!held) {
                throw new StoreException("the store in " + folder + " is in use by process " + holder(folder)
                        + ", which holds " + NAME + " there: stop it, or choose another folder");
            }
            channel.truncate(0);
            channel.write(ByteBuffer.wrap((ProcessHandle.current().pid() + "\n").getBytes(US_ASCII)));
            return new FolderLock(folder, channel);
        } catch (IOException e) {
            throw new StoreException("the folder " + folder + " cannot be locked: " + e, e);
        }
    }

    /** Null if another holds it. */
    static @Nullable FolderLock tryToTake(Path folder) {
        try {
            FileChannel channel = PrivateFiles.update(folder.resolve(NAME));
            if (tryLock(channel) != null) {
                return new FolderLock(folder, channel);
            }
            channel.close();
            return null;
        } catch (IOException e) {
            throw new StoreException("the folder " + folder + " cannot be locked: " + e, e);
        }
    }

    private static String holder(Path folder) {
        try {
            String text = Files.readString(folder.resolve(NAME), US_ASCII).strip();
            return text.isEmpty() ? "(unknown)" : text;
        } catch (IOException e) {
            // Some systems do not let a locked file be read; the lock is what matters.
            return "(unknown)";
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // Another store of this process holds it.
            return null;
        }
    }

    Path folder() {
        return folder;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
