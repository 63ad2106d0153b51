package dev.weir.composite.documents;

import dev.weir.xml.XmlException;
import dev.weir.xml.tree.XmlElement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the metadata that lies beside a composite, as in the workspaces of Oracle's tools: folders of the usual names that
 * hold {@code apps}, and what an adf-config.xml maps {@code /apps} to. Such a file names folders of the machine that it was
 * written on; its paths are only compared, from their ends, with what lies beside the composite, so that it leads nowhere
 * else.
 */
final class MetadataBeside {
    private static final int LEVELS = 4;
    private static final int MAX_SIBLINGS = 200;
    private static final long MAX_CONFIG = 1 << 20;
    private static final String APPS = "apps";
    private static final List<String> USUAL =
            List.of("mds/seed", "mds", "mds-store/soa-infra", "mds-store", "soa-infra", "soamds", "");
    private static final Pattern SEPARATORS = Pattern.compile("[/\\\\]+");

    private MetadataBeside() {}

    /** Folders, the nearest first. */
    static List<Path> of(Path composite) {
        Set<Path> found = new LinkedHashSet<>();
        List<Path> ancestors = ancestors(composite);
        for (Path ancestor : ancestors) {
            for (List<String> mapped : mappedPaths(ancestor)) {
                ancestors.forEach(each -> addMapped(each, mapped, found));
            }
        }
        for (Path ancestor : ancestors) {
            USUAL.forEach(name -> add(ancestor.resolve(name), found));
        }
        for (Path ancestor : ancestors.subList(0, Math.min(2, ancestors.size()))) {
            for (Path sibling : children(ancestor)) {
                add(sibling, found);
                add(sibling.resolve("SOA"), found);
            }
        }
        return List.copyOf(found);
    }

    /** The folder that the composite lies in, and those above. */
    static List<Path> ancestors(Path composite) {
        List<Path> ancestors = new ArrayList<>();
        Path at = composite.toAbsolutePath().normalize().getParent();
        while (at != null && at.getParent() != null && ancestors.size() < LEVELS) {
            ancestors.add(at);
            at = at.getParent();
        }
        return ancestors;
    }

    private static void add(Path folder, Set<Path> found) {
        if (Files.isDirectory(folder.resolve(APPS))) {
            found.add(folder.normalize());
        }
    }

    /** The longest end of a mapped path that is there below an ancestor. */
    private static void addMapped(Path ancestor, List<String> mapped, Set<Path> found) {
        for (int from = 0; from < mapped.size(); from++) {
            Path folder = ancestor.resolve(String.join("/", mapped.subList(from, mapped.size())));
            if (Files.isDirectory(folder.resolve(APPS))) {
                found.add(folder.normalize());
                return;
            }
        }
    }

    static List<Path> children(Path folder) {
        try (Stream<Path> listed = Files.list(folder)) {
            return listed.filter(child -> Files.isDirectory(child)
                            && !child.getFileName().toString().startsWith("."))
                    .limit(MAX_SIBLINGS)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            // A folder that may not be listed has nothing for us: what is missed is reported by name later.
            return List.of();
        }
    }

    /** The folders of an application's adf-config.xml, as names, outermost first. */
    private static List<List<String>> mappedPaths(Path application) {
        Path config = application.resolve(".adf/META-INF/adf-config.xml");
        List<List<String>> paths = new ArrayList<>();
        XmlElement root = parse(config);
        if (root == null) {
            return paths;
        }
        Deque<XmlElement> open = new ArrayDeque<>();
        open.add(root);
        while (!open.isEmpty()) {
            XmlElement element = open.remove();
            if (element.name().local().equals("metadata-store")) {
                String path = property(element, "metadata-path");
                String partition = property(element, "partition-name");
                List<String> names = names(path + (partition.isEmpty() ? "" : "/" + partition));
                if (!names.isEmpty()) {
                    paths.add(names);
                }
            }
            open.addAll(element.elements());
        }
        return paths;
    }

    private static @Nullable XmlElement parse(Path config) {
        try {
            return Files.isRegularFile(config) && Files.size(config) <= MAX_CONFIG
                    ? XmlElement.parse(Files.readAllBytes(config))
                    : null;
        } catch (IOException | XmlException e) {
            // The tools' file, no part of the composite: without it there is one place less to look in.
            return null;
        }
    }

    private static String property(XmlElement store, String name) {
        for (XmlElement property : store.elements()) {
            if (name.equals(property.attributeValue("name"))) {
                String value = property.attributeValue("value");
                return value == null ? "" : value.strip();
            }
        }
        return "";
    }

    /** The names of a path; none of what is a variable or a way up. */
    private static List<String> names(String path) {
        List<String> names = new ArrayList<>();
        for (String name : SEPARATORS.split(path)) {
            if (!name.isEmpty()
                    && !name.equals(".")
                    && !name.equals("..")
                    && name.indexOf('$') < 0
                    && name.indexOf(':') < 0) {
                names.add(name);
            }
        }
        return names.size() > 32 ? names.subList(names.size() - 32, names.size()) : names;
    }
}
