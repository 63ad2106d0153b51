package dev.weir.xml.text;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Bytes that were read already, then the stream they came from. A stream that has none at the moment reads 0. */
final class PushedBack extends InputStream {
    private final byte[] first;
    private int taken;
    private final @Nullable InputStream rest;

    PushedBack(byte[] first, @Nullable InputStream rest) {
        this.first = first;
        this.rest = rest;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        int left = first.length - taken;
        if (left == 0) {
            return rest == null ? -1 : rest.read(to, offset, length);
        }
        int count = Math.min(left, length);
        System.arraycopy(first, taken, to, offset, count);
        taken += count;
        return count;
    }

    @Override
    public int read() throws IOException {
        if (taken < first.length) {
            return first[taken++] & 0xFF;
        }
        return rest == null ? -1 : rest.read();
    }
}
