package dev.weir.wsdl;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The documents of a WSDL that a person or a program has named by its place. One of this machine (a file, an entry of an
 * archive) may import what is on this machine, one of the web may not; from the web both import what is at their own host and
 * at those that are allowed. That holds for where an answer leads on to as well, and https never leads on to http. At most
 * 64 MiB each, in 30 seconds without a byte. Thread-safe.
 */
public final class NamedDocuments implements Resources {
    private static final int MAX_BYTES = 64 << 20;
    private static final int MAX_REDIRECTS = 5;
    private static final int TIMEOUT_MS = 30_000;

    private final boolean ofWeb;
    private final @Nullable Set<String> hosts;
    private final String remedy;

    /**
     * Documents below one root.
     *
     * @param hosts names, or {@code name:port}, beside the root's own; null for all
     * @param remedy what allows a host that is refused, to which its name is added
     */
    public NamedDocuments(URI root, @Nullable Set<String> hosts, String remedy) {
        this.ofWeb = isWeb(root);
        this.remedy = remedy;
        if (hosts == null) {
            this.hosts = null;
            return;
        }
        Set<String> allowed = new HashSet<>();
        hosts.forEach(host -> allowed.add(host.toLowerCase(Locale.ROOT)));
        if (root.getHost() != null) {
            allowed.add(host(root) + ":" + port(root));
        }
        this.hosts = allowed;
    }

    @Override
    public byte[] read(URI uri) {
        try {
            if (isWeb(uri)) {
                return fetch(uri);
            }
            if (ofWeb) {
                throw new WsdlException(uri + " is not read: a WSDL of the web must not import files of this machine");
            }
            try (InputStream in = "file".equals(uri.getScheme())
                    ? Files.newInputStream(Path.of(uri))
                    : uri.toURL().openStream()) {
                return bounded(in);
            }
        } catch (NoSuchFileException missing) {
            throw new WsdlException("there is no file " + missing.getFile(), missing);
        } catch (IOException | IllegalArgumentException e) {
            throw new WsdlException(uri + " cannot be read: " + e.getMessage(), e);
        }
    }

    private byte[] fetch(URI uri) throws IOException {
        URI at = uri;
        for (int redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
            check(at);
            HttpURLConnection connection = (HttpURLConnection) at.toURL().openConnection();
            connection.setInstanceFollowRedirects(false);
            connection.setConnectTimeout(TIMEOUT_MS);
            connection.setReadTimeout(TIMEOUT_MS);
            try {
                int status = connection.getResponseCode();
                String next = connection.getHeaderField("Location");
                if (status / 100 == 3 && next != null) {
                    at = next(at, at.resolve(next));
                } else if (status == 200) {
                    try (InputStream in = connection.getInputStream()) {
                        return bounded(in);
                    }
                } else {
                    throw new IOException(at + " answers with status " + status);
                }
            } finally {
                connection.disconnect();
            }
        }
        throw new IOException("it leads on more than " + MAX_REDIRECTS + " times");
    }

    private static URI next(URI from, URI to) {
        if (!isWeb(to) || "https".equalsIgnoreCase(from.getScheme()) && !"https".equalsIgnoreCase(to.getScheme())) {
            throw new WsdlException(from + " leads on to " + to
                    + ", which is not followed: only http and https are, and https" + " not to http");
        }
        return to;
    }

    private void check(URI uri) {
        if (uri.getHost() == null) {
            throw new WsdlException(uri + " is not read: it names no host");
        }
        Set<String> allowed = hosts;
        if (allowed != null && !allowed.contains(host(uri)) && !allowed.contains(host(uri) + ":" + port(uri))) {
            throw new WsdlException(
                    uri + " is not fetched: its host is not allowed; allow it by " + remedy + host(uri));
        }
    }

    private static boolean isWeb(URI uri) {
        return "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
    }

    private static String host(URI uri) {
        return uri.getHost().toLowerCase(Locale.ROOT);
    }

    private static int port(URI uri) {
        return uri.getPort() >= 0 ? uri.getPort() : "https".equalsIgnoreCase(uri.getScheme()) ? 443 : 80;
    }

    private static byte[] bounded(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw new IOException("it is larger than " + (MAX_BYTES >> 20) + " MiB");
        }
        return bytes;
    }
}
