package dev.weir.wsdl2java;

import dev.weir.wsdl.Resources;
import dev.weir.wsdl.WsdlException;
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

/**
 * The documents that the person at the command line has named, by their place: a WSDL in a file may import files, one of
 * the web what its own host has, and both what is at the hosts that are allowed, as with {@code weir run}. That holds
 * for where an answer leads on to as well. At most 64 MiB each.
 */
final class NamedDocuments implements Resources {
    private static final int MAX_BYTES = 64 << 20;
    private static final int MAX_REDIRECTS = 5;
    private static final int TIMEOUT_MS = 30_000;

    private final boolean filesToo;
    private final Set<String> hosts;

    /** @param hosts names, or {@code name:port} */
    NamedDocuments(URI root, Set<String> hosts) {
        this.filesToo = "file".equals(root.getScheme());
        this.hosts = new HashSet<>();
        hosts.forEach(host -> this.hosts.add(host.toLowerCase(Locale.ROOT)));
        if (root.getHost() != null) {
            this.hosts.add(host(root) + ":" + port(root));
        }
    }

    @Override
    public byte[] read(URI uri) {
        try {
            if (!"file".equals(uri.getScheme())) {
                return fetch(uri);
            }
            if (!filesToo) {
                throw new WsdlException(uri + " is not read: a WSDL of the web must not import files of this machine");
            }
            try (InputStream in = Files.newInputStream(Path.of(uri))) {
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
                    at = at.resolve(next);
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

    private void check(URI uri) {
        String scheme = uri.getScheme();
        if (!"http".equalsIgnoreCase(scheme) && !"https".equalsIgnoreCase(scheme) || uri.getHost() == null) {
            throw new WsdlException(
                    uri + " is not read: documents come from files, and from the web by http and https");
        }
        if (!hosts.contains(host(uri)) && !hosts.contains(host(uri) + ":" + port(uri))) {
            throw new WsdlException(
                    uri + " is not fetched: its host is not allowed; allow it by --allow-fetch " + host(uri));
        }
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
