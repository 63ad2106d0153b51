package dev.weir.store.sqlite;

import dev.weir.store.AuditEvent;
import dev.weir.store.AuditPayload;
import dev.weir.store.AuditWriting;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes events into the history of flows: those of one flow that come together as one row, or a few. Facts about a flow
 * go to its own row. While history is deferred, events are only gathered, for {@link DeferredAudit}. Confined to the
 * writer's thread, but for {@link #set}.
 */
final class AuditLog {
    /** A row is full when it is longer: beyond some 1,000 bytes, SQLite gives each row a page of its own. */
    private static final int ROW_BYTES = 850;

    static final int PAYLOAD_PAGE_BYTES = 32_768;

    private final WriteConnection connection;
    private final TrailEncoding row = new TrailEncoding();
    private volatile AuditWriting writing = AuditWriting.DEFAULT;

    AuditLog(WriteConnection connection) {
        this.connection = connection;
    }

    void set(AuditWriting how) {
        writing = how;
    }

    AuditWriting writing() {
        return writing;
    }

    void add(AuditEvent event) throws SQLException {
        add(List.of(event));
    }

    /** Adds events by the policy that holds. */
    void add(List<AuditEvent> events) throws SQLException {
        boolean deferred = connection.defers();
        boolean facts = false;
        for (AuditEvent event : events) {
            if (event.kind().isFact()) {
                keep(event);
                facts = true;
            } else if (deferred) {
                connection.defer(event);
            }
        }
        if (!deferred) {
            List<AuditEvent> history = facts
                    ? events.stream().filter(event -> !event.kind().isFact()).toList()
                    : events;
            write(connection.withDeferred(history));
        }
    }

    /** Keeps a fact with its flow, or the one that it joined. */
    private void keep(AuditEvent event) throws SQLException {
        if (event.kind() == AuditEvent.Kind.SENSOR_VALUE) {
            // A call that is tried again has its values again.
            connection
                    .session()
                    .update(
                            "INSERT OR IGNORE INTO sensor(name, value, flow) SELECT ?1, ?2, id FROM flow WHERE id = ?3",
                            event.name(),
                            event.detail(),
                            event.flow());
            return;
        }
        connection
                .session()
                .update(
                        (event.kind() == AuditEvent.Kind.FLOW_TITLE
                                        ? "UPDATE flow SET title = ?1"
                                        : "UPDATE flow SET fault = coalesce(fault, ?1)")
                                + " WHERE id = (SELECT iif(joined = 0, id, joined) FROM flow WHERE id = ?2)",
                        event.detail(),
                        event.flow());
    }

    /** Writes events now. */
    void write(List<AuditEvent> events) throws SQLException {
        if (events.isEmpty()) {
            return;
        }
        long flow = events.get(0).flow();
        int inRow = 0;
        row.clear();
        for (AuditEvent event : events) {
            if (inRow > 0 && (event.flow() != flow || row.length() > ROW_BYTES)) {
                store(flow, inRow);
                row.clear();
                inRow = 0;
            }
            flow = event.flow();
            row.add(event, stored(event), connection::name);
            inRow++;
        }
        store(flow, inRow);
    }

    private void store(long flow, int events) throws SQLException {
        connection
                .session()
                .update(
                        "INSERT INTO trail(flow, seq, events, data) VALUES (?, ?, ?, ?)",
                        flow,
                        connection.nextSequence(),
                        events,
                        row.toBytes());
        connection.count(WriteConnection.Total.EVENTS, events);
    }

    /** The payload of an event as its row has it: a large one is stored in pages of its own. */
    private @Nullable AuditPayload stored(AuditEvent event) throws SQLException {
        AuditPayload payload = event.payload();
        byte[] bytes = payload == null ? null : payload.bytes();
        if (payload == null || bytes == null || bytes.length <= writing.detailThreshold()) {
            return payload;
        }
        long id = connection.nextSequence();
        for (int from = 0, page = 0; from < bytes.length; from += PAYLOAD_PAGE_BYTES, page++) {
            connection
                    .session()
                    .update(
                            "INSERT INTO payload(flow, id, page, data) VALUES (?, ?, ?, ?)",
                            event.flow(),
                            id,
                            page,
                            Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + PAYLOAD_PAGE_BYTES)));
        }
        return new AuditPayload(id, bytes.length, null);
    }
}
