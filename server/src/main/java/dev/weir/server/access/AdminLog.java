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
import java.util.List;
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
    private final AdminLogReader reader;

    private AdminLog(FileChannel file, AdminLogReader reader) {
        this.file = file;
        this.reader = reader;
    }

    /**
     * A line of the log.
     *
     * @param time when it was answered; null for a line that cannot be read, as who and from are
     * @param who the name of the caller: a user's, {@code oidc:NAME}, or {@code (token)}
     * @param from the address of the caller
     * @param request the method, and the path with its query as it was sent
     * @param body the JSON that it sent; null for none, and for a request that was refused
     * @param status of the answer; 0 where it cannot be read
     */
    public record LogLine(
            @Nullable Instant time,
            @Nullable String who,
            @Nullable String from,
            String request,
            @Nullable String body,
            int status) {}

    /**
     * Which lines are meant: null means any.
     *
     * @param who what is somewhere in the name of the caller, in letters of either case
     * @param what words that are all somewhere in the request, decoded, in letters of either case
     * @param from inclusive
     * @param before exclusive
     */
    public record Filter(
            @Nullable String who,
            @Nullable String what,
            @Nullable Instant from,
            @Nullable Instant before) {}

    /** @param next the place in the file before which older lines are; 0 where there are none that the filter can meet */
    public record Page(List<LogLine> lines, long next) {}

    /** @throws IOException if the file cannot be written */
    public static AdminLog open(Path data) throws IOException {
        Path file = data.resolve(FILE);
        return new AdminLog(PrivateFiles.append(file), new AdminLogReader(file));
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

    /**
     * What people did, the newest first. A page may be short, or empty, and have a next one all the same.
     *
     * @param end {@link Page#next} of the page before; negative for the first page
     * @param limit how many lines it has at most, 1 or more
     * @throws IOException if the file cannot be read
     */
    public Page read(Filter filter, long end, int limit) throws IOException {
        return reader.read(filter, end, limit);
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
