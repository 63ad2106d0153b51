package dev.weir.store.sqlite;

import dev.weir.store.AuditEvent;
import java.sql.SQLException;
import java.util.List;

/** Writes events into the history of flows. */
final class AuditLog {
    private final WriteConnection connection;

    AuditLog(WriteConnection connection) {
        this.connection = connection;
    }

    void add(List<AuditEvent> events) throws SQLException {
        for (AuditEvent event : events) {
            add(event);
        }
    }

    void add(AuditEvent event) throws SQLException {
        connection
                .session()
                .update(
                        "INSERT INTO audit(flow, seq, instance, span, parent, at, kind, component, name, detail)"
                                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        event.flow(),
                        connection.nextSequence(),
                        event.instance(),
                        event.span(),
                        event.parent(),
                        MicrosecondTime.floor(event.at()),
                        event.kind().code(),
                        connection.name(event.component()),
                        event.name(),
                        event.detail());
        connection.count(WriteConnection.Total.EVENTS, 1);
    }
}
