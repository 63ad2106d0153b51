package dev.weir.composite.assembly;

import dev.weir.wsdl.Resources;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A composite's files: a folder, or a SAR ({@code sca_NAME_revREV.jar}), which is read into memory and never unpacked.
 * In both, files have URIs {@code composite:/path}, so that a composite and its messages are the same wherever it
 * lies. As resources it reaches the files of the composite and nothing else: not through {@code ..}, not through
 * symbolic links. Thread-safe.
 *
 * <p>Limits: 64 MiB per file, 256 MiB or a quarter of the heap per SAR, 20,000 entries; and what is read of it as documents
 * must have room in half the heap as trees of small elements.
 */
public final class Archive implements Resources {
    /** Resources that hold nothing. */
    public static final Resources NOWHERE = uri -> {
        throw new WsdlException(uri + " is not part of the composite, and no other place is known to hold it");
    };

    static final String SCHEME = "composite";
    static final int MAX_FILE = 64 << 20;

    private static final String COMPOSITE_XML = "composite.xml";
    private static final String SOA_FOLDER = "SOA/";

    /** How the files are kept. */
    interface FileSource {
        /** The bytes of a file by its path, or null where there is none. */
        byte @Nullable [] read(String path);

        boolean has(String path);

        /** The paths of all files, in any order, as far as they are a composite's: not hidden ones, of SCA-INF its code. */
        List<String> paths();
    }

    private final Path origin;
    /** What precedes the paths of its files in messages to the operator. */
    private final String prefix;

    /** What the tree of a document takes, by the byte, if it has short names and hardly any text. */
    private static final int TREE_BYTES = 25;

    private static final long MAX_DOCUMENTS = Runtime.getRuntime().maxMemory() / 2 / TREE_BYTES;

    private final FileSource store;
    private final String home;
    /** The paths of what was read as documents. */
    private final Set<String> documents = ConcurrentHashMap.newKeySet();

    private final AtomicLong documentBytes = new AtomicLong();

    /** The paths of its files by their lower case; null until a file is not found. */
    private volatile @Nullable Map<String, List<String>> byLowerCase;

    private Archive(Path origin, String prefix, FileSource store, String home) {
        this.origin = origin;
        this.prefix = prefix;
        this.store = store;
        this.home = home;
    }

    /**
     * Opens a folder that holds composite.xml (12c: {@code SOA/composite.xml}), or a SAR.
     *
     * @throws AssemblyException if it is neither, or an archive that must not be trusted
     */
    public static Archive open(Path folderOrSar) {
        if (Files.isDirectory(folderOrSar)) {
            String home = homeOf(folderOrSar);
            if (home == null) {
                throw new AssemblyException(
                        folderOrSar.toString(),
                        "archive-composite-missing",
                        "not a composite: it holds neither composite.xml nor SOA/composite.xml",
                        "give a composite's folder, a SAR, or a folder that holds some");
            }
            Path folder = folderOrSar.resolve(home);
            return new Archive(folderOrSar, folder + "/", new FolderFiles(folder), "");
        }
        if (!Files.isRegularFile(folderOrSar)) {
            throw new AssemblyException(
                    folderOrSar.toString(), "archive-missing", "there is no such folder or SAR", "correct the path");
        }
        SarFiles sar = SarFiles.read(folderOrSar);
        for (String home : List.of("", SOA_FOLDER)) {
            if (sar.has(home + COMPOSITE_XML)) {
                return new Archive(folderOrSar, folderOrSar + "!/" + home, sar, home);
            }
        }
        throw new AssemblyException(
                folderOrSar.toString(),
                "archive-composite-missing",
                "not a SAR: it holds no composite.xml",
                "give an archive that was made as a SAR");
    }

    /**
     * As {@link #below(Path)}, but an archive that cannot be opened is a problem of its own and does not keep others from
     * being found.
     *
     * @throws AssemblyException if there is none
     */
    public static List<Archive> below(Path place, List<Problem> problems) {
        if (!Files.isDirectory(place) || homeOf(place) != null) {
            return List.of(open(place));
        }
        List<Path> places = new ArrayList<>();
        collect(place, 3, places);
        if (places.isEmpty()) {
            throw none(place);
        }
        List<Archive> found = new ArrayList<>();
        for (Path each : places) {
            try {
                found.add(open(each));
            } catch (AssemblyException e) {
                problems.addAll(e.problems());
            }
        }
        return List.copyOf(found);
    }

    private static AssemblyException none(Path place) {
        return new AssemblyException(
                place.toString(),
                "archive-composite-missing",
                "there is no composite.xml and no SAR in or below it",
                "give a composite's folder, a SAR, or a folder that holds some");
    }

    /**
     * All composites at or below a place: the folder itself or the SAR, else the composite folders and SARs in it,
     * three levels down at most, by path. Nothing inside a composite is searched.
     *
     * @throws AssemblyException if there is none, or one of them cannot be opened
     */
    public static List<Archive> below(Path place) {
        if (!Files.isDirectory(place) || homeOf(place) != null) {
            return List.of(open(place));
        }
        List<Problem> problems = new ArrayList<>();
        List<Archive> found = below(place, problems);
        if (!problems.isEmpty()) {
            throw new AssemblyException(problems);
        }
        return found;
    }

    private static void collect(Path folder, int levels, List<Path> found) {
        List<Path> children;
        try (Stream<Path> listed = Files.list(folder)) {
            children = listed.filter(child -> !child.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + folder, e);
        }
        for (Path child : children) {
            if (Files.isDirectory(child)) {
                if (homeOf(child) != null) {
                    found.add(child);
                } else if (levels > 1) {
                    collect(child, levels - 1, found);
                }
            } else if (isSar(child)) {
                found.add(child);
            }
        }
    }

