package dev.weir.xml.writer;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A pool of used buffers, so that a small document does not pay for the allocation of a large buffer. Shared by all
 * threads, and bounded: a thread tries one slot, and allocates a new buffer if that is empty.
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

    /** Returns a buffer to the pool; the caller must not use it afterwards. */
    void give(byte[] buffer) {
        slots.lazySet(slot(), buffer);
    }
}
