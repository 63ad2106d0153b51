package dev.weir.soap.envelope;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Collects the bytes of one envelope in blocks of 64 KiB that envelopes use in turn, so that nothing is allocated but the
 * array that comes out. For one thread at a time; the pool of blocks is shared by all threads, and bounded.
 */
final class EnvelopeOutput extends OutputStream {
    private static final int BLOCK = 64 * 1024;
    private static final int SLOTS = 32;
    private static final AtomicReferenceArray<byte[]> POOL = new AtomicReferenceArray<>(SLOTS);

    private final List<byte[]> full = new ArrayList<>(0);
    private byte @Nullable [] block = take(0);
    private int used;

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        int done = 0;
        while (done < length) {
            byte[] current = block();
            if (used == BLOCK) {
                full.add(current);
                current = take(full.size());
                block = current;
                used = 0;
            }
            int count = Math.min(length - done, BLOCK - used);
            System.arraycopy(bytes, offset + done, current, used, count);
            used += count;
            done += count;
        }
    }

    /** All that was written; the output cannot be used after. */
    byte[] take() {
        byte[] last = block();
        byte[] whole = new byte[Math.addExact(Math.multiplyExact(full.size(), BLOCK), used)];
        for (int i = 0; i < full.size(); i++) {
            System.arraycopy(full.get(i), 0, whole, i * BLOCK, BLOCK);
            give(i, full.get(i));
        }
        System.arraycopy(last, 0, whole, full.size() * BLOCK, used);
        give(full.size(), last);
        full.clear();
        block = null;
        return whole;
    }

    private byte[] block() {
        byte[] current = block;
        if (current == null) {
            throw new IllegalStateException("the envelope's bytes have been taken");
        }
        return current;
    }

    /** Neighbouring blocks of an envelope have neighbouring slots. */
    private static int slot(int index) {
        long id = Thread.currentThread().getId();
        return (int) ((id ^ id >>> 5) + index) & SLOTS - 1;
    }

    private static byte[] take(int index) {
        int slot = slot(index);
        byte[] kept = POOL.getPlain(slot) == null ? null : POOL.getAndSet(slot, null);
        return kept == null ? new byte[BLOCK] : kept;
    }

    private static void give(int index, byte[] used) {
        POOL.lazySet(slot(index), used);
    }
}
