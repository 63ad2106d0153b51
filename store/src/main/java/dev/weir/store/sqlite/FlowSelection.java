package dev.weir.store.sqlite;

import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowState;
import dev.weir.store.MessageFilter;
import dev.weir.store.SensorValue;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A filter as a condition of SQL. Names are looked up first: few of them fit, and rows have their numbers. */
final class FlowSelection {
    private final StringBuilder sql = new StringBuilder();
    private final List<@Nullable Object> arguments = new ArrayList<>();

    private FlowSelection() {}

    /** The condition on rows of the table flow, with {@code AND} before it. */
    static FlowSelection of(SqlSession session, FlowFilter filter) throws SQLException {
        FlowSelection condition = new FlowSelection();
        condition.number(
                "state",
                filter.states().stream().map(FlowState::code).map(Long::valueOf).toList(),
                filter.states().isEmpty());
        CompositeRevision only = filter.only();
        if (only != null) {
            condition.and("composite = (SELECT id FROM name WHERE name = ?)", only.toString());
        } else if (filter.partition() != null || filter.composite() != null || filter.revision() != null) {
            condition.number("composite", composites(session, filter::admits), false);
        }
        String component = filter.component();
        if (component != null) {
            condition.number("component", components(session, filter, component), false);
        }
        condition.time("created >= ?", filter.createdFrom());
        condition.time("created < ?", filter.createdBefore());
        condition.time("modified >= ?", filter.modifiedFrom());
        condition.time("modified < ?", filter.modifiedBefore());
        if (filter.titlePart() != null) {
            // SQLite's lower leaves letters beyond ASCII as they are.
            condition.and("title IS NOT NULL AND instr(lower(title), lower(?)) > 0", filter.titlePart());
        } else if (filter.title() != null) {
            condition.text("title", filter.exactTitle(), filter.titlePrefix());
        }
        for (SensorValue sensor : filter.sensors()) {
            // Looked up for each flow: where many flows have the value, a list of them would be long.
            condition.sql.append(" AND EXISTS (SELECT 1 FROM sensor INDEXED BY sensor_flow WHERE sensor.flow IN"
                    + " (SELECT flow.id UNION ALL SELECT part.id FROM flow part"
                    + " WHERE part.joined = flow.id AND part.joined <> 0)");
            condition.sensor(sensor);
            condition.sql.append(')');
        }
        if (filter.resting()) {
            condition.sql.append(" AND EXISTS (SELECT 1 FROM call INDEXED BY call_resting_flow WHERE call.resting <> 0"
                    + " AND call.flow IN (SELECT flow.id UNION ALL SELECT part.id FROM flow part"
                    + " WHERE part.joined = flow.id AND part.joined <> 0))");
        }
        if (filter.suspended()) {
            condition.sql.append(" AND EXISTS (SELECT 1 FROM instance INDEXED BY instance_suspended"
                    + " WHERE instance.suspended <> 0 AND instance.flow IN (SELECT flow.id UNION ALL SELECT part.id"
                    + " FROM flow part WHERE part.joined = flow.id AND part.joined <> 0))");
        }
        return condition;
    }

    /** The condition on rows of the table sensor: what a sensor has found. */
    static FlowSelection of(SensorValue sensor) {
        FlowSelection condition = new FlowSelection();
        condition.sensor(sensor);
        return condition;
    }

    private void sensor(SensorValue sensor) {
        and("sensor.name = ?", sensor.name());
        text("sensor.value", sensor.exact(), sensor.prefix());
    }

    /** @param prefix how the column must begin; null where it must be the text */
    private void text(String column, @Nullable String text, @Nullable String prefix) {
        if (prefix == null) {
            and(column + " = ?", text);
            return;
        }
        and(column + " IS NOT NULL AND " + column + " >= ?", prefix);
        String behind = behindPrefix(prefix);
        if (behind != null) {
            and(column + " < ?", behind);
        }
        and("substr(" + column + ", 1, ?) = ?", prefix.codePointCount(0, prefix.length()));
        arguments.add(prefix);
    }

    /** The first text, in the order of code points, behind all that begin with a prefix; null where there is none. */
    private static @Nullable String behindPrefix(String prefix) {
        String rest = prefix;
        while (!rest.isEmpty()) {
            int last = rest.codePointBefore(rest.length());
            rest = rest.substring(0, rest.length() - Character.charCount(last));
            if (last < Character.MAX_CODE_POINT) {
                int next = last + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : last + 1;
                return rest + Character.toString(next);
            }
        }
        return null;
    }

    /** The index by which flows of given states are found in the order of their beginnings. */
    static String indexByState(FlowFilter filter) {
        return filter.only() == null ? "flow_state" : "flow_composite";
    }

    /** The condition on rows of the table message. */
    static FlowSelection of(SqlSession session, MessageFilter filter) throws SQLException {
        FlowSelection condition = new FlowSelection();
        if (filter.partition() != null
                || filter.composite() != null
                || filter.revision() != null
                || filter.component() != null) {
            condition.number("component", components(session, filter::admits), false);
        }
        if (filter.operation() != null) {
            condition.and("operation = ?", filter.operation());
        }
        condition.time("received < ?", filter.receivedBefore());
        return condition;
    }

    private void time(String condition, @Nullable Instant time) {
        if (time != null) {
            and(condition, MicrosecondTime.ceiling(time));
        }
    }

    private void number(String column, Collection<Long> values, boolean any) {
        if (!any && values.size() == 1) {
            // Not as a list: what SQLite finds by a list it sorts, although the index has the order.
            sql.append(" AND ")
                    .append(column)
                    .append(" = ")
                    .append(values.iterator().next());
        } else if (!any) {
            // None has the number -1: SQLite uses no index for an empty list.
            StringBuilder list = new StringBuilder("-1");
            values.forEach(value -> list.append(',').append(value));
            sql.append(" AND ").append(column).append(" IN (").append(list).append(')');
        }
    }

    private void and(String condition, @Nullable Object argument) {
        sql.append(" AND ").append(condition);
        arguments.add(argument);
    }

    String sql() {
        return sql.toString();
    }

    /** Its arguments, and more behind them. */
    @Nullable Object[] arguments(Object... more) {
        List<@Nullable Object> all = new ArrayList<>(arguments);
        all.addAll(List.of(more));
        return all.toArray();
    }

    static Set<Long> composites(SqlSession session, Predicate<CompositeRevision> wanted) throws SQLException {
        Set<Long> found = new TreeSet<>();
        // Of the names, those with one slash before an exclamation mark and none behind it are composites.
        try (ResultSet rows =
                session.query("SELECT id, name FROM name WHERE name LIKE '%/%!%' AND name NOT LIKE '%/%/%'")) {
            while (rows.next()) {
                if (wanted.test(CompositeRevision.parse(rows.getString(2)))) {
                    found.add(rows.getLong(1));
                }
            }
        }
        return found;
    }

    /** The components of a name, in composites that a filter admits. */
    static Set<Long> components(SqlSession session, FlowFilter filter, String name) throws SQLException {
        return components(session, id -> id.name().equals(name) && filter.admits(id.composite()));
    }

    private static Set<Long> components(SqlSession session, Predicate<ComponentId> wanted) throws SQLException {
        Set<Long> found = new TreeSet<>();
        try (ResultSet rows = session.query("SELECT id, name FROM name WHERE name LIKE '%/%!%/%'")) {
            while (rows.next()) {
                if (wanted.test(ComponentId.parse(rows.getString(2)))) {
                    found.add(rows.getLong(1));
                }
            }
        }
        return found;
    }
}
