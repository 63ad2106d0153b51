package dev.weir.store.sqlite;

import dev.weir.store.ClaimedInstance;
import dev.weir.store.ComponentId;
import dev.weir.store.ExchangeId;
import dev.weir.store.FairClaims;
import dev.weir.store.FairClaims.Candidates;
import dev.weir.store.InstanceRef;
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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Hands out instances, each to one owner at a time. Claims are in memory only: a store that is opened again has no
 * owners. Which of the candidates are claimed is the decision of {@link FairClaims}.
 *
 * <p>Invariant: an instance is marked as held before its row is read, and the mark is removed after the commit that ends
 * the claim. A snapshot that begins under the mark therefore includes the commits of all earlier owners, and no step is
 * handed out twice.
 */
final class InstanceClaims {
    /** The columns of a message with its component's name. */
    static final String MESSAGE = messageWith("payload");

    private static final long MARKED = -1;

    /** Where more timers are due than so many times what is wanted, each component's are looked for. */
    private static final long FEW_TIMERS = 4;

    /** How many messages of one component are examined in one claim. */
    private static final int MAX_EXAMINED = 10_000;

    private final ReadConnections reads;
    private final Object claiming = new Object();
    /** The version under which each instance is held. */
    private final Map<Long, Long> held = new ConcurrentHashMap<>();
    /** Given back, with the time before which it is not handed out again. */
    private final Map<Long, Long> released = new ConcurrentHashMap<>();

    private final FairClaims fairness = new FairClaims();

    InstanceClaims(ReadConnections reads) {
        this.reads = reads;
    }

    List<ClaimedInstance> claim(int max, long now) {
        return claim(Long.MAX_VALUE, now, session -> oldest(session, max, now));
    }

    List<ClaimedInstance> claim(int newInstances, int startedInstances, long maxBytes, long now) {
        return claim(maxBytes, now, session -> {
            Set<Long> chosen = fairness.choose(candidates(session, true, newInstances, now), newInstances);
            chosen.addAll(fairness.choose(candidates(session, false, startedInstances, now), startedInstances));
            return chosen;
        });
    }

    private interface Choice {
        Set<Long> choose(SqlSession session) throws SQLException;
    }

