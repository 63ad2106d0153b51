package dev.weir.store.sqlite;

import dev.weir.store.StoreClosedException;
import dev.weir.store.StoreException;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Hands out ascending ids from blocks of {@value #BLOCK}, which are reserved on disk before the first id of a block is
 * used. The next block is reserved when half of one is used up. Ids of a block that a process did not use are skipped.
 */
final class IdBlocks {
    static final int BLOCK = 1_000;

    private final WriteConnection connection;
    private final WriterThread writer;
    private volatile Block block;
    private @Nullable CompletableFuture<Long> next;

    private record Block(AtomicLong next, long end) {}

    /** Reserves the first block; the writer does not run yet. */
    IdBlocks(WriteConnection connection, WriterThread writer) throws SQLException {
        this.connection = connection;
        this.writer = writer;
        long start = reserve();
        connection.commit();
        this.block = from(start);
    }

    long take() {
        while (true) {
            Block current = block;
            long id = current.next.getAndIncrement();
            if (id < current.end) {
                if (id == current.end - BLOCK / 2) {
                    prefetch();
                }
                return id;
            }
            replace(current);
        }
    }

    private void prefetch() {
        // The first caller that needs the block waits for it, and gets its failure.
        CompletableFuture<Long> unused = prepare();
    }

    private synchronized CompletableFuture<Long> prepare() {
        CompletableFuture<Long> prepared = next;
        if (prepared == null) {
            prepared = writer.submitUrgent(reservation());
            next = prepared;
        }
        return prepared;
    }

    private void replace(Block spent) {
        CompletableFuture<Long> prepared;
        synchronized (this) {
            if (block != spent) {
                return;
            }
            prepared = prepare();
            if (writer.isCurrentThread() && !prepared.isDone()) {
                // This thread cannot wait for itself: it reserves another block, and leaves the pending one for later.
                block = from(writer.write(reservation()));
                return;
            }
        }
        // Not under the lock, which the writer's thread may want.
        try {
            prepared.join();
        } catch (CompletionException e) {
            synchronized (this) {
                if (next == prepared) {
                    next = null;
                }
            }
            if (e.getCause() instanceof StoreClosedException closed) {
                throw closed;
            }
            throw new StoreException("no ids are left: " + e.getMessage(), e);
        }
        synchronized (this) {
            if (next == prepared) {
                next = null;
                block = from(prepared.join());
            }
        }
    }

    private static Block from(long start) {
        return new Block(new AtomicLong(start), start + BLOCK);
    }

    private WriteRequest<Long> reservation() {
        return new WriteRequest<>(0, this::reserve, start -> false);
    }

    private Long reserve() throws SQLException {
        long start = connection.session().number(0, "SELECT value FROM meta WHERE name = 'ids'");
        connection.session().update("UPDATE meta SET value = ? WHERE name = 'ids'", start + BLOCK);
        return start;
    }
}
