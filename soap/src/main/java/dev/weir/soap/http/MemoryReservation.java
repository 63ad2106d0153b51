package dev.weir.soap.http;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One request's part of the heap that a server has for all requests. Taken by whoever receives the request, and by
 * handlers. Thread-safe.
 */
public final class MemoryReservation implements RequestMemory {
    private final MemoryBudget budget;
    private long held;
    /** Of what is held, what handlers have taken. */
    private long taken;

    private boolean released;

    /** True where its peer is gone, for whom it waits no more. */
    private boolean deserted;

    /** Where it waits in the queue; null where it does not. */
    private MemoryQueue.@Nullable Turn turn;

    MemoryReservation(MemoryBudget budget) {
        this.budget = budget;
    }

    /** Takes so much more where it fits. */
    synchronized boolean tryTake(long bytes) {
        return tryTake(bytes, budget.limitFor(held + bytes));
    }

    private boolean tryTake(long bytes, long limit) {
        if (released) {
            return true;
        }
        if (!budget.tryTake(bytes, limit)) {
            return false;
        }
        held += bytes;
        return true;
    }

    /** True for one that takes more than a small part of the memory. */
    synchronized boolean isLarge() {
        return budget.isLarge(held);
    }

    /** Holds so much in all, where it fits. */
    synchronized boolean tryHold(long bytes) {
        return tryTake(bytes - held);
    }

    /**
     * Holds so much in all, more or less than before.
     *
     * @throws BodyRefusedException where it does not fit now (503), or never will (413)
     */
    public synchronized void hold(long bytes) {
        if (bytes > budget.most) {
            throw new BodyRefusedException(
                    413,
                    "The server's memory for requests, " + budget.most
                            + " bytes, is too small for this one, which takes " + bytes + " bytes or more.");
        }
        if (!tryHold(bytes)) {
            throw new BodyRefusedException(503, ServerExchange.BUSY);
        }
    }

    @Override
    public synchronized void take(long bytes) {
        if (released) {
            return;
        }
        requireEverFits(bytes);
        if (!tryTakeNow(bytes)) {
            throw new MemoryRefusedException(503, ServerExchange.BUSY);
        }
        taken += bytes;
    }

    private void requireEverFits(long bytes) {
        if (bytes > budget.most - held) {
            throw new MemoryRefusedException(
                    413,
                    "The server has too little memory for this request, which takes more than " + budget.most / 1024
                            + " KiB once it is unpacked.");
        }
    }

    private boolean tryTakeNow(long bytes) {
        return tryTake(bytes) || isFirst() && tryTake(bytes, budget.mostWithFirst());
    }

    @Override
    public void takeInTurn(long bytes) {
        MemoryQueue.ThreadTurn mine;
        synchronized (this) {
            requireWanted();
            requireEverFits(bytes);
            if (tryTakeInTurn(bytes)) {
                taken += bytes;
                return;
            }
            mine = deserted ? null : budget.queue.joinWithThread(bytes, held);
            turn = mine == null ? null : mine.turn();
        }
        // Not while others are kept from giving back what this request holds.
        boolean served = mine != null && budget.queue.await(mine);
        synchronized (this) {
            turn = null;
            if (served && !released) {
                held += bytes;
                taken += bytes;
                return;
            }
            if (served) {
                budget.give(bytes);
            }
            requireWanted();
            take(bytes);
        }
    }

    /** Who has taken something goes on before those who wait for it to end. */
    private boolean tryTakeInTurn(long bytes) {
        if (taken > 0) {
            return tryTakeNow(bytes);
        }
        if (!budget.queue.tryTake(bytes, held)) {
            return false;
        }
        held += bytes;
        return true;
    }

    /**
     * As {@link #tryHold}, for a large request that nothing has been done for: where it does not fit now, it waits for others to give
     * something back.
     *
     * @param over run when the wait is over, by success or by {@link #desert}, on any thread, and maybe again; {@link #settle} says
     *     which, once
     * @return false where it may not wait
     */
    synchronized boolean holdInTurn(long bytes, Runnable over) {
        turn = deserted || released ? null : budget.queue.join(bytes - held, held, over);
        return turn != null;
    }

    /** Ends the wait of {@link #holdInTurn}; true where the memory is held now. */
    boolean settle() {
        MemoryQueue.Turn mine;
        synchronized (this) {
            mine = turn;
            turn = null;
        }
        // Not while others are kept from giving back what this request holds.
        if (mine == null || !budget.queue.leave(mine)) {
            return false;
        }
        synchronized (this) {
            if (!released) {
                held += mine.bytes;
                return true;
            }
        }
        budget.give(mine.bytes);
        return false;
    }

    /** Nothing large is made for a request that has been answered while it waited. */
    private void requireWanted() {
        if (released) {
            throw new MemoryRefusedException(503, ServerExchange.BUSY);
        }
    }

    /** The peer is gone: nothing is waited for any more. */
    synchronized void desert() {
        deserted = true;
        endWait();
    }

    private void endWait() {
        MemoryQueue.Turn waiting = turn;
        if (waiting != null) {
            waiting.end();
        }
    }

    /** True for the one that may take more than others leave. */
    private boolean isFirst() {
        return budget.first.get() == this || budget.first.compareAndSet(null, this);
    }

    @Override
    public synchronized void give(long bytes) {
        long given = Math.min(bytes, held);
        held -= given;
        taken = Math.min(taken, held);
        budget.give(given);
    }

    @Override
    public synchronized Runnable keep() {
        long kept = taken;
        held -= kept;
        taken = 0;
        AtomicBoolean given = new AtomicBoolean();
        return () -> {
            if (given.compareAndSet(false, true)) {
                budget.give(kept);
            }
        };
    }

    /** Gives back everything; what is taken later is not counted. */
    public synchronized void release() {
        released = true;
        endWait();
        long given = held;
        held = 0;
        taken = 0;
        budget.first.compareAndSet(this, null);
        budget.give(given);
    }
}
