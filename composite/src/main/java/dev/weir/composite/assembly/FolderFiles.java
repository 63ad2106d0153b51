package dev.weir.composite.assembly;

import dev.weir.wsdl.WsdlException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The files of a folder; a symbolic link is followed only where it stays inside. */
final class FolderFiles implements Archive.FileSource {
    /** A folder with such a file is the data of a server, wherever it lies. */
    private static final String NOT_OURS = "weir.db";

    private final Path root;

    FolderFiles(Path root) {
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
    public List<String> paths() {
        List<String> paths = new ArrayList<>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                private long total;

                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    boolean passed = !folder.equals(root) && isHidden(folder) || Files.exists(folder.resolve(NOT_OURS));
                    return passed ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    String path = root.relativize(file).toString().replace(File.separatorChar, '/');
                    if (isPart(path) && !isHidden(file) && has(path)) {
                        paths.add(path);
                        total += Files.size(file);
                        if (paths.size() > SarFiles.MAX_ENTRIES || total > SarFiles.MAX_TOTAL) {
                            throw new AssemblyException(
                                    root.toString(),
                                    "archive-limit",
                                    "it holds more than " + SarFiles.MAX_ENTRIES + " files, or more than "
                                            + (SarFiles.MAX_TOTAL >> 20) + " MiB",
                                    "keep what is not part of the composite elsewhere");
                        }
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + root, e);
        }
        return paths;
    }

    /** True for what belongs to a composite: of a folder SCA-INF its code only. */
    private static boolean isPart(String path) {
        int folder = ("/" + path).indexOf("/" + CodeFiles.FOLDER);
        return folder < 0 || CodeFiles.isCode(path);
    }

    private static boolean isHidden(Path file) {
        return file.getFileName().toString().startsWith(".");
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
