package dev.weir.xml.reader;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A stream of bytes that were already read, followed by the stream that they came from. Returns 0 only if that stream
 * is fed and has no bytes available; with any other stream that returns 0 it waits for a single byte.
 */
final class PushbackInput extends InputStream {
    private final byte[] first;
    private int taken;
    private final @Nullable InputStream rest;
    private final boolean fed;

    PushbackInput(byte[] first, @Nullable InputStream rest, boolean fed) {
        this.fed = fed;
        this.first = first;
        this.rest = rest;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        int left = first.length - taken;
        if (left == 0) {
            return rest == null ? -1 : further(rest, to, offset, length);
        }
        int count = Math.min(left, length);
        System.arraycopy(first, taken, to, offset, count);
        taken += count;
        return count;
    }

    private int further(InputStream from, byte[] to, int offset, int length) throws IOException {
        int count = from.read(to, offset, length);
        if (count != 0 || fed) {
            return count;
        }
        int single = from.read();
        if (single < 0) {
            return -1;
        }
        to[offset] = (byte) single;
        return 1;
    }

    @Override
    public int read() throws IOException {
        if (taken < first.length) {
            return first[taken++] & 0xFF;
        }
        return rest == null ? -1 : rest.read();
    }
}
