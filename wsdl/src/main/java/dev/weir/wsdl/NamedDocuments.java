package dev.weir.wsdl;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The documents of a WSDL that a person or a program has named by its place. One of this machine (a file, an entry of an
 * archive) may import what is on this machine, one of the web may not; from the web both import what is at their own host and
 * at those that are allowed, as {@link WebDocuments} reads it. At most 64 MiB each, from the web within a minute. Thread-safe.
 */
public final class NamedDocuments implements Resources {
    private static final int MAX_BYTES = 64 << 20;
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final boolean ofWeb;
    private final WebDocuments web;

    /**
     * Documents below one root.
     *
     * @param hosts names, or {@code name:port}, beside the root's own; null for all
     * @param remedy what allows a host that is refused, to which its name is added
     */
    public NamedDocuments(URI root, @Nullable Set<String> hosts, String remedy) {
        this.ofWeb = WebDocuments.isWeb(root);
        Set<String> allowed = hosts == null ? null : new HashSet<>(hosts);
        if (allowed != null && root.getHost() != null) {
            allowed.add(WebDocuments.server(root));
        }
        this.web = new WebDocuments(allowed, remedy, MAX_BYTES, LONGEST);
    }

    @Override
    public byte[] read(URI uri) {
        if (WebDocuments.isWeb(uri)) {
            return web.read(uri);
        }
        if (ofWeb) {
            throw new WsdlException(uri + " is not read: a WSDL of the web must not import files of this machine");
        }
        try (InputStream in = "file".equals(uri.getScheme())
                ? Files.newInputStream(Path.of(uri))
                : uri.toURL().openStream()) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new IOException("it is larger than " + (MAX_BYTES >> 20) + " MiB");
            }
            return bytes;
        } catch (NoSuchFileException missing) {
            throw new WsdlException("there is no file " + missing.getFile(), missing);
        } catch (IOException | IllegalArgumentException e) {
            throw new WsdlException(uri + " cannot be read: " + e.getMessage(), e);
        }
    }
}
