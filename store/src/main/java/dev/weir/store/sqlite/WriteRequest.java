package dev.weir.store.sqlite;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A request to the writer thread, with its future. */
final class WriteRequest<T> {
    /**
     * The statements of a request; run on the writer's thread within a transaction. Run twice where another request of the
     * transaction fails, after the first run was undone: besides the database it changes only what {@link WriteConnection} or
     * {@link WriterThread} takes back with it, or what may be changed twice.
     */
    @FunctionalInterface
    interface Body<T> {
        T run() throws SQLException;
    }

    final CompletableFuture<T> done = new CompletableFuture<>();
    final long bytes;
    private final Body<T> body;
    private final Predicate<T> committed;
    private @Nullable T result;
    private @Nullable Throwable failure;

    /**
     * @param bytes the approximate size of its payloads, for the bound of the queue
     * @param committed runs after the commit, before the future completes; true if there may now be instances or calls to
     *     hand out
     */
    WriteRequest(long bytes, Body<T> body, Predicate<T> committed) {
        this.bytes = bytes;
        this.body = body;
        this.committed = committed;
    }

    void run() throws SQLException {
        result = body.run();
    }

    void fail(Throwable cause) {
        if (failure == null) {
            failure = cause;
        }
    }

    /** Runs what is to follow the commit; true if the store's listener is to be called. */
    @SuppressWarnings("NullAway") // T may itself be nullable (Void).
    boolean afterCommit() {
        return failure == null && committed.test(result);
    }

    void complete() {
        Throwable cause = failure;
        if (cause == null) {
            done.complete(result);
        } else {
            done.completeExceptionally(cause);
        }
    }
}
