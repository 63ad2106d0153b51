package dev.weir.soap.http;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.Arrays;

/** The bytes of a body as they come in; grows with what is there, not with what a length field claims. */
final class BodyBuffer {
    private static final byte[] EMPTY = new byte[0];
    private static final int TRUSTED_LENGTH = 64 * 1024;

    private static final int LARGEST_STEP = 4 * 1024 * 1024;

    private final long declared;
    private byte[] bytes;
    private int length;

    /** @param declared the Content-Length; -1 for none */
    BodyBuffer(long declared) {
        this.declared = declared;
        bytes = declared > 0 && declared <= TRUSTED_LENGTH ? new byte[(int) declared] : EMPTY;
    }

    int length() {
        return length;
    }

    /** What it takes of the heap. */
    int capacity() {
        return bytes.length;
    }

    /** What it will take with so many bytes more. */
    int capacityWith(int more) {
        return more <= bytes.length - length ? bytes.length : grown(more);
    }

    private int grown(int more) {
        long needed = (long) length + more;
        boolean claimed = declared >= needed;
        // A peer that has sent a quarter of what it claims is believed: most bodies are copied once then.
        long wanted = Math.max(needed, Math.min((claimed ? 4L : 2L) * length, length + LARGEST_STEP));
        return (int) Math.min(wanted, claimed ? declared : Integer.MAX_VALUE - 16L);
    }

    void append(Buffer more) {
        int count = more.length();
        reserve(count);
        more.getBytes(0, count, bytes, length);
        length += count;
    }

    void append(byte[] more, int offset, int count) {
        reserve(count);
        System.arraycopy(more, offset, bytes, length, count);
        length += count;
    }

    private void reserve(int count) {
        if (count > bytes.length - length) {
            bytes = Arrays.copyOf(bytes, grown(count));
        }
    }

    /** Gives the bytes to a sink, which does not keep them. */
    void passTo(BodySink sink) throws IOException {
        sink.accept(bytes, 0, length);
    }

    /** Empties the buffer, which keeps its capacity. */
    void clear() {
        length = 0;
    }

    /** All bytes; the buffer is empty after. */
    byte[] take() {
        byte[] taken = length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
        bytes = EMPTY;
        length = 0;
        return taken;
    }
}
