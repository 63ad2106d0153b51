package dev.weir.composite.documents;

import dev.weir.wsdl.Resources;
import dev.weir.wsdl.WsdlException;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;

/**
 * Documents of the web, of the hosts that the operator allows and no others, also where an answer leads on to another
 * place. Each is fetched once and kept in a folder, so that a composite stays the same until the operator deletes the file.
 * At most 16 MiB each, within a minute. Thread-safe.
 */
final class FetchedDocuments implements Resources {
    private static final int MAX_BYTES = 16 << 20;
    private static final int MAX_REDIRECTS = 5;
    private static final int CONNECT_MS = 10_000;
    private static final int READ_MS = 30_000;
    private static final long TOTAL_NANOS = 60_000_000_000L;

    private final Set<String> hosts;
    private final Path kept;

    /**
     * @param hosts names, or {@code name:port}
     * @param kept the folder, made when the first document comes
     */
    FetchedDocuments(Set<String> hosts, Path kept) {
        this.hosts = Set.copyOf(hosts);
        this.kept = kept;
    }

    @Override
    public byte[] read(URI uri) {
        check(uri);
        Path file = kept.resolve(hash(uri));
        try {
            if (Files.isRegularFile(file)) {
                return Files.readAllBytes(file);
            }
            byte[] bytes = fetch(uri);
            Files.createDirectories(kept);
            Path unfinished = Files.createTempFile(kept, "new", ".tmp");
            try {
                Files.write(unfinished, bytes);
                Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(unfinished);
            }
            return bytes;
        } catch (IOException e) {
            throw new WsdlException(uri + " cannot be fetched: " + e, e);
        }
    }

    private void check(URI uri) {
        String host = uri.getHost() == null ? "" : uri.getHost().toLowerCase(Locale.ROOT);
        if (host.isEmpty() || !hosts.contains(host) && !hosts.contains(host + ":" + uri.getPort())) {
            throw new WsdlException(uri + " is not fetched: its host is not allowed; allow it by --allow-fetch "
                    + (host.isEmpty() ? "HOST" : host));
        }
    }

    private byte[] fetch(URI uri) throws IOException {
        long end = System.nanoTime() + TOTAL_NANOS;
        URI at = uri;
        for (int redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
            if (!(at.toURL().openConnection() instanceof HttpURLConnection connection)) {
                throw new IOException(at + " is not on the web");
            }
            connection.setInstanceFollowRedirects(false);
            connection.setConnectTimeout(CONNECT_MS);
            connection.setReadTimeout(READ_MS);
            try {
                int status = connection.getResponseCode();
                String location = connection.getHeaderField("Location");
                if (status / 100 == 3 && location != null) {
                    at = at.resolve(location);
                    check(at);
                } else if (status == 200) {
                    return body(connection, end);
                } else {
                    throw new IOException(at + " answers with status " + status);
                }
            } catch (IllegalArgumentException e) {
                throw new IOException(at + " leads on to what is no address: " + e.getMessage(), e);
            } finally {
                connection.disconnect();
            }
        }
        throw new IOException("it leads on more than " + MAX_REDIRECTS + " times");
    }

    private static byte[] body(HttpURLConnection connection, long end) throws IOException {
        try (InputStream in = connection.getInputStream()) {
            byte[] bytes = new byte[0];
            byte[] more = in.readNBytes(1 << 16);
            while (more.length > 0) {
                if (bytes.length + more.length > MAX_BYTES) {
                    throw new IOException("it is larger than " + (MAX_BYTES >> 20) + " MiB");
                }
                if (System.nanoTime() - end > 0) {
                    throw new IOException("it takes longer than a minute");
                }
                int length = bytes.length;
                bytes = Arrays.copyOf(bytes, length + more.length);
                System.arraycopy(more, 0, bytes, length, more.length);
                more = in.readNBytes(1 << 16);
            }
            return bytes;
        }
    }

    private static String hash(URI uri) {
        try {
            byte[] sum =
                    MessageDigest.getInstance("SHA-256").digest(uri.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sum);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
