package dev.weir.bind.model;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Finds class files in the folder or archive that the JVM reports as the class's code source. Does not use {@code
 * getResource}, which takes ten times as long because of its URLs. A class without such a file was defined at run time,
 * or by a class loader that stores classes elsewhere.
 */
class ClassFiles implements AutoCloseable {
    /** The maximum size of a class file; larger than any class written by people or generated from schemas. */
    private static final int LARGEST = 4 << 20;

    /** A code source; both are null if it is neither a folder nor an archive. */
    private record Place(@Nullable String folder, @Nullable JarFile archive) {}

    private static final Place NOWHERE = new Place(null, null);

    private final Map<ProtectionDomain, Place> places = new HashMap<>();

    /**
     * A buffer reused for all files; its initial size is the most that the JVM reads without allocating native memory.
     */
    private byte[] room = new byte[8192];

    /** The class file; null if there is none. */
    byte @Nullable [] of(Class<?> type) {
        if (type.isHidden()) {
            return null;
        }
        Place place = place(type.getProtectionDomain());
        String name = type.getName().replace('.', '/').concat(".class");
        try {
            if (place.folder != null) {
                return read(place.folder.concat(name));
            }
            return place.archive == null ? null : read(place.archive, name);
        } catch (IOException unreadable) {
            return null;
        }
    }

    private static byte @Nullable [] read(JarFile archive, String name) throws IOException {
        ZipEntry entry = archive.getEntry(name);
        if (entry == null) {
            return null;
        }
        try (InputStream in = archive.getInputStream(entry)) {
            byte[] octets = in.readNBytes(LARGEST + 1);
            return octets.length > LARGEST ? null : octets;
        }
    }

    private byte @Nullable [] read(String file) throws IOException {
        try (FileInputStream in = new FileInputStream(file)) {
            return read(in);
        }
    }

    /** Reads a file, growing the buffer as needed. A truncated result is rejected later, when it is parsed. */
    private byte @Nullable [] read(FileInputStream in) throws IOException {
        int length = Math.max(0, in.read(room));
        while (length == room.length) {
            if (length >= LARGEST) {
                return null;
            }
            room = Arrays.copyOf(room, 2 * length);
            length += Math.max(0, in.read(room, length, length));
        }
        return Arrays.copyOf(room, length);
    }

    private Place place(ProtectionDomain domain) {
        Place known = places.get(domain);
        if (known == null) {
            known = newPlace(domain);
            places.put(domain, known);
        }
        return known;
    }

    private static Place newPlace(ProtectionDomain domain) {
        CodeSource source = domain.getCodeSource();
        URL location = source == null ? null : source.getLocation();
        if (location == null || !location.getProtocol().equals("file")) {
            return NOWHERE;
        }
        try {
            File file = new File(new URI(location.toString()));
            if (file.isDirectory()) {
                return new Place(file.getPath() + File.separator, null);
            }
            return new Place(null, new JarFile(file, false, ZipFile.OPEN_READ, JarFile.runtimeVersion()));
        } catch (URISyntaxException | IllegalArgumentException | IOException other) {
            return NOWHERE;
        }
    }

    @Override
    public void close() {
        for (Place place : places.values()) {
            if (place.archive != null) {
                try {
                    place.archive.close();
                } catch (IOException failed) {
                    throw new UncheckedIOException(failed);
                }
            }
        }
    }
}
