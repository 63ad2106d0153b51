package dev.weir.xml.fastinfoset;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The tables and arrays of a reader, pooled between readers so that small documents do not pay for their allocation. A
 * workspace belongs to one reader at a time. The pool is shared by all threads, bounded, and does not keep arrays that
 * have grown large.
 */
final class ReaderWorkspace {
    private static final int POOLED = 16;
    private static final int ATTEMPTS = 4;
    private static final int LARGEST_KEPT = 64 * 1024;
    private static final int MOST_KEPT = 256;
    private static final AtomicReferenceArray<@Nullable ReaderWorkspace> POOL = new AtomicReferenceArray<>(POOLED);

    final ReaderTables tables = new ReaderTables();
    final PrefixScopes scopes = new PrefixScopes();
    byte[] stream = new byte[0];
    char[] chars = new char[0];
    long[] open = new long[16];
    long[] attributes = new long[32];

    @Nullable String[] attributeTexts = new @Nullable String[16];

    /** For each number of a name the last element that had it, for elements with many attributes. */
    long[] seen = new long[0];

    /** Counts elements with many attributes. */
    long elements;

    /** The workspace of a reader that has returned its own. */
    static final ReaderWorkspace NONE = new ReaderWorkspace();

    private ReaderWorkspace() {}

    private static int place(int attempt) {
        return (int) (Thread.currentThread().getId() * 7 + attempt) & (POOLED - 1);
    }

    static ReaderWorkspace take() {
        for (int i = 0; i < ATTEMPTS; i++) {
            int place = place(i);
            if (POOL.getPlain(place) != null) {
                ReaderWorkspace taken = POOL.getAndSet(place, null);
                if (taken != null) {
                    return taken;
                }
            }
        }
        return new ReaderWorkspace();
    }

    byte[] takeStream() {
        byte[] kept = stream;
        stream = new byte[0];
        return kept.length == OctetInput.BUFFER_OCTETS ? kept : new byte[OctetInput.BUFFER_OCTETS];
    }

    /** @param buffer the buffer of a stream, to be reused; null for none */
    void giveBack(byte @Nullable [] buffer) {
        if (buffer != null && buffer.length == OctetInput.BUFFER_OCTETS) {
            stream = buffer;
        }
        scopes.reset();
        tables.end();
        if (chars.length > LARGEST_KEPT) {
            chars = new char[0];
        }
        if (open.length > MOST_KEPT) {
            open = new long[16];
        }
        if (attributes.length > MOST_KEPT) {
            attributes = new long[32];
            attributeTexts = new @Nullable String[16];
        } else {
            Arrays.fill(attributeTexts, null);
        }
        if (seen.length > LARGEST_KEPT / 8) {
            seen = new long[0];
        }
        for (int i = 0; i < ATTEMPTS; i++) {
            if (POOL.compareAndSet(place(i), null, this)) {
                return;
            }
        }
    }
}