    private static boolean isSar(Path file) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        return name.startsWith("sca_") && name.endsWith(".jar");
    }

    private static @Nullable String homeOf(Path folder) {
        for (String home : List.of("", SOA_FOLDER)) {
            if (Files.isRegularFile(folder.resolve(home + COMPOSITE_XML))) {
                return home;
            }
        }
        return null;
    }

    /** Where it lies, for messages to the operator. */
    public Path origin() {
        return origin;
    }

    /**
     * A problem with one of its files, named as the operator finds it: {@code FOLDER/path}, or {@code SAR!/path}; the same
     * problem where it is with the archive itself, or with a document from elsewhere.
     */
    public Problem located(Problem problem) {
        return inside(problem.file()) && !problem.file().startsWith(origin.toString())
                ? problem.inFile(prefix + problem.file())
                : problem;
    }

    /** Where composite.xml is. */
    public URI compositeXml() {
        return URI.create(SCHEME + ":/" + COMPOSITE_XML);
    }

    /** True for a URI of this archive's kind, whether there is such a file or not. */
    static boolean owns(URI uri) {
        return SCHEME.equals(uri.getScheme());
    }

    /** True if there is such a file. */
    public boolean has(URI uri) {
        String path = path(uri);
        return path != null && (store.has(home + path) || inOtherCase(path) != null);
    }

    /**
     * The paths of all files that make up the composite, in order: in a folder neither hidden ones, nor what
     * SCA-INF has beside classes and libraries, nor what
     * is reached by symbolic links to folders.
     *
     * @throws AssemblyException if a folder holds more than an archive may
     */
    List<String> paths() {
        return store.paths().stream()
                .filter(path -> path.startsWith(home))
                .map(path -> path.substring(home.length()))
                .sorted()
                .toList();
    }

    /**
     * The composite as the bytes of a SAR.
     *
     * @param changed what stands in place of files, by path
     */
    public byte[] toSar(Map<String, byte[]> changed) {
        ByteArrayOutputStream sar = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(sar)) {
            for (String path : paths()) {
                zip.putNextEntry(new ZipEntry(path));
                zip.write(Objects.requireNonNullElseGet(changed.get(path), () -> read(path)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot pack " + this, e);
        }
        return sar.toByteArray();
    }

    /** The bytes of a file by its path. */
    byte[] read(String path) {
        byte[] bytes = store.read(home + path);
        if (bytes == null) {
            throw new WsdlException("there is no file " + path + " in the composite");
        }
        return bytes;
    }

    /** The URI of a path as written in a composite's file, or null where it is not a URI. */
    static @Nullable URI resolve(URI base, String location) {
        try {
            return base.resolve(new URI(location.strip().replace('\\', '/').replace(" ", "%20")));
        } catch (URISyntaxException e) {
            return null;
        }
    }

    @Override
    public byte[] read(URI uri) {
        String path = path(uri);
        if (path == null) {
            throw new WsdlException(uri + " leads out of the composite");
        }
        String other = store.has(home + path) ? null : inOtherCase(path);
        return document(other == null ? path : other);
    }

    private byte[] document(String path) {
        byte[] bytes = read(path);
        if (documents.add(path) && documentBytes.addAndGet(bytes.length) > MAX_DOCUMENTS) {
            documents.remove(path);
            documentBytes.addAndGet(-bytes.length);
            throw new WsdlException("there is too little memory for " + path + ", which has " + bytes.length
                    + " bytes: a heap of " + (Runtime.getRuntime().maxMemory() >> 20)
                    + " MiB has room for documents of "
                    + MAX_DOCUMENTS + " bytes in a composite; give more by -Xmx");
        }
        return bytes;
    }

    @Override
    public @Nullable String remark(URI uri) {
        String path = path(uri);
        String other = path == null || store.has(home + path) ? null : inOtherCase(path);
        return other == null
                ? null
                : "there is no file " + path + " in the composite: " + other
                        + ", which differs in upper and lower case only, is taken; a server whose files are told apart"
                        + " by case does not find it";
    }

    /** The one file whose path differs from a path in upper and lower case only, as on Windows; null where there is none. */
    private @Nullable String inOtherCase(String path) {
        Map<String, List<String>> known = byLowerCase;
        if (known == null) {
            known = new HashMap<>();
            for (String each : paths()) {
                known.computeIfAbsent(each.toLowerCase(Locale.ROOT), none -> new ArrayList<>())
                        .add(each);
            }
            byLowerCase = known;
        }
        List<String> found = known.getOrDefault(path.toLowerCase(Locale.ROOT), List.of());
        return found.size() == 1 ? found.get(0) : null;
    }

    /** The path inside the composite; null for what is not inside. */
    private static @Nullable String path(URI uri) {
        String path = owns(uri) ? uri.normalize().getPath() : null;
        return path == null || !path.startsWith("/") || !inside(path.substring(1)) ? null : path.substring(1);
    }

    /** True for a plain relative path: no empty, dot or dot-dot segments, no backslash, drive, or NUL. */
    static boolean inside(String path) {
        if (path.isEmpty() || path.indexOf('\\') >= 0 || path.indexOf('\0') >= 0 || path.indexOf(':') >= 0) {
            return false;
        }
        for (String segment : path.split("/", -1)) {
            if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
                return false;
            }
        }
        return true;
    }

    /** A document's name for messages: the path of a composite's file, the whole URI of another. */
    public static String shown(URI uri) {
        String path = path(uri);
        return path == null ? uri.toString() : path;
    }

    @Override
    public String toString() {
        return origin.toString();
    }
}
