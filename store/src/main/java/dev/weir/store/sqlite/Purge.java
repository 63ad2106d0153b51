package dev.weir.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Deletes the history of ended flows. Nothing of an ended flow is left in the tables of live work. */
final class Purge {
    private final WriteConnection connection;

    Purge(WriteConnection connection) {
        this.connection = connection;
    }

    /** Deletes the oldest ended flows, at most {@code batch}; returns how many. */
    int batch(long createdBefore, int batch) throws SQLException {
        SqlSession session = connection.session();
        List<Long> flows = new ArrayList<>();
        try (ResultSet rows = session.query(
                "SELECT id FROM flow INDEXED BY flow_ended WHERE joined = 0 AND state <> 0 AND created < ? ORDER BY created, id LIMIT ?",
                createdBefore,
                batch)) {
            while (rows.next()) {
                flows.add(rows.getLong(1));
            }
        }
        int events = 0;
        for (long flow : flows) {
            List<Long> joined = new ArrayList<>();
            try (ResultSet rows = session.query("SELECT id FROM flow WHERE joined = ? AND joined <> 0", flow)) {
                while (rows.next()) {
                    joined.add(rows.getLong(1));
                }
            }
            joined.add(flow);
            for (long id : joined) {
                events += session.update("DELETE FROM audit WHERE flow = ?", id);
                session.update("DELETE FROM flow WHERE id = ?", id);
            }
        }
        connection.count(WriteConnection.Total.EVENTS, -events);
        connection.count(WriteConnection.Total.FLOWS, -flows.size());
        return flows.size();
    }

    /** Returns free pages to the file system, at most {@code pages}, down to a quarter of the file; returns how many. */
    long shrink(int pages) throws SQLException {
        SqlSession session = connection.session();
        long free = session.number(0, "PRAGMA freelist_count");
        long spare = free - session.number(0, "PRAGMA page_count") / 4;
        long given = Math.min(spare, pages);
        if (given <= 0) {
            return 0;
        }
        session.pragma("incremental_vacuum(" + given + ")");
        return given;
    }
}
