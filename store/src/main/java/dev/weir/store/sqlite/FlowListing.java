package dev.weir.store.sqlite;

import dev.weir.store.FlowFilter;
import dev.weir.store.FlowPlace;
import dev.weir.store.FlowState;
import dev.weir.store.SensorValue;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a list of flows is read, among millions of them: by which index, and how far.
 *
 * <p>A {@link Path} finds flows by one part of the filter, in an index; their rows are then judged by the rest of it. Most
 * paths give flows in the order of the list, so that a full page ends them. Each composite and each state has its own stream,
 * already in order, and SQLite merges them. By a title's beginning, by the time of the last change, by what a sensor has
 * found, by calls that rest, or by instances that are suspended, flows come in another order: such a path is taken only where it gives few, which are then sorted. The entries of all paths are counted in their
 * indexes, up to {@value #MOST_READ}, and the path with the fewest is taken.
 *
 * <p>Where each path has that many, those at its beginning may be judged without one that fits. A page ends there, at
 * {@link Plan#floor}, however few it has, and the next page goes on. So no filter makes a read long.
 */
final class FlowListing {
    /**
     * The most rows that are read for a page, unless its limit is higher. Each may be in a page of the file by itself, which
     * comes from the disk.
     */
    static final int MOST_READ = 5_000;

    /** The most streams that one statement merges: SQLite keeps a cursor for each. */
    private static final int MOST_STREAMS = 64;

    private final SqlSession session;
    private final FlowFilter filter;
    private final int mostRead;

    private FlowListing(SqlSession session, FlowFilter filter, int mostRead) {
        this.session = session;
        this.filter = filter;
        this.mostRead = mostRead;
    }

    /**
     * A query and its arguments.
     *
     * @param floor the last place that it looks at; null where it goes on to the oldest flow
     */
    record Plan(
            String sql,
            @Nullable Object[] arguments,
            @Nullable FlowPlace floor) {}

    /**
     * Entries of an index.
     *
     * @param entries where they are counted: what follows FROM
     * @param from where their flows are read: what follows FROM, with the same arguments
     * @param rest by which their rows are judged. It has nothing of the condition again: SQLite could go by that instead
     */
    private record Stream(String entries, String from, List<@Nullable Object> arguments, FlowFilter rest) {
        /** @param condition with {@code AND} before it; it bounds the entries */
        static Stream of(String index, String condition, List<@Nullable Object> arguments, FlowFilter rest) {
            String from = "flow INDEXED BY " + index + " WHERE joined = 0" + condition;
            return new Stream(from, from, arguments, rest);
        }

        /** Those of a value that a sensor has found: in a flow, or in one that joined it. */
        static Stream of(SensorValue value, FlowFilter rest) {
            FlowSelection found = FlowSelection.of(value);
            return new Stream(
                    "sensor WHERE 1" + found.sql(),
                    "flow NOT INDEXED WHERE joined = 0 AND flow.id IN (SELECT iif(part.joined = 0, part.id, part.joined)"
                            + " FROM sensor CROSS JOIN flow part ON part.id = sensor.flow WHERE 1" + found.sql() + ")",
                    Arrays.asList(found.arguments()),
                    rest);
        }

        /** Those in which calls rest, or in one that joined them. */
        static Stream ofResting(FlowFilter rest) {
            return new Stream(
                    "call INDEXED BY call_resting WHERE resting <> 0",
                    "flow NOT INDEXED WHERE joined = 0 AND flow.id IN (SELECT iif(part.joined = 0, part.id, part.joined)"
                            + " FROM call INDEXED BY call_resting CROSS JOIN flow part ON part.id = call.flow"
                            + " WHERE call.resting <> 0)",
                    List.of(),
                    rest);
        }

        /** Those in which an instance is suspended, or in one that joined them. */
        static Stream ofSuspended(FlowFilter rest) {
            return new Stream(
                    "instance INDEXED BY instance_suspended WHERE suspended <> 0",
                    "flow NOT INDEXED WHERE joined = 0 AND flow.id IN (SELECT iif(part.joined = 0, part.id, part.joined)"
                            + " FROM instance INDEXED BY instance_suspended CROSS JOIN flow part ON part.id = instance.flow"
                            + " WHERE instance.suspended <> 0)",
                    List.of(),
                    rest);
        }

        /** @param columns that are selected */
        String sql(String columns) {
            return "SELECT " + columns + " FROM " + from;
        }
    }

    /** @param isOrdered whether each stream has the newest first */
    private record Path(List<Stream> streams, boolean isOrdered) {}

    /** The part of the list behind {@code (newest, beforeId)}, up to and with {@code (oldest, fromId)}. */
    private record Range(long newest, long beforeId, long oldest, long fromId) {
        static final String CONDITION = " AND created <= ? AND (created < ? OR flow.id < ?)"
                + " AND created >= ? AND (created > ? OR flow.id >= ?)";

        List<Long> arguments() {
            return List.of(newest, newest, beforeId, oldest, oldest, fromId);
        }
    }

    /** The path with the fewest entries, and how many: {@link #mostRead} stands for more. */
    private record Choice(Path path, long entries) {}

    /**
     * A page of the list; null where no flow can fit.
     *
     * @param mostRead {@link #MOST_READ} but in tests
     */
    static @Nullable Plan page(
            SqlSession session, FlowFilter filter, @Nullable FlowPlace after, int limit, int mostRead)
            throws SQLException {
        FlowListing listing = new FlowListing(session, filter, mostRead);
        Range range = listing.range(after);
        Choice choice = listing.choose(range);
        if (choice.entries == 0) {
            return null;
        }
        Range bounded = choice.entries < mostRead ? range : listing.bounded(choice.path, range, limit);
        FlowPlace floor =
                bounded.equals(range) ? null : new FlowPlace(MicrosecondTime.instant(bounded.oldest), bounded.fromId);
        return listing.plan(choice.path, bounded, 0, limit, floor);
    }

    /** A part of the list, however many rows are read for it; null where no flow can fit. */
    static @Nullable Plan part(SqlSession session, FlowFilter filter, int offset, int limit) throws SQLException {
        FlowListing listing = new FlowListing(session, filter, MOST_READ);
        Range range = listing.range(null);
        Choice choice = listing.choose(range);
        return choice.entries == 0 ? null : listing.plan(choice.path, range, offset, limit, null);
    }

    private Range range(@Nullable FlowPlace after) {
        Instant before = filter.createdBefore();
        Instant from = filter.createdFrom();
        Instant modifiedBefore = filter.modifiedBefore();
        if (modifiedBefore != null && (before == null || modifiedBefore.isBefore(before))) {
            before = modifiedBefore; // what was changed before then was begun before then
        }
        long newest = before == null ? Long.MAX_VALUE : MicrosecondTime.ceiling(before);
        long beforeId = 0;
        if (after != null && MicrosecondTime.floor(after.created()) < newest) {
            newest = MicrosecondTime.floor(after.created());
            beforeId = after.flow();
        }
        return new Range(newest, beforeId, from == null ? Long.MIN_VALUE : MicrosecondTime.ceiling(from), 0);
    }

    /** The paths for this filter. Where several have many entries, the first that is ordered is taken. */
    private List<Path> paths() throws SQLException {
        FlowFilter all = filter.withCreated(null, null);
        // While a call rests, or an instance is suspended, its flow runs.
        Set<FlowState> wanted = filter.states().isEmpty() && (filter.resting() || filter.suspended())
                ? Set.of(FlowState.RUNNING)
                : filter.states();
        Set<FlowState> states = wanted.isEmpty() ? Set.of(FlowState.values()) : wanted;
        List<Path> paths = new ArrayList<>();
        if (filter.title() != null && filter.titlePart() == null) {
            FlowSelection titled = FlowSelection.of(session, FlowFilter.ALL.withTitle(filter.title()));
            paths.add(new Path(
                    List.of(Stream.of(
                            "flow_titled", titled.sql(), Arrays.asList(titled.arguments()), all.withTitle(null))),
                    filter.titlePrefix() == null));
        }
        for (SensorValue value : filter.sensors()) {
            Set<SensorValue> others = new HashSet<>(filter.sensors());
            others.remove(value);
            paths.add(new Path(List.of(Stream.of(value, all.withSensors(others))), false));
        }
        if (filter.resting()) {
            paths.add(new Path(List.of(Stream.ofResting(all.withResting(false))), false));
        }
        if (filter.suspended()) {
            paths.add(new Path(List.of(Stream.ofSuspended(all.withSuspended(false))), false));
        }
        if (filter.component() != null) {
            List<Stream> streams = new ArrayList<>();
            for (long component : FlowSelection.components(session, filter, filter.component())) {
                streams.add(Stream.of(
                        "flow_component",
                        " AND component <> 0 AND component = ?",
                        List.of(component),
                        all.withComponent(null)));
            }
            paths.add(new Path(streams, true));
        }
        if (filter.partition() != null || filter.composite() != null || filter.revision() != null) {
            FlowFilter rest = all.withComposite(null, null, null).withStates(Set.of());
            List<Stream> streams = new ArrayList<>();
            for (long composite : FlowSelection.composites(session, filter::admits)) {
                for (FlowState state : states) {
                    streams.add(Stream.of(
                            "flow_composite",
                            " AND composite = ? AND state = ?",
                            List.of(composite, state.code()),
                            rest));
                }
            }
            paths.add(new Path(streams, true));
        }
        if (filter.modifiedFrom() != null || filter.modifiedBefore() != null) {
            FlowFilter times = FlowFilter.ALL.withModified(filter.modifiedFrom(), filter.modifiedBefore());
            FlowSelection changed = FlowSelection.of(session, times);
            List<Stream> streams = new ArrayList<>();
            streams.add(Stream.of(
                    "flow_changed",
                    " AND state <> 0" + changed.sql(),
                    Arrays.asList(changed.arguments()),
                    all.withModified(null, null)));
            if (states.contains(FlowState.RUNNING)) {
                streams.add(ofState(FlowState.RUNNING, all));
            }
            paths.add(new Path(streams, false));
        }
        if (!wanted.isEmpty()) {
            FlowFilter rest = all.withStates(Set.of());
            paths.add(
                    new Path(wanted.stream().map(state -> ofState(state, rest)).toList(), true));
        }
        paths.removeIf(path -> path.streams.size() > MOST_STREAMS);
        paths.add(new Path(List.of(Stream.of("flow_listed", "", List.of(), all)), true));
        return paths;
    }

    private static Stream ofState(FlowState state, FlowFilter rest) {
        return Stream.of("flow_state", " AND state = ?", List.of(state.code()), rest);
    }

    private Choice choose(Range range) throws SQLException {
        Choice best = null;
        for (Path path : paths()) {
            long entries = entries(path, range);
            if ((path.isOrdered || entries < mostRead) && (best == null || entries < best.entries)) {
                best = new Choice(path, entries);
            }
        }
        return Objects.requireNonNull(best, "one is the whole list");
    }

    /** What a path would read, in entries of its index alone. */
    private long entries(Path path, Range range) throws SQLException {
        long entries = 0;
        for (Stream stream : path.streams) {
            // Of a path without order the range is no part of the index.
            String sql = "SELECT 1 FROM " + stream.entries + (path.isOrdered ? Range.CONDITION : "");
            List<@Nullable Object> arguments = new ArrayList<>(stream.arguments);
            if (path.isOrdered) {
                arguments.addAll(range.arguments());
            }
            arguments.add(mostRead - entries);
            entries += session.number(0, "SELECT count(*) FROM (" + sql + " LIMIT ?)", arguments.toArray());
        }
        return entries;
    }

    /** The beginning of a range, in which all streams of a path together have few entries, or a page of each. */
    private Range bounded(Path path, Range range, int limit) throws SQLException {
        int most = Math.max(limit, mostRead / path.streams.size());
        Range bounded = range;
        for (Stream stream : path.streams) {
            List<@Nullable Object> arguments = new ArrayList<>(stream.arguments);
            // The floors so far make the search in later streams shorter.
            arguments.addAll(bounded.arguments());
            arguments.add(most - 1);
            try (ResultSet rows = session.query(
                    stream.sql("created, id") + Range.CONDITION + " ORDER BY created DESC, id DESC LIMIT 1 OFFSET ?",
                    arguments.toArray())) {
                if (rows.next()) {
                    bounded = new Range(range.newest, range.beforeId, rows.getLong(1), rows.getLong(2));
                }
            }
        }
        return bounded;
    }

    private Plan plan(Path path, Range range, int offset, int limit, @Nullable FlowPlace floor) throws SQLException {
        List<String> streams = new ArrayList<>();
        List<@Nullable Object> arguments = new ArrayList<>();
        for (Stream stream : path.streams) {
            FlowSelection rest = FlowSelection.of(session, stream.rest);
            streams.add(
                    stream.sql("id, composite, state, created, modified, title, fault") + Range.CONDITION + rest.sql());
            arguments.addAll(stream.arguments);
            arguments.addAll(range.arguments());
            arguments.addAll(Arrays.asList(rest.arguments()));
        }
        arguments.add(limit);
        arguments.add(offset);
        return new Plan(
                String.join(" UNION ALL ", streams) + " ORDER BY created DESC, id DESC LIMIT ? OFFSET ?",
                arguments.toArray(),
                floor);
    }
}
