package dev.weir.store.sqlite;

import dev.weir.store.StoreClosedException;
import dev.weir.store.StoreException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.sqlite.SQLiteErrorCode;

/** A pool of read-only sessions, opened when they are first needed; each serves one thread at a time. */
final class ReadConnections implements AutoCloseable {
    private static final int MOST = 4;

    private final Path file;
    private final Semaphore permits = new Semaphore(MOST);
    private final ArrayDeque<SqlSession> idle = new ArrayDeque<>();
    /** Reads under way, with the generation in which they began. */
    private final Map<SqlSession, Integer> running = new HashMap<>();

    private int generation;
    private boolean closed;

    /** A query that runs in one snapshot. */
    @FunctionalInterface
    interface Query<T> {
        T run(SqlSession session) throws SQLException;
    }

    ReadConnections(Path file) {
        this.file = file;
    }

    /** Reads in a snapshot taken after this call began. */
    <T> T read(Query<T> query) {
        permits.acquireUninterruptibly();
        try {
            SqlSession session = take();
            boolean usable = false;
            try {
                begin(session);
                T result = query.run(session);
                session.commit();
                usable = true;
                return result;
            } finally {
                end(session);
                if (usable) {
                    give(session);
                } else {
                    session.close();
                }
            }
        } catch (SQLException e) {
            if (e.getErrorCode() == SQLiteErrorCode.SQLITE_INTERRUPT.code) {
                throw new StoreException(
                        "a read of " + file
                                + " was ended, since the write-ahead log had to wait for it too long: ask for"
                                + " less at once, or again when less is written",
                        e);
            }
            throw new StoreException("cannot read " + file + ": " + e.getMessage(), e);
        } finally {
            permits.release();
        }
    }

    private void begin(SqlSession session) {
        synchronized (running) {
            running.put(session, generation);
        }
    }

    private void end(SqlSession session) {
        synchronized (running) {
            running.remove(session);
        }
    }

    /** Reads that begin from here on are not old. */
    void nextGeneration() {
        synchronized (running) {
            generation++;
        }
    }

    /** Ends reads of earlier generations, with an error; returns whether there were any. */
    boolean interruptOld() throws SQLException {
        boolean any = false;
        synchronized (running) {
            for (Map.Entry<SqlSession, Integer> each : running.entrySet()) {
                if (each.getValue() < generation) {
                    each.getKey().interrupt();
                    any = true;
                }
            }
        }
        return any;
    }

    private SqlSession take() throws SQLException {
        synchronized (idle) {
            if (closed) {
                throw closed();
            }
            SqlSession session = idle.poll();
            if (session != null) {
                return session;
            }
        }
        return SqlSession.reader(file);
    }

    private void give(SqlSession session) throws SQLException {
        synchronized (idle) {
            if (!closed) {
                idle.push(session);
                return;
            }
        }
        session.close();
    }

    private StoreClosedException closed() {
        return new StoreClosedException(String.valueOf(file.getParent()));
    }

    /** Waits for reads under way; later ones fail. */
    @Override
    public void close() {
        synchronized (idle) {
            closed = true;
        }
        permits.acquireUninterruptibly(MOST);
        try {
            for (SqlSession session : idle) {
                session.close();
            }
            idle.clear();
        } catch (SQLException e) {
            throw new StoreException("cannot close " + file + ": " + e.getMessage(), e);
        } finally {
            permits.release(MOST);
        }
    }
}
