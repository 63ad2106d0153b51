package dev.weir.store.sqlite;

import dev.weir.store.AuditEvent;
import java.sql.SQLException;
import java.util.List;

/** Writes history. */
final class AuditLog {
    private final WriteConnection ledger;

    AuditLog(WriteConnection ledger) {
        this.ledger = ledger;
    }

    void add(List<AuditEvent> events) throws SQLException {
        for (AuditEvent event : events) {
            add(event);
        }
    }

    void add(AuditEvent event) throws SQLException {
        ledger.session()
                .update(
                        "INSERT INTO audit(flow, seq, instance, span, parent, at, kind, component, name, detail)"
                                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        event.flow(),
                        ledger.nextSequence(),
                        event.instance(),
                        event.span(),
                        event.parent(),
                        MicrosecondTime.floor(event.at()),
                        EnumCodes.of(event.kind()),
                        ledger.name(event.component()),
                        event.name(),
                        event.detail());
        ledger.count(WriteConnection.Total.EVENTS, 1);
    }
}
