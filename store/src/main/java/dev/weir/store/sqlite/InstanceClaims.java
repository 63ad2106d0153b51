package dev.weir.store.sqlite;

import dev.weir.store.ClaimedInstance;
import dev.weir.store.Message;
import dev.weir.store.StateRows;
import dev.weir.store.Timer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Hands out instances, each to one owner at a time. Who holds what is known in memory only: a store that is opened
 * again has no owners.
 *
 * <p>An instance is marked as held before its row is read, and the mark is taken off after the commit that ends the
 * claim. A snapshot that begins under the mark therefore shows all that earlier owners did, and nobody is handed a step
 * that was taken already.
 */
final class InstanceClaims {
    private static final long MARKED = -1;

    /** So many messages of a component are looked at in one claim. */
    private static final int MOST_SEEN = 10_000;

    private final ReadConnections readers;
    private final Object claiming = new Object();
    /** The version under which each instance is held. */
    private final Map<Long, Long> held = new ConcurrentHashMap<>();
    /** Given back, with the time before which it is not handed out again. */
    private final Map<Long, Long> released = new ConcurrentHashMap<>();
    /** How many instances of each component are held. */
    private final Map<String, Integer> working = new ConcurrentHashMap<>();
    /** When a component was last given a turn, counted in turns. */
    private final Map<String, Long> lastTurn = new HashMap<>();

    private long turns;

    InstanceClaims(ReadConnections readers) {
        this.readers = readers;
    }

    List<ClaimedInstance> claim(int max, long now) {
        return claim(now, session -> oldest(session, max, now));
    }

    List<ClaimedInstance> claim(int begin, int goOn, long now) {
        return claim(now, session -> {
            Set<Long> chosen = inTurns(lanes(session, true, begin, now), begin);
            chosen.addAll(inTurns(lanes(session, false, goOn, now), goOn));
            return chosen;
        });
    }

    private interface Choice {
        Set<Long> choose(SqlSession session) throws SQLException;
    }

    private List<ClaimedInstance> claim(long now, Choice choice) {
        synchronized (claiming) {
            released.values().removeIf(due -> due <= now);
            Set<Long> candidates = readers.read(choice::choose);
            if (candidates.isEmpty()) {
                return List.of();
            }
            for (Long instance : candidates) {
                held.put(instance, MARKED);
            }
            boolean done = false;
            try {
                List<ClaimedInstance> works = readers.read(session -> {
                    List<ClaimedInstance> read = new ArrayList<>(candidates.size());
                    for (Long instance : candidates) {
                        ClaimedInstance work = read(session, instance, now);
                        if (work != null) {
                            read.add(work);
                        }
                    }
                    return read;
                });
                for (ClaimedInstance work : works) {
                    held.put(work.instance(), work.version());
                    working.merge(work.component(), 1, Integer::sum);
                }
                done = true;
                return works;
            } finally {
                for (Long instance : candidates) {
                    if (done) {
                        held.remove(instance, MARKED);
                    } else {
                        held.remove(instance);
                    }
                }
            }
        }
    }

    /** Ends the claim of this work, if it is this work that holds the instance. */
    void end(ClaimedInstance work) {
        if (held.remove(work.instance(), work.version())) {
            leave(work.component());
        }
    }

    private void leave(String component) {
        working.computeIfPresent(component, (name, count) -> count == 1 ? null : count - 1);
    }

    void release(ClaimedInstance work, long due) {
        Long version = held.get(work.instance());
        if (version != null && version == work.version()) {
            released.put(work.instance(), due);
            end(work);
        } else {
            released.computeIfPresent(work.instance(), (instance, before) -> due);
        }
    }

    /** News for an instance: a message, or an alarm that is due. */
    private record News(long instance, long at, long seq) {}

    /** The news for instances of one component, oldest first, and how many of those are held or chosen. */
    private static final class Lane {
        final String component;
        final List<News> news = new ArrayList<>();
        int next;
        int taken;

        Lane(String component, int taken) {
            this.component = component;
            this.taken = taken;
        }

        boolean isEmpty() {
            return next == news.size();
        }
    }

