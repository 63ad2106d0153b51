package dev.weir.server.admin;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.store.AuditEvent;
import dev.weir.store.SensorValue;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads a file that {@link HistoryArchive} wrote, event by event. */
public final class HistoryArchiveReader {
    /** Payloads are as long as messages may be. */
    private static final int LONGEST_TEXT = 1 << 30;

    private static final ObjectMapper MAPPER = AdminJson.MAPPER.copy();

    static {
        MAPPER.getFactory()
                .setStreamReadConstraints(StreamReadConstraints.builder()
                        .maxStringLength(LONGEST_TEXT)
                        .build());
    }

    private HistoryArchiveReader() {}

    /**
     * An instance in the file.
     *
     * @param sensors what the composite's sensors had found
     * @param events how many it has
     */
    public record Archived(
            InstanceView instance,
            @Nullable String title,
            @Nullable String fault,
            List<SensorValue> sensors,
            long events) {}

    /**
     * What is wanted of a file.
     *
     * @param instance whose events are wanted; 0 for none
     * @param events takes them, in the order in which they are in the file
     * @param instances takes each instance, after its events
     */
    public record Wanted(long instance, Consumer<AuditEvent> events, Consumer<Archived> instances) {}

    /**
     * Reads a file to its end.
     *
     * @return false where it breaks off within an instance: the server was stopped while it wrote that one, and has not
     *     removed it
     * @throws IOException if the file cannot be read, or is no archive; it names the line
     */
    public static boolean read(Path file, Wanted wanted) throws IOException {
        try (JsonParser json = MAPPER.createParser(file.toFile())) {
            try {
                for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                    if (token != JsonToken.START_OBJECT) {
                        throw new IOException(at(file, json) + ": an archive has an object in each line");
                    }
                    instance(file, json, wanted);
                }
            } catch (JacksonException e) {
                boolean isText = e instanceof StreamReadException || e.getCause() instanceof StreamReadException;
                if (isText && isLastLineAndCut(file, json.currentTokenLocation().getByteOffset())) {
                    return false;
                }
                throw new IOException(
                        at(file, json) + ": this is no archive of instances: " + e.getOriginalMessage(), e);
            }
            return true;
        }
    }

    /** Whether no line ends behind a place in a file: each is written with its end, and the parser sees what comes before it. */
    private static boolean isLastLineAndCut(Path file, long from) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            in.skipNBytes(Math.max(0, Math.min(from, Files.size(file))));
            int next;
            do {
                next = in.read();
            } while (next >= 0 && next != '\n');
            return next < 0 && begins(file);
        }
    }

    /** Whether a file begins as an archive does: so what is cut within its first instance differs from other files. */
    private static boolean begins(Path file) throws IOException {
        byte[] begin = "{\"instance\":".getBytes(StandardCharsets.US_ASCII);
        try (InputStream in = Files.newInputStream(file)) {
            byte[] is = in.readNBytes(begin.length);
            return Arrays.equals(is, 0, is.length, begin, 0, is.length);
        }
    }

    private static String at(Path file, JsonParser json) {
        return file + ", line " + json.currentLocation().getLineNr();
    }

    private static void instance(Path file, JsonParser json, Wanted wanted) throws IOException {
        InstanceView instance = null;
        String title = null;
        String fault = null;
        List<SensorValue> sensors = new ArrayList<>();
        long events = 0;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "instance" -> instance = json.readValueAs(InstanceView.class);
                case "title" -> title = json.getText();
                case "fault" -> fault = json.getText();
                case "sensors" -> {
                    while (json.nextToken() == JsonToken.START_OBJECT) {
                        sensors.add(json.readValueAs(SensorValue.class));
                    }
                }
                case "events" -> {
                    if (instance == null) {
                        throw new IOException(at(file, json) + ": the instance must come before its events");
                    }
                    boolean mine = instance.id() == wanted.instance;
                    while (json.nextToken() == JsonToken.START_OBJECT) {
                        events++;
                        if (mine) {
                            wanted.events.accept(json.readValueAs(AuditEvent.class));
                        } else {
                            json.skipChildren();
                        }
                    }
                }
                default -> json.skipChildren();
            }
        }
        if (instance == null) {
            throw new IOException(at(file, json) + ": there is no instance");
        }
        wanted.instances.accept(new Archived(instance, title, fault, List.copyOf(sensors), events));
    }
}
