package dev.weir.server.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.composite.audit.FlowTrace;
import dev.weir.soap.http.HttpRequest;
import dev.weir.store.file.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What was done by the admin API, and who was refused: a file in the data folder with one line of JSON for each request that
 * may change something, written before its answer, and for refused ones as many as {@link RefusalLimit} takes, since anybody
 * could fill the disk by them. Safe for use by several threads.
 */
public final class AdminLog implements AutoCloseable {
    /** In the data folder. */
    public static final String FILE = "admin.log";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** What stands in the place of a request in the line that says how many refused ones have none. */
    static final String LEFT_OUT = "refused requests without a line";

    /** Characters of a name that somebody has tried, and of an address that somebody was refused. */
    private static final int LONGEST_NAME = 100;

    private static final int LONGEST_REQUEST = 300;

    private final FileChannel file;
    private final AdminLogReader reader;
    private final InstantSource clock;
    private final RefusalLimit limit;
    private final LongAdder refusals = new LongAdder();

    private AdminLog(FileChannel file, AdminLogReader reader, InstantSource clock) {
        this.file = file;
        this.reader = reader;
        this.clock = clock;
        this.limit = new RefusalLimit(clock);
    }

    /**
     * A line of the log.
     *
     * @param time when it was answered; null for a line that cannot be read
     * @param who the name of the caller: a user's, {@code oidc:NAME}, {@code (token)}, or {@code os:NAME} for a command that did
     *     it without the server; null where nobody knows
     * @param tried the name with which somebody was not let in; null for none
     * @param from the address of the caller; null for a line that is of no request
     * @param request the method, and the path with its query as it was sent
     * @param body the JSON that it sent; null for none, and for a request that was refused
     * @param instance that it was about; null for none
     * @param title of that instance; null for none
     * @param composite that it was about, or whose instance; null for none
     * @param about what it was about beside that; null for nothing
     * @param outcome how many it was done for, or why it was refused; null where the status says all
     * @param status of the answer; 0 where there is none
     */
    public record LogLine(
            @Nullable Instant time,
            @Nullable String who,
            @Nullable String tried,
            @Nullable String from,
            String request,
            @Nullable String body,
            @Nullable Long instance,
            @Nullable String title,
            @Nullable String composite,
            @Nullable String about,
            @Nullable String outcome,
            int status) {}

    /**
     * Which lines are meant: null means any.
     *
     * @param who what is somewhere in the name of the caller, or in the one that was tried, in letters of either case
     * @param what words that are all somewhere in the request, decoded, or in its sentence, in letters of either case
     * @param text words that are all somewhere in the line, in letters of either case: a title, an instance, a name
     * @param from inclusive
     * @param before exclusive
     */
    public record Filter(
            @Nullable String who,
            @Nullable String what,
            @Nullable String text,
            @Nullable Instant from,
            @Nullable Instant before) {}

    /** @param next the place in the file before which older lines are; 0 where there are none that the filter can meet */
    public record Page(List<LogLine> lines, long next) {}

    /** @throws IOException if the file cannot be written */
    public static AdminLog open(Path data) throws IOException {
        return open(data, InstantSource.system());
    }

    /** @param clock gives the times of the lines */
    static AdminLog open(Path data, InstantSource clock) throws IOException {
        Path file = data.resolve(FILE);
        return new AdminLog(PrivateFiles.append(file), new AdminLogReader(file), clock);
    }

    /**
     * Adds a line. What was done is not undone if it cannot be written: that is logged.
     *
     * @param from the address of the caller
     * @param who the name of the caller
     * @param what the method, and the path with its query
     * @param body the JSON that it sent; null for none, and for a request that was refused
     * @param note what it was about, and what came of it
     * @param status of the answer
     */
    public void add(String from, String who, String what, @Nullable JsonNode body, LogNote note, int status) {
        if (status == 401 || status == 403) {
            refusals.increment();
        }
        ObjectNode entry = entry().put("from", from).put("who", who).put("request", what);
        if (body != null) {
            entry.set("body", body);
        }
        write(entry, note, status);
    }

