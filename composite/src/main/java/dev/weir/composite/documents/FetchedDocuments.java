package dev.weir.composite.documents;

import dev.weir.wsdl.Resources;
import dev.weir.wsdl.WebDocuments;
import dev.weir.wsdl.WsdlException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Set;

/**
 * Documents of the web, of the hosts that the operator allows, as {@link WebDocuments} reads them. Each is fetched once and
 * kept in a folder, so that a composite stays the same until the operator deletes the file. Thread-safe.
 */
final class FetchedDocuments implements Resources {
    private static final int MAX_BYTES = 16 << 20;

    private final WebDocuments web;
    private final Path kept;

    /**
     * @param hosts names, or {@code name:port}
     * @param within how long a document may take
     * @param kept the folder, made when the first document comes
     */
    FetchedDocuments(Set<String> hosts, Duration within, Path kept) {
        this.web = new WebDocuments(hosts, "--allow-fetch ", MAX_BYTES, within);
        this.kept = kept;
    }

    @Override
    public byte[] read(URI uri) {
        web.check(uri);
        Path file = kept.resolve(hash(uri));
        try {
            if (Files.isRegularFile(file)) {
                return Files.readAllBytes(file);
            }
            byte[] bytes = web.read(uri);
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
            throw new WsdlException(uri + " cannot be kept in " + kept + ": " + e, e);
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
