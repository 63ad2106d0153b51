package dev.weir.composite.assembly;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/**
 * The Java that comes with a composite: classes and resources in {@code SCA-INF/classes}, libraries in {@code
 * SCA-INF/lib}. It belongs to a version as other files do, and is read when something asks for it.
 */
final class CodeFiles {
    /** A folder of which nothing else is read. */
    static final String FOLDER = "SCA-INF/";

    private static final String CLASSES = FOLDER + "classes/";
    private static final String LIBRARIES = FOLDER + "lib/";
    private static final Pattern CODE =
            Pattern.compile("(SOA/)?SCA-INF/(classes/(?!\\.|.*/\\.).*\\.(class|properties|xml)|lib/[^/.][^/]*\\.jar)");

    /** Files of the tools' own beside the classes. */
    private static final Pattern OTHERS = Pattern.compile(
            "(SOA/)?SCA-INF/classes/(scac_out\\.xml|META-INF/(adf-config|jps-config|connections|weblogic-application)\\.xml)");

    private static final int MAX_TOTAL = 128 << 20;
    private static final int MAX_FILES = 50_000;

    private final Map<String, byte[]> files = new HashMap<>();
    private int total;

    private CodeFiles() {}

    static boolean isCode(String path) {
        return CODE.matcher(path).matches() && !OTHERS.matcher(path).matches();
    }

    /**
     * What a class loader would find, by the path in a library; classes of the composite come before those of libraries.
     *
     * @throws AssemblyException if it is more than a composite may have, or a library cannot be read
     */
    static Map<String, byte[]> of(Archive archive) {
        CodeFiles code = new CodeFiles();
        for (String path : archive.paths()) {
            if (path.startsWith(CLASSES)) {
                code.add(path.substring(CLASSES.length()), archive.read(path), path);
            }
        }
        for (String path : archive.paths()) {
            if (path.startsWith(LIBRARIES)) {
                code.library(path, archive.read(path));
            }
        }
        return Map.copyOf(code.files);
    }

    /** The files of a name on the class path: those of the composite's own classes, then those of its libraries. */
    static List<byte[]> named(Archive archive, String name) {
        List<byte[]> found = new ArrayList<>();
        for (String path : archive.paths()) {
            if (path.equals(CLASSES + name)) {
                found.add(archive.read(path));
            }
        }
        for (String path : archive.paths()) {
            if (path.startsWith(LIBRARIES)) {
                CodeFiles library = new CodeFiles();
                library.library(path, archive.read(path));
                byte[] file = library.files.get(name);
                if (file != null) {
                    found.add(file);
                }
            }
        }
        return found;
    }

    private void library(String path, byte[] jar) {
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(jar))) {
            ZipEntry entry = zip.getNextEntry();
            if (entry == null) {
                throw new ZipException("it is no zip file, or an empty one");
            }
            for (; entry != null; entry = zip.getNextEntry()) {
                if (!entry.isDirectory()) {
                    add(entry.getName(), zip.readNBytes(MAX_TOTAL + 1 - total), path);
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new AssemblyException(
                    path, "archive-unreadable", "the library cannot be read: " + e.getMessage(), "pack it anew");
        }
    }

    private void add(String name, byte[] bytes, String from) {
        total += bytes.length;
        if (total > MAX_TOTAL || files.size() >= MAX_FILES) {
            throw new AssemblyException(
                    from,
                    "archive-limit",
                    "classes and libraries are more than " + (MAX_TOTAL >> 20) + " MiB, or more than " + MAX_FILES
                            + " files",
                    "leave out what the composite does not use");
        }
        files.putIfAbsent(name, bytes);
    }
}
