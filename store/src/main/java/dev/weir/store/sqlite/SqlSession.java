package dev.weir.store.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConnection;

/** A connection that keeps its prepared statements. Used by one thread at a time. */
final class SqlSession implements AutoCloseable {
    private static final int BUSY_TIMEOUT_MS = 10_000;
    private static final int WRITER_CACHE_KIB = 16 * 1024;
    private static final int READER_CACHE_KIB = 4 * 1024;
    private static final long READER_MMAP_BYTES = 256L << 20;
    private static final int INCREMENTAL = 2;
    private static final int CHECKPOINT_PAGES = 2_000;
    private static final long WAL_LIMIT_BYTES = 64L << 20;

    /** The most statements that are kept prepared: filters of lists make many forms, each with memory of SQLite's. */
    private static final int MOST_STATEMENTS = 256;

    private final Connection connection;
    /** The one that was used last is the last one. */
    private final Map<String, PreparedStatement> statements = new LinkedHashMap<>(16, 0.75f, true);

    private SqlSession(Connection connection) {
        this.connection = connection;
    }

    /** The one session that writes; makes the file where there is none. */
    static SqlSession writer(Path file) throws SQLException {
        SqlSession session = connect(file);
        try {
            // Takes effect on a new file only, and there only before anything else is written. Each time it is set a
            // page
            // is written, which a full disk may have no room for, though there would be room once the file is open.
            if (session.number(0, "PRAGMA auto_vacuum") != INCREMENTAL) {
                session.pragma("auto_vacuum=INCREMENTAL");
            }
            session.pragma("journal_mode=WAL");
            session.pragma("synchronous=FULL");
            session.pragma("cache_size=-" + WRITER_CACHE_KIB);
            session.pragma("temp_store=MEMORY");
            session.pragma("wal_autocheckpoint=" + CHECKPOINT_PAGES);
            session.pragma("journal_size_limit=" + WAL_LIMIT_BYTES);
            session.connection.setAutoCommit(false);
            return session;
        } catch (SQLException e) {
            throw session.closedBecauseOf(e);
        }
    }

    /** A session that reads; each {@link #commit} ends its snapshot. */
    static SqlSession reader(Path file) throws SQLException {
        SqlSession session = connect(file);
        try {
            session.pragma("query_only=1");
            session.pragma("cache_size=-" + READER_CACHE_KIB);
            session.pragma("mmap_size=" + READER_MMAP_BYTES);
            session.connection.setAutoCommit(false);
            return session;
        } catch (SQLException e) {
            throw session.closedBecauseOf(e);
        }
    }

    /** A session of a database that no store holds: in no transaction, without settings. */
    static SqlSession plain(Path file) throws SQLException {
        return connect(file);
    }

    private static SqlSession connect(Path file) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("busy_timeout", Integer.toString(BUSY_TIMEOUT_MS));
        // The driver would look at the text of every statement that it runs; ids are the store's own.
        properties.setProperty("jdbc.get_generated_keys", "false");
        return new SqlSession(JDBC.createConnection(JDBC.PREFIX + file, properties));
    }

    private SQLException closedBecauseOf(SQLException cause) {
        try {
            close();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
        return cause;
    }

    void pragma(String text) throws SQLException {
        run("PRAGMA " + text);
    }

    /** Runs a statement without keeping it prepared. */
    void run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    /** How many rows this session has changed so far, also those that were rolled back. */
    long changes() throws SQLException {
        return connection.unwrap(SQLiteConnection.class).getDatabase().total_changes();
    }

    /** Returns how many rows changed. */
    int update(String sql, @Nullable Object... arguments) throws SQLException {
        return bound(sql, arguments).executeUpdate();
    }

    /** The caller closes the rows before it runs the same statement again. */
    ResultSet query(String sql, @Nullable Object... arguments) throws SQLException {
        return bound(sql, arguments).executeQuery();
    }

    /** The first column of the only row, or {@code otherwise} where there is none. */
    long number(long otherwise, String sql, @Nullable Object... arguments) throws SQLException {
        try (ResultSet rows = query(sql, arguments)) {
            return rows.next() ? rows.getLong(1) : otherwise;
        }
    }

    boolean exists(String sql, @Nullable Object... arguments) throws SQLException {
        try (ResultSet rows = query(sql, arguments)) {
            return rows.next();
        }
    }

    private PreparedStatement bound(String sql, @Nullable Object... arguments) throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            if (statements.size() >= MOST_STATEMENTS) {
                Iterator<PreparedStatement> oldest = statements.values().iterator();
                oldest.next().close();
                oldest.remove();
            }
            statement = connection.prepareStatement(sql);
            statements.put(sql, statement);
        }
        for (int i = 0; i < arguments.length; i++) {
            statement.setObject(i + 1, arguments[i]);
        }
        return statement;
    }

    /**
     * Copies the write-ahead log to the database and truncates it, unless readers need it; outside a transaction.
     *
     * @param waitMs how long it may wait for readers
     * @return whether it is empty now
     */
    boolean emptyLog(int waitMs) throws SQLException {
        return copyLog("TRUNCATE", waitMs);
    }

    /** The same, but the file keeps its length: it is written from its beginning again. */
    boolean rewindLog(int waitMs) throws SQLException {
        return copyLog("RESTART", waitMs);
    }

    private boolean copyLog(String mode, int waitMs) throws SQLException {
        connection.setAutoCommit(true);
        try {
            pragma("busy_timeout=" + waitMs);
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("PRAGMA wal_checkpoint(" + mode + ")")) {
                return rows.next() && rows.getInt(1) == 0;
            } finally {
                pragma("busy_timeout=" + BUSY_TIMEOUT_MS);
            }
        } finally {
            connection.setAutoCommit(false);
        }
    }

    /** Ends the statement that another thread runs here, with an error; nothing if it runs none. */
    void interrupt() throws SQLException {
        connection.unwrap(SQLiteConnection.class).getDatabase().interrupt();
    }

    void commit() throws SQLException {
        connection.commit();
    }

    void rollback() throws SQLException {
        connection.rollback();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
