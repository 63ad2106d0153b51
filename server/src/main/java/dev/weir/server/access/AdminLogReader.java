package dev.weir.server.access;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds what people did in the file of an {@link AdminLog}, the newest first: read backwards from its end, a part at a time, so
 * that neither a file of any size nor a search for what is not there takes long. Thread-safe, beside one who writes.
 */
final class AdminLogReader {
    private static final int BLOCK = 1 << 16;
    /** The bytes that are looked at for one page. */
    private static final long MOST = 16L << 20;
    /** No line that the log writes is longer: the JSON of a request has at most a megabyte. */
    private static final int LONGEST_LINE = 4 << 20;
    /** Characters of a line that cannot be read. */
    private static final int SHOWN = 200;

    private static final byte[] NOTHING = {};
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;

    AdminLogReader(Path file) {
        this.file = file;
    }

    /**
     * A page of what a filter meets; it may be short, or empty, and have a next one all the same.
     *
     * @param end the place before which it lies; negative for the end of the file
     * @param limit how many lines it has at most, 1 or more
     * @throws IOException if the file cannot be read
     */
    AdminLog.Page read(AdminLog.Filter filter, long end, int limit) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return new Backwards(channel, filter, limit).from(end);
        } catch (NoSuchFileException e) {
            // It was moved away, as it may be.
            return new AdminLog.Page(List.of(), 0);
        }
    }

    /** One page in the making. */
    private static final class Backwards {
        private final FileChannel channel;
        private final AdminLog.Filter filter;
        private final int limit;
        private final List<AdminLog.LogLine> found = new ArrayList<>();
        /** The end of a line whose beginning has not been read yet. */
        private byte[] rest = NOTHING;
        /** True where that is too long for a line, so that it is left out as far as it reaches. */
        private boolean tooLong;

        Backwards(FileChannel channel, AdminLog.Filter filter, int limit) {
            this.channel = channel;
            this.filter = filter;
            this.limit = limit;
        }

        AdminLog.Page from(long end) throws IOException {
            long size = channel.size();
            long start = end < 0 ? size : Math.min(end, size);
            long at = start;
            while (at > 0) {
                if (start - at >= MOST) {
                    return new AdminLog.Page(found, at + rest.length);
                }
                int length = (int) Math.min(BLOCK, at);
                at -= length;
                long next = lines(block(at, length), at);
                if (next >= 0) {
                    return new AdminLog.Page(found, next);
                }
            }
            add(rest);
            return new AdminLog.Page(found, 0);
        }

        private byte[] block(long at, int length) throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate(length);
            while (bytes.hasRemaining()) {
                if (channel.read(bytes, at + bytes.position()) < 0) {
                    throw new EOFException("the log was cut short while it was read");
                }
            }
            return bytes.array();
        }

        /** @return the place before which the page ends; -1 where it goes on */
        private long lines(byte[] block, long at) {
            int end = block.length;
            for (int i = block.length - 1; i >= 0; i--) {
                if (block[i] != '\n') {
                    continue;
                }
                boolean goesOn = add(joined(Arrays.copyOfRange(block, i + 1, end), rest));
                rest = NOTHING;
                end = i;
                if (!goesOn) {
                    return 0;
                }
                if (found.size() == limit) {
                    return at + i + 1;
                }
            }
            rest = joined(Arrays.copyOf(block, end), rest);
            if (rest.length > LONGEST_LINE) {
                rest = NOTHING;
                tooLong = true;
            }
            return -1;
        }

        private static byte[] joined(byte[] first, byte[] second) {
            if (second.length == 0) {
                return first;
            }
            byte[] both = Arrays.copyOf(first, first.length + second.length);
            System.arraycopy(second, 0, both, first.length, second.length);
            return both;
        }

        /** @return false where all that is older lies before the time that is asked for */
        private boolean add(byte[] line) {
            boolean cut = tooLong;
            tooLong = false;
            if (line.length == 0 && !cut) {
                return true;
            }
            AdminLog.LogLine read = line(line, cut);
            Instant time = read.time();
            if (time != null && filter.from() != null && time.isBefore(filter.from())) {
                return false;
            }
            if (meets(read)) {
                found.add(read);
            }
            return true;
        }

        private boolean meets(AdminLog.LogLine line) {
            Instant time = line.time();
            if (filter.before() != null && (time == null || !time.isBefore(filter.before()))) {
                return false;
            }
            String who = filter.who();
            if (who != null && !has(who, line.who()) && !has(who, line.tried())) {
                return false;
            }
            if (filter.what() == null && filter.text() == null) {
                return true;
            }
            String what = lower(LogWords.decoded(line.request()) + "\n" + LogWords.of(line));
            return hasAll(filter.what(), what) && (filter.text() == null || hasAll(filter.text(), what + whole(line)));
        }

        private static boolean has(String part, @Nullable String name) {
            return name != null && lower(name).contains(lower(part));
        }

        /** @param words null for any text */
        private static boolean hasAll(@Nullable String words, String text) {
            return words == null
                    || Arrays.stream(lower(words).strip().split("\\s+")).allMatch(text::contains);
        }

        /** What a line has beside its request. */
        private static String whole(AdminLog.LogLine line) {
            return lower(Stream.of(
                            line.who(),
                            line.tried(),
                            line.from(),
                            line.body(),
                            line.instance(),
                            line.title(),
                            line.composite(),
                            line.about(),
                            line.outcome())
                    .filter(Objects::nonNull)
                    .map(each -> "\n" + each)
                    .collect(Collectors.joining()));
        }

        private static String lower(String text) {
            return text.toLowerCase(Locale.ROOT);
        }

        /** A line as it is; what cannot be read has its text alone. */
        private static AdminLog.LogLine line(byte[] bytes, boolean cut) {
            if (!cut) {
                try {
                    JsonNode json = JSON.readTree(bytes);
                    if (json.path("request").isTextual()) {
                        JsonNode body = json.get("body");
                        return new AdminLog.LogLine(
                                Instant.parse(json.path("time").asText()),
                                text(json, "who"),
                                text(json, "tried"),
                                text(json, "from"),
                                json.path("request").asText(),
                                body == null ? null : body.toString(),
                                json.path("instance").canConvertToLong()
                                        ? json.path("instance").asLong()
                                        : null,
                                text(json, "title"),
                                text(json, "composite"),
                                text(json, "about"),
                                text(json, "outcome"),
                                json.path("status").asInt());
                    }
                } catch (JacksonException | DateTimeParseException e) {
                    // Below, with its text: somebody else has written it, or the disk was full in the middle of it.
                } catch (IOException e) {
                    throw new IllegalStateException("there is no input but bytes", e);
                }
            }
            String text = new String(bytes, 0, Math.min(bytes.length, SHOWN), StandardCharsets.UTF_8);
            return new AdminLog.LogLine(
                    null,
                    null,
                    null,
                    null,
                    "a line that cannot be read: " + text,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    0);
        }

        private static @Nullable String text(JsonNode json, String name) {
            return json.path(name).asText(null);
        }
    }
}