    /** Instances with news in the order in which the news came, alarms and messages merged by time. */
    private Set<Long> oldest(SqlSession session, int max, long now) throws SQLException {
        List<News> messages = new ArrayList<>();
        for (boolean creating : new boolean[] {true, false}) {
            for (Lane lane : messages(session, creating, max).values()) {
                messages.addAll(lane.news);
            }
        }
        messages.sort(Comparator.comparingLong(News::seq));
        Set<Long> instances = new HashSet<>();
        messages.removeIf(news -> !instances.add(news.instance()));
        List<News> timers = new ArrayList<>();
        for (Lane lane : timers(session, new HashMap<>(), max, now)) {
            timers.addAll(lane.news);
        }
        // Alarms of one moment in the order of their instances, whatever their components.
        timers.sort(Comparator.comparingLong(News::at).thenComparingLong(News::instance));
        Set<Long> found = new LinkedHashSet<>();
        int message = 0;
        int timer = 0;
        while (found.size() < max && (message < messages.size() || timer < timers.size())) {
            boolean alarm = message == messages.size()
                    || timer < timers.size()
                            && timers.get(timer).at() < messages.get(message).at();
            found.add(
                    alarm
                            ? timers.get(timer++).instance()
                            : messages.get(message++).instance());
        }
        return found;
    }

    /** What may be handed out next, by component: instances that begin, or those that go on. */
    private Collection<Lane> lanes(SqlSession session, boolean creating, int max, long now) throws SQLException {
        Map<Long, Lane> lanes = messages(session, creating, max);
        if (creating) {
            return lanes.values();
        }
        for (Lane lane : timers(session, lanes, max, now)) {
            lane.news.sort(Comparator.comparingLong(News::at));
        }
        return lanes.values();
    }

    /** Chooses instances so that components have about as many held as others, as far as they have news. */
    private Set<Long> inTurns(Collection<Lane> lanes, int max) {
        PriorityQueue<Lane> waiting = new PriorityQueue<>(Comparator.<Lane>comparingInt(lane -> lane.taken)
                .thenComparingLong(lane -> lastTurn.getOrDefault(lane.component, 0L)));
        lanes.stream().filter(lane -> !lane.isEmpty()).forEach(waiting::add);
        Set<Long> chosen = new LinkedHashSet<>();
        while (chosen.size() < max && !waiting.isEmpty()) {
            Lane lane = waiting.remove();
            if (chosen.add(lane.news.get(lane.next++).instance())) {
                lane.taken++;
                lastTurn.put(lane.component, ++turns);
            }
            if (!lane.isEmpty()) {
                waiting.add(lane);
            }
        }
        return chosen;
    }

    /** The oldest messages to instances that may be handed out, at most so many for each component. */
    private Map<Long, Lane> messages(SqlSession session, boolean creating, int max) throws SQLException {
        Map<Long, Lane> lanes = new HashMap<>();
        int created = creating ? 1 : 0;
        if (max == 0) {
            return lanes;
        }
        long component = next(session, created, Long.MIN_VALUE);
        while (component != Long.MAX_VALUE) {
            Lane lane = lane(session, component);
            lanes.put(component, lane);
            try (ResultSet rows = session.query(
                    "SELECT seq, instance, received FROM message INDEXED BY message_lane"
                            + " WHERE instance <> 0 AND offered = 0 AND (via = 3) = ? AND component = ? ORDER BY seq",
                    created,
                    component)) {
                // Of an instance its oldest message counts; many for one must not hide those for others.
                Set<Long> instances = new HashSet<>();
                for (int seen = 0; lane.news.size() < max && seen < MOST_SEEN && nextFree(rows); seen++) {
                    if (instances.add(rows.getLong(2))) {
                        lane.news.add(new News(rows.getLong(2), rows.getLong(3), rows.getLong(1)));
                    }
                }
            }
            component = next(session, created, component);
        }
        return lanes;
    }

    /** The next component with messages that were not offered yet. */
    private static long next(SqlSession session, int created, long component) throws SQLException {
        return session.number(
                Long.MAX_VALUE,
                "SELECT component FROM message INDEXED BY message_lane WHERE instance <> 0 AND offered = 0"
                        + " AND (via = 3) = ? AND component > ? ORDER BY component LIMIT 1",
                created,
                component);
    }

    private Lane lane(SqlSession session, long component) throws SQLException {
        String name;
        try (ResultSet rows = session.query("SELECT name FROM name WHERE id = ?", component)) {
            rows.next();
            name = rows.getString(1);
        }
        return new Lane(name, working.getOrDefault(name, 0));
    }

