package dev.weir.server.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.store.file.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * What was done by the admin API: a file in the data folder with one line of JSON for each request that may change
 * something, written before its answer. Requests without the right token are not in it, since anybody could fill the disk
 * by them. Safe for use by several threads.
 */
public final class AdminLog implements AutoCloseable {
    /** In the data folder. */
    public static final String FILE = "admin.log";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final FileChannel file;

    private AdminLog(FileChannel file) {
        this.file = file;
    }

    /** @throws IOException if the file cannot be written */
    public static AdminLog open(Path data) throws IOException {
        return new AdminLog(PrivateFiles.append(data.resolve(FILE)));
    }

    /**
     * Adds a line. What was done is not undone if it cannot be written: that is logged.
     *
     * @param from the address of the caller
     * @param who the name of the caller
     * @param what the method, and the path with its query
     * @param body the JSON that it sent; null for none, and for a request that was refused
     * @param status of the answer
     */
    public void add(String from, String who, String what, @Nullable JsonNode body, int status) {
        try {
            ObjectNode entry = JSON.createObjectNode()
                    .put("time", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString())
                    .put("from", from)
                    .put("who", who)
                    .put("request", what);
            if (body != null) {
                entry.set("body", body);
            }
            String line = JSON.writeValueAsString(entry.put("status", status));
            ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
            synchronized (this) {
                while (bytes.hasRemaining()) {
                    file.write(bytes);
                }
            }
        } catch (IOException e) {
            System.getLogger(AdminLog.class.getName())
                    .log(Level.WARNING, "cannot write " + FILE + "; from " + from + ", " + who + ": " + what, e);
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