    /**
     * Adds a line for what somebody did on this machine, without the server.
     *
     * @param command as it was written, without secrets
     * @param done what came of it
     * @throws IOException if the file cannot be opened
     */
    public static void addLocal(Path data, String command, String done) throws IOException {
        LogNote note = new LogNote();
        note.outcome(done);
        try (AdminLog log = open(data)) {
            log.write(
                    log.entry()
                            .put("who", "os:" + System.getProperty("user.name"))
                            .put("request", FlowTrace.printable(LogNote.bounded(command, LONGEST_REQUEST))),
                    note,
                    0);
        }
    }

    /**
     * Adds a line for somebody who was not let in, or may not do what he asked for; of many in a minute some are only counted.
     * The line has the path alone: a query may have anything, a password too.
     *
     * @param who the name of the caller; null where it is not known
     * @param tried the name with which he was not let in; null for none
     * @param why he was refused, without what he showed
     * @param status of the answer
     */
    public void refused(HttpRequest request, @Nullable String who, @Nullable String tried, String why, int status) {
        refusals.increment();
        String from = request.peer().getAddress().getHostAddress();
        synchronized (this) {
            settle();
            boolean left = limit.leavesOut();
            if (!limit.takes(from)) {
                if (!left) {
                    // Somebody who reads the file should not have to wait for the next line.
                    CompletableFuture.delayedExecutor(RefusalLimit.WITHIN.toMillis() + 1, TimeUnit.MILLISECONDS)
                            .execute(this::settle);
                }
                return;
            }
        }
        ObjectNode entry = entry().put("from", from);
        if (who != null) {
            entry.put("who", who);
        }
        if (tried != null) {
            entry.put("tried", FlowTrace.printable(LogNote.bounded(tried, LONGEST_NAME)));
        }
        entry.put(
                "request",
                FlowTrace.printable(LogNote.bounded(request.method() + " " + request.path(), LONGEST_REQUEST)));
        LogNote note = new LogNote();
        note.outcome(why);
        write(entry, note, status);
    }

    /** How many requests were refused since the start, with a line or without one: nobody knew the caller, or he may not do it. */
    public long refusals() {
        return refusals.sum();
    }

    /** Says how many were left out in a minute that is over. */
    synchronized void settle() {
        leftOut(false);
    }

    private void leftOut(boolean early) {
        RefusalLimit.LeftOut left = limit.end(early);
        if (left != null && file.isOpen()) {
            LogNote note = new LogNote();
            note.outcome(left.number() + (left.number() == 1 ? " more was" : " more were")
                    + " refused in the minute from " + left.since().truncatedTo(ChronoUnit.SECONDS));
            write(entry().put("request", LEFT_OUT), note, 0);
        }
    }

    private ObjectNode entry() {
        return JSON.createObjectNode()
                .put("time", clock.instant().truncatedTo(ChronoUnit.MILLIS).toString());
    }

    private void write(ObjectNode entry, LogNote note, int status) {
        entry.put("status", status);
        if (note.instance() != null) {
            entry.put("instance", note.instance());
        }
        put(entry, "title", note.title());
        put(entry, "composite", note.composite());
        put(entry, "about", note.about());
        put(entry, "outcome", note.outcome());
        try {
            String line = JSON.writeValueAsString(entry);
            ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
            synchronized (this) {
                while (bytes.hasRemaining()) {
                    file.write(bytes);
                }
            }
        } catch (IOException e) {
            System.getLogger(AdminLog.class.getName())
                    .log(
                            Level.WARNING,
                            "cannot write " + FILE + "; from "
                                    + entry.path("from").asText() + ", "
                                    + entry.path("who").asText() + ": "
                                    + entry.path("request").asText(),
                            e);
        }
    }

    private static void put(ObjectNode entry, String name, @Nullable String value) {
        if (value != null) {
            entry.put(name, value);
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
        settle();
        return reader.read(filter, end, limit);
    }

    @Override
    public synchronized void close() {
        leftOut(true);
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
