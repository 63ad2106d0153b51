package dev.weir.composite.assembly;

import dev.weir.wsdl.WsdlException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** The files of a SAR, held in memory; but classes and libraries are read again for those who run them. */
final class SarFiles implements Archive.FileSource {
    static final int MAX_ENTRIES = 20_000;
    /** They are held in memory. */
    static final long MAX_TOTAL = Math.min(256L << 20, Runtime.getRuntime().maxMemory() / 4);

    private final Path sar;
    private final Map<String, byte[]> files;
    private final Set<String> code;

    private SarFiles(Path sar, Map<String, byte[]> files, Set<String> code) {
        this.sar = sar;
        this.files = files;
        this.code = code;
    }

    /** Reads all entries, counting the bytes that come out, whatever the archive says of itself. */
    static SarFiles read(Path sar) {
        Map<String, byte[]> files = new HashMap<>();
        Set<String> code = new HashSet<>();
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
                if (!entry.isDirectory() && CodeFiles.isCode(path)) {
                    code.add(path);
                }
                if (entry.isDirectory()
                        || path.startsWith(CodeFiles.FOLDER)
                        || path.startsWith("SOA/" + CodeFiles.FOLDER)) {
                    continue;
                }
                byte[] bytes = bytes(sar, zip, entry);
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
        return new SarFiles(sar, files, code);
    }

    private static byte[] bytes(Path sar, ZipFile zip, ZipEntry entry) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            byte[] bytes = in.readNBytes(Archive.MAX_FILE + 1);
            if (bytes.length > Archive.MAX_FILE) {
                throw refused(
                        sar,
                        "archive-limit",
                        "the entry '" + entry.getName() + "' is larger than " + (Archive.MAX_FILE >> 20) + " MiB",
                        "leave it out");
            }
            return bytes;
        }
    }

    private byte @Nullable [] readAgain(String path) {
        try (ZipFile zip = new ZipFile(sar.toFile())) {
            ZipEntry entry = zip.getEntry(path);
            return entry == null ? null : bytes(sar, zip, entry);
        } catch (IOException e) {
            throw new WsdlException("cannot read " + path + " in " + sar + ": " + e.getMessage(), e);
        }
    }

    private static AssemblyException refused(Path sar, String rule, String what, String remedy) {
        return new AssemblyException(sar.toString(), rule, what, remedy);
    }

    @Override
    public byte @Nullable [] read(String path) {
        byte[] bytes = files.get(path);
        return bytes != null ? bytes.clone() : code.contains(path) ? readAgain(path) : null;
    }

    @Override
    public List<String> paths() {
        List<String> paths = new ArrayList<>(files.keySet());
        paths.addAll(code);
        return paths;
    }

    @Override
    public boolean has(String path) {
        return files.containsKey(path) || code.contains(path);
    }
}
