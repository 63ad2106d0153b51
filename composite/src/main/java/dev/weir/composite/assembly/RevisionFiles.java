package dev.weir.composite.assembly;

import dev.weir.store.file.PrivateFiles;
import dev.weir.wsdl.Resources;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The files of composites as they were deployed, for instances that outlive a new deployment. A version is named by a
 * hash of all that the composite was made of: its files, and the documents of other composites that it read when it was
 * compiled. Values of tokens are no part of it: they are the server's, and may change.
 *
 * <p>Layout: a folder for each composite, named by its id as in a URL, in it {@code VERSION.jar}: a SAR, with the
 * documents of others under {@code SCA-INF/elsewhere/}. A file is there whole or not at all, and on disk before its name
 * is returned. Thread-safe.
 */
public final class RevisionFiles {
    private static final String SUFFIX = ".jar";
    private static final Pattern FILE = Pattern.compile("[0-9a-f]{32}\\.jar");
    private static final String ELSEWHERE = CodeFiles.FOLDER + "elsewhere/";

    private final Path folder;
    /** The versions of each composite by its id. Guarded by itself. */
    private final Map<String, Set<String>> versions = new HashMap<>();

    /** Resources of others that remember what was read of them, until it is kept. */
    public static final class RecordedResources implements Resources {
        private final Resources others;
        private final Map<String, byte[]> documents = new TreeMap<>();
        private boolean done;

        public RecordedResources(Resources others) {
            this.others = others;
        }

        @Override
        public byte[] read(URI uri) {
            byte[] bytes = others.read(uri);
            synchronized (documents) {
                if (!done) {
                    documents.put(uri.toString(), bytes);
                }
            }
            return bytes;
        }

        @Override
        public @Nullable String remark(URI uri) {
            return others.remark(uri);
        }

        private Map<String, byte[]> take() {
            synchronized (documents) {
                Map<String, byte[]> taken = new TreeMap<>(documents);
                documents.clear();
                done = true;
                return taken;
            }
        }
    }

