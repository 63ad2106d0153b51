package dev.weir.store.sqlite;

import dev.weir.store.Message;
import dev.weir.store.StateRows;
import dev.weir.store.Timer;
import dev.weir.store.Work;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
final class Claims {
    private static final long MARKED = -1;

    private final Readers readers;
    private final Object claiming = new Object();
    /** The version under which each instance is held. */
    private final Map<Long, Long> held = new ConcurrentHashMap<>();
    /** Given back, with the time before which it is not handed out again. */
    private final Map<Long, Long> released = new ConcurrentHashMap<>();

    Claims(Readers readers) {
        this.readers = readers;
    }

    List<Work> claim(int max, long now) {
        synchronized (claiming) {
            released.values().removeIf(due -> due <= now);
            Set<Long> candidates = readers.read(session -> candidates(session, max, now));
            if (candidates.isEmpty()) {
                return List.of();
            }
            for (Long instance : candidates) {
                held.put(instance, MARKED);
            }
            boolean done = false;
            try {
                List<Work> works = readers.read(session -> {
                    List<Work> read = new ArrayList<>(candidates.size());
                    for (Long instance : candidates) {
                        Work work = read(session, instance, now);
                        if (work != null) {
                            read.add(work);
                        }
                    }
                    return read;
                });
                for (Work work : works) {
                    held.put(work.instance(), work.version());
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
    void end(Work work) {
        held.remove(work.instance(), work.version());
    }

    void release(Work work, long due) {
        Long version = held.get(work.instance());
        if (version != null && version == work.version()) {
            released.put(work.instance(), due);
            held.remove(work.instance(), version);
        }
    }

    /** Instances with news in the order in which the news came, alarms and messages merged by time. */
    private Set<Long> candidates(Session session, int max, long now) throws SQLException {
        Set<Long> found = new LinkedHashSet<>();
        try (ResultSet messages = session.query("SELECT received, instance FROM message INDEXED BY message_ready"
                        + " WHERE instance <> 0 AND offered = 0 ORDER BY seq");
                ResultSet timers = session.query(
                        "SELECT due, instance FROM timer INDEXED BY timer_due WHERE offered = 0 AND due <= ?"
                                + " ORDER BY due",
                        now)) {
            boolean message = nextFree(messages);
            boolean timer = nextFree(timers);
            while (found.size() < max && (message || timer)) {
                if (message && (!timer || messages.getLong(1) <= timers.getLong(1))) {
                    found.add(messages.getLong(2));
                    message = nextFree(messages);
                } else {
                    found.add(timers.getLong(2));
                    timer = nextFree(timers);
                }
            }
        }
        return found;
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

    private @Nullable Work read(Session session, long instance, long now) throws SQLException {
        long flow;
        long version;
        String component;
        try (ResultSet rows = session.query(
                "SELECT flow, version, name.name FROM instance JOIN name ON name.id = component WHERE instance.id = ?",
                instance)) {
            if (!rows.next()) {
                return null;
            }
            flow = rows.getLong(1);
            version = rows.getLong(2);
            component = rows.getString(3);
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
                        Micros.instant(rows.getLong(16))));
                news |= rows.getInt(17) == 0;
            }
        }
        List<Timer> timers = new ArrayList<>();
        try (ResultSet rows = session.query(
                "SELECT name, due, offered FROM timer WHERE instance = ? AND due <= ? ORDER BY due, name",
                instance,
                now)) {
            while (rows.next()) {
                timers.add(new Timer(rows.getString(1), Micros.instant(rows.getLong(2))));
                news |= rows.getInt(3) == 0;
            }
        }
        if (!news) {
            return null;
        }
        StateRows state = version == 0 ? StateRows.NONE : name -> row(instance, name);
        return new Work(instance, flow, component, version, state, List.copyOf(messages), List.copyOf(timers));
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
