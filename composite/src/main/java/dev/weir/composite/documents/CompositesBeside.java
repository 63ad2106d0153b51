package dev.weir.composite.documents;

import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.AssemblyException;
import dev.weir.xml.XmlException;
import dev.weir.xml.tree.XmlElement;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Composites that lie in the workspace of another one, or in the workspaces beside it: their documents are there, whether
 * they are deployed or not. Of one name the nearest counts. Thread-safe; what was found stays known.
 */
final class CompositesBeside {
    private static final int WORKSPACES = 3;
    private static final int DEPTH = 4;
    private static final int MAX_FOLDERS = 2_000;

    /** Composite folders by name, for each folder that was searched. */
    private final Map<Path, Map<String, Path>> searched = new ConcurrentHashMap<>();

    @Nullable Archive find(Path composite, String name) {
        List<Path> ancestors = MetadataBeside.ancestors(composite);
        for (Path ancestor : ancestors.subList(0, Math.min(WORKSPACES, ancestors.size()))) {
            Path found =
                    searched.computeIfAbsent(ancestor, CompositesBeside::search).get(name);
            if (found != null) {
                return Archive.open(found);
            }
        }
        return null;
    }

    private record Open(Path folder, int depth) {}

    private static Map<String, Path> search(Path workspace) {
        Map<String, Path> found = new LinkedHashMap<>();
        Deque<Open> open = new ArrayDeque<>();
        open.add(new Open(workspace, 0));
        int folders = 0;
        while (!open.isEmpty() && folders++ < MAX_FOLDERS) {
            Open next = open.remove();
            String name = nameOf(next.folder());
            if (name != null) {
                found.putIfAbsent(name, next.folder());
            } else if (next.depth() < DEPTH && !Files.isSymbolicLink(next.folder())) {
                MetadataBeside.children(next.folder()).forEach(child -> open.add(new Open(child, next.depth() + 1)));
            }
        }
        return found;
    }

    private static @Nullable String nameOf(Path folder) {
        if (!Files.isRegularFile(folder.resolve("composite.xml"))
                && !Files.isRegularFile(folder.resolve("SOA/composite.xml"))) {
            return null;
        }
        try {
            Archive archive = Archive.open(folder);
            return XmlElement.parse(archive.read(archive.compositeXml())).attributeValue("name");
        } catch (AssemblyException | XmlException | UncheckedIOException e) {
            // Not the one that is looked for: it would have to be readable.
            return null;
        }
    }
}
