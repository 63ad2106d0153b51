package dev.weir.composite.assembly;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** The files of a SAR, held in memory; classes and libraries (SCA-INF) are left out, for nothing here runs them. */
final class SarFiles implements Archive.FileSource {
    /** A folder of which nothing is read. */
    static final String UNUSED = "SCA-INF/";

    static final int MAX_ENTRIES = 20_000;
    static final long MAX_TOTAL = 256L << 20;

    private final Map<String, byte[]> files;

    private SarFiles(Map<String, byte[]> files) {
        this.files = files;
    }

    /** Reads all entries, counting the bytes that come out, whatever the archive says of itself. */
    static SarFiles read(Path sar) {
        Map<String, byte[]> files = new HashMap<>();
        long total = 0;
        try (ZipFile zip = new ZipFile(sar.toFile())) {
            if (zip.size() > MAX_ENTRIES) {
                throw refused(
                        sar,
                        "archive-limit",
                        "it has " + zip.size() + " entries; at most " + MAX_ENTRIES + " are read",
                        "leave out what is not part of the composite");
            }
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                String name = entry.getName();
                String path = name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
                if (!Archive.inside(path)) {
                    throw refused(
                            sar,
                            "archive-entry",
                            "the entry name '" + name + "' does not stay inside the archive",
                            "make the archive anew, from files that you trust");
                }
                if (entry.isDirectory() || path.startsWith(UNUSED) || path.startsWith("SOA/" + UNUSED)) {
                    continue;
                }
                byte[] bytes;
                try (InputStream in = zip.getInputStream(entry)) {
                    bytes = in.readNBytes(Archive.MAX_FILE + 1);
                }
                if (bytes.length > Archive.MAX_FILE) {
                    throw refused(
                            sar,
                            "archive-limit",
                            "the entry '" + name + "' is larger than " + (Archive.MAX_FILE >> 20) + " MiB",
                            "leave it out");
                }
                total += bytes.length;
                if (total > MAX_TOTAL) {
                    throw refused(
                            sar,
                            "archive-limit",
                            "its files are larger than " + (MAX_TOTAL >> 20) + " MiB together",
                            "leave out what is not part of the composite");
                }
                if (files.put(path, bytes) != null) {
                    throw refused(
                            sar, "archive-entry", "the entry '" + name + "' is there twice", "remove one of them");
                }
            }
        } catch (ZipException e) {
            throw refused(sar, "archive-unreadable", "not a zip file: " + e.getMessage(), "make the archive anew");
        } catch (IOException e) {
            throw refused(
                    sar,
                    "archive-unreadable",
                    "cannot be read: " + e.getMessage(),
                    "check the file and its permissions");
        }
        return new SarFiles(files);
    }

    private static AssemblyException refused(Path sar, String rule, String what, String remedy) {
        return new AssemblyException(sar.toString(), rule, what, remedy);
    }

    @Override
    public byte @Nullable [] read(String path) {
        byte[] bytes = files.get(path);
        return bytes == null ? null : bytes.clone();
    }

    @Override
    public List<String> paths() {
        return List.copyOf(files.keySet());
    }

    @Override
    public boolean has(String path) {
        return files.containsKey(path);
    }
}
