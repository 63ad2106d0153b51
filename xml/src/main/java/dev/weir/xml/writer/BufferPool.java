package dev.weir.xml.writer;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A few buffers that were used before, so that a small document does not pay for a large one. Shared by all threads, and
 * bounded: a thread looks at one slot, and where that is empty there is simply a new buffer.
 */
final class BufferPool {
    private static final int SLOTS = 32;

    private final int bytes;
    private final AtomicReferenceArray<byte[]> slots = new AtomicReferenceArray<>(SLOTS);

    BufferPool(int bytes) {
        this.bytes = bytes;
    }

    private static int slot() {
        long id = Thread.currentThread().getId();
        return (int) (id ^ id >>> 5) & SLOTS - 1;
    }

    byte[] take() {
        int slot = slot();
        byte[] kept = slots.getPlain(slot) == null ? null : slots.getAndSet(slot, null);
        return kept == null ? new byte[bytes] : kept;
    }

    /** Gives a buffer back; its owner must not touch it again. */
    void give(byte[] buffer) {
        slots.lazySet(slot(), buffer);
    }
}
