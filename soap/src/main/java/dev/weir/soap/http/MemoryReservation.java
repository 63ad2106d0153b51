package dev.weir.soap.http;

import java.util.concurrent.atomic.AtomicBoolean;

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

    MemoryReservation(MemoryBudget budget) {
        this.budget = budget;
    }

    /** Takes so much more where it fits. */
    synchronized boolean tryTake(long bytes) {
        return tryTake(bytes, budget.most);
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

    /** Holds so much in all, where it fits. */
    synchronized boolean tryHold(long bytes) {
        return tryTake(bytes - held);
    }

    /**
     * Holds so much in all, more or less than before.
     *
     * @throws BodyRefusedException (503) where it does not fit now
     */
    public synchronized void hold(long bytes) {
        if (!tryHold(bytes)) {
            throw new BodyRefusedException(503, ServerExchange.BUSY);
        }
    }

    @Override
    public synchronized void take(long bytes) {
        if (released) {
            return;
        }
        if (bytes > budget.most - held) {
            throw new MemoryRefusedException(
                    413,
                    "The server has too little memory for this request, which takes more than " + budget.most / 1024
                            + " KiB once it is unpacked.");
        }
        if (!tryTake(bytes) && !(isFirst() && tryTake(bytes, budget.most + budget.most / 4))) {
            throw new MemoryRefusedException(503, ServerExchange.BUSY);
        }
        taken += bytes;
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
        budget.taken.addAndGet(-given);
    }

    @Override
    public synchronized Runnable keep() {
        long kept = taken;
        held -= kept;
        taken = 0;
        AtomicBoolean given = new AtomicBoolean();
        return () -> {
            if (given.compareAndSet(false, true)) {
                budget.taken.addAndGet(-kept);
            }
        };
    }

    /** Gives back everything; what is taken later is not counted. */
    public synchronized void release() {
        released = true;
        budget.taken.addAndGet(-held);
        held = 0;
        taken = 0;
        budget.first.compareAndSet(this, null);
    }
}
