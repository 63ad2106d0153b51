package dev.weir.store.sqlite;

import dev.weir.store.StoreException;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Numbers in ascending order, from blocks of {@value #BLOCK} that are reserved on disk before the first is handed out.
 * The next block is asked for when half of one is gone. What a process did not use of its blocks is skipped.
 */
final class IdBlocks {
    static final int BLOCK = 1_000;

    private final WriteConnection ledger;
    private final WriterThread writer;
    private volatile Block block;
    private @Nullable CompletableFuture<Long> next;

    private record Block(AtomicLong next, long end) {}

    /** Reserves the first block; the writer does not run yet. */
    IdBlocks(WriteConnection ledger, WriterThread writer) throws SQLException {
        this.ledger = ledger;
        this.writer = writer;
        long start = reserve();
        ledger.session().commit();
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
        // Whoever needs the block first waits for it, and learns of a failure.
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
                // The thread cannot wait for itself: it takes another block, and leaves the one on its way for later.
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
        long start = ledger.session().number(0, "SELECT value FROM meta WHERE name = 'ids'");
        ledger.session().update("UPDATE meta SET value = ? WHERE name = 'ids'", start + BLOCK);
        return start;
    }
}
