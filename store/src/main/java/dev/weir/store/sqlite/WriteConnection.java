package dev.weir.store.sqlite;

import dev.weir.store.AuditEvent;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * The one connection that writes, with the state that every write shares: the time of the transaction, the insertion
 * sequence, the dictionary of names, the running totals. Confined to the writer's thread.
 *
 * <p>A group of requests is one transaction: {@link #begin}, then all requests, then {@link #commit}. Where one of them fails,
 * {@link #beginAgain}, then for each request {@link #savepoint} and either {@link #releaseSavepoint} or {@link
 * #rollbackToSavepoint}, then {@link #commit}. The caches in memory follow the database: after a rollback they are read again.
 */
final class WriteConnection {
    private static final long SEQUENCE_BLOCK = 1 << 20;

    private final Path file;
    private final InstantSource clock;
    private SqlSession session;
    private long now;

    private long sequence;
    private long sequenceReserved;
    /** The numbers of components, composites and definitions: all that have been used by this connection. */
    private final Map<Object, Long> names = new HashMap<>();

    private final LongConsumer committed;
    private final DeferredEvents deferred;
    private final List<AuditEvent> events = new ArrayList<>();
    private boolean defers;
    private int eventsAtSavepoint;
    private int takenAtSavepoint;

    private final long[] totals = new long[Total.values().length];
    private final long[] totalsAtBegin = new long[totals.length];
    private final long[] totalsAtSavepoint = new long[totals.length];
    /** Transactions that changed anything, those of earlier processes included. */
    private long commits;

    private long changesAtCommit;

    /** Counts that are kept up to date by each write. */
    enum Total {
        INSTANCES(0),
        MESSAGES(1),
        CALLS(2),
        FLOWS(3),
        EVENTS(4);

        private final int column;

        Total(int column) {
            this.column = column;
        }
    }

    WriteConnection(Path file, InstantSource clock) throws SQLException {
        this(file, clock, session -> {}, DeferredEvents.NONE, commits -> {});
    }

    /**
     * The events of transactions that are written later. Those that a later transaction writes are taken within it; they
     * are on disk when it is, and are put back if it comes to nothing.
     */
    interface DeferredEvents {
        DeferredEvents NONE = new DeferredEvents() {
            @Override
            public boolean takesMore() {
                return false;
            }

            @Override
            public void add(List<AuditEvent> events) {
                throw new IllegalStateException("there is no room for events");
            }

            @Override
            public boolean isEmpty() {
                return true;
            }

            @Override
            public List<AuditEvent> takeOf(long flow) {
                return List.of();
            }

            @Override
            public int taken() {
                return 0;
            }

            @Override
            public void putBack(int from) {}

            @Override
            public void written() {}
        };

        /** Whether events may be left to it. */
        boolean takesMore();

        /** Takes them when their transaction is on disk. */
        void add(List<AuditEvent> events);

        /** True if none wait. */
        boolean isEmpty();

        /** The events of a flow that wait, for this transaction to write. */
        List<AuditEvent> takeOf(long flow);

        /** How often this transaction has taken events. */
        int taken();

        /** What has been taken is not written: all from one time on. */
        void putBack(int from);

        /** All that has been taken is on disk. */
        void written();
    }

    /** Looks at the database before anything of it is changed. */
    @FunctionalInterface
    interface Check {
        void run(SqlSession session) throws SQLException;
    }

    /** @param committed hears after each transaction that changed anything how many there have been */
    WriteConnection(Path file, InstantSource clock, Check check, DeferredEvents deferred, LongConsumer committed)
            throws SQLException {
        this.file = file;
        this.clock = clock;
        this.deferred = deferred;
        this.committed = committed;
        this.session = SqlSession.writer(file);
        try {
            check.run(session);
            session.commit();
            SchemaMigrations.migrate(session);
            load();
        } catch (SQLException | RuntimeException e) {
            session.close();
            throw e;
        }
    }

    private void load() throws SQLException {
        names.clear();
        events.clear();
        deferred.putBack(0);
        sequence = session.number(0, "SELECT value FROM meta WHERE name = 'sequence'");
        sequenceReserved = sequence;
        try (ResultSet rows = session.query("SELECT instances, messages, calls, flows, events, commits FROM totals")) {
            rows.next();
            for (int i = 0; i < totals.length; i++) {
                totals[i] = rows.getLong(i + 1);
            }
            commits = rows.getLong(totals.length + 1);
        }
        session.commit();
        changesAtCommit = session.changes();
    }

    SqlSession session() {
        return session;
    }

    /** The transaction's time. */
    long now() {
        return now;
    }

    /** A number above all that were taken before, also by earlier processes. */
    long nextSequence() {
        return sequence++;
    }

    /** Whether events are written after their transaction; one answer for all of this one, which keeps them in order. */
    boolean defers() {
        return defers;
    }

    /** Leaves an event for later, if the transaction comes to its end. */
    void defer(AuditEvent event) {
        events.add(event);
    }

    /** These events, each flow's after those that wait to be written. */
    List<AuditEvent> withDeferred(List<AuditEvent> now) {
        if (deferred.isEmpty()) {
            return now;
        }
        List<AuditEvent> all = new ArrayList<>();
        for (AuditEvent event : now) {
            all.addAll(deferred.takeOf(event.flow()));
            all.add(event);
        }
        return all;
    }

    void count(Total total, long change) {
        totals[total.column] += change;
    }

    /**
     * The number of a name, entered into the dictionary where it is new.
     *
     * @param named a component, a composite or a definition; its text form is stored
     */
    long name(Object named) throws SQLException {
        Long known = names.get(named);
        if (known != null) {
            return known;
        }
        String name = named.toString();
        long id = session.number(0, "SELECT id FROM name WHERE name = ?", name);
        if (id == 0) {
            session.update("INSERT INTO name(name) VALUES (?)", name);
            id = session.number(0, "SELECT id FROM name WHERE name = ?", name);
        }
        names.put(named, id);
        return id;
    }

    /** The number of a definition's name; 0 for none. */
    long definition(String name) throws SQLException {
        return name.isEmpty() ? 0 : name(name);
    }

    void begin() {
        now = MicrosecondTime.floor(clock.instant());
        defers = deferred.takesMore();
        System.arraycopy(totals, 0, totalsAtBegin, 0, totals.length);
    }

    /** Undoes all since {@link #begin}, and begins again. */
    void beginAgain() throws SQLException {
        session.rollback();
        System.arraycopy(totalsAtBegin, 0, totals, 0, totals.length);
        events.clear();
        deferred.putBack(0);
        names.clear();
    }

    void savepoint() throws SQLException {
        System.arraycopy(totals, 0, totalsAtSavepoint, 0, totals.length);
        eventsAtSavepoint = events.size();
        takenAtSavepoint = deferred.taken();
        session.update("SAVEPOINT request");
    }

    void releaseSavepoint() throws SQLException {
        session.update("RELEASE request");
    }

    void rollbackToSavepoint() throws SQLException {
        session.update("ROLLBACK TO request");
        session.update("RELEASE request");
        System.arraycopy(totalsAtSavepoint, 0, totals, 0, totals.length);
        events.subList(eventsAtSavepoint, events.size()).clear();
        deferred.putBack(takenAtSavepoint);
        names.clear();
    }

    void commit() throws SQLException {
        long reserved = sequenceReserved;
        if (sequence > reserved) {
            reserved = sequence + SEQUENCE_BLOCK;
            session.update("UPDATE meta SET value = ? WHERE name = 'sequence'", reserved);
        }
        boolean changed = session.changes() > changesAtCommit;
        if (changed) {
            session.update(
                    "UPDATE totals SET instances = ?, messages = ?, calls = ?, flows = ?, events = ?, commits = ?",
                    totals[0],
                    totals[1],
                    totals[2],
                    totals[3],
                    totals[4],
                    commits + 1);
        }
        session.commit();
        sequenceReserved = reserved;
        if (changed) {
            changesAtCommit = session.changes();
            commits++;
            committed.accept(commits);
        }
        deferred.written();
        if (!events.isEmpty()) {
            deferred.add(events);
            events.clear();
        }
    }

    /**
     * Goes back to the state on disk, by a new connection: after an error within a transaction the state of the old one
     * is unknown.
     */
    void reset() throws SQLException {
        session.close();
        session = SqlSession.writer(file);
        load();
    }

    /** Transactions that changed anything, since the database was made. */
    long commits() {
        return commits;
    }

    void close() throws SQLException {
        session.close();
    }
}