    /**
     * Opens the folder, making it where there is none; what an interrupted run left unfinished in it is deleted, and what
     * earlier programs let others read becomes its owner's.
     *
     * @throws UncheckedIOException if it cannot be read
     */
    public RevisionFiles(Path folder) {
        this.folder = folder;
        try {
            PrivateFiles.createFolder(folder);
            List<Path> kept = new ArrayList<>(List.of(folder));
            for (Path composite : list(folder)) {
                kept.add(composite);
                Set<String> found = new TreeSet<>();
                for (Path file : list(composite)) {
                    String name = file.getFileName().toString();
                    if (FILE.matcher(name).matches()) {
                        kept.add(file);
                        found.add(name.substring(0, name.length() - SUFFIX.length()));
                    } else {
                        Files.delete(file);
                    }
                }
                versions.put(URLDecoder.decode(composite.getFileName().toString(), StandardCharsets.UTF_8), found);
            }
            PrivateFiles.tighten(kept);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the versions of composites in " + folder + ": " + e, e);
        }
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> children = Files.list(folder)) {
            return children.toList();
        }
    }

    /** The versions of a composite that are kept. */
    public List<String> of(String composite) {
        synchronized (versions) {
            return List.copyOf(versions.getOrDefault(composite, Set.of()));
        }
    }

    /**
     * Keeps a composite as it is now; returns its version.
     *
     * @param elsewhere through which it was loaded and compiled
     * @throws AssemblyException if it is too large
     * @throws UncheckedIOException if it cannot be written
     */
    public String keep(String composite, Archive archive, RecordedResources elsewhere) {
        try {
            Map<String, byte[]> documents = elsewhere.take();
            String version = contents(archive, documents, (name, bytes) -> {});
            if (!of(composite).contains(version)) {
                PrivateFiles.createFolder(place(composite));
                version = write(place(composite), archive, documents);
            }
            synchronized (versions) {
                versions.computeIfAbsent(composite, id -> new TreeSet<>()).add(version);
            }
            return version;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep " + composite + " in " + folder + ": " + e, e);
        }
    }

    /** Writes a SAR into a folder, and returns the version of what was really written: files may change meanwhile. */
    private String write(Path place, Archive archive, Map<String, byte[]> documents) throws IOException {
        Path unfinished = Files.createTempFile(place, "new", ".tmp");
        try {
            String version;
            try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(unfinished))) {
                zip.setLevel(Deflater.BEST_SPEED);
                version = contents(archive, documents, (name, bytes) -> {
                    zip.putNextEntry(new ZipEntry(name));
                    zip.write(bytes);
                });
            }
            Path file = place.resolve(version + SUFFIX);
            if (!Files.exists(file)) {
                force(unfinished);
                Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
                forceFolder(place);
                forceFolder(folder);
            }
            return version;
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /** Takes one file of a version. */
    private interface Sink {
        void file(String name, byte[] bytes) throws IOException;
    }

    /** Hands on all that belongs to a version; returns its hash, which does not depend on how it is kept. */
    private static String contents(Archive archive, Map<String, byte[]> documents, Sink sink) throws IOException {
        MessageDigest sum = sha256();
        DataOutputStream hashed = new DataOutputStream(new DigestOutputStream(OutputStream.nullOutputStream(), sum));
        for (String path : archive.paths()) {
            add(path, archive.read(path), sink, hashed);
        }
        for (Map.Entry<String, byte[]> document : documents.entrySet()) {
            String name = URLEncoder.encode(document.getKey(), StandardCharsets.UTF_8);
            add(ELSEWHERE + name, document.getValue(), sink, hashed);
        }
        return HexFormat.of().formatHex(sum.digest(), 0, 16);
    }

    private static void add(String name, byte[] bytes, Sink sink, DataOutputStream hashed) throws IOException {
        sink.file(name, bytes);
        byte[] path = name.getBytes(StandardCharsets.UTF_8);
        hashed.writeInt(path.length);
        hashed.write(path);
        hashed.writeInt(bytes.length);
        hashed.write(bytes);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static void force(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    private static void forceFolder(Path folder) throws IOException {
        if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    /**
     * Reads a version.
     *
     * @param others asked for documents that are not kept with it
     * @param values as for {@link Composite#load}, as is lenient
     * @throws IllegalArgumentException if it is not kept
     * @throws AssemblyException if it cannot be read
     */
    public Composite load(String composite, String version, Resources others, CompositeValues values, boolean lenient) {
        if (!of(composite).contains(version)) {
            throw new IllegalArgumentException(version + " is not in " + place(composite));
        }
        Path sar = place(composite).resolve(version + SUFFIX);
        Map<String, byte[]> documents = documents(sar);
        return Composite.load(
                Archive.open(sar),
                uri -> {
                    byte[] document = documents.get(uri.toString());
                    return document == null ? others.read(uri) : document.clone();
                },
                values,
                lenient);
    }

    private static Map<String, byte[]> documents(Path sar) {
        Map<String, byte[]> documents = new HashMap<>();
        try (ZipFile zip = new ZipFile(sar.toFile())) {
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                if (entry.getName().startsWith(ELSEWHERE)) {
                    try (InputStream in = zip.getInputStream(entry)) {
                        documents.put(
                                URLDecoder.decode(
                                        entry.getName().substring(ELSEWHERE.length()), StandardCharsets.UTF_8),
                                in.readNBytes(Archive.MAX_FILE));
                    }
                }
            }
        } catch (IOException e) {
            throw new AssemblyException(
                    sar.toString(), "archive-unreadable", "cannot be read: " + e.getMessage(), "restore the file");
        }
        return documents;
    }

    /**
     * Deletes all versions but some.
     *
     * @throws UncheckedIOException if one cannot be deleted
     */
    public void retain(Set<String> needed) {
        synchronized (versions) {
            try {
                for (Map.Entry<String, Set<String>> composite : versions.entrySet()) {
                    for (String version : List.copyOf(composite.getValue())) {
                        if (!needed.contains(version)) {
                            Files.deleteIfExists(place(composite.getKey()).resolve(version + SUFFIX));
                            composite.getValue().remove(version);
                        }
                    }
                    if (composite.getValue().isEmpty()) {
                        Files.deleteIfExists(place(composite.getKey()));
                    }
                }
                versions.values().removeIf(Set::isEmpty);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot delete from " + folder + ": " + e, e);
            }
        }
    }

    /** Every id has an exclamation mark, so that none is a dot or two. */
    private Path place(String composite) {
        return folder.resolve(
                URLEncoder.encode(composite, StandardCharsets.UTF_8).replace("*", "%2A"));
    }
}
