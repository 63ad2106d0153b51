package dev.weir.composite.assess;

import dev.weir.composite.assembly.AssemblyException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds composites at any depth: folders with a composite.xml, and SARs, also those that lie in a composite's own
 * folder. Symbolic links, hidden folders and what cannot be listed are passed by. At most {@value #MAX_FOUND}.
 */
final class ArchiveFinder extends SimpleFileVisitor<Path> {
    static final int MAX_FOUND = 100_000;
    private static final String COMPOSITE_XML = "composite.xml";
    private static final String SOA_FOLDER = "SOA";

    private final List<Path> found = new ArrayList<>();
    /** The composite folder that is being searched: what it holds beside SARs are its own files, or copies of them. */
    private @Nullable Path composite;

    private ArchiveFinder() {}

    /**
     * The composites at or below places, by path, none twice.
     *
     * @throws AssemblyException if a place does not exist, or there are too many
     */
    static List<Path> find(List<Path> places) {
        Set<Path> all = new LinkedHashSet<>();
        for (Path place : places) {
            if (!Files.exists(place)) {
                throw new AssemblyException(
                        place.toString(), "archive-missing", "there is no such file or folder", "correct the path");
            }
            ArchiveFinder finder = new ArchiveFinder();
            if (Files.isDirectory(place)) {
                try {
                    Files.walkFileTree(place, finder);
                } catch (IOException e) {
                    throw new UncheckedIOException("cannot list " + place, e);
                }
            } else {
                finder.found.add(place);
            }
            finder.found.stream().sorted().forEach(all::add);
            if (all.size() > MAX_FOUND) {
                throw new AssemblyException(
                        place.toString(),
                        "archive-limit",
                        "there are more than " + MAX_FOUND + " composites",
                        "assess them in several runs");
            }
        }
        return List.copyOf(all);
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
        String name = nameOf(folder);
        if (name.startsWith(".") && name.chars().anyMatch(c -> c != '.')) {
            return FileVisitResult.SKIP_SUBTREE;
        }
        if (composite == null && Files.isRegularFile(folder.resolve(COMPOSITE_XML))) {
            composite = folder;
            Path project = folder.getParent();
            // In 12c the project holds SOA/composite.xml.
            found.add(name.equals(SOA_FOLDER) && project != null ? project : folder);
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
        if (folder.equals(composite)) {
            composite = null;
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        String name = nameOf(file).toLowerCase(Locale.ROOT);
        if (attributes.isRegularFile() && name.startsWith("sca_") && name.endsWith(".jar")) {
            found.add(file);
        }
        return found.size() > MAX_FOUND ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
        return FileVisitResult.CONTINUE;
    }

    private static String nameOf(Path path) {
        Path name = path.getFileName();
        return name == null ? "" : name.toString();
    }
}
