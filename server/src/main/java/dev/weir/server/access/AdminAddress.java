package dev.weir.server.access;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.store.file.PrivateFiles;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the server that uses a data folder serves its admin API: a file in the folder, from the moment the server is ready
 * until it stops. The file names the process too, so that after a kill the token is not sent to whoever has the port then.
 *
 * @param certificate the SHA-256 digest of the certificate that it shows, in hexadecimal digits; null where it does not
 *     speak TLS
 */
public record AdminAddress(URI url, @Nullable String certificate) {
    /** In the data folder. */
    public static final String FILE = "admin.json";

    /** The start of a process is known relative to the clock, which may be corrected in between. */
    private static final Duration CLOCK_CHANGES = Duration.ofSeconds(10);

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Writes it for this process. */
    public void write(Path data) throws IOException {
        ProcessHandle self = ProcessHandle.current();
        ObjectNode json = JSON.createObjectNode()
                .put("url", url.toString())
                .put("process", self.pid())
                .put("started", started(self).toString());
        if (certificate != null) {
            json.put("certificate", certificate);
        }
        PrivateFiles.write(data.resolve(FILE), JSON.writeValueAsBytes(json));
    }

    public static void delete(Path data) throws IOException {
        Files.deleteIfExists(data.resolve(FILE));
    }

    /** @throws IOException if no server uses the folder, or one without admin API; the message says so */
    public static AdminAddress read(Path data) throws IOException {
        Path file = data.resolve(FILE);
        JsonNode json;
        try {
            json = JSON.readTree(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            throw new IOException("no server with an admin API uses the data folder " + data, e);
        } catch (JacksonException e) {
            throw new IOException(file + " is not the address of a server: " + e.getOriginalMessage(), e);
        }
        try {
            if (isAlive(json)) {
                JsonNode shown = json.path("certificate");
                return new AdminAddress(
                        URI.create(json.path("url").asText()), shown.isTextual() ? shown.asText() : null);
            }
        } catch (IllegalArgumentException | DateTimeParseException e) {
            throw new IOException(file + " is not the address of a server: " + e.getMessage(), e);
        }
        throw new IOException("the server that used the data folder " + data
                + " is gone, or runs where its processes are not seen from here");
    }

    private static boolean isAlive(JsonNode json) {
        Optional<ProcessHandle> process = ProcessHandle.of(json.path("process").asLong());
        Instant started = Instant.parse(json.path("started").asText());
        return process.isPresent()
                && Duration.between(started, started(process.get())).abs().compareTo(CLOCK_CHANGES) < 0;
    }

    /** A fixed instant where the system does not say it. */
    private static Instant started(ProcessHandle process) {
        return process.info().startInstant().orElse(Instant.EPOCH);
    }
}
