package dev.weir.server.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.weir.composite.retention.FlowArchive;
import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditPayload;
import dev.weir.store.FlowSummary;
import dev.weir.store.HistoryPage;
import dev.weir.store.SensorValue;
import dev.weir.store.Store;
import dev.weir.store.file.PrivateFiles;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file of histories, one instance a line, in JSON as the admin API gives an instance with its audit, payloads included.
 * {@link HistoryArchiveReader} reads it. Histories are read and written page by page, so that a long one takes no more
 * memory. The file is made when there is something to write.
 */
public final class HistoryArchive implements FlowArchive {
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS'.jsonl'").withZone(ZoneOffset.UTC);
    private static final int PAGE = 500;
    private static final int PART = 64 << 10;

    private final Store store;
    private final Path folder;
    private final Path file;
    private @Nullable FileChannel channel;
    private @Nullable OutputStream out;

    private HistoryArchive(Store store, Path folder, String name) {
        this.store = store;
        this.folder = folder;
        this.file = folder.resolve(name);
    }

    /** @param folder is made where there is none; files in it are named by the time at which their run began, in UTC */
    public static HistoryArchive in(Path folder, Store store, Instant now) {
        return new HistoryArchive(store, folder, NAME.format(now));
    }

    @Override
    public void write(List<Long> flows) throws IOException {
        OutputStream to = open();
        for (long id : flows) {
            Optional<FlowSummary> flow = store.flow(id);
            if (flow.isPresent()) {
                write(flow.get(), to);
                to.write('\n');
            }
        }
        to.flush();
        if (channel != null) {
            channel.force(true);
        }
    }

    private OutputStream open() throws IOException {
        OutputStream known = out;
        if (known == null) {
            PrivateFiles.createFolder(folder);
            channel = PrivateFiles.createNew(file);
            known = new BufferedOutputStream(Channels.newOutputStream(channel), PART);
            out = known;
            try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
                names.force(true); // or a power failure might take the file's name
            }
        }
        return known;
    }

    private void write(FlowSummary flow, OutputStream to) throws IOException {
        JsonGenerator json = AdminJson.MAPPER
                .createGenerator(to)
                .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                .disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
        try (json) {
            json.writeStartObject();
            json.writeObjectField("instance", InstanceView.of(flow));
            text(json, "title", flow.title());
            text(json, "fault", flow.fault());
            sensors(flow, json);
            json.writeArrayFieldStart("events");
            long from = 0;
            do {
                HistoryPage page = store.history(flow.flow(), from, PAGE);
                for (AuditEvent event : page.events()) {
                    write(event, json);
                }
                from = page.next();
            } while (from > 0);
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    private void sensors(FlowSummary flow, JsonGenerator json) throws IOException {
        List<SensorValue> part = store.sensors(flow.flow(), null, PAGE);
        if (part.isEmpty()) {
            return;
        }
        json.writeArrayFieldStart("sensors");
        while (!part.isEmpty()) {
            for (SensorValue found : part) {
                json.writeObject(found);
            }
            part = store.sensors(flow.flow(), part.get(part.size() - 1), PAGE);
        }
        json.writeEndArray();
    }

    private void write(AuditEvent event, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeNumberField("flow", event.flow());
        json.writeNumberField("instance", event.instance());
        json.writeNumberField("span", event.span());
        json.writeNumberField("parent", event.parent());
        json.writeNumberField("activity", event.activity());
        json.writeStringField("at", event.at().toString());
        json.writeStringField("kind", event.kind().name());
        json.writeStringField("component", event.component().toString());
        json.writeStringField("name", event.name());
        text(json, "detail", event.detail());
        AuditPayload payload = event.payload();
        if (payload != null) {
            json.writeObjectFieldStart("payload");
            json.writeNumberField("id", 0);
            json.writeNumberField("size", payload.size());
            json.writeFieldName("xml");
            byte[] bytes = payload.bytes();
            if (bytes != null) {
                json.writeString(new String(bytes, StandardCharsets.UTF_8));
            } else {
                json.writeString(
                        new InputStreamReader(
                                new StoredPayload(store, event.flow(), payload.id()), StandardCharsets.UTF_8),
                        -1);
            }
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private static void text(JsonGenerator json, String name, @Nullable String text) throws IOException {
        if (text != null) {
            json.writeStringField(name, text);
        }
    }

    /** A payload that is stored apart from its event, read part by part. */
    private static final class StoredPayload extends InputStream {
        private final Store store;
        private final long flow;
        private final long id;
        private byte[] part = {};
        private int next;
        private long offset;

        StoredPayload(Store store, long flow, long id) {
            this.store = store;
            this.flow = flow;
            this.id = id;
        }

        private boolean more() {
            if (next == part.length) {
                part = store.payload(flow, id, offset, PART);
                offset += part.length;
                next = 0;
            }
            return part.length > 0;
        }

        @Override
        public int read() {
            return more() ? part[next++] & 0xFF : -1;
        }

        @Override
        public int read(byte[] into, int from, int length) {
            if (length == 0) {
                return 0;
            }
            if (!more()) {
                return -1;
            }
            int count = Math.min(length, part.length - next);
            System.arraycopy(part, next, into, from, count);
            next += count;
            return count;
        }
    }

    @Override
    public void close() throws IOException {
        if (out != null) {
            out.close();
        }
    }
}
