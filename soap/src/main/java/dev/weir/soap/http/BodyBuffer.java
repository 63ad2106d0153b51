package dev.weir.soap.http;

import io.vertx.core.buffer.Buffer;
import java.util.Arrays;

/** The bytes of a body as they come in; grows with what is there, not with what a length field claims. */
final class BodyBuffer {
    private static final byte[] EMPTY = new byte[0];
    private static final int TRUSTED_LENGTH = 64 * 1024;

    private byte[] bytes;
    private int length;

    /** @param declared the Content-Length; -1 for none */
    BodyBuffer(long declared) {
        bytes = declared > 0 && declared <= TRUSTED_LENGTH ? new byte[(int) declared] : EMPTY;
    }

    int length() {
        return length;
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
            int grown = Math.max(length + count, (int) Math.min(Integer.MAX_VALUE - 16L, length * 2L));
            bytes = Arrays.copyOf(bytes, grown);
        }
    }

    /** All bytes; the buffer is empty after. */
    byte[] take() {
        byte[] taken = length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
        bytes = EMPTY;
        length = 0;
        return taken;
    }
}
