package dev.weir.composite.documents;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where documents may come from that are not in a composite's archive.
 *
 * @param metadata folders, MAR, JAR or zip files that {@code oramds:/} leads to, before all other places
 * @param hosts from which documents may be fetched: names, or {@code name:port}; usually none
 */
public record DocumentSettings(List<Path> metadata, Set<String> hosts) {
    /** No further places. */
    public static final DocumentSettings NONE = new DocumentSettings(List.of(), Set.of());

    public DocumentSettings {
        metadata = List.copyOf(metadata);
        hosts = hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
    }
}
