package dev.weir.composite.assembly;

import dev.weir.wsdl.WsdlException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The files of a folder; a symbolic link is followed only where it stays inside. */
final class FolderStore implements Archive.Store {
    private final Path root;

    FolderStore(Path root) {
        try {
            this.root = root.toRealPath();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + root, e);
        }
    }

    @Override
    public byte @Nullable [] read(String path) {
        Path file = file(path);
        if (file == null) {
            return null;
        }
        try {
            if (Files.size(file) > Archive.MAX_FILE) {
                throw new WsdlException(path + " is larger than " + (Archive.MAX_FILE >> 20) + " MiB");
            }
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new WsdlException("cannot read " + path + ": " + e.getMessage(), e);
        }
    }

    @Override
    public boolean has(String path) {
        return file(path) != null;
    }

    private @Nullable Path file(String path) {
        try {
            Path file = root.resolve(path);
            if (!Files.isRegularFile(file)) {
                return null;
            }
            return file.toRealPath().startsWith(root) ? file : null;
        } catch (InvalidPathException | IOException e) {
            // A name that this file system cannot hold, or a file gone since the check above: there is no such file.
            return null;
        }
    }
}
