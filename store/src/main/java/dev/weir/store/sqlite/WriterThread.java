package dev.weir.store.sqlite;

import dev.weir.store.StoreClosedException;
import dev.weir.store.StoreException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The one thread that writes (group commit). All requests that came while it was busy become one transaction: while a
 * commit waits for the disk, the next group gathers. A request that fails takes no other with it: the transaction is undone
 * and run again, each request in a savepoint of its own. A failure of the transaction itself fails all its requests.
 */
final class WriterThread {
    private static final Logger LOG = System.getLogger(WriterThread.class.getName());

    private final WriteConnection connection;
    private final String place;
    private final Runnable rolledBack;
    private final Runnable ended;
    private final Runnable afterwards;
    private final Runnable recovered;
    private final WriteQueue queue = new WriteQueue();
    private final Thread thread;
    private volatile Runnable listener = () -> {};
    private final AtomicLong commits = new AtomicLong();
    private boolean broken;

    /**
     * @param place the folder, for messages
     * @param rolledBack drops what requests that were undone have gathered outside of the database
     * @param ended runs after each transaction, whatever became of it
     */
    WriterThread(WriteConnection connection, String place, Runnable rolledBack, Runnable ended) {
        this(connection, place, rolledBack, ended, () -> {}, () -> {});
    }

    /**
     * The same.
     *
     * @param afterwards runs when those who wait for a transaction have heard of it; must not fail
     * @param recovered runs when the connection works again after a transaction that failed; must not fail
     */
    WriterThread(
            WriteConnection connection,
            String place,
            Runnable rolledBack,
            Runnable ended,
            Runnable afterwards,
            Runnable recovered) {
        this.connection = connection;
        this.place = place;
        this.rolledBack = rolledBack;
        this.ended = ended;
        this.afterwards = afterwards;
        this.recovered = recovered;
        this.thread = new Thread(this::run, "weir-store");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    boolean isCurrentThread() {
        return Thread.currentThread() == thread;
    }

    void setListener(Runnable newListener) {
        listener = newListener;
    }

    /** Transactions committed so far. */
    long commits() {
        return commits.get();
    }

    /** Queues a request, waiting while the queue is full; the writer's own thread never waits for itself. */
    <T> CompletableFuture<T> submit(WriteRequest<T> write) {
        return submit(write, isCurrentThread());
    }

    /** Queues a small request of the store's own, full or not. */
    <T> CompletableFuture<T> submitUrgent(WriteRequest<T> write) {
        return submit(write, true);
    }

    /** Queues a request that others may overtake, and waits for it; not for the writer's own thread. */
    <T> T inBackground(WriteRequest<T> write) {
        if (!queue.putBackground(write)) {
            throw new StoreClosedException(place);
        }
        return write.done.join();
    }

    private <T> CompletableFuture<T> submit(WriteRequest<T> write, boolean urgent) {
        try {
            if (!queue.put(write, urgent)) {
                write.done.completeExceptionally(new StoreClosedException(place.toString()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            write.done.completeExceptionally(
                    new StoreException("interrupted while waiting to write to the store in " + place, e));
        }
        return write.done;
    }

    /** Writes a request at once, in a transaction of its own; for the writer's own thread, between two groups. */
    <T> T write(WriteRequest<T> write) {
        write(List.of(write));
        write.complete();
        return write.done.join();
    }

    private void run() {
        List<WriteRequest<?>> group = new ArrayList<>();
        while (queue.take(group)) {
            write(group);
            boolean ready = false;
            for (WriteRequest<?> write : group) {
                ready |= write.afterCommit();
            }
            for (WriteRequest<?> write : group) {
                write.complete();
            }
            group.clear();
            if (ready) {
                notifyListener();
            }
            if (!broken) {
                afterwards.run();
            }
        }
    }

    private void notifyListener() {
        try {
            listener.run();
        } catch (RuntimeException | Error e) {
            // A listener must not end the thread.
            LOG.log(Level.ERROR, "the store's listener failed", e);
        }
    }

    private void write(List<WriteRequest<?>> group) {
        try {
            if (broken) {
                recover();
            }
            connection.begin();
            runAll(group);
            connection.commit();
            commits.incrementAndGet();
        } catch (SQLException | RuntimeException | Error e) {
            broken = true;
            rolledBack.run();
            for (WriteRequest<?> write : group) {
                write.fail(failure(e));
            }
            LOG.log(Level.ERROR, "a transaction of the store in " + place + " failed; nothing of it is stored", e);
            // At once, so that no unfinished transaction stays open; if it fails, again before the next group.
            try {
                recover();
            } catch (SQLException | RuntimeException again) {
                LOG.log(Level.ERROR, "the store in " + place + " cannot be opened again", again);
            }
        } finally {
            ended.run();
        }
    }

    /**
     * Runs all without savepoints, for each of which the database would copy every page that its request changes. Where one of
     * them fails, which is rare, all are run again, each in its own savepoint, and only what fails then has failed.
     */
    private void runAll(List<WriteRequest<?>> group) throws SQLException {
        try {
            for (WriteRequest<?> write : group) {
                write.run();
            }
        } catch (SQLException | RuntimeException e) {
            rolledBack.run();
            try {
                connection.beginAgain();
            } catch (SQLException undo) {
                // A severe error (a full disk) has rolled the whole transaction back already: it fails all requests.
                e.addSuppressed(undo);
                throw e;
            }
            for (WriteRequest<?> write : group) {
                run(write);
            }
        }
    }

    private void run(WriteRequest<?> write) throws SQLException {
        connection.savepoint();
        try {
            write.run();
            connection.releaseSavepoint();
        } catch (SQLException | RuntimeException e) {
            rolledBack.run();
            write.fail(failure(e));
            try {
                connection.rollbackToSavepoint();
            } catch (SQLException undo) {
                // A severe error (a full disk) has rolled the whole transaction back already: it fails all requests.
                e.addSuppressed(undo);
                throw e;
            }
        }
    }

    private void recover() throws SQLException {
        connection.reset();
        broken = false;
        recovered.run();
    }

    private StoreException failure(Throwable cause) {
        if (cause instanceof StoreException known) {
            return known;
        }
        return new StoreException("cannot write to the store in " + place + ": " + cause.getMessage(), cause);
    }

    /** Writes what is queued, then ends the thread. */
    void close() {
        queue.close();
        awaitEnd(thread);
    }

    /** Waits for the end of a thread, also if the caller is interrupted. */
    static void awaitEnd(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
