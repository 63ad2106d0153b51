package dev.weir.composite.documents;

import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.LocalComposites;
import dev.weir.composite.assembly.MetadataFiles;
import dev.weir.wsdl.Resources;
import dev.weir.wsdl.WsdlException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * All places that documents of composites come from: asked in order, the first that has a document gives it. An address of
 * a composite leads to that of this server, then to one that lies beside; {@code oramds:/} leads to the metadata that the
 * operator names, then to that beside the composite, then to what Oracle has built in; the web comes last, and only where it
 * is allowed. Thread-safe.
 */
public final class DocumentSources {
    private static final String METADATA = "oramds";
    private static final String APPS = "apps/";
    /** Of one document; its server is not asked again for a while after that, so that a deployment waits for it once. */
    private static final Duration LONGEST_FETCH = Duration.ofSeconds(30);

    private final List<MetadataFiles> metadata;
    private final FetchedDocuments fetched;
    private final LocalComposites.Lookup deployed;
    private final CompositesBeside beside = new CompositesBeside();
    private final Map<Path, List<MetadataFiles>> metadataBeside = new ConcurrentHashMap<>();

    /**
     * @param kept the folder for documents that were fetched
     * @param deployed the composites of this server
     * @throws dev.weir.composite.assembly.AssemblyException if a place of metadata cannot be read
     */
    public DocumentSources(DocumentSettings settings, Path kept, LocalComposites.Lookup deployed) {
        this.metadata = settings.metadata().stream().map(MetadataFiles::open).toList();
        this.fetched = new FetchedDocuments(settings.hosts(), LONGEST_FETCH, kept);
        this.deployed = deployed;
    }

    /** For a composite that is deployed from where it lies. */
    public Resources of(Archive archive) {
        return resources(archive.origin());
    }

    /** For a composite of which only a copy is there: nothing lies beside it. */
    public Resources ofCopies() {
        return resources(null);
    }

    private Resources resources(@Nullable Path origin) {
        return new LocalComposites(
                (partition, name, revision) -> {
                    Archive found = deployed.find(partition, name, revision);
                    return found != null || origin == null ? found : beside.find(origin, name);
                },
                uri -> METADATA.equals(uri.getScheme()) ? metadata(uri, origin) : other(uri));
    }

    private byte[] metadata(URI uri, @Nullable Path origin) {
        String path = uri.normalize().getPath();
        String relative = path == null ? "" : path.replaceFirst("^/+", "");
        byte[] bytes = read(metadata, relative);
        if (bytes == null && origin != null) {
            bytes = read(
                    metadataBeside.computeIfAbsent(
                            origin,
                            at -> MetadataBeside.of(at).stream()
                                    .map(MetadataFiles::open)
                                    .toList()),
                    relative);
        }
        if (bytes == null) {
            bytes = SeededDocuments.read(relative);
        }
        if (bytes == null) {
            throw new WsdlException(uri + " is in no place of metadata: looked in " + places(origin)
                    + "; give the folder, MAR or JAR that holds it by --mds");
        }
        return bytes;
    }

    /** Archives for the metadata of applications often leave out the first folder. */
    private static byte @Nullable [] read(List<MetadataFiles> places, String path) {
        for (MetadataFiles place : places) {
            byte[] bytes = place.read(path);
            if (bytes == null && path.startsWith(APPS)) {
                bytes = place.read(path.substring(APPS.length()));
            }
            if (bytes != null) {
                return bytes;
            }
        }
        return null;
    }

    private String places(@Nullable Path origin) {
        StringBuilder places = new StringBuilder();
        metadata.forEach(place -> places.append(place.place()).append(", "));
        if (origin != null) {
            metadataBeside
                    .getOrDefault(origin, List.of())
                    .forEach(place -> places.append(place.place()).append(", "));
        }
        return places + "what is built in";
    }

    private byte[] other(URI uri) {
        String scheme = uri.getScheme();
        if ("http".equals(scheme) || "https".equals(scheme)) {
            return fetched.read(uri);
        }
        return Archive.NOWHERE.read(uri);
    }
}
