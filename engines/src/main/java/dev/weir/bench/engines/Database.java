package dev.weir.bench.engines;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import javax.sql.DataSource;

/** A PostgreSQL that writes to disk what it has committed, in a folder of its own until it is closed. */
final class Database implements AutoCloseable {
    /** Connections for the threads that an engine has beside those that call it. */
    private static final int OF_ENGINE = 16;

    /** Connections that the pool does not have: those of the library that starts the server, of the server, of DBOS. */
    private static final int OTHERS = 20;

    /** What a database has by default. The library starts one for tests, and so has two of them off. */
    private static final Map<String, String> DURABLE =
            Map.of("fsync", "on", "synchronous_commit", "on", "full_page_writes", "on");

    private final EmbeddedPostgres server;
    private final HikariDataSource connections;
    private final ProcessTimes times;

    private Database(EmbeddedPostgres server, HikariDataSource connections, ProcessTimes times) {
        this.server = server;
        this.connections = connections;
        this.times = times;
    }

    /** @param callers how many threads use it at a time beside those of an engine */
    static Database start(Path folder, int callers) throws IOException, SQLException {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setOverrideWorkingDirectory(folder.resolve("program").toFile())
                .setDataDirectory(folder.resolve("data"))
                .setCleanDataDirectory(true)
                .setServerConfig("max_connections", Integer.toString(callers + OF_ENGINE + OTHERS));
        DURABLE.forEach(builder::setServerConfig);
        EmbeddedPostgres server = builder.start();
        try {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(server.getJdbcUrl("postgres", "postgres"));
            config.setMaximumPoolSize(callers + OF_ENGINE);
            HikariDataSource connections = new HikariDataSource(config);
            ProcessTimes times = ProcessTimes.ofTree(postmaster(folder.resolve("data")));
            Database database = new Database(server, connections, times);
            database.requireDurable();
            return database;
        } catch (IOException | SQLException | RuntimeException failed) {
            server.close();
            throw failed;
        }
    }

    /** Its process is no child of this one where the library starts it under another user. */
    private static long postmaster(Path data) throws IOException {
        return Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0));
    }

    private void requireDurable() throws SQLException {
        for (Map.Entry<String, String> setting : DURABLE.entrySet()) {
            String value = text("show " + setting.getKey());
            if (!value.equals(setting.getValue())) {
                throw new IllegalStateException("PostgreSQL must have " + setting + ", but it is " + value);
            }
        }
    }

    DataSource connections() {
        return connections;
    }

    /** The processor time of all of its processes so far, of those that have ended as well. */
    long cpuNanos() throws IOException {
        return times.nanos();
    }

    /** The only value that a query gives. */
    String text(String query) throws SQLException {
        try (Connection connection = connections.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }

    long number(String query) throws SQLException {
        return Long.parseLong(text(query));
    }

    @Override
    public void close() {
        connections.close();
        try {
            server.close();
        } catch (IOException failed) {
            throw new UncheckedIOException("PostgreSQL does not stop", failed);
        }
    }
}
