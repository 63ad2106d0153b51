package dev.weir.soap.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * One request's part of the heap that a server has for all requests. Taken by whoever receives the request, and by
 * handlers. Thread-safe.
 */
public final class MemoryReservation implements RequestMemory {
    private final AtomicLong all;
    private final long most;
    private long held;
    private boolean released;

    /**
     * Holds nothing yet.
     *
     * @param all what all requests of the server hold
     * @param most that they may hold
     */
    public MemoryReservation(AtomicLong all, long most) {
        this.all = all;
        this.most = most;
    }

    /** Takes so much more where it fits. */
    synchronized boolean tryTake(long bytes) {
        if (released) {
            return true;
        }
        // What does not fit is never counted, not even for a moment: others' requests that do fit are not refused for
        // it.
        long before = all.get();
        while (bytes <= 0 || bytes <= most - before) {
            if (all.compareAndSet(before, before + bytes)) {
                held += bytes;
                return true;
            }
            before = all.get();
        }
        return false;
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
        if (bytes > most - held) {
            throw new BodyRefusedException(
                    413,
                    "The server has too little memory for this request, which takes more than " + most / 1024
                            + " KiB once it is unpacked.");
        }
        if (!tryTake(bytes)) {
            throw new BodyRefusedException(503, ServerExchange.BUSY);
        }
    }

    @Override
    public synchronized void give(long bytes) {
        long given = Math.min(bytes, held);
        held -= given;
        all.addAndGet(-given);
    }

    /** Gives back everything; what is taken later is not counted. */
    public synchronized void release() {
        released = true;
        all.addAndGet(-held);
        held = 0;
    }
}
