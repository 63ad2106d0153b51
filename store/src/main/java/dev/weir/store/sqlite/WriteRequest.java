package dev.weir.store.sqlite;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A request to the writer, and what becomes of it. */
final class WriteRequest<T> {
    /** What is written; runs on the writer's thread within a transaction. */
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
     * @param bytes about how much it holds
     * @param committed runs after the commit, before anybody is told; true if there may now be work or calls to hand
     *     out
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
