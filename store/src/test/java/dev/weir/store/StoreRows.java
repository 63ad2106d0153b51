package dev.weir.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the file of a store, or a backup of it, has at one moment: for each flow that is listed all rows of all tables that
 * belong to it, those of flows that joined it included; and what is wrong with the file.
 *
 * @param flows by id
 * @param wrong rows that belong to no flow, totals that do not fit the rows, and what {@code integrity_check} finds
 */
public record StoreRows(Map<Long, Flow> flows, List<String> wrong) {
    /**
     * A listed flow.
     *
     * @param events in its history and in those that joined it
     * @param rows in the order of the tables and their keys; values that are bytes as their length and hash
     */
    public record Flow(
            long id,
            CompositeRevision composite,
            FlowState state,
            Instant created,
            Instant modified,
            long events,
            List<String> rows) {
        /** Whether a purge may take it. */
        public boolean isEnded() {
            return state != FlowState.RUNNING;
        }
    }

    /** By the column that names the flow. */
    private static final List<String> OF_FLOWS =
            List.of("trail", "payload", "sensor", "audit", "instance", "message", "call");

    private static final List<String> OF_INSTANCES = List.of("state", "subscription", "timer");

    public static StoreRows read(Path database) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database)) {
            connection.setAutoCommit(false); // one moment for all tables
            try (Statement statement = connection.createStatement()) {
                return read(statement);
            }
        }
    }

    private static StoreRows read(Statement statement) throws SQLException {
        List<String> wrong = new ArrayList<>();
        Map<Long, Long> roots = new HashMap<>();
        Map<Long, List<String>> rows = new HashMap<>();
        Map<Long, Flow> found = new TreeMap<>();
        try (ResultSet flows = statement.executeQuery("SELECT id, joined FROM flow ORDER BY id")) {
            while (flows.next()) {
                long joined = flows.getLong(2);
                roots.put(flows.getLong(1), joined == 0 ? flows.getLong(1) : joined);
            }
        }
        roots.forEach((flow, root) -> {
            if (!root.equals(roots.get(root))) {
                wrong.add("flow " + flow + " has joined " + root + ", which is not there");
            }
        });
        collect(statement, "SELECT id, 'flow', * FROM flow ORDER BY id", roots, rows, wrong);
        for (String table : OF_FLOWS) {
            collect(
                    statement,
                    "SELECT flow, '" + table + "', * FROM " + table + " ORDER BY 1, 3, 4, 5",
                    roots,
                    rows,
                    wrong);
        }
        for (String table : OF_INSTANCES) {
            collect(
                    statement,
                    "SELECT coalesce((SELECT flow FROM instance WHERE id = t.instance), -1), '" + table + "', * FROM "
                            + table + " t ORDER BY 1, 3, 4",
                    roots,
                    rows,
                    wrong);
        }
        collect(
                statement,
                "SELECT coalesce((SELECT flow FROM message WHERE seq = k.seq), -1), 'message_key', *"
                        + " FROM message_key k ORDER BY 1, 3, 4",
                roots,
                rows,
                wrong);
        try (ResultSet flows = statement.executeQuery("SELECT id, (SELECT name FROM name WHERE id = flow.composite),"
                + " state, created, modified, (SELECT total(events) FROM trail WHERE flow IN"
                + " (SELECT flow.id UNION ALL SELECT id FROM flow part WHERE part.joined = flow.id AND part.joined <> 0))"
                + " + (SELECT count(*) FROM audit WHERE flow IN"
                + " (SELECT flow.id UNION ALL SELECT id FROM flow part WHERE part.joined = flow.id AND part.joined <> 0))"
                + " FROM flow WHERE joined = 0")) {
            while (flows.next()) {
                long id = flows.getLong(1);
                found.put(
                        id,
                        new Flow(
                                id,
                                CompositeRevision.parse(flows.getString(2)),
                                FlowState.ofCode(flows.getInt(3)),
                                time(flows.getLong(4)),
                                time(flows.getLong(5)),
                                flows.getLong(6),
                                rows.getOrDefault(id, List.of())));
            }
        }
        checkTotals(statement, wrong);
        try (ResultSet lines = statement.executeQuery("PRAGMA integrity_check")) {
            while (lines.next()) {
                if (!lines.getString(1).equals("ok")) {
                    wrong.add("integrity_check: " + lines.getString(1));
                }
            }
        }
        return new StoreRows(found, wrong);
    }

    private static Instant time(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** @param sql whose first column is the flow of a row, -1 for none, and whose second is its table */
    private static void collect(
            Statement statement, String sql, Map<Long, Long> roots, Map<Long, List<String>> rows, List<String> wrong)
            throws SQLException {
        try (ResultSet all = statement.executeQuery(sql)) {
            int columns = all.getMetaData().getColumnCount();
            while (all.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 2; i <= columns; i++) {
                    Object value = all.getObject(i);
                    row.append(
                                    value instanceof byte[] bytes
                                            ? bytes.length + " bytes " + Arrays.hashCode(bytes)
                                            : value)
                            .append('|');
                }
                Long root = roots.get(all.getLong(1));
                if (root == null) {
                    wrong.add("a row of no flow: " + row);
                } else {
                    rows.computeIfAbsent(root, any -> new ArrayList<>()).add(row.toString());
                }
            }
        }
    }

    private static void checkTotals(Statement statement, List<String> wrong) throws SQLException {
        try (ResultSet totals = statement.executeQuery("SELECT flows, (SELECT count(*) FROM flow WHERE joined = 0),"
                + " events, (SELECT total(events) FROM trail) + (SELECT count(*) FROM audit),"
                + " instances, (SELECT count(*) FROM instance), calls, (SELECT count(*) FROM call) FROM totals")) {
            totals.next();
            List<String> names = List.of("flows", "events", "instances", "calls");
            for (int i = 0; i < names.size(); i++) {
                if (totals.getLong(2 * i + 1) != totals.getLong(2 * i + 2)) {
                    wrong.add("totals count " + totals.getLong(2 * i + 1) + " " + names.get(i) + ", but there are "
                            + totals.getLong(2 * i + 2));
                }
            }
        }
    }
}
