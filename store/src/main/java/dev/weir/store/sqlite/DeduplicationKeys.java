package dev.weir.store.sqlite;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/**
 * The deduplication keys of accepted messages. Two tables take turns by week: keys go into the week's table and are
 * looked up in both, and when a new week begins the older table is emptied for it. A key is thus kept for 7 to 14 days.
 */
final class DeduplicationKeys {
    private static final long PERIOD = TimeUnit.DAYS.toMicros(7);

    private final WriteConnection connection;

    DeduplicationKeys(WriteConnection connection) {
        this.connection = connection;
    }

    /** Adds a key; false if it is known already. */
    boolean add(String key) throws SQLException {
        long period = rotate();
        boolean even = period % 2 == 0;
        SqlSession session = connection.session();
        if (session.exists(even ? "SELECT 1 FROM seen_1 WHERE key = ?" : "SELECT 1 FROM seen_0 WHERE key = ?", key)) {
            return false;
        }
        return session.update(
                        even
                                ? "INSERT INTO seen_0 VALUES (?) ON CONFLICT DO NOTHING"
                                : "INSERT INTO seen_1 VALUES (?) ON CONFLICT DO NOTHING",
                        key)
                == 1;
    }

    /** Begins a new period where it is time; returns the current one. A clock that was set back does not go back a period. */
    private long rotate() throws SQLException {
        SqlSession session = connection.session();
        long stored = session.number(0, "SELECT value FROM meta WHERE name = 'seen_period'");
        long current = Math.floorDiv(connection.now(), PERIOD);
        if (current <= stored) {
            return stored;
        }
        if (current > stored + 1 || current % 2 == 0) {
            session.update("DELETE FROM seen_0");
        }
        if (current > stored + 1 || current % 2 != 0) {
            session.update("DELETE FROM seen_1");
        }
        session.update("UPDATE meta SET value = ? WHERE name = 'seen_period'", current);
        return current;
    }
}
