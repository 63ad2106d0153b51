package dev.weir.soap.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A request's memory of which some has been taken in advance, for several things that will be made of the request one after the
 * other: it waits for all of them at once, while it holds nothing else. Thread-safe.
 */
public final class AdvanceMemory implements RequestMemory {
    private final RequestMemory memory;
    private final AtomicLong left;

    private AdvanceMemory(RequestMemory memory, long left) {
        this.memory = memory;
        this.left = new AtomicLong(left);
    }

    /**
     * Takes so much, {@linkplain RequestMemory#takeInTurn in turn}.
     *
     * @throws MemoryRefusedException where there is too little
     */
    public static RequestMemory takeInTurn(RequestMemory memory, long bytes) {
        memory.takeInTurn(bytes);
        return new AdvanceMemory(memory, bytes);
    }

    @Override
    public void take(long bytes) {
        long more = bytes - used(bytes);
        if (more > 0) {
            memory.take(more);
        }
    }

    @Override
    public void takeInTurn(long bytes) {
        long more = bytes - used(bytes);
        if (more > 0) {
            memory.takeInTurn(more);
        }
    }

    /** What of so many bytes has been taken already. */
    private long used(long bytes) {
        long before = left.getAndUpdate(all -> all - Math.min(all, bytes));
        return Math.min(before, bytes);
    }

    @Override
    public void give(long bytes) {
        memory.give(bytes);
    }

    @Override
    public Runnable keep() {
        return memory.keep();
    }
}
