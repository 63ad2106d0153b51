package dev.weir.store.sqlite;

import dev.weir.store.SettingChange;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What operators have set, and who changed it when. */
final class Settings {
    private final WriteConnection connection;
    private final ReadConnections reads;

    Settings(WriteConnection connection, ReadConnections reads) {
        this.connection = connection;
        this.reads = reads;
    }

    Map<String, String> all() {
        return reads.read(session -> {
            Map<String, String> settings = new TreeMap<>();
            try (ResultSet rows = session.query("SELECT name, value FROM setting")) {
                while (rows.next()) {
                    settings.put(rows.getString(1), rows.getString(2));
                }
            }
            return settings;
        });
    }

    void change(Map<String, @Nullable String> changes, String who) throws SQLException {
        SqlSession session = connection.session();
        for (Map.Entry<String, @Nullable String> change : changes.entrySet()) {
            String name = change.getKey();
            String value = change.getValue();
            String before = null;
            try (ResultSet rows = session.query("SELECT value FROM setting WHERE name = ?", name)) {
                if (rows.next()) {
                    before = rows.getString(1);
                }
            }
            if (Objects.equals(before, value)) {
                continue;
            }
            if (value == null) {
                session.update("DELETE FROM setting WHERE name = ?", name);
            } else {
                session.update(
                        "INSERT INTO setting(name, value) VALUES (?, ?)"
                                + " ON CONFLICT DO UPDATE SET value = excluded.value",
                        name,
                        value);
            }
            session.update(
                    "INSERT INTO setting_change(seq, at, name, before, value, who) VALUES (?, ?, ?, ?, ?, ?)",
                    connection.nextSequence(),
                    connection.now(),
                    name,
                    before,
                    value,
                    who);
        }
    }

    List<SettingChange> changes(int most) {
        return reads.read(session -> {
            List<SettingChange> changes = new ArrayList<>();
            try (ResultSet rows = session.query(
                    "SELECT at, name, before, value, who FROM setting_change ORDER BY seq DESC LIMIT ?", most)) {
                while (rows.next()) {
                    changes.add(new SettingChange(
                            MicrosecondTime.instant(rows.getLong(1)),
                            rows.getString(2),
                            rows.getString(3),
                            rows.getString(4),
                            rows.getString(5)));
                }
            }
            return changes;
        });
    }
}