    /** Adds the oldest alarms that are due, of four times as many instances as are wanted, so that lanes differ. */
    private Collection<Lane> timers(SqlSession session, Map<Long, Lane> lanes, int max, long now) throws SQLException {
        List<long[]> due = new ArrayList<>();
        try (ResultSet rows = session.query(
                "SELECT due, timer.instance, component FROM timer INDEXED BY timer_due"
                        + " CROSS JOIN instance ON instance.id = timer.instance WHERE offered = 0 AND due <= ?"
                        + " ORDER BY due",
                now)) {
            while (due.size() < 4L * max && nextFree(rows)) {
                due.add(new long[] {rows.getLong(1), rows.getLong(2), rows.getLong(3)});
            }
        }
        for (long[] timer : due) {
            Lane lane = lanes.get(timer[2]);
            if (lane == null) {
                lane = lane(session, timer[2]);
                lanes.put(timer[2], lane);
            }
            lane.news.add(new News(timer[1], timer[0], 0));
        }
        return lanes.values();
    }

    /** Moves on to a row whose instance nobody holds and no release holds back. */
    private boolean nextFree(ResultSet rows) throws SQLException {
        while (rows.next()) {
            long instance = rows.getLong(2);
            if (!held.containsKey(instance) && !released.containsKey(instance)) {
                return true;
            }
        }
        return false;
    }

    private @Nullable ClaimedInstance read(SqlSession session, long instance, long now) throws SQLException {
        long flow;
        long version;
        String component;
        String definition;
        try (ResultSet rows = session.query(
                "SELECT flow, version, name.name, coalesce(begun.name, '') FROM instance"
                        + " JOIN name ON name.id = component LEFT JOIN name AS begun ON begun.id = definition"
                        + " WHERE instance.id = ?",
                instance)) {
            if (!rows.next()) {
                return null;
            }
            flow = rows.getLong(1);
            version = rows.getLong(2);
            component = rows.getString(3);
            definition = rows.getString(4);
        }
        boolean news = false;
        List<Message> messages = new ArrayList<>();
        try (ResultSet rows = session.query(
                "SELECT message.id, key, flow, span, name.name, partner_link, operation, addressee, keys, creates,"
                        + " reply_to, callback, conversation, fault, payload, received, offered"
                        + " FROM message INDEXED BY message_instance CROSS JOIN name ON name.id = component"
                        + " WHERE instance = ? AND instance <> 0 ORDER BY seq",
                instance)) {
            while (rows.next()) {
                messages.add(new Message(
                        rows.getLong(1),
                        rows.getString(2),
                        rows.getLong(3),
                        rows.getLong(4),
                        rows.getString(5),
                        rows.getString(6),
                        rows.getString(7),
                        rows.getLong(8),
                        KeyList.decode(rows.getBytes(9)),
                        rows.getLong(10),
                        rows.getString(11),
                        rows.getString(12),
                        rows.getString(13),
                        rows.getString(14),
                        rows.getBytes(15),
                        MicrosecondTime.instant(rows.getLong(16))));
                news |= rows.getInt(17) == 0;
            }
        }
        List<Timer> timers = new ArrayList<>();
        try (ResultSet rows = session.query(
                "SELECT name, due, offered FROM timer WHERE instance = ? AND due <= ? ORDER BY due, name",
                instance,
                now)) {
            while (rows.next()) {
                timers.add(new Timer(rows.getString(1), MicrosecondTime.instant(rows.getLong(2))));
                news |= rows.getInt(3) == 0;
            }
        }
        if (!news) {
            return null;
        }
        StateRows state = version == 0 ? StateRows.NONE : name -> row(instance, name);
        return new ClaimedInstance(
                instance, flow, component, definition, version, state, List.copyOf(messages), List.copyOf(timers));
    }

    private byte @Nullable [] row(long instance, String name) {
        Optional<byte[]> row = readers.read(session -> {
            try (ResultSet rows =
                    session.query("SELECT data FROM state WHERE instance = ? AND name = ?", instance, name)) {
                return rows.next() ? Optional.of(rows.getBytes(1)) : Optional.empty();
            }
        });
        return row.orElse(null);
    }

    /** When the first alarm or release that nobody attends to is due; {@link Long#MAX_VALUE} where there is none. */
    long nextDue() {
        long due = readers.read(session -> {
            try (ResultSet timers = session.query(
                    "SELECT due, instance FROM timer INDEXED BY timer_due WHERE offered = 0 ORDER BY due")) {
                return nextFree(timers) ? timers.getLong(1) : Long.MAX_VALUE;
            }
        });
        for (Long time : released.values()) {
            due = Math.min(due, time);
        }
        return due;
    }
}
