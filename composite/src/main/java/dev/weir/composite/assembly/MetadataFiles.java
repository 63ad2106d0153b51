package dev.weir.composite.assembly;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The files of one place of metadata: a folder, or a MAR, JAR or zip file, within the limits of an {@link Archive}. As
 * there, nothing outside is reached, neither through {@code ..} nor through symbolic links. Thread-safe.
 */
public final class MetadataFiles {
    private final Path place;
    private final Archive.FileSource files;

    private MetadataFiles(Path place, Archive.FileSource files) {
        this.place = place;
        this.files = files;
    }

    /** @throws AssemblyException if there is no such folder or file, or one that must not be trusted */
    public static MetadataFiles open(Path folderOrArchive) {
        if (Files.isDirectory(folderOrArchive)) {
            return new MetadataFiles(folderOrArchive, new FolderFiles(folderOrArchive));
        }
        if (!Files.isRegularFile(folderOrArchive)) {
            throw new AssemblyException(
                    folderOrArchive.toString(),
                    "metadata-missing",
                    "there is no such folder, MAR or JAR",
                    "correct the path given by --mds");
        }
        return new MetadataFiles(folderOrArchive, SarFiles.read(folderOrArchive));
    }

    /** The bytes of a file by its path, such as {@code apps/common/Order.xsd}; null where there is none. */
    public byte @Nullable [] read(String path) {
        return Archive.inside(path) ? files.read(path) : null;
    }

    /** Where it lies. */
    public Path place() {
        return place;
    }
}
