package dev.weir.store.sqlite;

import dev.weir.store.StoreClosedException;
import dev.weir.store.StoreException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Returns the space of deleted rows to the file system, down to a quarter of the file, which stays for what comes. To
 * cut pages off the file's end SQLite moves those that are in use to free ones. It does so beside the deletion and other
 * work, in short steps with pauses, which others hardly notice; what a stop cuts off goes on after the next start. It begins
 * with the first batch of a purge: for each page SQLite walks the list of free pages up to one that lies low enough, which is
 * the first one while few are free, and far down a long list. Thread-safe.
 */
final class FreeSpace implements AutoCloseable {
    private static final Logger LOG = System.getLogger(FreeSpace.class.getName());

    /** A pause is so many times as long as the step before it. */
    private static final int PAUSE = 3;

    private static final long REQUEST_BYTES = 256;

    private final WriteConnection connection;
    private final WriterThread writer;
    /** In pages. */
    private final StepSize atOnce = new StepSize(16, Duration.ofMillis(4));

    private @Nullable Thread thread;
    private boolean again;
    private boolean closed;

    FreeSpace(WriteConnection connection, WriterThread writer) {
        this.connection = connection;
        this.writer = writer;
    }

    /** Looks whether there is much free space, and returns it beside the caller. */
    synchronized void giveBack() {
        again = true;
        if (thread == null && !closed) {
            thread = new Thread(this::run, "weir-store-space");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void run() {
        try {
            while (isWanted()) {
                long took = step();
                while (took > 0) {
                    TimeUnit.NANOSECONDS.sleep(PAUSE * took);
                    took = step();
                }
            }
        } catch (InterruptedException | StoreClosedException e) {
            LOG.log(Level.DEBUG, "the store is closed; its space is given back after the next start", e);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "free space of the store was not given back; the next purge tries again", e);
            stopped();
        }
    }

    private synchronized boolean isWanted() {
        boolean wanted = again && !closed;
        again = false;
        if (!wanted) {
            thread = null;
        }
        return wanted;
    }

    private synchronized void stopped() {
        thread = null;
    }

    /** How long it took in nanoseconds, its commit included; 0 if there was nothing to do. */
    private long step() {
        long begun = System.nanoTime();
        try {
            long given = writer.inBackground(new WriteRequest<>(REQUEST_BYTES, this::shrink, done -> false));
            return given == 0 ? 0 : System.nanoTime() - begun;
        } catch (CompletionException e) {
            throw e.getCause() instanceof StoreException failure
                    ? failure
                    : new StoreException("free space was not given back: " + e.getMessage(), e);
        }
    }

    /** On the writer's thread; returns how many pages were cut off. */
    private long shrink() throws SQLException {
        long begun = System.nanoTime();
        SqlSession session = connection.session();
        long given = Math.min(pages(session), atOnce.size());
        if (given <= 0) {
            return 0;
        }
        session.pragma("incremental_vacuum(" + given + ")");
        atOnce.took(System.nanoTime() - begun, given);
        return given;
    }

    /** How many pages there are to give back; not above 0 where there are none. */
    static long pages(SqlSession session) throws SQLException {
        return session.number(0, "PRAGMA freelist_count") - session.number(0, "PRAGMA page_count") / 4;
    }

    /** Waits for a step that is under way. */
    @Override
    public void close() {
        Thread running;
        synchronized (this) {
            closed = true;
            running = thread;
        }
        if (running != null) {
            running.interrupt();
            WriterThread.awaitEnd(running);
        }
    }
}