    private List<ClaimedInstance> claim(long maxBytes, long now, Choice choice) {
        synchronized (claiming) {
            released.values().removeIf(due -> due <= now);
            Set<Long> candidates = reads.read(choice::choose);
            if (candidates.isEmpty()) {
                return List.of();
            }
            for (Long instance : candidates) {
                held.put(instance, MARKED);
            }
            boolean done = false;
            try {
                List<ClaimedInstance> claims = reads.read(session -> {
                    List<ClaimedInstance> read = new ArrayList<>(candidates.size());
                    long bytes = 0;
                    for (Long instance : candidates) {
                        ClaimedInstance claim = bytes >= maxBytes ? null : read(session, instance, now);
                        if (claim != null) {
                            read.add(claim);
                            bytes += claim.bytes();
                        }
                    }
                    return read;
                });
                for (ClaimedInstance claim : claims) {
                    held.put(claim.instance(), claim.version());
                    fairness.claimed(claim.component());
                }
                done = true;
                return claims;
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

    /** Ends a claim, unless the instance is held by another one. */
    void end(ClaimedInstance claim) {
        if (held.remove(claim.instance(), claim.version())) {
            fairness.ended(claim.component());
        }
    }

    /** False where another owner has moved the instance on, or holds it. */
    boolean release(ClaimedInstance claim, long due) {
        Long version = held.get(claim.instance());
        if (version != null && version == claim.version()) {
            released.put(claim.instance(), due);
            end(claim);
            return true;
        }
        return released.computeIfPresent(claim.instance(), (instance, before) -> due) != null;
    }

    /** News for an instance: a message, or a timer that is due. */
    private record News(long instance, long at, long seq) {}

    /** The news for instances of one component, oldest first. */
    private record Lane(ComponentId component, List<News> news) {
        Candidates candidates() {
            return new Candidates(component, news.stream().map(News::instance).toList());
        }
    }

    /** Instances with news in the order in which the news came, timers and messages merged by time. */
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
        // Timers of one moment in the order of their instances, whatever their components.
        timers.sort(Comparator.comparingLong(News::at).thenComparingLong(News::instance));
        Set<Long> oldest = new LinkedHashSet<>();
        int message = 0;
        int timer = 0;
        while (oldest.size() < max && (message < messages.size() || timer < timers.size())) {
            boolean timerFirst = message == messages.size()
                    || timer < timers.size()
                            && timers.get(timer).at() < messages.get(message).at();
            oldest.add(
                    timerFirst
                            ? timers.get(timer++).instance()
                            : messages.get(message++).instance());
        }
        return oldest;
    }

    /** The instances that may be handed out next, by component: those that a message is to create, or the others. */
    private List<Candidates> candidates(SqlSession session, boolean creating, int max, long now) throws SQLException {
        Map<Long, Lane> lanes = messages(session, creating, max);
        if (!creating) {
            for (Lane lane : timers(session, lanes, max, now)) {
                lane.news.sort(Comparator.comparingLong(News::at));
            }
        }
        return lanes.values().stream().map(Lane::candidates).toList();
    }

    /** The oldest messages to instances that may be handed out, at most {@code max} for each component. */
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
                lane.news.addAll(oldest(rows, max));
            }
            component = next(session, created, component);
        }
        return lanes;
    }

    /**
     * The oldest news of a component, at most {@code max}. Of an instance its oldest counts; many for one must not hide those for
     * others.
     *
     * @param rows sequence, instance and time of each, the oldest first
     */
    private List<News> oldest(ResultSet rows, int max) throws SQLException {
        List<News> oldest = new ArrayList<>();
        Set<Long> instances = new HashSet<>();
        for (int examined = 0; oldest.size() < max && examined < MAX_EXAMINED && nextFree(rows); examined++) {
            if (instances.add(rows.getLong(2))) {
                oldest.add(new News(rows.getLong(2), rows.getLong(3), rows.getLong(1)));
            }
        }
        return oldest;
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

    private static Lane lane(SqlSession session, long component) throws SQLException {
        try (ResultSet rows = session.query("SELECT name FROM name WHERE id = ?", component)) {
            rows.next();
            return new Lane(ComponentId.parse(rows.getString(1)), new ArrayList<>());
        }
    }

    /** Adds the timers that are due if these are few, else the oldest of each component: many of one must not hide others'. */
    private Collection<Lane> timers(SqlSession session, Map<Long, Lane> lanes, int max, long now) throws SQLException {
        if (max == 0) {
            return lanes.values();
        }
        List<long[]> due = new ArrayList<>();
        try (ResultSet rows = session.query(
                "SELECT due, instance, component FROM timer INDEXED BY timer_due WHERE offered = 0 AND due <= ?"
                        + " ORDER BY due",
                now)) {
            while (due.size() <= FEW_TIMERS * max && nextFree(rows)) {
                due.add(new long[] {rows.getLong(1), rows.getLong(2), rows.getLong(3)});
            }
        }
        if (due.size() > FEW_TIMERS * max) {
            addTimersOfEach(session, lanes, max, now);
            return lanes.values();
        }
        for (long[] timer : due) {
            laneOf(session, lanes, timer[2]).news.add(new News(timer[1], timer[0], 0));
        }
        return lanes.values();
    }

    private void addTimersOfEach(SqlSession session, Map<Long, Lane> lanes, int max, long now) throws SQLException {
        long component = nextWithTimers(session, Long.MIN_VALUE);
        while (component != Long.MAX_VALUE) {
            try (ResultSet rows = session.query(
                    "SELECT 0, instance, due FROM timer INDEXED BY timer_lane WHERE offered = 0 AND component = ?"
                            + " AND due <= ? ORDER BY due",
                    component,
                    now)) {
                List<News> news = oldest(rows, max);
                if (!news.isEmpty()) {
                    laneOf(session, lanes, component).news.addAll(news);
                }
            }
            component = nextWithTimers(session, component);
        }
    }

    private static long nextWithTimers(SqlSession session, long component) throws SQLException {
        return session.number(
                Long.MAX_VALUE,
                "SELECT component FROM timer INDEXED BY timer_lane WHERE offered = 0 AND component > ?"
                        + " ORDER BY component LIMIT 1",
                component);
    }

    private static Lane laneOf(SqlSession session, Map<Long, Lane> lanes, long component) throws SQLException {
        Lane lane = lanes.get(component);
        if (lane == null) {
            lane = lane(session, component);
            lanes.put(component, lane);
        }
        return lane;
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
        InstanceRef ref;
        long version;
        try (ResultSet rows = session.query(
                "SELECT flow, version, name.name, coalesce(begun.name, '') FROM instance"
                        + " JOIN name ON name.id = component LEFT JOIN name AS begun ON begun.id = definition"
                        + " WHERE instance.id = ?",
                instance)) {
            if (!rows.next()) {
                return null;
            }
            ref = new InstanceRef(instance, rows.getLong(1), ComponentId.parse(rows.getString(3)), rows.getString(4));
            version = rows.getLong(2);
        }
        boolean news = false;
        List<Message> messages = new ArrayList<>();
        try (ResultSet rows = session.query(
                "SELECT " + MESSAGE
                        + ", offered FROM message INDEXED BY message_instance CROSS JOIN name ON name.id = component"
                        + " WHERE instance = ? AND instance <> 0 ORDER BY seq",
                instance)) {
            while (rows.next()) {
                messages.add(message(rows));
                news |= rows.getInt(19) == 0;
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
        StateRows state = version == 0 ? StateRows.NONE : new StoredRows(instance, bytes(session, instance));
        return new ClaimedInstance(ref, version, state, List.copyOf(messages), List.copyOf(timers));
    }

    /** The same, with something in the place of the payload. */
    static String messageWith(String payload) {
        return "message.id, key, flow, span, name.name, partner_link, operation, addressee, keys, creates, reply_to,"
                + " callback, conversation, fault, reason, " + payload + ", received, decision";
    }

    /** A row of {@link #MESSAGE}. */
    static Message message(ResultSet rows) throws SQLException {
        String replyTo = rows.getString(11);
        return Message.to(ComponentId.parse(rows.getString(5)), rows.getString(6), rows.getString(7))
                .id(rows.getLong(1))
                .key(rows.getString(2))
                .flow(rows.getLong(3))
                .span(rows.getLong(4))
                .instance(rows.getLong(8))
                .keys(KeyList.decode(rows.getBytes(9)))
                .creates(rows.getLong(10))
                .replyTo(replyTo == null ? null : ExchangeId.parse(replyTo))
                .callback(rows.getString(12))
                .conversation(rows.getString(13))
                .fault(rows.getString(14), rows.getString(15))
                .payload(rows.getBytes(16))
                .received(MicrosecondTime.instant(rows.getLong(17)))
                .decision(rows.getString(18))
                .build();
    }

    private static long bytes(SqlSession session, long instance) throws SQLException {
        return session.number(0, "SELECT sum(length(data)) FROM state WHERE instance = ?", instance);
    }

    /** The rows of an instance that is claimed: nobody else changes them. */
    private final class StoredRows implements StateRows {
        private final long instance;
        private final long bytes;

        StoredRows(long instance, long bytes) {
            this.instance = instance;
            this.bytes = bytes;
        }

        @Override
        public byte @Nullable [] get(String name) {
            return row(instance, name);
        }

        @Override
        public long bytes() {
            return bytes;
        }
    }

    private byte @Nullable [] row(long instance, String name) {
        Optional<byte[]> row = reads.read(session -> {
            try (ResultSet rows =
                    session.query("SELECT data FROM state WHERE instance = ? AND name = ?", instance, name)) {
                return rows.next() ? Optional.of(rows.getBytes(1)) : Optional.empty();
            }
        });
        return row.orElse(null);
    }

    /** When the first timer or released instance that nobody holds is due; {@link Long#MAX_VALUE} where there is none. */
    long nextDue() {
        long due = reads.read(session -> {
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
